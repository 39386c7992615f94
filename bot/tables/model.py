"""What the use cases of the tables return: frozen values.

None of them has a hidden die or a running game's seed, but for the view of the seat whose dice they are.
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
    """Whether a table is a lobby, in play, over or closed."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"  # played to an end
    CLOSED = "closed"  # without a result


LIVE = (Status.LOBBY, Status.PLAYING)

MOST_SEATS = 20

SHORTEST_CLOCK, LONGEST_CLOCK, USUAL_CLOCK = 30, 604_800, 180
"""The turn clock in seconds: the range that is allowed, and what a new table has."""

LONG_CLOCK = 3600
"""From this clock on (seconds) nobody sits and waits: each turn is a message of its own, which pings at once."""

LONGEST_FORFEIT = 80

LONGEST_LUCKY = 40
"""The longest text of a forfeit, and the longest lucky words, in characters."""


class Who(msgspec.Struct, frozen=True):
    """A person: their id, their display name as last seen, and the language they read ("" where it is not known)."""

    id: int
    name: str
    language: str = ""


class Place(msgspec.Struct, frozen=True):
    """The channel of a table, which may be a thread, and its server.

    Of a thread `parent` is the channel that it belongs to, and `is_private` says whether it is a private thread.
    """

    guild: int
    channel: int
    guild_name: str
    channel_name: str
    parent: int | None = None
    is_private: bool = False


class Brought(msgspec.Struct, frozen=True):
    """What goes into a player's share (engine/FAIRNESS.md); each part is "" where there is none.

    `join` has the digits of the press by which they sat down, `lucky` the words that they added, cleaned. `start` has
    those of the press by which the game began, in games of which no line sealed the dice.
    """

    join: str = ""
    lucky: str = ""
    start: str = ""

    def share(self) -> str:
        """Return the share that is made of it, in hexadecimal."""
        return share(self.join, self.lucky)


class Seat(msgspec.Struct, frozen=True):
    """A seat; `user` is None for a computer player, and negative for somebody whose data was deleted.

    No two seats of a table are called alike: `name` may have a number behind it ("Alex 2"), which further games keep.

    `salt`, in hexadecimal, is mixed into every throw. It is made of the `share` that somebody has in the game from
    Start on, which is made of what they `brought`, and of the line that seals the game. `language` is the one that they
    read, as Discord names it ("" for English), for messages that they did not ask for. Who took over a computer
    player's seat sits there `since` that round (0: from the start), `instead_of` the computer player of that name.
    `look` is the look of their dice, "" for the usual one.
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
        """Return whether a person sits there whose id is known."""
        return self.user is not None and self.user > 0


def called(seats: Sequence[Seat], who: Who) -> str:
    """Return what `who` is called among these seats: by their own name, or as "Alex 2" where it sits there already."""
    mine = next((seat.name for seat in seats if seat.user == who.id), None)
    return told_apart([*(seat.name for seat in seats), who.name])[-1] if mine is None else mine


def with_names_apart(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return seats of which no two are called alike, numbered in their order."""
    names = told_apart([seat.name for seat in seats])
    return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))


class Waiting(msgspec.Struct, frozen=True):
    """Somebody who came late and waits: for a computer player's `seat` in the next round, or (None) for the next game.

    `look` is the look of the dice that they bring.
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
    """What the host chose: the variant, options in RECORD.md's words, the forfeit, the turn clock, the pace.

    `forfeit` is "" for the usual one, `clock` in seconds (None: no clock). Without `stakes` a forfeit is counted but
    not owed: nothing is asked for, and nothing goes on the tab. `no_roll_off` says that the first seat opens a further
    game (S4, S5), `in_play` that its seats are listed in order of play until it starts (S4). `wait_settled` lets the
    next round wait until a forfeit is settled (P1); else it goes on the tab by itself. `called` is the name by which
    the server keeps these rules, "" for rules without one. With `face_names` all that is said in words calls the faces
    by their names: "5 horses". From `deck` losers draw dares, which without one owe `forfeit`; `deck_version` is the
    number under which its lines were kept when the game began. Computer players of `level` sit down first, and
    say nothing where it is `quiet`. With `advice` everybody is shown the best move beside their dice, and nobody is
    rated.
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
        """Return the set-up with other rules, which have the name `called`; of the table's own switches `own` are on.

        Without a name they keep their former one where they are the same rules.
        """
        same = (variant, options, frozenset(own)) == (self.variant, self.options, self.own())
        called = called or (self.called if same else "")
        switches = {field: word in own for word, field in OWN.items()}
        return replace(self, variant=variant, options=options, called=called, **switches)

    def owes(self, seats: "tuple[Seat, ...]") -> bool:
        """Return whether forfeits are owed among the people in these seats: with stakes, and where two play (L4).

        People who came later do not count: a game that began as practice stays so.
        """
        return self.stakes and sum(seat.user is not None and not seat.since for seat in seats) >= 2

    def rules(self) -> AnyRules:
        """Return the engine's rules of this set-up. Raises `Refused` where the options make no sense."""
        options = {**self.options, "seating": "joined"} if self.no_roll_off else self.options
        return _rules(self.variant, tuple(options.items()))


