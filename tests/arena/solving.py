"""Solve the endgames of one die each and write engine/bids/solved.py: `python -m tests.arena.solving`. It needs NumPy.

A history is the set of bids that were made in a round. All possible bids are in a list, the ladder. A history is
stored as a bit mask with one bit for each bid on the ladder, and the highest bit is the last bid. This makes a pass
over all histories fast: it takes a few dozen array operations.

A strategy has one row for each combination of the last bids and the player's own die. Strategies improve by predictive
regret matching (Farina, Kroer and Sandholm, 2021). The result is an average over all passes, in which each pass is
weighted by the square of its number. At the end all frequencies are rounded to bytes. Then the rows that are reached
most often are adjusted, one by one, so that a best response gains as little as possible.
"""

import itertools
from base64 import b85encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from zlib import compress

import numpy as np

from engine.bids import actions as a
from engine.bids.endgames import EVERY, GAINS, NAMES, REMEMBERED, Endgame, follows, ladder, moves, rows
from engine.bids.rules import Wild

Array = Any
"""A NumPy array."""

PASSES, MENDED = 1500, 400
SIZE = 12
ALL = 1 << SIZE
CALL, EXACT = SIZE, SIZE + 1


def fits(endgame: Endgame, place: int) -> Array:
    """Return a table of six rows and columns, which shows how many dice count for a bid.

    `place` is the bid's position on the ladder. The row is the caller's die, and the column is the bidder's die.
    """
    face = ladder(endgame.raising)[place].face
    counts = [int(die == face or (endgame.wild is Wild.ONES and die == 1)) for die in range(1, 7)]
    return np.array([[one + other for other in counts] for one in counts])


