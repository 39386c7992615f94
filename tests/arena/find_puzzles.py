"""Find puzzles of the day and add them to bot/people/puzzles.json: `python -m tests.arena.find_puzzles bluff dahua`.

The program needs NumPy. It adds `WANTED` positions of each of these games. The days on which they begin are in
`TABLES` (bot/people/puzzles.py).

Strong players play whole games. When one of them faces a bid, the program compares three or four answers by 20,000
rollouts each. A rollout draws the hidden dice as the player believes them to be distributed. Then everybody plays by
the odds until somebody calls. The position becomes a puzzle if one answer is clearly the best both in the rollouts and
in the strong player's judgment.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bot.people.puzzles import LETTERS
from engine import games
from engine.bids import actions as a
from engine.bids.actions import Bid
from engine.bids.beliefs import beliefs
from engine.bids.choices import weigh
from engine.bids.counting import at_least
from engine.bids.move_values import CALLS_BELOW, PREFERS, SHARPLY, Weighing
from engine.bids.odds import holds
from engine.bids.raising import raises
from engine.bids.rules import Met, Raising
from engine.bids.view import View
from engine.core.actions import Deal
from engine.core.characters import PLAIN, REFERENCE, STRONG, Choice
from engine.core.dice import FACES, KEPT, NOTHING, CalledBid, is_pure
from engine.core.state import BIDDING, OVER
from engine.options import rules_for
from tests.arena.match import Fall

Array = Any
"""A NumPy array."""

ROLLOUTS, CLEAR, TOO_CLEAR, SURE = 20_000, 0.05, 0.4, 0.96
WANTED, ANSWERS, STEPS = 20, 4, 14
LETTER = {called: letter for letter, called in LETTERS.items()}
PAGE = Path(__file__).parents[2] / "bot" / "people" / "puzzles.json"


Way = tuple[int, bool]
"""A face, and whether bids on it are pure."""


def way(bid: CalledBid) -> Way:
    """Return the way in which a bid is made."""
    return bid.face, is_pure(bid)


class Rollouts:
    """Plays a round to its end in many random ways, as seen from one seat. Nobody shows dice.

    For each seat it stores how many dice count for a bid of each way. These counts include wild dice.
    """

    def __init__(self, view: View, random: np.random.Generator) -> None:
        assert view.seat is not None
        state, rule = view.state, view.state.round_rules.raising
        self.ways: list[Way] = [(face, False) for face in FACES]
        if rule is Raising.PURE:
            self.ways += [(face, True) for face in FACES]
        counts = [state.counting(Bid(1, face, KEPT if pure else NOTHING)) for face, pure in self.ways]
        self.view, self.random, self.pool = view, random, state.pool
        self.met = state.round_rules.met is Met.OTHERS
        self.seats = list(state.circle_from(view.seat))
        shown = {belief.seat: (belief.dice, belief.shows) for belief in beliefs(view, 1.0, 0.0)}
        self.counts = np.zeros((len(self.seats), ROLLOUTS, len(self.ways)))
        self.dice = [len(view.mine), *(shown[seat][0] for seat in self.seats[1:])]
        for number, seat in enumerate(self.seats):
            for die in range(self.dice[number]):
                faces = (
                    np.full(ROLLOUTS, view.mine[die]) if not number else random.choice(7, ROLLOUTS, p=shown[seat][1])
                )
                for at, each in enumerate(counts):
                    self.counts[number, :, at] += np.isin(faces, each.numbers)
        self.total = self.counts.sum(0)
        self.odds = np.array(
            [
                [[at_least(need, dice, one) for need in range(2 * self.pool + 2)] for dice in range(self.pool + 1)]
                for one in (3, 6)
            ]
        )
        self.kind = np.array([int(each.one_in() == 6) for each in counts])
        self.least = np.zeros((self.pool + 1, len(self.ways), len(self.ways)), int)
        for quantity in range(1, self.pool + 1):
            for at, (face, pure) in enumerate(self.ways):
                bid = Bid(quantity, face, KEPT if pure else NOTHING)
                for higher in raises(rule, bid, self.pool, state.wild()):
                    self.least[quantity, at, self.ways.index(way(higher))] = higher.quantity

    def chance(self, number: int, quantity: Array, face: Array) -> Array:
        """Return, for each rollout, how likely the player at this position thinks the bid is.

        `number` counts the players from our seat on, which has the number 0. The player sees only their own dice.
        Each of `face` is the index of a way to bid.
        """
        held = self.counts[number, np.arange(ROLLOUTS), face].astype(int)
        return self.odds[self.kind[face], self.pool - self.dice[number], np.maximum(quantity - held, 0)]

    def spared(self, bid: Bid) -> float:
        """Return the share of rollouts in which our seat pays nothing after this bid."""
        bids, faces = np.full(ROLLOUTS, bid.quantity), np.full(ROLLOUTS, self.ways.index(way(bid)))
        bidder, alive, pays = np.zeros(ROLLOUTS, int), np.ones(ROLLOUTS, bool), np.zeros(ROLLOUTS, bool)
        for step in range(1, STEPS + 1):
            number = step % len(self.seats)
            likely = np.stack([self.raised(number, bids, faces, other) for other in range(len(self.ways))], 1)
            sure = 1 / (1 + np.exp((self.chance(number, bids, faces) - CALLS_BELOW) / SHARPLY))
            calls = alive & ((self.random.random(ROLLOUTS) < sure) | (likely.max(1) < 0) | (step == STEPS))
            count = self.total[np.arange(ROLLOUTS), faces]
            caller = np.where((count == bids) & self.met, bidder != 0, number == 0)  # P8
            pays |= calls & np.where(count >= bids, caller, bidder == 0)
            alive &= ~calls
            if not alive.any():
                break
            gumbel = np.where(likely < 0, -np.inf, likely / PREFERS + self.random.gumbel(size=likely.shape))
            chosen = gumbel.argmax(1)
            higher = self.least[bids, faces, chosen]
            bids, faces = np.where(alive, higher, bids), np.where(alive, chosen, faces)
            bidder = np.where(alive, number, bidder)
        return float(1 - pays.mean())

    def raised(self, number: int, bids: Array, faces: Array, other: int) -> Array:
        """Return, for each rollout, how likely the player thinks the lowest raise of the way `other` is.

        The number is negative if no such raise is legal.
        """
        least = self.least[bids, faces, other]
        return np.where(least > 0, self.chance(number, least, np.full(ROLLOUTS, other)), -1.0)

    def worth(self, action: a.Action) -> float:
        """Return the share of rollouts in which our seat pays nothing after this answer."""
        bid = self.view.state.standing
        assert bid is not None
        if isinstance(action, a.Bid):
            return self.spared(action)
        counts = self.total[:, self.ways.index(way(bid))]
        return float(
            (counts == bid.quantity).mean() if isinstance(action, a.CallExact) else (counts < bid.quantity).mean()
        )


def offered(choices: tuple[Choice, ...]) -> list[Choice]:
    """Return the choices that the puzzle offers: the calls, and the best bids of several ways without a show."""
    calls = [each for each in choices if not isinstance(each.action, a.Bid)]
    best = dict[Way, Choice]()
    for each in sorted(choices, key=lambda choice: -choice.worth):
        if isinstance(each.action, a.Bid) and not each.action.show:
            best.setdefault(way(each.action), each)
    return [*calls, *list(best.values())[: ANSWERS - len(calls)]]


def word(action: a.Action) -> str:
    if isinstance(action, a.Bid):
        return f"{action.quantity}x{action.face}{LETTER[action.called]}"
    return "exact" if isinstance(action, a.CallExact) else "liar"


def position(preset: str, view: View, random: np.random.Generator) -> dict[str, object] | None:
    """Return the file's entry for this position, or None if it is not a puzzle."""
    state, bid = view.state, view.state.standing
    assert bid is not None
    answers = offered(weigh(view, REFERENCE))
    if len(answers) < 3 or state.palifico or any(state.open):
        return None
    rollouts = Rollouts(view, random)
    worths = [rollouts.worth(each.action) for each in answers]
    best = max(range(len(answers)), key=worths.__getitem__)
    second = max(worth for number, worth in enumerate(worths) if number != best)
    is_puzzle = CLEAR <= worths[best] - second <= TOO_CLEAR and worths[best] <= SURE
    if not is_puzzle or answers[best] != max(answers, key=lambda each: each.worth):
        return None
    return {
        "game": preset,
        "wild": state.wild(),
        "dice": [state.players[seat].dice for seat in rollouts.seats],
        "mine": sorted(view.mine),
        "bids": [[rollouts.seats.index(each.bidder), *_said(each)] for each in state.bids],
        "answers": {word(each.action): in_percent(worth) for each, worth in zip(answers, worths, strict=True)},
        "plain": in_percent(holds(view, bid)),
        "said": in_percent(Weighing(view, REFERENCE).holds(bid)),
    }


