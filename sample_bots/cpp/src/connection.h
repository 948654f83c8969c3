// A chair at the referee's table: dial in, get ready, and answer every question with the bot's decision.
#pragma once

#include "tractor/v1/bot.pb.h"

// What plays.
class Bot {
 public:
  virtual ~Bot() = default;

  // What the referee is asked for, and a name for logs; protocol and token are filled in.
  virtual tractor::v1::Hello hello() const = 0;

  // Told of every match before its first question: its rules, the seat, the clock.
  virtual void prepare(const tractor::v1::MatchStarting&) {}

  // Answers a question; the question_id is filled in.
  virtual tractor::v1::Decision decide(const tractor::v1::Question& question) = 0;
};

// Dial the referee and play every match until it says goodbye, or the arena ends this process with SIGTERM.
//
// The address and the token are taken from the environment, where the arena put them. Refusals are printed on standard
// error, which the arena keeps in the log of this bot. So is the reason, if the end is a failure. Gives the exit status.
int play(Bot& bot);
