#!/bin/sh
# What `make run` shows: one line per command, printed before it runs.
set -eu
cd "$(dirname "$0")/.."
mkdir -p runs

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
    --sietch 2 --samples 100000 --plot runs/odds.png
