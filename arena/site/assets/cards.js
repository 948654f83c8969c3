// Cards: their text, points, order in a hand and drawings. Shapes are our own; colours are those of replay.css.
"use strict";

const Cards = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const RANKS = "23456789TJQKA";
  const SUITS = "SHCD";
  const SHAPES = {
    S: "M12 1.5C17 7 22 10.5 22 15a4.5 4.5 0 0 1-8.4 2.3L15 22H9l1.4-4.7A4.5 4.5 0 0 1 2 15C2 10.5 7 7 12 1.5Z",
    H: "M12 22C5 15.5 1.5 12 1.5 7.6a5.3 5.3 0 0 1 10.5-1.4 5.3 5.3 0 0 1 10.5 1.4C22.5 12 19 15.5 12 22Z",
    C: "M12 2a4.7 4.7 0 0 1 4.1 7 4.7 4.7 0 1 1-2.7 8.3L15 22H9l1.6-4.7A4.7 4.7 0 1 1 7.9 9 4.7 4.7 0 0 1 12 2Z",
    D: "M12 1.5 20.5 12 12 22.5 3.5 12Z",
    J: "m12 2 3 6.6 7.2.800-5.4 4.8 1.6 7.1L12 17.7l-6.4 3.6 1.6-7.1-5.4-4.8L9 8.6Z",
  };

  const split = (text) => text.match(/../g) || [];
  const isJoker = (card) => card[1] === "J";
  const points = (card) => (isJoker(card) ? 0 : { K: 10, T: 10, 5: 5 }[card[0]] || 0);
  const pointsOf = (cards) => cards.reduce((sum, card) => sum + points(card), 0);

  // Trump as a record has it, `2H`, `2N`, `NN`; before it is settled rank cards stand apart with the jokers.
  const isTrump = (card, trump) =>
    isJoker(card) || card[1] === trump.suit || (card[0] === trump.rank && (trump.suit !== null || trump.stay));

  // Higher numbers stand first.
  function place(card, trump) {
    if (isJoker(card)) return card === "RJ" ? 99 : 98;
    if (isTrump(card, trump) && card[0] === trump.rank) return 80 + (card[1] === trump.suit ? 9 : 4 - SUITS.indexOf(card[1]));
    return RANKS.indexOf(card[0]);
  }

  // The suits of a hand, trumps first: pairs of "trump" or a suit's letter, and items with `card`.
  function groups(items, trump) {
    const found = ["trump", ...SUITS].map((name) => [name, []]);
    for (const item of items) {
      const name = isTrump(item.card, trump) ? "trump" : item.card[1];
      found.find((group) => group[0] === name)[1].push(item);
    }
    for (const [, members] of found) members.sort((one, other) => place(other.card, trump) - place(one.card, trump));
    return found.filter((group) => group[1].length);
  }

  // The cards without others of them, copy by copy.
  function without(cards, gone) {
    const left = cards.slice();
    for (const card of gone) {
      const at = left.indexOf(card);
      if (at >= 0) left.splice(at, 1);
    }
    return left;
  }

  // Identical cards together, in the order in which each is first met: pairs of card and count.
  function sets(cards) {
    const counts = new Map();
    for (const card of cards) counts.set(card, (counts.get(card) || 0) + 1);
    return [...counts];
  }

  function node(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // Every face once, for `face` to use.
  function symbols() {
    const all = node("svg", { width: 0, height: 0, class: "faces", "aria-hidden": "true" });
    for (const suit of SUITS + "J") {
      all.append(node("symbol", { id: `suit-${suit}`, viewBox: "0 0 24 24" }, node("path", { d: SHAPES[suit] })));
    }
    const kinds = ["BJ", "RJ"];
    for (const suit of SUITS) for (const rank of RANKS) kinds.push(rank + suit);
    for (const card of kinds) {
      const letters = isJoker(card) ? card : card[0] === "T" ? "10" : card[0];
      const text = node("text", { x: 3.5, y: 21, "font-size": 21, "font-weight": 700 }, letters);
      if (letters.length > 1) {
        text.setAttribute("textLength", 20);
        text.setAttribute("lengthAdjust", "spacingAndGlyphs");
      }
      const shape = `#suit-${card[1]}`;
      all.append(
        node(
          "symbol",
          { id: `card-${card}`, viewBox: "0 0 50 70" },
          node("rect", { class: "paper", x: 0.75, y: 0.75, width: 48.5, height: 68.5, rx: 6 }),
          text,
          node("use", { href: shape, x: 4.5, y: 25, width: 16, height: 16 }),
          node("use", { href: shape, x: 21, y: 40, width: 25, height: 25 }),
        ),
      );
    }
    all.append(
      node(
        "symbol",
        { id: "card-back", viewBox: "0 0 50 70" },
        node("rect", { class: "paper", x: 0.75, y: 0.75, width: 48.5, height: 68.5, rx: 6 }),
        node("path", { d: "M10 10 40 60M10 60 40 10M25 10v50M8 35h34" }),
      ),
    );
    return all;
  }

  const face = (card, mark) =>
    node("svg", { class: `pc ${card === "back" ? "back" : card}${mark ? ` ${mark}` : ""} suit-${card === "back" ? "none" : isJoker(card) ? card : card[1]}`, viewBox: "0 0 50 70", "aria-hidden": "true" }, node("use", { href: `#card-${card}` }));

  const suit = (letter) =>
    node("svg", { class: `suit suit-${letter}`, viewBox: "0 0 24 24", "aria-hidden": "true" }, node("use", { href: `#suit-${letter}` }));

  return { split, points, pointsOf, isTrump, groups, without, sets, symbols, face, suit, node };
})();
