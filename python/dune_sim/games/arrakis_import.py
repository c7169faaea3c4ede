"""From a readable scenario of War for Arrakis to the record of the kernels; impossible positions are refused."""

from __future__ import annotations

from collections.abc import Iterable

from dune_sim.errors import ScenarioError
from dune_sim.games.arrakis_import_map import MapBuilder
from dune_sim.games.arrakis_names import FACES, FACTIONS, MARKERS, PHASES, REASONS
from dune_sim.games.arrakis_shape import DeedsShape, ScenarioShape, SidesDice
from dune_sim.kernels.arrakis import opcodes


class Builder(MapBuilder):
    """Fills one cleared State record from a scenario."""

    def build(self) -> ScenarioShape:
        """Fill the record; the shape is returned for what has to run afterwards."""
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
        return self.shape

    def build_tracks(self) -> None:
        state, shape = self.state, self.shape.tracks
        supremacy = self.content.supremacy[0]
        state["supremacy"] = supremacy.start if shape.supremacy is None else shape.supremacy
        if state["supremacy"] > supremacy.win_at:
            raise ScenarioError(f"the supremacy track ends at {supremacy.win_at}, not {state['supremacy']}")
        for k, name in enumerate(MARKERS):
            marker, given = self.content.prescience_markers.get(name), getattr(shape, name)
            state["marker"][k] = marker.start if given is None else given
            if state["marker"][k] > marker.length:
                raise ScenarioError(f"the {name} marker ends at {marker.length}, not {state['marker'][k]}")
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

    def mask(self, listed: list[str], words: Iterable[str], what: str) -> int:
        """Bits of names; a name given twice is refused."""
        found = 0
        for word in words:
            k = self.names.find(listed, word, what)
            if found >> k & 1:
                raise ScenarioError(f"{what} {word} is named twice")
            found |= 1 << k
        return found

    def build_dice(self) -> None:
        # of a finished game nobody asks for the dice: all are used
        dice = self.shape.dice or (SidesDice() if self.shape.winner else None)
        if dice is None:
            return
        lowest = int(max(self.state["imperium"]))
        aside = (self.content.spice_rows[lowest].dice_set_aside, 0)
        for who, faction in enumerate(FACTIONS):
            shape = getattr(dice, faction)
            for k, face in enumerate(FACES):
                self.state["dice"][who][k] = getattr(shape, face)
            self.state["surplus"][who], self.state["lost_dice"][who] = shape.surplus, shape.lost
            owned = next(one.count for one in self.content.action_dice if one.faction == faction)
            placed = getattr(self.shape.bene_gesserit, faction)
            most = owned - aside[who] + (placed.placed if placed is not None else 0)
            there = sum(getattr(shape, face) for face in FACES) + (shape.used or 0) + shape.surplus + shape.lost
            if self.settled and there > most:
                raise ScenarioError(f"{there} {faction} action dice, but {most} are in use this round")
            self.state["used"][who] = max(0, most - there) if shape.used is None else shape.used

    def build_gesserit(self) -> None:
        state, shape = self.state, self.shape.bene_gesserit
        total = self.content.settings.get("bene_gesserit_tokens").value
        for who, faction in enumerate(FACTIONS):
            side = getattr(shape, faction)
            start = self.content.faction_boards.get(faction).bene_gesserit_at_start
            state["bg"][who] = start if side is None else side.owned
            if side is not None:
                state["bg_placed"][who] = side.placed
        owned = int(sum(state["bg"]))
        supply = max(0, total - owned) if shape.supply is None else shape.supply
        if owned + supply > total:
            raise ScenarioError(f"{owned + supply} Bene Gesserit tokens, but the box holds {total}")
        state["bg_supply"] = supply

    def build_cards(self) -> None:
        for who, faction in enumerate(FACTIONS):
            hand, deck = getattr(self.shape.hands, faction), getattr(self.shape.decks, faction)
            held = self.cards(who, hand or (), 0, "in hand")
            rest = (1 << len(self.names.cards[who])) - 1 & ~held
            self.state["hand"][who] = held
            self.state["deck"][who] = rest if deck is None else self.cards(who, deck, held, "in deck or hand")

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
            state["kept_card"] = 1 + self.names.find(listed, shape.kept, "prescience card")
        if shape.bonus is not None:
            state["bonus_card"] = 1 + self.names.find(listed, shape.bonus.card, "prescience card")
            state["bonus_steps"] = shape.bonus.steps

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
        for name in DeedsShape.model_fields:
            state[name] = min(255, getattr(shape.deeds, name))
        if shape.winner is not None:
            state["winner"] = {"harkonnen": 1, "atreides": 2, "nobody": opcodes.WINNER_UNFINISHED}[shape.winner]
            usual = {"harkonnen": "supremacy", "atreides": "objective", "nobody": "round_cap"}
            state["reason"] = REASONS.index(shape.reason or usual[shape.winner])
        elif state["supremacy"] >= self.content.supremacy[0].win_at:
            raise ScenarioError("at this supremacy the Harkonnen have won; give winner and reason")
