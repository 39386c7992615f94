"""The head of a record: the game, its players and its starting position."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import TypeVar

import msgspec

from engine.core.notation import Speaker
from engine.core.refusals import OptionsClash, Refused
from engine.core.words import Malformed, shown, whole
from engine.fairness import is_hex
from engine.games import AnyRules, initial
from engine.options import OPTIONS, highest, read_option, rules_for
from engine.poker_cup.rules import CupRules, Ranks
from engine.record.text import Cursor, NoRecord, Statement
from engine.variants import variant

VERSION = "1"
"""The version of the notation."""

RULINGS, EARLIER_RULINGS = 4, (1, 2)
"""The version of the present rulings, and the earlier versions by which some games were played differently.

Versions 1 and 2 were in use until 2026-11-22 and 2026-11-23. Version 4 plays the games of version 3 as version 3 did.
"""

NEW_IN_4 = (
    "lives",
    "least-opening",
    "show",
    "met",
    "different",
    "alike",
    "palifico-two",
    "equal",
    "cup-wild",
    "mia",
    "give-up",
)
"""The options that only version 4 knows."""

NEW_WORDS_IN_4 = {
    "price": ("lives",),
    "raising": ("one-component", "track", "pure"),
    "wild": ("twos", "threes", "fours", "fives", "sixes"),
}
"""The values of older options that only version 4 knows. Version 4 also has the game of two dice."""


@lru_cache(1024)
def oldest_rulings(rules: AnyRules) -> int:
    """Return the oldest version that plays a game by these rules as the present version does: 3 or 4."""
    options = [OPTIONS[word] for word in NEW_IN_4 if OPTIONS[word].is_of(rules)]
    has_new_options = any(option.of(rules) != option.usual_in(rules) for option in options)
    has_new_ranking = isinstance(rules, CupRules) and rules.ranks is not Ranks.POKER
    has_new_words = any(
        OPTIONS[word].is_of(rules) and OPTIONS[word].of(rules) in new for word, new in NEW_WORDS_IN_4.items()
    )
    return RULINGS if has_new_options or has_new_words or has_new_ranking else RULINGS - 1


T = TypeVar("T")

HEAD = ("@rules", "@variant", "@players", "@hold", "@score", "@lives", "@commit", "@seed")
"""The words of the lines of the head that may stand once, apart from the first line."""

NAME = re.compile(r"[a-z0-9_-]{1,32}")
"""Matches a player's name as records allow it."""

FEWEST, MOST = 2, 20
"""The fewest and the most players of a game."""

MOST_POINTS = 999
"""The best score that a starting position may have. The worst score is minus this number."""


CHALLENGE_WORDS = {"firehouse": "bang"}
"""The word for a challenge, in variants that have a word of their own."""


def game_lines(variant: str, options: Mapping[str, str]) -> list[str]:
    """Return the lines of a record that identify its game.

    `options` are the options that differ from the preset.
    """
    # A # in a stake's words would begin a comment, so a look-alike replaces it.
    lines = [f"@option {word} {value.replace('#', '＃')}" for word, value in options.items()]
    return [" ".join(line.split()) for line in (f"@variant {variant}", *lines)]


