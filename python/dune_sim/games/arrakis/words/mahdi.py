"""What the player of the solo game is asked for the Harkonnen; see phrases.py for the placeholders."""

from __future__ import annotations

from dune_sim.games.arrakis.kernels.mahdi import opcodes as op

#: instruction -> what is asked; a dict is keyed by the stage
MAHDI_QUESTIONS: dict[int, str | dict[int, str]] = {
    op.OP_MAHDI_VEHICLES: "Where does the next Harkonnen vehicle go?",
    op.OP_MAHDI_RESCUE: "Which carryall saves the harvester of {here}?",
    op.OP_MAHDI_SPEND: "Which Imperium marker do the Harkonnen pay for next?",
    op.OP_MAHDI_TARGET: "Which sietch is the new Harkonnen target?",
    op.OP_MAHDI_TOKEN: "No such Harkonnen token is left: one of which area is turned up?",
    op.OP_MAHDI_ATTACK: {
        1: "Which Harkonnen legion attacks?",
        2: "What does the Harkonnen legion of {source} attack?",
        3: "Which ornithopter carries it?",
    },
    op.OP_MAHDI_MOVE: {
        1: "Which sietch do the Harkonnen make for in this turn?",
        2: "Which Harkonnen legion moves next?",
        3: "Where does the Harkonnen legion of {source} move?",
        4: "Which ornithopter carries it from {source} to {target}?",
    },
    op.OP_MAHDI_RELOCATE: {0: "Which Harkonnen legion is carried off?", 1: "Where is it carried to?"},
    op.OP_MAHDI_CARDS: "Discard planning cards for dice in combat round {fought} in {target}?",
    op.OP_MAHDI_CASUALTIES: "A casualty in {suffers}, {hits} left {why}",
    op.OP_MAHDI_CONTINUE: "Continue the attack on {target}? You rolled {roll}.",
    op.OP_MAHDI_RETREAT: "Retreat from {target}? You rolled {roll}.",
    op.OP_MAHDI_DEPLOY: "Where do the Harkonnen deploy?",
    op.OP_MAHDI_LEADER: "Which Harkonnen leader comes to {last}?",
    op.OP_MAHDI_REPLACE: "In which Harkonnen legion does a unit get better?",
    op.OP_MAHDI_SITE: "Where does the Harkonnen card put its figures?",
    op.OP_MAHDI_SPREAD: "Where does the next Harkonnen unit go?",
    op.OP_MAHDI_DISCARDS: "Which planning card do you discard?",
    op.OP_MAHDI_VISION: "Which prescience card goes back to the deck?",
    op.OP_MAHDI_TANK: "Which of your leaders goes to the tank?",
    op.OP_MAHDI_SHOT: "Which of your legions is shot at?",
    op.OP_MAHDI_SIGNS: "Which wormsign is taken away?",
    op.OP_MAHDI_REVEAL: "In which area are your hidden pieces turned up?",
}
