"""The results of the tables' use cases: frozen values.

None of them has a hidden die or a running game's seed, except the view of the seat whose dice they are.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.tables.annotations import Annotations
from bot.tables.pace import PaceName
from bot.words.cleaning import told_apart
from engine.core.characters import Level
from engine.fairness import share
from engine.games import AnyRules, AnyView
from engine.options import different, rules_for


class Status(StrEnum):
    """The states of a table: a lobby, in play, over or closed."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"  # played to an end
    CLOSED = "closed"  # without a result


LIVE = (Status.LOBBY, Status.PLAYING)

MOST_SEATS = 20

SHORTEST_CLOCK, LONGEST_CLOCK, USUAL_CLOCK = 30, 604_800, 180
"""The turn clock in seconds: the allowed range, and the value of a new table."""

LONG_CLOCK = 3600
"""With a clock of at least this many seconds, nobody waits at the screen: each turn is a new message, which pings."""

LONGEST_FORFEIT = 80

LONGEST_LUCKY = 40
"""The longest text of a forfeit, and the longest lucky words, in characters."""


class Who(msgspec.Struct, frozen=True):
    """A person: their id, their display name as last seen, and their language ("" if it is not known)."""

    id: int
    name: str
    language: str = ""


class Place(msgspec.Struct, frozen=True):
    """The channel of a table, which may be a thread, and its server.

    `parent` is the channel of a thread, and `is_private` is whether the thread is private.
    """

    guild: int
    channel: int
    guild_name: str
    channel_name: str
    parent: int | None = None
    is_private: bool = False


class Brought(msgspec.Struct, frozen=True):
    """A player's contributions to their share (engine/FAIRNESS.md); each part is "" if there is none.

    `join` has the digits of the press of Join, `lucky` the words that they added, cleaned. `start` has those of the
    press of Start, in games without a line that seals the dice.
    """

    join: str = ""
    lucky: str = ""
    start: str = ""

    def share(self) -> str:
        """Return the share made from these, in hexadecimal."""
        return share(self.join, self.lucky)


class Seat(msgspec.Struct, frozen=True):
    """A seat; `user` is None for a computer player, and negative for a person whose data was deleted.

    No two seats of a table have the same name: `name` may end in a number ("Alex 2"), which further games keep. `salt`,
    in hexadecimal, is mixed into every throw. It is made from the `share`, which exists from Start on and is made from
    what they `brought`, and from the line that seals the game. `language` is the person's, in Discord's form ("" for
    English), for messages that they did not ask for. A person who took over a computer player's seat is there `since`
    that round (0: from the start), `instead_of` the computer player of that name. `look` is the look of their dice, ""
    for the usual one.
    """

    user: int | None
    name: str
    salt: str = ""
    language: str = ""
    brought: Brought = Brought()
    since: int = 0
    instead_of: str = ""
    look: str = ""
    share: str = ""

    def is_human(self) -> bool:
        """Return whether a person with a known id sits there."""
        return self.user is not None and self.user > 0


def called(seats: Sequence[Seat], who: Who) -> str:
    """Return the name of `who` among these seats: their own, or one like "Alex 2" as on their seat here."""
    mine = next((seat.name for seat in seats if seat.user == who.id), None)
    return told_apart([*(seat.name for seat in seats), who.name])[-1] if mine is None else mine


