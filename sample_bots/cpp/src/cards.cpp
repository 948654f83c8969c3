#include "cards.h"

using tractor::v1::CARD_BLACK_JOKER;
using tractor::v1::CARD_RED_JOKER;
using tractor::v1::CARD_UNSPECIFIED;

namespace {

std::string name(Card card) {
  if (card == CARD_BLACK_JOKER) return "BJ";
  if (card == CARD_RED_JOKER) return "RJ";
  if (card <= CARD_UNSPECIFIED || card > CARD_RED_JOKER) return "card " + std::to_string(card);
  return {"23456789TJQKA"[printed_rank(card) - 2], "CDHS"[printed_suit(card) - 1]};
}

}  // namespace

tractor::v1::Decision decision_of(const Cards& cards) {
  tractor::v1::Decision decision;
  for (const Card card : cards) decision.add_cards(card);
  return decision;
}

std::string text(const Cards& cards) {
  std::string joined;
  for (const Card card : cards) joined += (joined.empty() ? "" : " ") + name(card);
  return joined;
}

int printed_rank(Card card) { return card >= CARD_BLACK_JOKER ? 0 : (card - 1) % 13 + 2; }

int printed_suit(Card card) { return card >= CARD_BLACK_JOKER ? 0 : (card - 1) / 13 + 1; }

int points(Card card) {
  switch (printed_rank(card)) {
    case 5:
      return 5;
    case 10:
    case 13:
      return 10;
    default:
      return 0;
  }
}

int points(const Cards& cards) {
  int sum = 0;
  for (const Card card : cards) sum += points(card);
  return sum;
}
