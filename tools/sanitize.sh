#!/bin/sh
# Build the C++ engine with sanitizers, run the tests that reach it, then play. Arguments choose other tests.
set -eu
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"
[ $# -gt 0 ] || set -- tests/contract tests/runs

cmake --preset sanitize --log-level=NOTICE >/dev/null
cmake --build --preset sanitize -- --quiet
DUNE_SIM_CORE=$(ls "$PWD"/build/sanitize/_core.*)
export DUNE_SIM_CORE

# Python itself is not instrumented, so the sanitizer's runtime has to be loaded before it, and the C++ library beside
# it, or it cannot see exceptions.
compiler=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' build/sanitize/CMakeCache.txt)
preload=
for name in libasan.so "libclang_rt.asan-$(uname -m).so" libstdc++.so; do
    file=$("$compiler" -print-file-name="$name")
    if [ -f "$file" ]; then preload="$preload $(readlink -f "$file")"; fi
done

# Python keeps memory until it ends, so leaks are not looked for; its own small-object allocator would hide overruns.
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc
LD_PRELOAD="$preload" python -m pytest -q -p no:cacheprovider "$@"
LD_PRELOAD="$preload" python - <<'PLAY'
from dune_sim.games.registry import GAMES, make
from dune_sim.engines import cpp

print("sanitized engine:", cpp.core().__file__)
for name in GAMES:
    make(name).simulate(games=2000, seed=11, engine="cpp")
    print(f"{name}: 2,000 games without a finding")
PLAY

# one library in front of every process: the workers of the hunt inherit it
LD_PRELOAD="$preload" PYTHONPATH=tests python -m fuzz --minutes "${MINUTES:-1}" --only arrakis --only imperium --only battle
