/** Plays by chance, from the legal decisions that the referee lists on request. */

import { createHash } from "node:crypto";

import type { Answer, Bot } from "./connection.js";
import { Phase, type Question, View } from "./gen/tractor/v1/bot.js";
import { listedDecisions } from "./listed.js";

export const randomBot: Bot = { name: "random", version: "1", legalDecisions: 100, decide };

function decide(question: Question): Answer | undefined {
  const listed = listedDecisions(question);
  // A phase that is not known may want other answers.
  if (listed.length === 0 || !(question.phase in Phase)) {
    return question.defaultDecision;
  }
  // Drawn from what is seen, so that the same question always gets the same answer and a cup can be played again.
  const seen = question.view === undefined ? "" : View.encode(question.view).finish();
  return listed[createHash("sha256").update(seen).digest().readUInt32BE() % listed.length];
}