def _said(bid: CalledBid) -> list[object]:
    """Return a bid in the file: its quantity, its face and, if there is one, the word that it is called."""
    return [bid.quantity, bid.face, *([bid.called.value] if bid.called is not NOTHING else [])]


def in_percent(likely: float) -> float:
    """Return a probability in percent. It is a whole number, but 0.1 to 0.4 or 99.6 to 99.9 near 0 and 100."""
    whole = round(100 * likely)
    if 0 < whole < 100 or likely in (0.0, 1.0):
        return whole
    return min(99.9, max(0.1, round(100 * likely, 1)))


def decisions(preset: str, random: Random) -> Iterator[View]:
    """Play a game between strong players. Yield a player's view whenever that player faces a bid."""
    fall, rules = Fall(random), rules_for(preset, {"rounds": "5"} if preset in ("common", "dahua") else {})
    _, game = games.start(rules, random.randint(2, 5), fall)
    while game.state.phase is not OVER:
        seats = games.awaited(game)
        if not seats:
            _, game = games.play(game, None, Deal(), fall)
            continue
        view = games.view(game, seats[0])
        assert isinstance(view, View)
        if game.state.phase is BIDDING and view.state.standing is not None and len(view.state.bids) <= 6:
            yield view
        _, game = games.play(game, seats[0], games.choose(view, random.random(), PLAIN[STRONG]), fall)


def found(preset: str, random: Random) -> Iterator[dict[str, object]]:
    """Play games of this preset until there are enough puzzles, and yield each puzzle.

    A game gives at most one puzzle. At most half of the puzzles are answered by a call.
    """
    lots, kinds = np.random.default_rng(20261123), Counter[bool]()
    while kinds.total() < WANTED:
        for view in decisions(preset, random):
            made = position(preset, view, lots) if random.random() < 0.3 else None
            if made is None:
                continue
            answers: Any = made["answers"]
            calls = max(answers, key=answers.get) in ("liar", "exact")
            if kinds[calls] < WANTED / 2:
                kinds[calls] += 1
                yield made
                break


if __name__ == "__main__":
    lines = PAGE.read_text("utf-8").removesuffix("\n]\n").removeprefix("[\n").split(",\n")
    for name in sys.argv[1:]:
        for puzzle in found(name, Random(20261123)):
            lines.append(json.dumps(puzzle, separators=(",", ":")))
    PAGE.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
