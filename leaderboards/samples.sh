#!/usr/bin/env bash
# Submits the nine sample bots, plays the cup of samples.toml and publishes it in leaderboards/samples/.
# Needs what the starter kits are built with: Go, Rust, a JDK with Maven, Node, and CMake with gRPC for C++. Words after
# the command go to every `arena submit`.
set -euo pipefail
cd "$(dirname "$0")/.."

arena=.venv/bin/arena
kits=$(mktemp -d)
trap 'rm -rf "$kits"' EXIT

# enter NAME LANGUAGE [OLD NEW]: the kit of a language under a name, with one word of how it is started replaced.
enter() {
    local folder="$kits/$1"
    "$arena" new-bot "$1" --language "$2" --folder "$folder" >/dev/null
    sed -i -e "s/^name = .*/name = \"$1\"/" -e 's/^author = .*/author = "Tractor Arena"/' "$folder/bot.toml"
    if (($# > 2)); then sed -i "s|^run = \[\(.*\)\"$3\"\]|run = [\1$4]|" "$folder/bot.toml"; fi
    "$arena" submit "$folder" "${submit_with[@]}"
}

submit_with=("$@")
enter "Default" python my_bot.py '"default_bot.py"'
enter "Random" python my_bot.py '"random_bot.py"'
enter "Greedy" python my_bot.py '"greedy_bot.py"'
enter "Sensible" python my_bot.py '"sensible_bot.py"'
enter "Sensible in Go" go ./bot '"./bot", "sensible"'
enter "Sensible in Rust" rust target/release/bot '"target/release/bot", "sensible"'
enter "Java kit" java
enter "TypeScript kit" typescript
enter "C++ kit" c++

"$arena" run leaderboards/samples.toml
"$arena" verify leaderboards/samples
