// The bots of this program; `main.cpp` starts one of them.
#pragma once

#include <memory>

#include "connection.h"

// Yours: decisions.cpp.
std::unique_ptr<Bot> my_bot();

// Plays by chance: random.cpp.
std::unique_ptr<Bot> random_bot();