class Header(msgspec.Struct, frozen=True):
    """The head of a record. Seats are numbers in the order of `players`, which is the joining order.

    `rulings` is the version of the rules by which the game was played (`RULINGS`), or None for the present version.
    `options` are the options that differ from the preset, in words. `holds`, `scores` and `lives` give an unusual
    starting position. `seed` is empty until it is revealed. If the head was read from a file, `at` has the line number
    of each word of the head.
    """

    variant: str
    players: tuple[str, ...]
    options: Mapping[str, str] = {}
    holds: Mapping[int, int] = {}
    scores: Mapping[int, int] = {}
    lives: Mapping[int, int] = {}
    commit: str = ""
    salts: Mapping[int, str] = {}
    seed: str = ""
    rulings: int | None = None
    at: Mapping[str, int] = {}

    def rules(self) -> AnyRules:
        """Return the rules of the game. Raises `Refused`."""
        return rules_for(self.variant, self.options)

    def speaker(self) -> Speaker:
        """Return the names that the record uses for its players and for a challenge."""
        return Speaker(self.players, CHALLENGE_WORDS.get(self.variant, "liar"))

    def position(self) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
        """Return the dice, the scores and the lives by seat, as `games.start` takes them.

        All three are empty for the usual position.
        """
        rules = self.rules()

        def by_seat(given: Mapping[int, int], usual: int) -> tuple[int, ...]:
            return tuple(given.get(seat, usual) for seat in range(len(self.players))) if given else ()

        dice = rules.dice_for(len(self.players))
        return by_seat(self.holds, dice), by_seat(self.scores, 0), by_seat(self.lives, rules.lives)

    def lines(self) -> list[str]:
        """Return the lines of the head as RECORD.md writes them."""
        named = self.players
        lines = [
            f"@record {VERSION}",
            *([f"@rules {self.rulings}"] if self.rulings else []),
            *game_lines(self.variant, self.options),
            "@players " + " ".join(named),
        ]
        for word, position in (("@hold", self.holds), ("@score", self.scores), ("@lives", self.lives)):
            if position:
                lines.append(f"{word} " + " ".join(f"{named[seat]} {position[seat]}" for seat in sorted(position)))
        lines += [f"@commit {self.commit}"] if self.commit else []
        lines += [f"@salt {named[seat]} {self.salts[seat]}" for seat in sorted(self.salts)]
        return lines + ([f"@seed {self.seed}"] if self.seed else [])

    def __repr__(self) -> str:
        return f"Header(variant={self.variant!r}, players={self.players!r}, seed=<hidden>)"


def read_header(cursor: Cursor) -> Header:
    """Read the head of a record up to the first line of play. Raises `NoRecord`."""
    first = cursor.take()
    if first is None or first.words[0] != "@record":
        raise NoRecord(first.line if first else cursor.line, "a record begins with @record 1")
    if first.words[1:] != (VERSION,):
        raise NoRecord(first.line, f"this reader knows @record {VERSION} alone")
    lines = _Lines()
    while (statement := cursor.peek()) is not None and statement.words[0].startswith("@"):
        cursor.take()
        lines.add(statement)
    return lines.header(statement.line if statement else cursor.line)


