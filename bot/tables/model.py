"""Frozen values that the operations on tables take and return.

They contain neither the seed of a running game nor hidden dice. Only a view contains dice: those of its own seat.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.history.game import Player
from bot.tables.annotations import Annotations, Saw
from bot.tables.pace import PaceName
from bot.words.cleaning import told_apart
from engine.core.characters import Level
from engine.fairness import share
from engine.games import AnyRules, AnyView
from engine.options import rules_for


class Status(StrEnum):
    """The state of a table: a lobby, a running game, a game that was played to its end, or a closed table."""

    LOBBY = "lobby"
    PLAYING = "playing"
    OVER = "over"  # the game was played to its end
    CLOSED = "closed"  # there is no result


LIVE = (Status.LOBBY, Status.PLAYING)

MOST_SEATS = 20

SHORTEST_CLOCK, LONGEST_CLOCK, USUAL_CLOCK = 30, 604_800, 90
"""The turn clock in seconds: the shortest and the longest that a host may choose, and the clock of a new table."""

LONG_CLOCK = 3600
"""A turn clock of at least this many seconds is long. Each of its turns is a new message that pings its player."""

LONGEST_FORFEIT, LONGEST_LUCKY = 80, 40
"""The most characters in the text of a forfeit, and in lucky words."""


class Who(msgspec.Struct, frozen=True):
    """A person, with the display name that the bot saw last and their language ("" if the bot does not know it)."""

    id: int
    name: str
    language: str = ""


class Place(msgspec.Struct, frozen=True):
    """The channel of a table, which may be a thread, and its server.

    `parent` is the channel of the thread, or None if the table is not in a thread. `is_private` is whether it is in a
    private thread.
    """

    guild: int
    channel: int
    guild_name: str
    channel_name: str
    parent: int | None = None
    is_private: bool = False


class Brought(msgspec.Struct, frozen=True):
    """A player's contributions to the dice (engine/FAIRNESS.md). A missing contribution is "".

    `join` is the id of the press of Join, as text. `lucky` contains the player's lucky words in their normalized form.
    `start` is the id of the press of Start, in games of earlier versions that have no line to seal the dice.
    """

    join: str = ""
    lucky: str = ""
    start: str = ""

    def share(self) -> str:
        """Return the player's share in the randomness of the dice, made from these contributions, in hexadecimal."""
        return share(self.join, self.lucky)


class Seat(msgspec.Struct, frozen=True):
    """A seat at a table.

    - `user`: None for a computer player, and negative for a person whose data was deleted.
    - `name`: different from every other name at the table. It may end in a number ("Alex 2"), which the person keeps
      in further games.
    - `salt`: mixed into every throw, in hexadecimal. It is made from `share` and from the line that seals the game.
    - `share`: made from `brought`, the player's contributions, when Start is pressed.
    - `language`: the person's language in Discord's form, for messages that they did not ask for; "" means English.
    - `since`: the round in which the person took over a computer player's seat, or 0 if they were there from the
      start. `instead_of` is the name of that computer player.
    - `look`: the look of the player's dice, or "" for the usual one.
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
        """Return whether a person sits there. A person whose data was deleted does not count."""
        return self.user is not None and self.user > 0


def called(seats: Sequence[Seat | Player], who: Who) -> str:
    """Return the name of `who` at a table with these seats, or in a finished game with these players.

    It is the name of their seat. Without a seat it is their own name, with a number if somebody at the table has the
    same name ("Alex 2").
    """
    mine = next((seat.name for seat in seats if seat.user == who.id), None)
    return told_apart([*(seat.name for seat in seats), who.name])[-1] if mine is None else mine


class Waiting(msgspec.Struct, frozen=True):
    """A latecomer who waits for a computer player's `seat` in the next round, or for the next game if `seat` is None.

    `look` is the look of the latecomer's dice.
    """

    who: Who
    seat: int | None = None
    look: str = ""


class Deck(StrEnum):
    """A deck of dares: one of the bot's own, or the server's."""

    GENTLE = "gentle"
    SILLY = "silly"
    KEYBOARD = "keyboard"
    SERVER = "server"


class HouseRules(msgspec.Struct, frozen=True, omit_defaults=True):
    """The house rules of one game at a table.

    `options` and `called` are as in `Setup`. `own` contains the words of the table's own switches that are on.
    """

    options: dict[str, str] = {}
    own: tuple[str, ...] = ()
    called: str = ""


class Setup(msgspec.Struct, frozen=True):
    """The host's choices for a table.

    - `options`: the options that differ from the variant, in the words of RECORD.md.
    - `forfeit`: what a loser must do; "" for the usual forfeit. `clock`: the turn clock in seconds, or None.
    - `stakes`: whether forfeits are owed. Without stakes they are only counted, and none goes on the tab.
    - `no_roll_off`: whether the player in the first seat opens a further game (S4, S5). `in_play`: whether the seats of
      a further game are in order of play until it starts (S4).
    - `wait_settled`: whether the next round waits for a forfeit (P1). If not, the forfeit goes on the tab.
    - `called`: the name of these house rules on the server, or "".
    - `face_names`: whether sentences use the names of the faces, as in "5 horses".
    - `deck`: the deck from which losers draw dares; without one they owe `forfeit`. `deck_version`: its stored number.
    - `level`: the level of the computer players that sit down first. `quiet`: whether computer players say nothing.
    - `advice`: whether everybody sees the best move beside their dice. If so, nobody is rated.
    - `others`: the house rules that the host chose for other games in this lobby, by variant, for choosing them again.
    - `invited_only`: whether people sit down only if invited. `seats`: the most players, or 0 (`most`).
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
    others: dict[str, HouseRules] = {}
    invited_only: bool = False
    seats: int = 0

    def most(self) -> int:
        """Return the most players that may sit at the table."""
        return self.seats or MOST_SEATS

    def own(self) -> frozenset[str]:
        """Return the names of the table's own switches that are on."""
        return frozenset(word for word, field in OWN.items() if getattr(self, field))

    def with_rules(self, variant: str, options: dict[str, str], own: Collection[str] = (), called: str = "") -> "Setup":
        """Return the set-up with other rules and with the name `called`.

        The table's own switches are on if `own` contains them, and off otherwise. If no name is given and the rules
        stay the same, the rules keep their former name.
        """
        same = (variant, options, frozenset(own)) == (self.variant, self.options, self.own())
        called = called or (self.called if same else "")
        switches = {field: word in own for word, field in OWN.items()}
        return replace(self, variant=variant, options=options, called=called, **switches)

    def with_game(self, variant: str, proposed: HouseRules) -> "Setup":
        """Return the set-up with another game. Use the rules that the game last had here, otherwise `proposed`."""
        here = HouseRules(self.options, tuple(sorted(self.own())), self.called)
        others = {**self.others, self.variant: here}
        rules = others.pop(variant, proposed)
        return replace(self.with_rules(variant, rules.options, rules.own, rules.called), others=others)

    def owes(self, seats: "tuple[Seat, ...]") -> bool:
        """Return whether forfeits are owed at a table with these seats.

        Forfeits are owed if the set-up has stakes and at least two people play (L4). People who took over a seat later
        do not count, so they do not turn a practice game into a game for stakes.
        """
        return self.stakes and sum(seat.user is not None and not seat.since for seat in seats) >= 2

    def rules(self) -> AnyRules:
        """Return the engine's rules for this set-up. Raises `Refused` if its options contradict each other."""
        options = {**self.options, "seating": "joined"} if self.no_roll_off else self.options
        return _rules(self.variant, tuple(options.items()))


