// Legal decisions that a question lists, for a bot that asked for them with `wants_legal_decisions`.
//
// The referee knows every rule of the game that is played, so a bot that chooses among these plays any game.
#pragma once

#include <vector>

#include "cards.h"

// The decisions that are listed, each whole.
std::vector<tractor::v1::Decision> listed_decisions(const tractor::v1::Question& question);

// The cards of each decision that is listed; not for PHASE_CALL.
std::vector<Cards> listed_cards(const tractor::v1::Question& question);
