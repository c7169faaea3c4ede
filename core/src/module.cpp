// dune_sim._core: one thin door to every emitted game. No rule lives here.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstdint>
#include <stdexcept>
#include <string>

#include "games.h"

namespace py = pybind11;

namespace {

const dune::Game& find_game(const std::string& name) {
    for (const dune::Game& game : dune::games) {
        if (name == game.name) {
            return game;
        }
    }
    throw std::invalid_argument("this build has no game named " + name);
}

// Whether this processor runs the faster build well: it must know the instructions, and not emulate one of them slowly.
bool runs_fast() {
#ifdef DUNE_HAS_FAST
    __builtin_cpu_init();
    const bool knows = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
                       __builtin_cpu_supports("fma");
    return knows && !__builtin_cpu_is("znver1") && !__builtin_cpu_is("znver2");
#else
    return false;
#endif
}

const bool fast = runs_fast();

using Words = py::array_t<std::int64_t, py::array::c_style>;

void* data_of(py::array& records) { return records.mutable_data(); }

std::int64_t enter(std::size_t game, py::array calls, py::array tables, py::array states, py::array pilots, Words moves, Words out,
                   bool guarded) {
    void* const call = data_of(calls);
    void* const table = data_of(tables);
    void* const state = data_of(states);
    void* const pilot = data_of(pilots);
    std::int64_t* const move = moves.mutable_data();
    std::int64_t* const row = out.mutable_data();
    const py::gil_scoped_release unlocked;
    const dune::Game& rules = dune::games[game];
    return (guarded ? rules.guarded : fast ? rules.fast : rules.enter)(call, table, state, pilot, move, row);
}

std::size_t index_of(const std::string& name) { return static_cast<std::size_t>(&find_game(name) - &dune::games[0]); }

}  // namespace

PYBIND11_MODULE(_core, m) {
    m.doc() = "Emitted kernels of dune_sim";
    m.def("games", [] {
        py::dict hashes;
        for (const dune::Game& game : dune::games) {
            hashes[game.name] = game.source_hash;
        }
        return hashes;
    });
    m.def("index_of", &index_of, py::arg("name"));
    m.def("enter", &enter, py::arg("game"), py::arg("calls"), py::arg("tables"), py::arg("states"), py::arg("pilots"),
          py::arg("moves"), py::arg("out"), py::arg("guarded") = false, "Carry out calls[0] of one game; see kernel/driver.py.");
    m.attr("compiler") = DUNE_COMPILER;
    m.attr("fast") = fast;
#ifdef DUNE_HAS_GUARDED
    m.attr("guarded") = true;
#else
    m.attr("guarded") = false;
#endif
}
