"""What the tables hand out: plain frozen values.

No hidden die and no running game's seed is in any of them, but for one's own dice in the view of a seat.
"""

from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Literal

import msgspec

from bot.tables.pace import PaceName
from engine.fairness import salt
from engine.games import AnyRules, AnyView
from engine.options import different, rules_for


class Status(StrEnum):
    """Where a table is in its life."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"  # played to an end
    CLOSED = "closed"  # without a result


LIVE = (Status.LOBBY, Status.PLAYING)

MOST_SEATS = 20

SHORTEST_CLOCK, LONGEST_CLOCK, USUAL_CLOCK = 30, 604_800, 180
"""The turn clock in seconds: its range (30 s to 7 days) and what a new table proposes."""

LONG_CLOCK = 3600
"""Seconds for a turn from which on nobody sits and waits: each turn is a message of its own, which calls at once."""

LONGEST_FORFEIT = 80

LONGEST_LUCKY = 40
"""How many characters a forfeit and somebody's lucky words have at most."""


class Who(msgspec.Struct, frozen=True):
    """A person: the snowflake, the display name as last seen, and the language they read, where it is known."""

    id: int
    name: str
    language: str = ""


class Place(msgspec.Struct, frozen=True):
    """Where a table stands. The channel may be a thread."""

    guild: int
    channel: int
    guild_name: str
    channel_name: str


class Brought(msgspec.Struct, frozen=True):
    """What went into a player's salt (engine/FAIRNESS.md); each is "" where there is none.

    `join` and `start` are the digits of the presses by which they sat down and by which the game began, `lucky`
    the words that they added, cleaned.
    """

    join: str = ""
    lucky: str = ""
    start: str = ""

    def salt(self) -> str:
        """The salt that follows from it, in hexadecimal."""
        return salt(self.join, self.lucky, self.start)


class Seat(msgspec.Struct, frozen=True):
    """Who sits there; `user` is None for a computer player, and a number below 0 for somebody who was forgotten.

    `salt` is mixed into every throw, in hexadecimal; it arises when the game starts, from what was `brought`.
    `language` is the one that they read, as Discord names it ("": English), for what they are told without asking.
    Who took over a computer player's seat sits there `since` that round (0: from the start), `instead_of` it.
    `look` is that of their dice, "" for the house's.
    """

    user: int | None
    name: str
    salt: str = ""
    language: str = ""
    brought: Brought = Brought()
    since: int = 0
    instead_of: str = ""
    look: str = ""

    def is_human(self) -> bool:
        """Whether it is somebody's whom Discord knows."""
        return self.user is not None and self.user > 0


class Waiting(msgspec.Struct, frozen=True):
    """Who came late and waits: for that computer player's `seat` in the next round, or (None) for the next game.

    `look` is that of the dice that they bring.
    """

    who: Who
    seat: int | None = None
    look: str = ""


class Setup(msgspec.Struct, frozen=True):
    """What the host chose: the variant, options in RECORD.md's words, the forfeit, the turn clock, the pace.

    `forfeit` is "" for the usual one, `clock` in seconds (None: no clock). Without `stakes` a forfeit is counted and
    never owed: nothing is asked, and nothing goes on the tab. `no_roll_off` says that the first seat opens a further
    game (S4, S5), `in_play` that its seats are listed in order of play until it starts (S4).
    `wait_settled` lets the next round wait until a forfeit is settled (P1); else it goes on the tab by itself.
    `called` is the name by which the server keeps these rules, "" for rules without one.
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

    def with_rules(
        self, variant: str, options: dict[str, str], wait_settled: bool = False, called: str = ""
    ) -> "Setup":
        """The same table by these rules. A name goes with the rules that it was given to, and with no others."""
        same = (variant, options, wait_settled) == (self.variant, self.options, self.wait_settled)
        called = called or (self.called if same else "")
        return msgspec.structs.replace(self, variant=variant, options=options, wait_settled=wait_settled, called=called)

    def owes(self, seats: "tuple[Seat, ...]") -> bool:
        """Whether forfeits are owed among those who sit there: with stakes, and where two people play (L4).

        What began as practice stays so, whoever came later.
        """
        return self.stakes and sum(seat.user is not None and not seat.since for seat in seats) >= 2

    def rules(self) -> AnyRules:
        """The engine's rules for this set-up. Raises `Refused` where options make no sense."""
        options = {**self.options, "seating": "joined"} if self.no_roll_off else self.options
        return _rules(self.variant, tuple(options.items()))