@lru_cache(1024)
def _rules(variant: str, options: tuple[tuple[str, str], ...]) -> AnyRules:
    """Make the rules of a set-up. They are asked for several times at each press, and often the same."""
    return rules_for(variant, dict(options))


class TableInfo(msgspec.Struct, frozen=True):
    """A table as it is handed out: all that anybody may know, and the game as one seat may see it.

    `view` is what `seat` sees of the game, without a seat what everybody does; None before the game starts.
    `version` grows with every change. `seed` (hexadecimal) is there only when the game is over or the table is closed.
    `deadline` is when the turn, the waiting forfeit or the idle lobby runs out; `ends_at` when the table's time limit
    does (E1). `game` is the id of the game, None before it starts; `game_number` counts the games of one run of
    rematches. `waiting` are the people who came late, in that order; `ended_by` is the name of the person who ended the
    table, "" where nobody did.
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

    def __repr__(self) -> str:
        return f"TableInfo({self.id}, {self.status}, version={self.version}, seat={self.seat}, view=<hidden>)"

    def is_in(self) -> bool:
        """Return whether there is a seat whose view this is, and its person has not left (L1)."""
        return self.seat is not None and (self.view is None or not self.view.state.players[self.seat].left)

    def is_being_sealed(self) -> bool:
        """Return whether Start was pressed and the dice are not thrown yet, so that nobody may change the lobby."""
        return self.status is Status.LOBBY and self.annotations.is_being_sealed()

    def start(self) -> int:
        """Return the id of the press that started the game, 0 before it and where it is not known."""
        sealing = self.annotations.sealing
        start = sealing.start if sealing is not None else next((seat.brought.start for seat in self.seats), "")
        return int(start) if start.isdecimal() else 0

    def still_asks(self, version: int) -> bool:
        """Return whether what a panel of that version asked for is still asked."""
        return (self.annotations.asked_from or self.version) <= version <= self.version

    def forfeit(self) -> str | None:
        """Return what a loser must do, "" for the usual forfeit; None where nobody owes anything."""
        return self.setup.forfeit if self.setup.owes(self.seats) else None

    def is_practice(self) -> bool:
        """Return whether one person plays with computers, where nothing is asked (L4)."""
        return sum(seat.user is not None and not seat.since for seat in self.seats) < 2

    def called(self, who: Who) -> str:
        """Return what `who` is called at this table, whether they sit here or not."""
        return called(self.seats, who)

    def seat_of(self, user: int) -> int | None:
        """Return the seat in which `user` sits, None where they sit in none."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)


ForfeitWord = Literal["paid", "waived", "unpaid"]
"""What people say of a forfeit: paid (the debtor), waived (the creditor), or not paid after all."""


class Forfeit(msgspec.Struct, frozen=True):
    """A forfeit on the tab. `text` is "" for the usual one; `creditor` is None where it is owed to the table.

    It has been owed since `at`; `table` is the game that it is from, `message` the id of that game's message.
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
"""The table's own switches, which no game knows, by their words, and the fields of `Setup` that have them."""


def rules_as_text(setup: Setup) -> str:
    """Return the options that differ from the preset, and the table's own switches: "ante 10", a line each."""
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