def with_names_apart(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return seats with distinct names, numbered in their order."""
    names = told_apart([seat.name for seat in seats])
    return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))


class Waiting(msgspec.Struct, frozen=True):
    """A latecomer who waits: for a computer player's `seat` in the next round, or (None) for the next game.

    `look` is the look of their dice.
    """

    who: Who
    seat: int | None = None
    look: str = ""


class Deck(StrEnum):
    """A deck of dares: ours, and the server's own."""

    GENTLE = "gentle"
    SILLY = "silly"
    KEYBOARD = "keyboard"
    SERVER = "server"


class Setup(msgspec.Struct, frozen=True):
    """The host's choices: the variant, options in RECORD.md's words, the forfeit, the turn clock, the pace.

    `forfeit` is "" for the usual one, `clock` in seconds (None: no clock). Without `stakes` a forfeit is counted but
    not owed: nothing is asked for, and nothing goes on the tab. `no_roll_off` means that the first seat opens a further
    game (S4, S5), `in_play` that its seats are in order of play until it starts (S4). `wait_settled` makes the next
    round wait until a forfeit is settled (P1); otherwise it goes on the tab by itself. `called` is the name of these
    rules on the server, "" for rules without one. With `face_names` all sentences use the faces' names: "5 horses".
    Losers draw dares from `deck`, or owe `forfeit` without one; `deck_version` is the number under which its lines were
    stored when the game began. Computer players of `level` sit down first, and are silent if it is `quiet`. With
    `advice` everybody sees the best move beside their dice, and nobody is rated.
    """

    variant: str
    options: dict[str, str] = {}
    forfeit: str = ""
    clock: int | None = USUAL_CLOCK
    pace: PaceName = PaceName.EASY
    stakes: bool = True
    no_roll_off: bool = False
    in_play: bool = False
    wait_settled: bool = False
    called: str = ""
    face_names: bool = False
    deck: Deck | None = None
    deck_version: int = 0
    level: Level | None = None
    quiet: bool = False
    advice: bool = False

    def own(self) -> frozenset[str]:
        """Return the words of the table's own switches that are on."""
        return frozenset(word for word, field in OWN.items() if getattr(self, field))

    def with_rules(self, variant: str, options: dict[str, str], own: Collection[str] = (), called: str = "") -> "Setup":
        """Return the set-up with other rules, named `called`; of the table's own switches those in `own` are on.

        Without a name they keep their former one if the rules are the same.
        """
        same = (variant, options, frozenset(own)) == (self.variant, self.options, self.own())
        called = called or (self.called if same else "")
        switches = {field: word in own for word, field in OWN.items()}
        return replace(self, variant=variant, options=options, called=called, **switches)

    def owes(self, seats: "tuple[Seat, ...]") -> bool:
        """Return whether forfeits are owed among the people in these seats: with stakes, and if two people play (L4).

        People who came later do not count: a game that began as practice stays so.
        """
        return self.stakes and sum(seat.user is not None and not seat.since for seat in seats) >= 2

    def rules(self) -> AnyRules:
        """Return the engine's rules of this set-up. Raises `Refused` if the options make no sense."""
        options = {**self.options, "seating": "joined"} if self.no_roll_off else self.options
        return _rules(self.variant, tuple(options.items()))


@lru_cache(1024)
def _rules(variant: str, options: tuple[tuple[str, str], ...]) -> AnyRules:
    """Return the rules of a set-up; cached, since each press needs them several times."""
    return rules_for(variant, dict(options))


class TableView(msgspec.Struct, frozen=True):
    """A table for its viewers: everything public, and the game as one seat may see it.

    `view` is the game as `seat` sees it, or as everybody does without a seat; None before the game starts. `version`
    grows with every change. `seed` (hexadecimal) is set only when the game is over or the table is closed. `deadline`
    is when the turn, the open forfeit or the idle lobby runs out; `ends_at` is the table's time limit (E1). `game` is
    the id of the game, None before it starts; `game_number` counts the games in a series of rematches. `waiting` are
    the latecomers, in order; `ended_by` is the name of the person who ended the table, "" if nobody did. `lies` are
    the draws for the lies offered to `seat` now, if there are any.
    """

    id: int
    place: Place
    host: Who
    status: Status
    setup: Setup
    rules: AnyRules
    seats: tuple[Seat, ...]
    commitment: str
    seed: str | None
    game: int | None
    game_number: int
    version: int
    deadline: datetime | None
    ends_at: datetime | None
    annotations: Annotations = Annotations()
    waiting: tuple[Waiting, ...] = ()
    ended_by: str = ""
    view: AnyView | None = None
    seat: int | None = None
    lies: tuple[float, float, float, float] | None = None

    def __repr__(self) -> str:
        return f"TableView({self.id}, {self.status}, version={self.version}, seat={self.seat}, view=<hidden>)"

    def is_in(self) -> bool:
        """Return whether this view has a seat, and its person has not left (L1)."""
        return self.seat is not None and (self.view is None or not self.view.state.players[self.seat].left)

    def is_being_sealed(self) -> bool:
        """Return whether Start was pressed and the dice are not thrown yet, so that nobody may change the lobby."""
        return self.status is Status.LOBBY and self.annotations.is_being_sealed()

    def start(self) -> int:
        """Return the id of the press that started the game, 0 before it and if it is not known."""
        sealing = self.annotations.sealing
        start = sealing.start if sealing is not None else next((seat.brought.start for seat in self.seats), "")
        return int(start) if start.isdecimal() else 0

    def still_asks(self, version: int) -> bool:
        """Return whether the question of a panel of that version is still open."""
        return (self.annotations.asked_from or self.version) <= version <= self.version

    def forfeit(self) -> str | None:
        """Return what a loser must do, "" for the usual forfeit; None if nobody owes anything."""
        return self.setup.forfeit if self.setup.owes(self.seats) else None

    def is_practice(self) -> bool:
        """Return whether one person plays with computers, without stakes (L4)."""
        return sum(seat.user is not None and not seat.since for seat in self.seats) < 2

    def called(self, who: Who) -> str:
        """Return the name of `who` at this table, whether they sit here or not."""
        return called(self.seats, who)

    def seat_of(self, user: int) -> int | None:
        """Return the seat of `user`, or None."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)


ForfeitWord = Literal["paid", "waived", "unpaid"]
"""People's words about a forfeit: paid (the debtor), waived (the creditor), or not paid after all."""


class Forfeit(msgspec.Struct, frozen=True):
    """A forfeit on the tab. `text` is "" for the usual one; `creditor` is None if it is owed to the table.

    It has been owed since `at`; `table` is its game, `message` the id of that game's message.
    """

    id: int
    guild: int
    debtor: Who
    creditor: Who | None
    text: str
    state: Literal["owed", "paid", "waived"]
    variant: str
    at: datetime
    channel: int
    table: int = 0
    message: int | None = None


WAIT_SETTLED, FACE_NAMES = "wait-settled", "face-names"

OWN = {WAIT_SETTLED: "wait_settled", FACE_NAMES: "face_names"}
"""The table's own switches, which the engine does not know, by their words, and their fields in `Setup`."""


def rules_as_text(setup: Setup) -> str:
    """Return the options that differ from the preset, and the table's own switches: "ante 10", one in each line."""
    words = different(rules_for(setup.variant, setup.options), rules_for(setup.variant))
    words |= dict.fromkeys(sorted(setup.own()), "on")
    return "\n".join(f"{word} {value}" for word, value in words.items())


def rules_from_text(text: str) -> tuple[dict[str, str], frozenset[str]]:
    """Return the options in such a text, and the table's own switches that are on. The words are not checked here."""
    lines = (line.strip().partition(" ") for line in text.splitlines() if line.strip())
    words = {word: value.strip() for word, _, value in lines}
    return words, frozenset(word for word in OWN if words.pop(word, "off") == "on")


def people(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """Return the ids of the people in these seats."""
    return tuple(seat.user for seat in seats if seat.user is not None)
