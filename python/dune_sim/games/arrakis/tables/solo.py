"""The Mahdi solo game as table fields and programs (ARR-SOLO)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from dune_sim.errors import ContentError, naming
from dune_sim.games.arrakis.kernels import battle as fight
from dune_sim.games.arrakis.kernels import card_opcodes as card_op
from dune_sim.games.arrakis.kernels import opcodes as op
from dune_sim.games.arrakis.kernels.layout import HARKONNEN
from dune_sim.games.arrakis.kernels.mahdi import opcodes as mahdi
from dune_sim.games.arrakis.tables.cards import DEEDS, FACE_BITS, Assembler, card_test, many, packed
from dune_sim.games.arrakis.tables.map import area_numbers, neighbours
from dune_sim.games.arrakis.tables.names import CLASSES, FACES, card_list

if TYPE_CHECKING:
    from dune_sim.games.arrakis.content.models import ArrakisContent

#: instructions of shared programs -> those that also know the automated side
INSTEAD = {
    op.OP_BATTLE_CARDS: mahdi.OP_MAHDI_CARDS,
    fight.OP_CASUALTIES: mahdi.OP_MAHDI_CASUALTIES,
    fight.OP_CONTINUE: mahdi.OP_MAHDI_CONTINUE,
    fight.OP_RETREAT: mahdi.OP_MAHDI_RETREAT,
    op.OP_HARVESTER_UNDER: mahdi.OP_MAHDI_RESCUE,
    op.OP_ROUND_START: mahdi.OP_MAHDI_START,
    op.OP_ROW_VEHICLES: mahdi.OP_MAHDI_VEHICLES,
    op.OP_PAY: mahdi.OP_MAHDI_SPEND,
}
#: what the solo game passes over: the Harkonnen neither hoard nor discard nor swap leaders (ARR-SOLO-21, ARR-SOLO-24)
SKIPPED = ((op.OP_HOARD, 0), (op.OP_SWAP_LEADERS, HARKONNEN), (op.OP_HAND_LIMIT, HARKONNEN))
#: programs of one instruction
INTERRUPTS = {
    "pc_mahdi_turn": mahdi.OP_MAHDI_DIE,
    "pc_mahdi_tokens": mahdi.OP_MAHDI_TOKEN,
    "pc_mahdi_target": mahdi.OP_MAHDI_TARGET,
}
HOUSE_VEHICLES = 1 + (1 << 4)  # a harvester and an ornithopter (ARR-SOLO-47)
#: leaders who are deployed before any other (ARR-SOLO-33)
DEPLOYED_FIRST = ("beast_rabban", "feyd_rautha")


def fill_solo(content: ArrakisContent, t: Any) -> None:
    """Distances, sectors and tactical cards."""
    _fill_distances(content, t)
    _fill_sectors(content, t)
    sectors = list(content.sectors.ids)
    sietches = [one.id for one in content.areas if one.sietch]
    if len(content.tactical_cards) != len(t["tactic_sietch"]):
        raise ContentError(f"there must be {len(t['tactic_sietch'])} tactical cards, not {len(content.tactical_cards)}")
    for k, card in enumerate(content.tactical_cards):
        t["tactic_sectors"][k] = sum(1 << sectors.index(one) for one in card.sectors)
        t["tactic_sietch"][k] = sietches.index(card.sietch)
    markers = list(content.imperium_markers.ids)
    for ban in content.bans:
        if getattr(ban.solo_effect, "act", None) == "reinforcement_for_voluntary_reveal":
            t["ban_reinforce"] |= 1 << markers.index(ban.marker)


def _fill_distances(content: ArrakisContent, t: Any) -> None:
    """Borders between any two areas, impassable ones counted like others (ARR-SOLO-53)."""
    touch = neighbours(content)[1]
    for start in range(len(touch)):
        reached, layer, steps = {start}, {start}, 0
        while layer:
            for area in layer:
                t["apart"][start][area] = steps
            layer = {far for area in layer for far in touch[area]} - reached
            reached |= layer
            steps += 1


def _fill_sectors(content: ArrakisContent, t: Any) -> None:
    """Which sectors share a border, and which zones are connected to them."""
    number = area_numbers(content)
    touch = neighbours(content)[1]
    sectors = list(content.sectors.ids)
    members = {name: {number[one.id] for one in content.areas if name in one.sectors} for name in sectors}
    for k, name in enumerate(sectors):
        around = {far for area in members[name] for far in touch[area]} | members[name]
        t["sector_beside"][k] = sum(1 << j for j, other in enumerate(sectors) if j != k and members[other] & around)
    rings = {one.id: one.ring for one in content.sectors}
    for k, zone in enumerate(content.air_zones):
        for name in zone.sectors:
            t["sector_zones"][sectors.index(name)] |= 1 << k
        if all(rings[name] == "central" for name in zone.sectors):
            t["central_zones"] |= 1 << k


class SoloAssembler(Assembler):
    """Writes what cards, special actions and dice do for Harkonnen that play by themselves."""

    def __init__(self, content: ArrakisContent, code: list[list[int]], places: list[dict[str, Any]]) -> None:
        super().__init__(content)
        self.code, self.places = code, places

    def write(self, steps: Sequence[Any]) -> None:
        """The parts of a card or action, one after another."""
        self.faction = HARKONNEN
        rest = list(steps)
        while rest:
            rest = rest[self.site(rest) or self.plain(rest[0]) :]

    def plain(self, step: Any) -> int:
        if step.do not in WRITERS:
            raise ContentError(f'the automated Harkonnen cannot do "{step.do}"')
        WRITERS[step.do](self, step)
        return 1

    # -- figures that come to one place, and what they do there -------------------------------------------------------

    def site(self, steps: Sequence[Any]) -> int:
        """Units and a leader that come to one area, and what the legion then does; how many steps that takes."""
        units, leader, taken = None, None, 0
        for step in steps[:2]:
            if step.do == "place_units" and units is None and not step.each and step.where.max_per_area is None:
                units = step
            elif step.do == "place_leader" and leader is None:
                leader = step
            else:
                break
            taken += 1
        if taken == 0:
            return 0
        first = steps[0]
        acts = [one for one in steps[taken:] if self._speaks_of(one, first.where)]
        want = self._want(acts)
        figures = packed(units) if units is not None else 0
        place = self.where(first.where)
        self.emit(mahdi.OP_MAHDI_SITE, figures, place, want + mahdi.SITE_LEADER * int(leader is not None))
        if units is not None:
            self.emit(mahdi.OP_MAHDI_UNITS, figures)
        if leader is not None:
            who, generic = self.who(leader.who, HARKONNEN)
            self.emit(mahdi.OP_MAHDI_LEADER, who, int(generic))
        return taken

    def _speaks_of(self, step: Any, where: Any) -> bool:
        """Whether a step is about the legion of a place: the last one, or that of the same single area."""
        if step.do == "choose":
            return any(self._speaks_of(one, where) for option in step.options for one in option)
        legion = getattr(step, "legion", None)
        if legion is None:
            return False
        return bool(legion.last) or (legion.at is not None and tuple(where.areas) == (legion.at,))

    def _want(self, acts: Sequence[Any]) -> int:
        kinds = [one.do for one in acts]
        if kinds == ["move_legions", "attack"]:
            return mahdi.WANT_MOVE_ATTACK
        if kinds == ["attack"]:
            return mahdi.WANT_ATTACK
        return mahdi.WANT_ACT if kinds else mahdi.WANT_NOTHING

    # -- moves and attacks --------------------------------------------------------------------------------------------

    def strike(self, step: Any) -> None:
        flags = op.ATTACK_SURPRISE * step.surprise
        cap = step.enemy_dice_cap_round_1 or 0
        self.emit(mahdi.OP_MAHDI_ATTACK, flags, self.legion(step.legion), step.extra_dice_each_round + 16 * cap)

    def march(self, step: Any) -> None:
        place = self.legion(step.legion, last=step.repeat_same)
        if step.repeat_same:
            self.patch(len(self.code) - 1, c=self.code[-1][3] | op.MOVE_KEEP)
        self.emit(mahdi.OP_MAHDI_MOVE, step.n, place, op.MOVE_REPEAT if step.repeat_same else 0)

    def strike_or_march(self, options: Sequence[Sequence[Any]]) -> None:
        """An attack if there is one, else the move (ARR-SOLO-26)."""
        by_kind = {one.do: one for option in options for one in option}
        if set(by_kind) != {"move_legions", "attack"} or len(options) != 2:
            raise ContentError("the automated Harkonnen choose only between a move and an attack")
        test = self.emit(mahdi.OP_MAHDI_IF_STRIKE, self.legion(by_kind["attack"].legion))
        self.strike(by_kind["attack"])
        end = self.emit(op.OP_JUMP)
        self.patch(test, b=len(self.code))
        self.march(by_kind["move_legions"])
        self.patch(test, c=len(self.code))
        self.patch(end, a=len(self.code))


# -- one step each ----------------------------------------------------------------------------------------------------


def _units(asm: SoloAssembler, step: Any) -> None:
    code = mahdi.OP_MAHDI_EACH if step.each else mahdi.OP_MAHDI_SPREAD
    asm.emit(code, packed(step), asm.where(step.where))


def _if(asm: SoloAssembler, step: Any) -> None:
    jump = asm.emit(card_op.OP_IF, *card_test(asm, step.test))
    asm.write(step.then)
    end = asm.emit(op.OP_JUMP)
    asm.patch(jump, c=len(asm.code))
    asm.write(step.otherwise)
    asm.patch(end, a=len(asm.code))


def _remove(asm: SoloAssembler, step: Any) -> None:
    """Whoever enters because of it may bring a die or supremacy (ARR-SOLO-64)."""
    asm.emit(card_op.OP_REMOVE_LEADER, asm.leader(step.leader))
    asm.emit(mahdi.OP_MAHDI_TRACKS)


def _draw(asm: SoloAssembler, step: Any) -> None:
    asm.emit(mahdi.OP_MAHDI_DRAW, step.n)


def _deploy(asm: SoloAssembler, step: Any) -> None:
    asm.emit(mahdi.OP_MAHDI_DEPLOY, packed(step), asm.where(step.where))
    if step.leader is not None:
        who, generic = asm.who(step.leader, HARKONNEN)
        asm.emit(mahdi.OP_MAHDI_LEADER, who, int(generic))


def _relocate(asm: SoloAssembler, step: Any) -> None:
    asm.emit(mahdi.OP_MAHDI_RELOCATE, asm.where(step.start), asm.where(step.end))


def _shot(asm: SoloAssembler, step: Any) -> None:
    asm.emit(mahdi.OP_MAHDI_SHOT, step.dice, asm.where(step.where), sum(FACE_BITS[face] for face in step.hits_on))


def _signs(asm: SoloAssembler, step: Any) -> None:
    asm.emit(mahdi.OP_MAHDI_SIGNS, many(step.n), asm.where(step.where))


def _reveal(asm: SoloAssembler, step: Any) -> None:
    asm.emit(mahdi.OP_MAHDI_REVEAL, card_op.REVEAL_SIETCH * step.sietch + card_op.REVEAL_TOKENS * step.tokens)


def _restrict(asm: SoloAssembler, step: Any) -> None:
    asm.emit(mahdi.OP_MAHDI_RESTRICT, sum({DEEDS[one] for one in step.forbids}))


def _replace(asm: SoloAssembler, step: Any) -> None:
    asm.emit(mahdi.OP_MAHDI_REPLACE, step.n, CLASSES.index(step.old), CLASSES.index(step.new))


def _vehicles(asm: SoloAssembler, step: Any) -> None:
    fixed = step.harvester + 16 * step.ornithopter
    if step.any and (fixed or step.carryall or step.any != 2):
        raise ContentError("place_vehicles: the automated Harkonnen place any = 2, a harvester and an ornithopter")
    asm.emit(mahdi.OP_MAHDI_VEHICLES, 0, HOUSE_VEHICLES if step.any else fixed, step.carryall)


#: writes one step; what it gives back is of no use
Writer = Callable[[SoloAssembler, Any], object]

WRITERS: dict[str, Writer] = {
    "move_legions": SoloAssembler.march,
    "attack": SoloAssembler.strike,
    "choose": lambda asm, step: asm.strike_or_march(step.options),
    "deploy": _deploy,
    "draw": _draw,
    "play": lambda asm, step: asm.emit(mahdi.OP_MAHDI_PLAY, step.n),
    "if": _if,
    "replace_units": _replace,
    "place_vehicles": _vehicles,
    "place_units": _units,
    "enter_play": lambda asm, step: asm.emit(mahdi.OP_MAHDI_ENTER, asm.leader(step.leader), int(step.spent)),
    "remove_from_game": _remove,
    "relocate_legion": _relocate,
    "reveal": _reveal,
    "to_tank": lambda asm, step: asm.emit(mahdi.OP_MAHDI_TANK, step.n, asm.where(step.where)),
    "opponent_discards": lambda asm, step: asm.emit(mahdi.OP_MAHDI_DISCARDS, step.n),
    "opponent_loses_die": lambda asm, step: asm.emit(mahdi.OP_MAHDI_LOSE_DIE, step.n, FACES.index(step.face)),
    "restrict_opponent": _restrict,
    "bene_gesserit": lambda asm, step: asm.emit(mahdi.OP_MAHDI_BENE_GESSERIT, step.n),
    "discard_wormsigns": _signs,
    "special_attack": _shot,
    "prescience_shuffle_back": lambda asm, step: [asm.emit(mahdi.OP_MAHDI_VISION) for _ in range(step.n)],
}


# -- whole programs ---------------------------------------------------------------------------------------------------


def write_solo(content: ArrakisContent, written: Assembler, t: Any) -> None:
    """Programs of the automated side."""
    asm = SoloAssembler(content, written.code, written.places)
    for field, code in INTERRUPTS.items():
        t[field] = asm.emit(code)
        asm.emit(op.OP_END)
    t["deploy_first"] = sum(1 << asm.leader(name) for name in DEPLOYED_FIRST)
    _write_actions(content, asm, t)
    _write_cards(content, asm, t)
    for name, k in asm.leaders.items():
        leader = content.leaders.get(name)
        own = content.subfactions.get(leader.subfaction).faction == "harkonnen"
        if own and (leader.solo_special or leader.special):
            t["mahdi_special_pc"][k] = len(asm.code)
            with naming("leaders", name):
                _write_special(asm, leader)
            asm.emit(op.OP_END)


def _write_special(asm: SoloAssembler, leader: Any) -> None:
    """A special action; cards that one draws in the solo game are played at once (ARR-SOLO-73, ARR-SOLO-74)."""
    if not leader.solo_special:
        asm.write(leader.special)
    for step in leader.solo_special:
        if step.do == "draw":
            asm.emit(mahdi.OP_MAHDI_PLAY, step.n, 0 if step.deck is None else asm.deck(step.deck, HARKONNEN) + 1)
        else:
            asm.plain(step)


def know_solo(written: Assembler, t: Any) -> None:
    """Instructions of the round and of battles; what is left out becomes a jump to the next one."""
    for pc, line in enumerate(written.code):
        if (line[0], line[1]) in SKIPPED:
            line[:] = [op.OP_JUMP, pc + 1, 0, 0, 0]
        elif line[0] in INSTEAD:
            line[0] = INSTEAD[line[0]]
            line[1] = 1 if line[0] == mahdi.OP_MAHDI_VEHICLES else line[1]
    t["solo"] = 1


def _write_actions(content: ArrakisContent, asm: SoloAssembler, t: Any) -> None:
    """What a die of each face does: both halves of the house action, an attack or else a move (ARR-SOLO-26, 45)."""
    for action in content.actions:
        if action.faction != "harkonnen":
            continue
        t["mahdi_action_pc"][FACES.index(action.face)] = len(asm.code)
        with naming("actions", action.id):
            _write_action(asm, action)
        asm.emit(op.OP_END)


def _write_action(asm: SoloAssembler, action: Any) -> None:
    if action.face == "mentat":
        for step in action.options[0]:
            asm.emit(mahdi.OP_MAHDI_PLAY, step.n)
    elif {one.do for option in action.options for one in option} == {"move_legions", "attack"}:
        asm.strike_or_march(action.options)
    else:
        for option in action.options:
            asm.write(option)


def _write_cards(content: ArrakisContent, asm: SoloAssembler, t: Any) -> None:
    written: dict[str, int] = {}
    for k, name in enumerate(card_list(content, "harkonnen")):
        card = content.planning_cards.get(name)
        if name not in written:
            written[name] = len(asm.code)
            with naming("planning_cards", name):
                if card.free_action is None:
                    asm.write(card.effect)
                else:
                    first = asm.emit(mahdi.OP_MAHDI_SCHEME)
                    asm.write(card.free_action.effect)
                    asm.patch(first, b=len(asm.code))
            asm.emit(op.OP_END)
        t["mahdi_card_pc"][k] = written[name]
