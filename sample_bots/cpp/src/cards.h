// Cards as the protocol numbers them: as text, and what they score.
#pragma once

#include <string>
#include <vector>

#include "tractor/v1/bot.pb.h"

using tractor::v1::Card;

// 1 to 54: clubs, diamonds, hearts, spades, each 2 3 4 5 6 7 8 9 10 J Q K A; then the black and the red joker.
using Cards = std::vector<Card>;

// Cards of a message: `cards_of(view.hand())`.
template <typename Field>
Cards cards_of(const Field& field) {
  Cards cards;
  for (const int card : field) cards.push_back(static_cast<Card>(card));
  return cards;
}

// A decision that is cards: those shown as a bid (none to pass), those buried, or those played.
tractor::v1::Decision decision_of(const Cards& cards);

// Cards as text: `TH KS RJ`.
std::string text(const Cards& cards);

// 2 for the two up to 14 for the ace; 0 for a joker.
int printed_rank(Card card);

// 1 to 4: clubs, diamonds, hearts, spades; 0 for a joker.
int printed_suit(Card card);

// What a card scores: kings and tens ten, fives five.
int points(Card card);

// What cards score.
int points(const Cards& cards);
