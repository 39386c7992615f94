"""A classifier that recognizes one of three characters from ten rounds of public moves and shown dice."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log, pi
from random import Random
from statistics import fmean, pvariance

from engine.bids import events as b
from engine.bids.actions import Bid
from engine.bids.counting import counting
from engine.bids.legal import least_bids
from engine.bids.raising import fewest
from engine.bids.state import Game
from engine.core.characters import Character
from engine.core.events import Challenged, Event
from engine.games import AnyGame
from engine.options import rules_for
from engine.poker_cup import events as c
from engine.poker_cup.state import CupGame
from tests.arena.match import play
from tests.arena.opponents import Opponent, ours

ROUNDS = 10


@dataclass
class Watched:
    """Holds the public behavior of one seat. For each feature, it has the numbers that were observed."""

    seat: int
    seen: dict[str, list[float]] = field(default_factory=dict)

    def note(self, what: str, how: float) -> None:
        self.seen.setdefault(what, []).append(how)

    def __call__(self, game: AnyGame, event: Event) -> None:
        if isinstance(game, Game):
            self._bids(game, event)
        else:
            self._cup(game, event)

    def _bids(self, game: Game, event: Event) -> None:
        state = game.state
        if isinstance(event, b.BidMade) and event.seat == self.seat:
            average = state.pool / state.counting(event).one_in()
            if state.standing is None:
                self.note("opening", event.quantity - average)
            else:
                least = fewest(least_bids(state, event.seat), event.face)
                self.note("above", event.quantity - least)
                self.note("stays", event.face == state.standing.face)
            self.note("answer", 0)
        elif isinstance(event, Challenged) and event.seat == self.seat:
            self.note("answer", 1)
        elif isinstance(event, b.Revealed):
            said = {bid.face for bid in state.bids if bid.bidder == self.seat}
            for face in said:
                hand = event.hands[self.seat]
                counts = counting(Bid(1, face), event.wild)
                self.note("held", counts.stash(hand) - len(hand) / counts.one_in())

    def _cup(self, game: CupGame, event: Event) -> None:
        state, place = game.state, game.state.rules.ranking.place
        if isinstance(event, c.Claimed) and event.seat == self.seat:
            before = place(state.claims[-1].claim) if state.claims else -1
            self.note("above", log(place(event.claim) - before))
            self.note("blind", event.blind)
            self.note("answer", 0)
        elif isinstance(event, c.Looked) and event.seat == self.seat:
            self.note("looks", 1)
        elif isinstance(event, Challenged) and event.seat == self.seat:
            self.note("answer", 1)
        elif isinstance(event, c.CupLifted) and event.passer == self.seat:
            self.note("true", event.holds)

    def features(self) -> dict[str, float]:
        """Return the mean of each feature's numbers, and how often the player looked at their dice for each claim."""
        means = {what: fmean(some) for what, some in self.seen.items() if what != "looks"}
        claims = max(1, len(self.seen.get("above", [])))
        return {**means, "looks": len(self.seen.get("looks", [])) / claims}


def sample(preset: str, who: Character, others: Sequence[Opponent], seed: int) -> dict[str, float]:
    """Play ten rounds with this character among other players, and return the features of the character's behavior."""
    random, watched = Random(seed), Watched(0)
    while True:
        law = rules_for(preset, {"rounds": str(ROUNDS), "seating": "joined"})
        play(law, [ours(who), *others], random, watched)
        return watched.features()


@dataclass(frozen=True)
class Telling:
    """Holds the mean and the spread of each feature for each of three characters."""

    known: dict[str, dict[str, tuple[float, float]]]

    def name(self, seen: dict[str, float]) -> str:
        """Return the name of the character whose behavior is most similar to these features."""

        def likelihood(who: str) -> float:
            total = 0.0
            for what, value in seen.items():
                mean, spread = self.known[who].get(what, (0.0, 1.0))
                total -= (value - mean) ** 2 / (2 * spread) + log(2 * pi * spread) / 2
            return total

        return max(self.known, key=likelihood)


def learn(samples: dict[str, list[dict[str, float]]]) -> Telling:
    """Return a classifier that has learned the characters from these samples."""
    known: dict[str, dict[str, tuple[float, float]]] = {}
    for who, some in samples.items():
        kinds = {what for each in some for what in each}
        known[who] = {}
        for what in kinds:
            values = [each[what] for each in some if what in each]
            known[who][what] = fmean(values), pvariance(values) + 1e-3
    return Telling(known)
