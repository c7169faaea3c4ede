#!/bin/sh
# Build the C++ engine with sanitizers and run the tests that reach it. Further arguments go to pytest.
set -eu
cd "$(dirname "$0")/.."
export PATH="$PWD/.venv/bin:$PATH"

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
LD_PRELOAD="$preload" exec python -m pytest -q -p no:cacheprovider ${*:-tests/parity tests/engines}
