"""Measure how well the computer players play, and write the tables of docs/players.md: `make arena`.

QUICK=1 plays a tenth of the games. GAMES=600 plays 600 games for each figure. No computer player was tuned with the
seeds of these games.
"""

import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

from engine.core.characters import CHARACTERS, EASY, GOOD, PLAIN, STRONG, Character, Level
from engine.core.events import Event
from engine.games import AnyGame
from engine.poker_cup.events import CupLifted
from tests.arena.exploiter import won_rounds
from tests.arena.match import Score, play, rules, some
from tests.arena.opponents import Opponent, binom, ours, todays
from tests.arena.telling import learn, sample

PAGE = Path(__file__).parent.parent.parent / "docs" / "players.md"
HEAD, BREAK = "<!-- figures -->", 40
GAMES = int(os.environ.get("GAMES", "200" if os.environ.get("QUICK") == "1" else "2000"))
FIRST = 7_000_000
"""The first seed."""

OLD = ("common", "dudo", "firehouse", "bar", "joker", "perudo")
BIDS = (*OLD, "bluff", "dahua")
"""The games of bids, and those of them that release 0.1 knew."""
Who = Character | float | None
"""One of our players, or None for the player of release 0.1. A number is a player who calls bids below this chance."""


def opponent(who: Who) -> Opponent:
    if isinstance(who, Character):
        return ours(who)
    return todays() if who is None else binom(who)


def won(preset: str, who: Sequence[Who], seeds: Sequence[int]) -> list[float]:
    return some(preset, [opponent(each) for each in who], seeds)


def spared(who: Sequence[Who], seeds: Sequence[int]) -> list[float]:
    """Return how well each player does in the cup, in the order of `who`.

    The figure is the share of rounds in which the player paid nothing, times the number of games. There is one game
    for each seed.
    """
    players, paid, rounds = [opponent(each) for each in who], [0] * len(who), 0
    for seed in seeds:
        random = Random(seed)
        order = random.sample(range(len(players)), len(players))

        def heard(_: AnyGame, event: Event, order: Sequence[int] = order) -> None:
            nonlocal rounds
            if isinstance(event, CupLifted):
                rounds += 1
                paid[order[event.loser()]] += 1

        play(rules("cup"), [players[each] for each in order], random, heard)
    return [len(seeds) * (1 - each / rounds) for each in paid]


