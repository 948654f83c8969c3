#include "listed.h"

using tractor::v1::Decision;
using tractor::v1::Question;

std::vector<Decision> listed_decisions(const Question& question) {
  const auto& legal = question.legal_decisions();
  std::vector<Decision> listed;
  int at = 0;  // In the packed list: the decisions follow one another.
  for (const auto size : legal.sizes()) {
    Decision decision;
    for (const int end = at + static_cast<int>(size); at < end; ++at) {
      if (question.phase() == tractor::v1::PHASE_CALL) {
        *decision.add_friend_calls() = legal.friend_calls(at);
      } else {
        decision.add_cards(legal.cards(at));
      }
    }
    listed.push_back(decision);
  }
  return listed;
}

std::vector<Cards> listed_cards(const Question& question) {
  std::vector<Cards> listed;
  for (const Decision& decision : listed_decisions(question)) listed.push_back(cards_of(decision.cards()));
  return listed;
}
