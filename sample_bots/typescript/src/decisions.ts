/** Your bot: write it here. */

import { printedRank } from "./cards.js";
import type { Answer, Bot } from "./connection.js";
import { type MatchStarting, Phase, type Question } from "./gen/tractor/v1/bot.js";
import { listedCards } from "./listed.js";

export const myBot: Bot = { name: "my bot", version: "1", legalDecisions: 100, prepare, decide };

/**
 * Told of every match before its first question: `match.rules` names the options of the game, one `name = value` a
 * line; `match.seat` is yours, from 1; `match.limitS` is how many seconds each decision has.
 */
function prepare(match: MatchStarting): void {}

/**
 * Answers one question. It holds all that your seat may know, so no memory is needed:
 *
 *     question.phase            what is asked
 *     question.defaultDecision  always legal; return it where you do not know better
 *     listedCards(question)     legal decisions, each a list of cards; all of them if question.legalDecisions.complete
 *     question.timeLeftS        seconds that are left for this answer
 *     view.hand                 your cards, trumps last: numbers, which text(view.hand) writes as "TH KS RJ"
 *     view.trump                rank (2 to 14) and suit of the trumps
 *     view.trick                cards on the table, playSize of them a seat, from seat leader on; none if you lead
 *     view.opponentsPoints      what the opponents of the declarers (view.declarers, by seat) have won so far
 */
function decide(question: Question): Answer | undefined {
  const view = question.view;
  switch (question.phase) {
    case Phase.BID:
      // Show cards to bid, or none to pass. This bids with any pair, and else does not.
      return { cards: listedCards(question).find((shown) => shown.length >= 2) ?? [] };

    case Phase.BURY:
      // You hold the kitty: bury as many cards as the default decision does, any cards.
      return question.defaultDecision;

    case Phase.PLAY: {
      // Lead, or follow. This leads an ace if it has one, and else agrees with the default.
      const isLead = view?.trick === undefined || view.trick.cards.length === 0;
      const ace = view?.hand.find((card) => printedRank(card) === 14);
      return isLead && ace !== undefined ? { cards: [ace] } : question.defaultDecision;
    }

    default:
      // Phase.HOLD and Phase.CALL of Finding Friends, and whatever you have never heard of.
      return question.defaultDecision;
  }
}
