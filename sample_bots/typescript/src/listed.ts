/** Legal decisions that a question lists, for a bot that asked for them (`Bot.legalDecisions`).
 *
 * The referee knows every rule of the game that is played, so a bot that chooses among these plays any game.
 */

import type { Answer } from "./connection.js";
import { type Card, Phase, type Question } from "./gen/tractor/v1/bot.js";

/** The decisions that are listed, each whole. */
export function listedDecisions(question: Question): Answer[] {
  const legal = question.legalDecisions;
  let start = 0;
  return (legal?.sizes ?? []).map((size) => {
    const [from, to] = [start, start + size];
    start = to;
    return question.phase === Phase.CALL
      ? { friendCalls: legal?.friendCalls.slice(from, to) ?? [] }
      : { cards: legal?.cards.slice(from, to) ?? [] };
  });
}

/** The cards of each decision that is listed; not for phase CALL. */
export function listedCards(question: Question): Card[][] {
  return listedDecisions(question).map((decision) => decision.cards ?? []);
}