class Arena:
    """Plays matches in parallel, in one process for each processor."""

    def __init__(self, pool: ProcessPoolExecutor, games: int) -> None:
        self._pool, self.games = pool, games

    def scores(self, preset: str, who: Sequence[Who], games: int = 0) -> list[Score]:
        many = games or self.games
        seeds = [range(at, min(at + BREAK, FIRST + many)) for at in range(FIRST, FIRST + many, BREAK)]
        part = partial(spared, who) if preset == "cup" else partial(won, preset, who)
        totals = [sum(each) for each in zip(*self._pool.map(part, seeds), strict=True)]
        return [Score(total / many, many) for total in totals]

    def first(self, preset: str, *who: Who, games: int = 0) -> Score:
        return self.scores(preset, who, games)[0]

    def told(self, preset: str, names: Sequence[str], many: int) -> Score:
        """Return how often the classifier correctly tells which of the characters `names` is playing.

        For each guess it sees ten rounds of the character's play.
        """
        takes = partial(_takes, preset, many)
        known, tried = (
            dict(self._pool.map(takes, names, [0] * len(names))),
            self._pool.map(takes, names, [1] * len(names)),
        )
        telling = learn(known)
        right = [telling.name(each) == name for name, seen in tried for each in seen]
        return Score(sum(right) / len(right), len(right))

    def exploited(self, who: Character) -> Score:
        """Return the share of single rounds that an opponent who knows the code of `who` wins against `who`."""
        many = max(40, self.games // 8)
        seeds = [range(at, min(at + 10, FIRST + many)) for at in range(FIRST, FIRST + many, 10)]
        return Score(sum(self._pool.map(partial(won_rounds, who), seeds)) / many, many)


def _takes(preset: str, many: int, name: str, turn: int) -> tuple[str, list[dict[str, float]]]:
    others = [ours(PLAIN[GOOD])]
    seeds = range(FIRST + turn * many, FIRST + (turn + 1) * many)
    return name, [sample(preset, CHARACTERS[name], others, seed) for seed in seeds]


def row(*cells: object) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def head(*cells: str) -> list[str]:
    return ["", row(*cells), row(*("---" for _ in cells))]


def figures(arena: Arena) -> Iterator[str]:
    strong, good, easy = PLAIN[STRONG], PLAIN[GOOD], PLAIN[EASY]
    yield from [
        "",
        "## The strong player, per cent of games won",
        *head("game", "binom(.3)", "0.1", "eight: it", "eight: 0.1"),
    ]
    for preset in BIDS:
        eight = [arena.first(preset, who, *[0.3] * 7) for who in (strong, None) if who or preset in OLD]
        old = arena.first(preset, strong, None) if preset in OLD else ""
        yield row(preset, arena.first(preset, strong, 0.3), old, *eight)
    yield from [
        "",
        f"Somebody who knows the code wins {arena.exploited(strong)} of single rounds of dudo, five dice each.",
    ]
    yield from ["", "## At one table", *head("game", "seats", "binom(.2)", "binom(.3)", "binom(.4)", "0.1", "ours")]
    for preset in OLD:
        two, three, four, old, *mine = arena.scores(preset, (0.2, 0.3, 0.4, None, strong, strong))
        yield row(preset, "six", two, three, four, old, *_mean(mine))
        three, four, old, *mine = arena.scores(preset, (0.3, 0.4, None, strong))
        yield row(preset, "four", "", three, four, old, *mine)
    yield from ["", "## The cup, per cent of rounds paid", *head("seats", "ours")]
    for many in (1, 3):
        score = arena.first("cup", strong, *[None] * many, games=arena.games // 4)
        yield row(f"against {many} of 0.1", Score(1 - score.won, score.games * 10))
    yield from ["", "## Mia, per cent of games won", *head("seats", "strong", "good")]
    for many in (1, 3):
        both = [arena.first("mia", who, *[None] * many) for who in (strong, good)]
        yield row(f"against {many} of 0.1", *both)
    yield from ["", "## Levels, two alone", *head("game", "strong, good", "good, easy", "easy, binom(.3)")]
    for preset in (*BIDS, "cup", "mia"):
        last = arena.first(preset, easy, 0.3) if preset in BIDS else ""
        yield row(preset, arena.first(preset, strong, good), arena.first(preset, good, easy), last)
    yield from characters(arena)


def characters(arena: Arena) -> Iterator[str]:
    title = "## Characters against binom(.3), in Mia against 0.1"
    yield from ["", title, *head("who", "level", "dudo", "perudo", "mia")]
    for name, who in CHARACTERS.items():
        of_bids = [arena.first(preset, who, 0.3) for preset in ("dudo", "perudo")]
        yield row(name, who.level, *of_bids, arena.first("mia", who, None))
    yield from ["", "## Told apart by ten rounds", *head("level", "dudo", "cup", "mia")]
    for level in Level:
        names = [name for name, who in CHARACTERS.items() if who.level is level]
        yield row(level, *(arena.told(preset, names, max(60, arena.games // 5)) for preset in ("dudo", "cup", "mia")))


def _mean(scores: Sequence[Score]) -> list[Score]:
    return [Score(sum(each.won for each in scores) / len(scores), scores[0].games)]


if __name__ == "__main__":
    with ProcessPoolExecutor() as pool:
        lines = []
        for line in figures(Arena(pool, GAMES)):
            print(line, flush=True)
            lines.append(line)
    said = PAGE.read_text("utf-8").partition(HEAD)[0]
    PAGE.write_text(f"{said}{HEAD}\n" + "\n".join(lines) + "\n", "utf-8")