@lru_cache(1024)
def _rules(variant: str, options: tuple[tuple[str, str], ...]) -> AnyRules:
    """Return the rules of a set-up. They are cached, because each press needs them several times."""
    return rules_for(variant, dict(options))


class TableView(msgspec.Struct, frozen=True):
    """A table as one of its viewers may see it: everything public, and the game as seen from one seat.

    - `view`: the game as `seat` sees it, or as everybody sees it if `seat` is None; None before the game starts.
    - `version`: a number that grows with every change.
    - `seed`: the seed in hexadecimal if the game is over or the table is closed, otherwise None.
    - `deadline`: when the time of the turn, of the open forfeit or of the idle lobby runs out. `ends_at`: the time
      limit of the game (E1).
    - `game`: the id of the game, or None before it starts. `game_number`: the number of this game in its series of
      rematches.
    - `waiting`: the latecomers, in order. `ended_by`: the name of the person who ended the table, or "".
    - `lies`: the random draws for the lies that are offered to `seat` now, or None.
    - `saw`: the people who guessed right in the newest round in which somebody guessed, or None.
    - `next_round`: when the next round begins by itself after the present showdown, or None if it does not.
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
    next_round: datetime | None = None
    saw: Saw | None = None

    def __repr__(self) -> str:
        return f"TableView({self.id}, {self.status}, version={self.version}, seat={self.seat}, view=<hidden>)"

    def is_in(self) -> bool:
        """Return whether the viewer has a seat and has not left the game (L1)."""
        return self.seat is not None and (self.view is None or not self.view.state.players[self.seat].left)

    def is_being_sealed(self) -> bool:
        """Return whether Start was pressed and the dice are not thrown yet. Meanwhile, nobody may change the lobby."""
        return self.status is Status.LOBBY and self.annotations.is_being_sealed()

    def start(self) -> int:
        """Return the id of the press that started the game, or 0 if it has not started or the id is not known."""
        sealing = self.annotations.sealing
        start = sealing.start if sealing is not None else next((seat.brought.start for seat in self.seats), "")
        return int(start) if start.isdecimal() else 0

    def still_asks(self, version: int) -> bool:
        """Return whether a panel of that version still asks the present question."""
        return (self.annotations.asked_from or self.version) <= version <= self.version

    def forfeit(self) -> str | None:
        """Return the text of the forfeit ("" for the usual one), or None if no forfeits are owed at this table."""
        return self.setup.forfeit if self.setup.owes(self.seats) else None

    def is_practice(self) -> bool:
        """Return whether the game is practice without stakes because at most one person plays (L4)."""
        return sum(seat.user is not None and not seat.since for seat in self.seats) < 2

    def called(self, who: Who) -> str:
        """Return the name of `who` at this table, whether they sit here or not."""
        return called(self.seats, who)

    def seat_of(self, user: int) -> int | None:
        """Return the seat of `user`, or None if they have no seat here."""
        return next((number for number, seat in enumerate(self.seats) if seat.user == user), None)


ForfeitWord = Literal["paid", "waived", "unpaid"]
"""A person's statement about a forfeit: it is paid, it is waived, or it is not paid after all."""


class Forfeit(msgspec.Struct, frozen=True):
    """A forfeit on the tab.

    `text` is "" for the usual forfeit. `creditor` is None if it is owed to the whole table. `at` is the time since
    which it is owed. `table` is the id of its game, and `message` is the id of that game's message.
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
"""The table's own switches, which the engine does not know: the word for each switch, and its field in `Setup`."""


def people(seats: tuple[Seat, ...]) -> tuple[int, ...]:
    """Return the ids of the people in these seats; computer players are left out."""
    return tuple(seat.user for seat in seats if seat.user is not None)