class Solving:
    """Solves one endgame. It knows the possible histories of bids, and the result of a call after each of them."""

    def __init__(self, endgame: Endgame) -> None:
        self.endgame, self.rows = endgame, rows(endgame.raising)
        self.legal = np.array([[at in follows(endgame.raising, t) for at in range(SIZE)] for t in range(-1, SIZE)])
        quantity = [bid.quantity for bid in ladder(endgame.raising)]
        self.called = [np.where(fits(endgame, t) < quantity[t], 1.0, -1.0) for t in range(SIZE)]
        self.exact = [np.where(fits(endgame, t) == quantity[t], GAINS, -1.0) for t in range(SIZE)]
        place = {chain: number for number, chain in enumerate(self.rows)}
        bits = [tuple(t for t in range(SIZE) if history >> t & 1)[-REMEMBERED:] for history in range(ALL)]
        self.row = np.array([place.get(chain, 0) for chain in bits])
        self.turn = np.array([history.bit_count() % 2 for history in range(ALL)])
        self.allowed = np.zeros((len(self.rows), 1, SIZE + 2))
        for number, chain in enumerate(self.rows):
            self.allowed[number, 0, [self.column(move) for move in moves(endgame, chain)]] = 1

    def column(self, move: a.Action) -> int:
        """Return the column of a move in the array of a strategy."""
        if isinstance(move, a.Bid):
            return ladder(self.endgame.raising).index(move)
        return EXACT if isinstance(move, a.CallExact) else CALL

    def on(self) -> Iterator[tuple[int, slice, list[tuple[int, slice]]]]:
        """Yield each last bid, the histories that end with it, and the histories that follow them.

        The histories that follow are grouped by the next bid.
        """
        for t in range(-1, SIZE):
            here = slice(0, 1) if t < 0 else slice(1 << t, 2 << t)
            after = (slice((1 << at) + here.start, (1 << at) + here.stop) for at in range(SIZE))
            yield t, here, [(at, there) for at, there in enumerate(after) if self.legal[t + 1, at]]

    def calls(self, t: int) -> list[tuple[int, Array]]:
        """Return the column of each kind of call, and the caller's result for each pair of dice."""
        found = [(CALL, self.called[t]), (EXACT, self.exact[t])]
        return [] if t < 0 else found if self.endgame.exact else found[:1]

    def matched(self, regret: Array) -> Array:
        """Return the strategy that follows from these regrets.

        If no regret is positive, all legal moves are equally likely.
        """
        return shared(np.maximum(regret, 0) * self.allowed, self.allowed)

    def played(self, strategy: Array) -> tuple[Array, Array]:
        """Make one pass over all histories. Return the regret and the frequency of each move, by row and die."""
        mine, theirs = np.full((2, ALL, 6), 1 / 6)
        steps = list(self.on())
        for _, here, after in steps:
            made = strategy[self.row[here]]
            for at, there in after:
                theirs[there], mine[there] = mine[here] * made[:, :, at], theirs[here]
        worth, others = np.zeros((2, ALL, 6))
        regret, often = np.zeros((2, *strategy.shape))
        for t, here, after in reversed(steps):
            made = strategy[self.row[here]]
            each = np.zeros(made.shape)
            for column, brings in self.calls(t):
                each[:, :, column] = theirs[here] @ brings.T
                others[here] -= (mine[here] * made[:, :, column]) @ brings
            for at, there in after:
                each[:, :, at] = others[there]
                others[here] += worth[there]
            worth[here] = (each * made).sum(2)
            np.add.at(regret, self.row[here], each - worth[here][:, :, None])
            np.add.at(often, self.row[here], mine[here][:, :, None] * made)
        return regret * self.allowed, often

    def best_response(self, strategy: Array, turn: int) -> float:
        """Return what a best response wins against a strategy, from -1 to 1.

        It moves first if `turn` is 0, and second otherwise.
        """
        steps, own = list(self.on()), (self.turn == turn)[:, None]
        reach, worth = np.full((ALL, 6), 1 / 6), np.zeros((ALL, 6))
        for _, here, after in steps:
            for at, there in after:
                reach[there] = reach[here] * np.where(own[here], 1, strategy[self.row[here], :, at])
        for t, here, after in reversed(steps):
            made, best, all_of = strategy[self.row[here]], np.full(worth[here].shape, -np.inf), worth[here]
            for column, brings in self.calls(t):
                best = np.maximum(best, reach[here] @ brings.T)
                all_of = all_of - (reach[here] * made[:, :, column]) @ brings
            for _, there in after:
                best, all_of = np.maximum(best, worth[there]), all_of + worth[there]
            worth[here] = np.where(own[here], best, all_of)
        return float(worth[0].sum() / 6)

    def gain(self, strategy: Array) -> float:
        """Return NashConv, the sum of what the two best responses gain against this strategy."""
        return self.best_response(strategy, 0) + self.best_response(strategy, 1)

    def solve(self) -> Array:
        """Return the solved table, with frequencies in units of 1/255."""
        total, regret, summed = np.zeros((3, len(self.rows), 6, SIZE + 2))
        for number in range(1, PASSES + 1):
            regret, often = self.played(self.matched(total + regret))
            total = np.maximum(total + regret, 0)
            summed += often * number**2
        return self.rounded(shared(summed, self.allowed), summed.sum(2))

    def rounded(self, strategy: Array, reached: Array) -> Array:
        """Round a strategy to bytes so that a best response gains as little as possible.

        The rows that are reached most often are adjusted one by one.
        """
        exact = strategy * EVERY
        table = np.floor(exact)
        short = (EVERY - table.sum(2)).round()[:, :, None]
        table += np.argsort(np.argsort(table - exact, axis=2), axis=2) < short
        best = self.gain(table / EVERY)
        for flat in [*np.argsort(-reached.ravel())[:MENDED]] * 2:
            row = table[divmod(int(flat), 6)]
            likely = np.flatnonzero(exact[divmod(int(flat), 6)] > 0.02)
            for up, down in itertools.permutations(likely, 2):
                if row[down] >= 1:
                    row[[up, down]] += (1, -1)
                    gain = self.gain(table / EVERY)
                    if gain < best:
                        best = gain
                    else:
                        row[[up, down]] -= (1, -1)
        return table

    def packed(self, table: Array) -> str:
        """Return the table as compressed text, as it is written into engine/bids/solved.py."""
        columns = [[self.column(move) for move in moves(self.endgame, chain)] for chain in self.rows]
        lots = (table[number][:, held].ravel() for number, held in enumerate(columns))
        return b85encode(compress(np.concatenate(list(lots)).astype(np.uint8).tobytes(), 9)).decode()


def shared(weights: Array, otherwise: Array) -> Array:
    """Scale each row so that it adds up to 1.

    If all weights of a row are 0, use the same row of `otherwise`.
    """
    whole = weights.sum(2, keepdims=True)
    plain = otherwise / otherwise.sum(2, keepdims=True)
    return np.where(whole > 0, weights / np.where(whole > 0, whole, 1), plain)


HEAD = '''"""The tables of the solved endgames; made by `python -m tests.arena.solving`, read by `endgames.py`."""

from collections.abc import Mapping

SOLVED: Mapping[str, str] = {'''
PAGE = Path(__file__).parents[2] / "engine" / "bids" / "solved.py"

if __name__ == "__main__":
    lines = [HEAD]
    for endgame, name in NAMES.items():
        solving = Solving(endgame)
        table = solving.solve()
        text = solving.packed(table)
        print(f"{name}: a best response gains {solving.gain(table / EVERY):.5f}; {len(text)} characters")
        lines += [
            f'    "{name}": (',
            *(f'        "{text[at : at + 100]}"' for at in range(0, len(text), 100)),
            "    ),",
        ]
    PAGE.write_text("\n".join([*lines, "}", ""]), "utf-8")
