/** Cards as the protocol numbers them, and as text. */

import { Card } from "./gen/tractor/v1/bot.js";

/** By number: clubs, diamonds, hearts, spades, each 2 3 4 5 6 7 8 9 10 J Q K A; then the black and the red joker. */
const TEXTS: readonly string[] = [
  "",
  ...[..."CDHS"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit)),
  "BJ",
  "RJ",
];

/** Cards as text: `TH KS RJ`. */
export function text(held: readonly Card[]): string {
  return held.map((card) => TEXTS[card] ?? `card ${card}`).join(" ");
}

/** Cards from text: `TH KS RJ`. */
export function cards(words: string): Card[] {
  return words.split(/\s+/).filter(Boolean).map((word) => {
    const card = TEXTS.indexOf(word);
    if (card < 1) {
      throw new RangeError(`${JSON.stringify(word)} is no card`);
    }
    return card;
  });
}

/** 2 for the two up to 14 for the ace; 0 for a joker. */
export function printedRank(card: Card): number {
  return card >= Card.BLACK_JOKER ? 0 : ((card - 1) % 13) + 2;
}

/** 1 to 4: clubs, diamonds, hearts, spades; 0 for a joker. */
export function printedSuit(card: Card): number {
  return card >= Card.BLACK_JOKER ? 0 : Math.floor((card - 1) / 13) + 1;
}

/** What cards score: kings and tens ten, fives five. */
export function points(held: readonly Card[]): number {
  const scores = new Map([[5, 5], [10, 10], [13, 10]]);
  return held.reduce((sum, card) => sum + (scores.get(printedRank(card)) ?? 0), 0);
}