@lru_cache(1024)
def _rules(variant: str, options: tuple[tuple[str, str], ...]) -> AnyRules:
    """Rules are asked for several times at each press, and are the same for all tables of a kind."""
    return rules_for(variant, dict(options))


class Annotations(msgspec.Struct, frozen=True, omit_defaults=True):
    """What goes on at a table beside its game.

    - `asked_from`: the version of the table from which on the same is asked; a panel of it or later still holds.
    - `ready`: the seats that want the next round; `held_until`: somebody wants to look at the showdown until then, and
      `holds` are the seats that ever did at this one, each as often as it did.
    - `missed`: who missed their last turn; `dozing`: who missed two in a row and sits out (L2). Any press ends both.
    - `ahead`: by seat, what who is still to be asked in a poll has decided (C4); nobody else sees it.
    - `called`: how often whoever is asked was called; `call` the message in the channel that does so, which goes when
      nobody is called any more.
    - `computers_since`: since when computer players have followed each other, after the last person's turn; `unseen`:
      so many of their turns are played before they are shown, the present one included.
    - `elsewhere`: another process than the one that shows this table saved it last.
    - `showing`: the seconds that Discord took lately to show a move, so that slow channels are reckoned with.
    """

    asked_from: int = 0
    ready: tuple[int, ...] = ()
    held_until: datetime | None = None
    holds: tuple[int, ...] = ()
    missed: tuple[int, ...] = ()
    dozing: tuple[int, ...] = ()
    ahead: dict[int, bool] = {}
    called: int = 0
    call: int | None = None
    computers_since: datetime | None = None
    elsewhere: bool = False
    unseen: int = 0
    showing: float = 0.0


class TableInfo(msgspec.Struct, frozen=True):
    """Everything about a table that anybody may know.

    `version` grows with every change. `seed` (hexadecimal) is there only when the game is over or the table is
    closed. `deadline` is when the turn, the waiting forfeit or the idle lobby runs out; `ends_at` when the table's
    time limit does (E1).
    `game` is the id of the game, None before it starts; `game_number` counts the games of one run of rematches.
    `waiting` are those who came late, in that order; `ended_by` is who ended the table, "" where time or the game did.
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

    def still_asks(self, version: int) -> bool:
        """Whether what a panel of that version asked for is still asked: what else happened changes no move."""
        return (self.annotations.asked_from or self.version) <= version <= self.version

    def forfeit(self) -> str | None:
        """What a loser must do, as the host wrote it, "" for the usual forfeit; None where nobody owes anything."""
        return self.setup.forfeit if self.setup.owes(self.seats) else None

    def seat_of(self, user: int) -> int | None:
        """The seat in which `user` sits, None where they sit in none."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)


class Seen(msgspec.Struct, frozen=True):
    """A table as one person may see it; `seat` is None for an onlooker, `view` None before the game starts."""

    table: TableInfo
    view: AnyView | None
    seat: int | None

    def is_in(self) -> bool:
        """Whether they sit there and have not left (L1)."""
        return self.seat is not None and (self.view is None or not self.view.state.players[self.seat].left)

    def __repr__(self) -> str:
        return f"Seen(table={self.table.id}, seat={self.seat}, view=<hidden>)"


ForfeitWord = Literal["paid", "waived", "unpaid"]
"""What is said of a forfeit: its debtor has paid it; its creditor lets them off, or says that it is not paid yet."""


class Forfeit(msgspec.Struct, frozen=True):
    """One line of the ledger. `text` is "" for the usual wording; `creditor` None for one owed to the table.

    It is owed since `at`; `table` is the game that it is from, `message` where that stands, where it is known.
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


WAIT_SETTLED = "wait-settled"
"""A house rule of the table's own (`Setup.wait_settled`), which no game knows."""


def rules_as_text(setup: Setup) -> str:
    """What differs from the preset: "ante 10", a line each."""
    words = different(rules_for(setup.variant, setup.options), rules_for(setup.variant))
    words |= {WAIT_SETTLED: "on"} if setup.wait_settled else {}
    return "\n".join(f"{word} {value}" for word, value in words.items())


def rules_from_text(text: str) -> tuple[dict[str, str], bool]:
    """The options, and whether the next round waits until a forfeit is settled. The rules check the words."""
    lines = (line.strip().partition(" ") for line in text.splitlines() if line.strip())
    words = {word: value.strip() for word, _, value in lines}
    return words, words.pop(WAIT_SETTLED, "off") == "on"


def people(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """The people among the seats."""
    return tuple(seat.user for seat in seats if seat.user is not None)
