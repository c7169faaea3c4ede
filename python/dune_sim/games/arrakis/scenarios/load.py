"""From a readable scenario of War for Arrakis to the record of the kernels; impossible positions are refused."""

from __future__ import annotations

from collections.abc import Iterable

from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis.options import ALLY
from dune_sim.games.arrakis.scenarios.load_leaders import LeaderBuilder
from dune_sim.games.arrakis.scenarios.mahdi import MahdiShape, at_rest
from dune_sim.games.arrakis.scenarios.shape import DeedsShape, DiceShape, GesseritSide, ScenarioShape, SidesDice
from dune_sim.games.arrakis.scenarios.sides import check_sides, dice_told
from dune_sim.games.arrakis.tables.names import FACES, FACTIONS, MARKERS, PHASES, REASONS, bits

#: how each side wins, the usual way first; in the order of the record
WAYS = {"harkonnen": ("supremacy",), "atreides": ("objective", "arrakeen"), "nobody": ("round_cap",)}
AFTER_ROLL = ("desert", "spice", "end")


class Builder(LeaderBuilder):
    """Fills one cleared State record from a scenario."""

    def build(self) -> ScenarioShape:
        """Fill the record; the shape is returned for what has to run afterwards."""
        check_sides(self.shape, self.names)
        self.build_tile()
        self.build_fixtures()
        self.build_legions()
        self.build_leaders()
        self.build_tokens()
        self.build_desert()
        self.build_zones()
        self.build_tracks()
        self.build_spice()
        self.build_dice()
        self.build_gesserit()
        self.build_cards()
        self.build_prescience()
        self.build_objectives()
        self.build_rest()
        self._solo()
        return self.shape

    def _solo(self) -> None:
        """What the Mahdi game adds to it."""
        if self.mahdi is None:
            if self.shape.mahdi is not None:
                raise ScenarioError("the key mahdi belongs to the solo game")
            return
        shape = self.shape.mahdi or MahdiShape()
        if self.shape.phase != "actions" or self.shape.dice is None:
            shape = at_rest(shape)
        die = next(one for one in self.content.action_dice if one.faction == "harkonnen")
        row = int(self.state["imperium"].max()) + 1
        aside = next(one.dice_set_aside for one in self.content.spice_rows if one.row == row)
        self.mahdi.build(shape, aside, die.count)

    def build_tracks(self) -> None:
        state, shape, supremacy = self.state, self.shape.tracks, self.content.supremacy[0]
        # the Harkonnen win at the end of the track and nowhere else
        start = supremacy.win_at if self.shape.winner == "harkonnen" else supremacy.start
        reached = start if shape.supremacy is None else shape.supremacy
        if reached > supremacy.win_at:
            raise ScenarioError(f"the supremacy track ends at {supremacy.win_at}, not {reached}")
        state["supremacy"] = reached
        for k, name in enumerate(MARKERS):
            marker, given = self.content.prescience_markers.get(name), getattr(shape, name)
            step = marker.start if given is None else given
            if step > marker.length:
                raise ScenarioError(f"the {name} marker ends at {marker.length}, not {step}")
            state["marker"][k] = step
        levels = {name: int(state["marker"][k]) for k, name in enumerate(MARKERS)}
        levels["any_prescience"] = max(levels.values())
        levels["supremacy"] = int(state["supremacy"])
        for k, step in enumerate(self.content.track_steps):
            if levels[step.marker] >= step.step:
                state["reached"] |= 1 << k

    def build_spice(self) -> None:
        state, shape = self.state, self.shape.spice
        for k, marker in enumerate(self.content.imperium_markers):
            state["imperium"][k] = marker.start_row - 1
        for word, row in shape.markers.items():
            state["imperium"][self.names.find(self.names.imperium, word, "Imperium marker")] = row - 1
        state["bans"] = self.mask(self.names.imperium, shape.bans, "Imperium marker")
        state["dropped"] = self.mask(self.names.imperium, shape.dropped, "Imperium marker")
        limit = self.content.settings.get("spice_reserve").value
        if shape.reserve > limit:
            raise ScenarioError(f"a spice reserve of {shape.reserve}; at most {limit} can be kept")
        if shape.unspent > 99:
            raise ScenarioError(f"{shape.unspent} spice at once cannot be harvested")
        state["spice"], state["reserve"] = shape.unspent, shape.reserve

    def build_dice(self) -> None:
        # of a finished game nobody asks for the dice: all are used
        dice = self.shape.dice or (SidesDice() if self.shape.winner else None)
        for who, faction in enumerate(FACTIONS):
            if dice is not None:
                self._dice(who, dice, getattr(self.shape.bene_gesserit, faction))

    def _dice(self, who: int, dice: SidesDice, tokens: GesseritSide | None) -> None:
        """Dice of a faction on its board, or on both; those that nothing is said of are used ones of the first."""
        state, faction = self.state, FACTIONS[who]
        shapes = [(board, name, getattr(dice, name)) for board, name in self.names.mode.laid[who]]
        there = sum(dice_told(shape) for _, _, shape in shapes)
        counted = any(shape.used is not None for _, _, shape in shapes)
        most = self._dice_in_use(who, counted) + (tokens.placed if tokens is not None else 0)
        missing = who == 1 and self.shape.phase == "actions" and counted and there < most
        if there > most or missing:
            raise ScenarioError(f"{there} {faction} action dice, but {most} are in use this round")
        for board, name, shape in shapes:
            self._check_slots(name, shape)
            state["dice"][board] = [getattr(shape, face) for face in FACES]
            state["surplus"][board], state["lost_dice"][board] = shape.surplus, shape.lost
            state["used"][board] = shape.used or 0
        if not counted:
            state["used"][who] = most - there

    def _check_slots(self, name: str, shape: DiceShape) -> None:
        slots = self.names.slots(name)
        for face in FACES:
            if getattr(shape, face) > getattr(slots, face):
                raise ScenarioError(
                    f"{getattr(shape, face)} {name} dice on {face}, but the area has {getattr(slots, face)} slots"
                )

    def _dice_in_use(self, who: int, counted: bool) -> int:
        """Dice a faction rolls in this row of the spice board.

        A marker may have dropped since the roll, so where the used dice are counted too, all may be there.
        """
        owned = int(next(one.count for one in self.content.action_dice if one.faction == FACTIONS[who]))
        if who == 1 or counted:
            return owned
        return owned - int(self.content.spice_rows[int(max(self.state["imperium"]))].dice_set_aside)

    def build_gesserit(self) -> None:
        state, shape, settings = self.state, self.shape.bene_gesserit, self.content.settings
        total, most = settings.get("bene_gesserit_tokens").value, settings.get("bene_gesserit_per_round").value
        rolled = self.shape.dice is not None if self.shape.phase == "actions" else self.shape.phase in AFTER_ROLL
        owned = []
        for who, faction in enumerate(FACTIONS):
            side = getattr(shape, faction)
            start = self.content.faction_boards.get(faction).bene_gesserit_at_start
            owned.append(start if side is None else side.owned)
            placed = 0 if side is None else side.placed
            if placed > most:
                raise ScenarioError(
                    f"{placed} Bene Gesserit tokens of the {faction} among the dice; a round allows {most}"
                )
            if placed and not rolled:
                raise ScenarioError(f"a Bene Gesserit token of the {faction} is placed, but no dice are rolled yet")
            state["bg_placed"][who] = placed
        supply = max(0, total - sum(owned)) if shape.supply is None else shape.supply
        if sum(owned) + supply > total:
            raise ScenarioError(f"{sum(owned) + supply} Bene Gesserit tokens, but the box holds {total}")
        state["bg"], state["bg_supply"] = owned, supply

    def build_cards(self) -> None:
        for board, name in self.names.boards:
            who, own = board % ALLY, self.names.card_mask(board)
            hand, deck = getattr(self.shape.hands, name), getattr(self.shape.decks, name)
            held = self.cards(who, hand or (), 0, "in hand")
            rest = own & (1 << len(self.names.cards[who])) - 1 & ~held
            drawn = rest if deck is None else self.cards(who, deck, held, "in deck or hand")
            for card in bits((held | drawn) & ~own, self.names.cards[who]):
                raise ScenarioError(f"{card} is no card of the {name}: each of two who share has one deck")
            self.state["hand"][who] |= held
            self.state["deck"][who] |= drawn

    def cards(self, who: int, words: Iterable[str], taken: int, where: str) -> int:
        """Bits of planning cards; the copies of a card are used up in order."""
        listed, found = self.names.cards[who], 0
        for word in words:
            first = self.names.find(listed, word, f"{FACTIONS[who]} planning card")
            same = (
                [first] if "#" in word else [k for k, name in enumerate(listed) if name.split("#")[0] == listed[first]]
            )
            free = [k for k in same if not (found | taken) >> k & 1]
            if not free:
                copies = "once" if len(same) == 1 else f"{len(same)} times"
                raise ScenarioError(f"planning card {word} exists {copies}, but more are {where}")
            found |= 1 << free[0]
        return found

    def build_prescience(self) -> None:
        state, shape, listed = self.state, self.shape.prescience, self.names.prescience
        parts = {"row": shape.row, "deck_prescience": shape.deck or (), "scored": shape.scored}
        taken = 0
        for field, words in parts.items():
            found = self.mask(listed, words, "prescience card")
            if found & taken:
                twice = next(name for k, name in enumerate(listed) if (found & taken) >> k & 1)
                raise ScenarioError(f"prescience card {twice} is in two places")
            taken |= found
            state[field] = found
        if shape.deck is None:
            state["deck_prescience"] = (1 << len(listed)) - 1 & ~taken
        if shape.claims > self.content.settings.get("prescience_claims_per_round").value:
            raise ScenarioError(f"{shape.claims} prescience cards scored in one round are too many")
        state["claims"] = shape.claims
        if shape.kept is not None:
            state["kept_card"] = 1 + self._open_card(shape.kept, "kept", int(state["row"]))
        if shape.bonus is not None:
            # the bonus outlasts its card: while it is scored, and at the end of the round as the row is cleared
            gone = ~int(state["deck_prescience"]) if self.shape.phase == "end" else int(state["scored"])
            state["bonus_card"] = 1 + self._open_card(shape.bonus.card, "given a bonus", int(state["row"]) | gone)
            state["bonus_steps"] = shape.bonus.steps

    def _open_card(self, word: str, said: str, cards: int) -> int:
        """A prescience card that a planning card was laid on."""
        k = self.names.find(self.names.prescience, word, "prescience card")
        if not cards >> k & 1:
            raise ScenarioError(f"prescience card {word} is {said}, but it does not lie in the row")
        return k

    def build_objectives(self) -> None:
        state, listed = self.state, self.names.objectives
        words = (listed[0],) if self.shape.objective is None else self.shape.objective
        own = self.mask(listed, words, "objective")
        if own == 0:
            raise ScenarioError("the Atreides have at least one secret objective")
        state["objective"] = own
        left = self.shape.objectives_left
        state["objectives_left"] = (
            (1 << len(listed)) - 1 & ~own if left is None else self.mask(listed, left, "objective")
        )
        if state["objectives_left"] & own:
            raise ScenarioError("a secret objective is both drawn and left over")

    def build_rest(self) -> None:
        state, shape = self.state, self.shape
        state["round"], state["turn"], state["battles"] = shape.round, shape.turn, shape.battles
        state["phase"] = PHASES.index(shape.phase)
        first = "harkonnen" if shape.phase in ("vehicles", "spice") else "atreides"
        state["active"] = FACTIONS.index(shape.to_move or first)
        self._turn()
        for name in DeedsShape.model_fields:
            state[name] = getattr(shape.deeds, name)
        self._result()

    def _turn(self) -> None:
        """Who of a shared faction took the running turn; without a running part nobody has yet."""
        shape = self.shape
        if shape.running is None and (shape.taker or shape.acting):
            raise ScenarioError("taker and acting tell of a turn that is under way, so they need the key running")
        for key in ("taker", "acting") if self.names.mode.shared else ():
            told = getattr(shape, key)
            if told is not None:
                self.state[key] = 1 + next(board for board, name in self.names.boards if name == told)

    def _result(self) -> None:
        """Who won and why; the supremacy track must agree."""
        state, winner, reason = self.state, self.shape.winner, self.shape.reason
        at_end = int(state["supremacy"]) >= self.content.supremacy[0].win_at
        if winner is None:
            if at_end:
                raise ScenarioError("at this supremacy the Harkonnen have won; give winner and reason")
            if reason is not None:
                raise ScenarioError(f"a game that ended by {reason} needs its winner")
            return
        if reason is not None and reason not in WAYS[winner]:
            raise ScenarioError(
                f"winner {winner} and reason {reason} contradict each other; it takes {WAYS[winner][0]}"
            )
        if (winner == "harkonnen") != at_end:
            raise ScenarioError(
                f"winner {winner} contradicts a supremacy of {state['supremacy']}: the Harkonnen win with "
                f"{self.content.supremacy[0].win_at}, at once"
            )
        state["winner"] = 1 + list(WAYS).index(winner)
        state["reason"] = REASONS.index(reason or WAYS[winner][0])
