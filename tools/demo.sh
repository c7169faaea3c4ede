#!/bin/sh
# What `make run` shows: one line per command, printed before it runs.
set -eu
cd "$(dirname "$0")/.."
rm -rf runs/demo
mkdir -p runs/demo

show() {
    printf '\n$ dune-sim'
    for word in "$@"; do
        case $word in
            *' '*) printf ' "%s"' "$word" ;;
            *) printf ' %s' "$word" ;;
        esac
    done
    printf '\n'
    dune-sim "$@"
}

show engines
show battle "4 standard, 1 elite, 1 sardaukar, bashar, baron_harkonnen" "2 standard, 1 fedaykin, paul_muaddib" \
    --sietch 2 --samples 1000000 --plot runs/demo/odds.png
show run arrakis --games 2000 --seed 7 --out runs/demo/arrakis
show run imperium --games 20000 --seed 7 --out runs/demo/imperium
show show arrakis --seed 7 --step 200 -o runs/demo/arrakis.svg
show show imperium --seed 7 --step 120 -o runs/demo/imperium.svg
show run imperium --games 2000 --seed 7 --policy greedy --out runs/demo/greedy
show run arrakis --games 100 --seed 7 --policy greedy --out runs/demo/greedy-arrakis
show experiment imperium --gift the_spice_must_flow --seats 0 --games 500 --seed 7 --out runs/demo/gift.json
show report runs/demo/greedy runs/demo/gift.json
show report runs/demo/greedy-arrakis --regression 0
printf '\n$ dune-sim show imperium --seed 7 --step 120 --json > runs/demo/position.json'
dune-sim show imperium --seed 7 --step 120 --json >runs/demo/position.json
show advise runs/demo/position.json --policy mcts:500ms
