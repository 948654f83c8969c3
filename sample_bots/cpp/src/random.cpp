// Plays by chance, from the legal decisions that the referee lists on request.
#include <cstdint>
#include <string>

#include "bots.h"
#include "listed.h"

using tractor::v1::Decision;
using tractor::v1::Hello;
using tractor::v1::Question;

namespace {

// A number by chance that depends on what is seen alone, so that the same question always gets the same answer and a cup
// can be played again: FNV-1a, its bits mixed once more.
std::uint64_t chance(const Question& question) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char byte : question.view().SerializeAsString()) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3;
  }
  return ((hash ^ hash >> 32) * 0x9e3779b97f4a7c15) >> 16;
}

class RandomBot : public Bot {
 public:
  Hello hello() const override {
    Hello hello;
    hello.set_name("random");
    hello.set_version("1");
    hello.set_wants_legal_decisions(100);
    return hello;
  }

  Decision decide(const Question& question) override {
    const auto listed = listed_decisions(question);
    const bool is_known = question.phase() > tractor::v1::PHASE_UNSPECIFIED && question.phase() <= tractor::v1::PHASE_CALL;
    if (listed.empty() || !is_known) return question.default_decision();
    return listed[chance(question) % listed.size()];
  }
};

}  // namespace

std::unique_ptr<Bot> random_bot() { return std::make_unique<RandomBot>(); }
