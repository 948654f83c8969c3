// A bot for Tractor: `bot` plays what decisions.cpp decides, `bot random` by chance.
#include <cstdlib>
#include <iostream>
#include <string>

#include "bots.h"
#include "connection.h"

int main(int count, char** arguments) {
  const std::string kind = count > 1 ? arguments[1] : "";
  if (kind.empty()) return play(*my_bot());
  if (kind == "random") return play(*random_bot());
  std::cerr << "there is no bot \"" << kind << "\" here; say \"random\" or nothing\n";
  return EXIT_FAILURE;
}