class _Lines:
    """Collects the lines of the head, which may come in any order."""

    def __init__(self) -> None:
        self.once: dict[str, Statement] = {}
        self.options: dict[str, Statement] = {}
        self.salts: list[Statement] = []

    def add(self, statement: Statement) -> None:
        """Add one line of the head. Raises `NoRecord` for an unknown or repeated line."""
        word, where = statement.words[0], self.once
        if word == "@salt":
            self.salts.append(statement)
            return
        if word == "@option":
            word, where = " ".join(statement.words[1:2]), self.options
        elif word not in HEAD:
            raise NoRecord(statement.line, f"there is no {shown(word)} in the head of a record")
        if len(statement.words) < 2 + (where is self.options):
            raise NoRecord(statement.line, f"{statement} needs a value")
        if word in where:
            raise NoRecord(statement.line, f"{shown(word)} stands twice in the head")
        where[word] = statement

    def header(self, end: int) -> Header:
        """Return the head made from the collected lines.

        `end` is the line number to report if something is missing.
        """
        for word in ("@variant", "@players"):
            if word not in self.once:
                raise NoRecord(end, f"the head has no {word} line")
        players = self._players()
        header = Header(
            variant=self._variant(),
            players=players,
            options={word: " ".join(line.words[2:]) for word, line in self.options.items()},
            holds=self._by_seat("@hold", players, 1, highest("dice")),
            scores=self._by_seat("@score", players, -MOST_POINTS, MOST_POINTS),
            lives=self._by_seat("@lives", players, 1, highest("lives")),
            commit=self._hex("@commit"),
            salts=self._salts(players),
            seed=self._hex("@seed"),
            rulings=self._rulings(),
            at={word: line.line for word, line in self.once.items()},
        )
        self._check_rules(header)
        return header

    def _variant(self) -> str:
        line = self.once["@variant"]
        _refused_at(line.line, lambda: variant(" ".join(line.words[1:])))
        return line.words[1]

    def _rulings(self) -> int | None:
        if "@rules" not in self.once:
            return None
        line = self.once["@rules"]
        known = {("@rules", str(rulings)): rulings for rulings in range(1, RULINGS + 1)}
        if line.words not in known:
            raise NoRecord(line.line, f"this reader knows @rules 1 to {RULINGS}; the line says {line}")
        return known[line.words]

    def _players(self) -> tuple[str, ...]:
        line = self.once["@players"]
        names = line.words[1:]
        if wrong := next((name for name in names if not NAME.fullmatch(name)), None):
            raise NoRecord(line.line, f"{shown(wrong)} is no player's name: a-z, 0-9, _ and -, up to 32 of them")
        if twice := next((name for name in names if names.count(name) > 1), None):
            raise NoRecord(line.line, f"two players are named {twice}")
        if not FEWEST <= len(names) <= MOST:
            raise NoRecord(line.line, f"{FEWEST} to {MOST} play, and here are {len(names)}")
        return names

    def _by_seat(self, word: str, players: tuple[str, ...], low: int, high: int) -> dict[int, int]:
        if word not in self.once:
            return {}
        line = self.once[word]
        pairs = line.words[1:]
        given: dict[int, int] = {}
        for name, number in zip(pairs[::2], pairs[1::2], strict=False):
            seat = _seat(line, name, players)
            try:
                given[seat] = whole(number, signed=True)
            except Malformed as problem:
                raise NoRecord(line.line, str(problem)) from None
            if not low <= given[seat] <= high:
                raise NoRecord(line.line, f"{word} takes {low} to {high}, not {number}")
        if len(pairs) % 2 or len(given) != len(pairs) // 2:
            raise NoRecord(line.line, f"{word} takes a name and a number for each player, once")
        return given

    def _salts(self, players: tuple[str, ...]) -> dict[int, str]:
        salts: dict[int, str] = {}
        for line in self.salts:
            if len(line.words) != 3 or not is_hex(line.words[2]):
                raise NoRecord(line.line, "@salt takes a player and up to 128 hexadecimal digits")
            seat = _seat(line, line.words[1], players)
            if seat in salts:
                raise NoRecord(line.line, f"{players[seat]} has two salts")
            salts[seat] = line.words[2]
        return salts

    def _hex(self, word: str) -> str:
        if word not in self.once:
            return ""
        line = self.once[word]
        if len(line.words) != 2 or not is_hex(line.words[1]):
            raise NoRecord(line.line, f"{word} takes up to 128 hexadecimal digits")
        return line.words[1]

    def _check_rules(self, header: Header) -> None:
        """Check each option by itself, then all options together, then the starting position."""
        for word, line in self.options.items():
            _refused_at(line.line, partial(read_option, word, header.options[word]))
        try:
            rules = header.rules()
        except Refused as refused:
            clash = refused.reason
            words = (clash.first, clash.second) if isinstance(clash, OptionsClash) else ()
            two = [self.options[word].line for word in words if word in self.options]
            raise _no_record(max(two, default=self.once["@variant"].line), refused) from None
        holds, scores, lives = header.position()
        for word, position in (("@hold", (holds,)), ("@score", (holds, scores)), ("@lives", (holds, scores, lives))):
            at = self.once.get(word, self.once["@players"]).line
            _refused_at(at, partial(initial, rules, len(header.players), *position))


def _seat(line: Statement, name: str, players: tuple[str, ...]) -> int:
    if name not in players:
        raise NoRecord(line.line, f"nobody here is named {shown(name)}")
    return players.index(name)


def _refused_at(line: int, ask: Callable[[], T]) -> T:
    try:
        return ask()
    except Refused as refused:
        raise _no_record(line, refused) from None


def _no_record(line: int, refused: Refused) -> NoRecord:
    return NoRecord(line, shown(str(refused), 300))
