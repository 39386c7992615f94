"""Replay a record: play its moves and throws in the engine, and compare all lines of the record with the result."""

from collections.abc import Callable, Sequence

import msgspec

from engine import games
from engine.core.actions import Action, Deal, Stop, TimeUp
from engine.core.dice import Chance
from engine.core.events import Event
from engine.core.notation import Kind
from engine.core.refusals import Refused
from engine.core.state import OVER
from engine.core.words import Malformed, shown
from engine.games import FAMILIES, AnyGame, family
from engine.record.claims import check, match
from engine.record.header import EARLIER_RULINGS, RULINGS, Header, read_header
from engine.record.script import ASIDE, THROWS, MadeUp, Script
from engine.record.text import Cursor, Disagrees, NoRecord, Problem, Source, Statement, statements

MOVE_WORDS = frozenset().union(*(each.notation.moves for each in FAMILIES))

BY_TABLE: dict[tuple[str, ...], Action] = {("time", "up"): TimeUp(), ("stop",): Stop()}
"""The table's own actions, apart from new rounds, by the words of the whole line."""

Wrap = Callable[[Script, Header], Chance]
"""A function that wraps the throws of a record, so that its caller sees each throw before the game does."""


class Replay(msgspec.Struct, frozen=True):
    """A record that agrees with the rules: its head, the game after its last line, and all events."""

    header: Header
    game: AnyGame
    events: tuple[Event, ...]

    def rounds(self) -> int:
        """Return the number of rounds that have begun."""
        return self.game.state.round

    def over(self) -> bool:
        """Return whether the game is over."""
        return self.game.state.phase is OVER


def replay(source: Source, wrap: Wrap | None = None) -> Replay:
    """Replay the record in `source`.

    Raises `NoRecord` or `Disagrees`, both with the number of the line. The game is always played by the present rules,
    even if `@rules` names an earlier version. If a record of an earlier version disagrees, the error says that the
    record may have been right by its own rules.
    """
    cursor = Cursor(statements(source))
    header = read_header(cursor)
    reader = _Reader(cursor, header, wrap)
    try:
        reader.start()
        while (line := cursor.take()) is not None:
            reader.read(line)
    except Problem as problem:
        if header.rulings in EARLIER_RULINGS:
            problem.sentence += (
                f"; by @rules {header.rulings} it may have been right: this reader plays by @rules {RULINGS}"
            )
        raise
    return Replay(header, reader.game, tuple(reader.events))


class _Reader:
    """Reads the lines of a record, and plays them in the engine.

    It keeps the game so far, and those consequences of the last move that no line has named yet.
    """

    def __init__(self, cursor: Cursor, header: Header, wrap: Wrap | None) -> None:
        self._header, self._names = header, header.players
        self._by, self._notation = header.speaker(), family(header.rules()).notation
        self._script = Script(cursor, header.players, lambda line: not self._is_move(line))
        self._chance: Chance = wrap(self._script, header) if wrap else self._script
        self._open: list[str] = []  # consequences of the last move that no line has named yet
        self.events: list[Event] = []
        self.game = games.initial(header.rules(), len(self._names), *header.position())

    def start(self) -> None:
        """Start the game with the antes and the roll-off."""
        rules, position = self._header.rules(), self._header.position()
        self._do(lambda chance: games.start(rules, len(self._names), chance, *position)[0])

    def read(self, line: Statement) -> None:
        """Read one line of play."""
        word = line.words[0]
        if word == "=":
            del self._open[: match(line, self._open, self._names)]
        elif word == "?":
            check(line, self.game, self._names)
        elif self._is_move(line) or (word in self._names and not self._is_by_table(line)):
            self._move(line)
        elif word == "round":
            self._round(line)
        elif line.words in BY_TABLE:
            self._play(line, None, BY_TABLE[line.words])
        else:
            raise NoRecord(line.line, _why_unknown(line))

    def _is_move(self, line: Statement) -> bool:
        """Return whether a line is a player's move.

        The second word is checked too, because a player may have a word of the notation as a name.
        """
        return line.words[0] in self._names and line.words[1:2] != () and line.words[1] in MOVE_WORDS

    def _is_by_table(self, line: Statement) -> bool:
        return line.words[0] in THROWS or line.words[0] == "round" or line.words in BY_TABLE

    def _move(self, line: Statement) -> None:
        try:
            seat = self._names.index(line.words[0])
            actor, action = self._notation.read_move(self.game, seat, line.words[1:], self._names)
        except Malformed as problem:
            raise NoRecord(line.line, f"{problem}; the line says {line}") from None
        self._play(line, actor, action)

    def _round(self, line: Statement) -> None:
        number = line.words[1] if len(line.words) == 2 else ""
        if not (number.isascii() and number.isdigit() and len(number) < 8):
            raise NoRecord(line.line, f"a round is written round 1; the line says {line}")
        due = self.game.state.round + 1
        if int(number) != due and self.game.state.phase is not OVER:
            raise Disagrees(line, f"round {due} would be next")
        self._play(line, None, Deal())

    def _play(self, line: Statement, seat: int | None, action: Action) -> None:
        try:
            self._do(lambda chance: games.play(self.game, seat, action, chance)[0])
        except Refused as refused:
            told = refused.reason.told(self._names.__getitem__)
            raise Disagrees(line, f"this is refused, {told}") from None

    def _do(self, act: Callable[[Chance], tuple[Event, ...]]) -> None:
        """Carry out an act of the game.

        If a throw is missing from the record, check the lines before it first, so that an earlier error is reported
        instead.
        """
        try:
            events = act(self._chance)
        except NoRecord as missing:
            aside, answers = self._script.handed_over()
            self._happened(act(MadeUp(answers)), aside)
            raise missing from None
        self._happened(events, self._script.handed_over()[0])

    def _happened(self, events: Sequence[Event], aside: list[Statement]) -> None:
        """Apply the events. Before each throw, read the record's lines that precede it."""
        self.events += events
        self._open = []
        for event, told in self._notation.lines(events, self._by):
            if any(line.kind is Kind.CHANCE for line in told):
                aside = self._before_throw(aside)
                self._open = []
            self._open += [line.text for line in told if line.kind is Kind.DERIVED]
            self.game = games.evolve(self.game, event)
        for said in aside:
            self.read(said)

    def _before_throw(self, aside: list[Statement]) -> list[Statement]:
        """Read the lines before the next throw, and return the lines after that throw."""
        for at, said in enumerate(aside):
            if said.words[0] not in ASIDE:
                return aside[at + 1 :]
            self.read(said)
        return []


def _why_unknown(line: Statement) -> str:
    word = line.words[0]
    if word in THROWS:
        return f"no throw is due here; the line says {line}"
    if word.startswith("@"):
        return f"the head of a record ends where play begins; the line says {line}"
    return f"{shown(word)} is neither a player nor a word of records; the line says {line}"
