// Your bot. Fill in what it decides; as it stands it agrees with most default decisions, which are always legal.
//
// A question holds all that there is to know; a bot need not remember anything. Of `question.view()`:
// - hand(): your cards as numbers, sorted by suit, each from its lowest, trumps last; text(cards_of(…)) shows them;
// - trump(): the trump rank and suit; trick(): the cards on the table, play by play from leader() on, play_size() each;
// - seat(), starter(), declarers(), hand_counts(), bids(), opponents_points(), …: protos/tractor/v1/bot.proto has all.
//
// question.legal_decisions() lists what you may do, as many as hello() asks for; question.default_decision() is one.
#include <algorithm>

#include "bots.h"
#include "cards.h"
#include "listed.h"

using tractor::v1::Decision;
using tractor::v1::Hello;
using tractor::v1::MatchStarting;
using tractor::v1::Question;

namespace {

class MyBot : public Bot {
 public:
  // The name is for logs.
  Hello hello() const override {
    Hello hello;
    hello.set_name("my bot");
    hello.set_version("1");
    hello.set_wants_legal_decisions(100);
    return hello;
  }

  // Called before each match, with its rules as text, your seat and the clock. Load here what takes time.
  void prepare(const MatchStarting&) override {}

  Decision decide(const Question& question) override {
    switch (question.phase()) {
      case tractor::v1::PHASE_BID:
      case tractor::v1::PHASE_HOLD:
        return bid(question);
      case tractor::v1::PHASE_BURY:
        return bury(question);
      case tractor::v1::PHASE_PLAY:
        return play(question);
      default:
        // Calls of friends, and what you have never heard of: the default is legal in every game.
        return question.default_decision();
    }
  }

 private:
  // Cards to show as a bid, or none to pass: here a pair or more of the trump rank, else what the default is.
  static Decision bid(const Question& question) {
    for (const Cards& shown : listed_cards(question)) {
      if (shown.size() >= 2) return decision_of(shown);
    }
    return question.default_decision();
  }

  // Cards to bury, as many as the default has: here those without points that come first in the hand.
  static Decision bury(const Question& question) {
    Cards hand = cards_of(question.view().hand());
    const auto has_fewer_points = [](Card one, Card other) { return points(one) < points(other); };
    std::stable_sort(hand.begin(), hand.end(), has_fewer_points);
    hand.resize(question.default_decision().cards_size());
    return decision_of(hand);
  }

  // Cards to play: here the default if you lead, and in a follow as few points as can be.
  static Decision play(const Question& question) {
    if (!question.view().has_trick()) return question.default_decision();
    Cards fewest = cards_of(question.default_decision().cards());
    for (const Cards& follow : listed_cards(question)) {
      if (points(follow) < points(fewest)) fewest = follow;
    }
    return decision_of(fewest);
  }
};

}  // namespace

std::unique_ptr<Bot> my_bot() { return std::make_unique<MyBot>(); }
