"""Data about a table that is not part of its game: who is away, how the dice are sealed, which messages ping people."""

from datetime import datetime

import msgspec

from bot.tables.obstacles import Obstacle
from engine.core.characters import Reason
from engine.core.dice import NOBODY

MOST_LATE = 20
"""The number of late calls that a table keeps; older late calls are dropped."""


OF_THE_GAME = (
    *("missed", "dozing", "ahead", "call", "showing", "why", "told", "quip", "again", "wrote", "dares", "evening"),
    *("sealing", "swap", "done", "done_at", "claps", "said", "tonight", "guessed", "onlookers"),
    *("is_first", "invited", "meets", "gathered", "role_call", "asking", "put_out", "favorites"),
)
"""The annotations that are kept when the table asks a new question. All others belong to one question only."""


class Why(msgspec.Struct, frozen=True, array_like=True):
    """A computer player's reason for its bid or call in round `number`. `seat` is the computer player's seat.

    The bot keeps the reason secret until the dice are shown. Then `accused` is the seat of the player who was called.
    """

    number: int
    seat: int
    reason: Reason
    accused: int = NOBODY


class Saw(msgspec.Struct, frozen=True):
    """The people who guessed right before the cups of round `number` went up.

    `names` are the people who may be named, and `others` is the number of people who hide their profile.
    """

    number: int
    names: tuple[str, ...]
    others: int = 0


class Quip(msgspec.Struct, frozen=True, array_like=True):
    """A comment that the bot shows after the showdown of round `number`.

    `seat` is the computer player who speaks. It says line `which` for the situation `about`. `other` is the seat whose
    name the line may have, and `times` is the number that it may have.

    If the table remembers an earlier call, `about` is "catches", "doubts" or "row" (several catches in a row), and
    `seat` is the caller.
    """

    number: int
    seat: int
    about: str
    which: int
    other: int
    times: int


class Swap(msgspec.Struct, frozen=True, array_like=True):
    """A dare that the winner of round `number` may swap for the dare `instead`.

    `seat` is the debtor's seat, and `event` is the number of the event with the forfeit.
    """

    number: int
    seat: int
    event: int
    instead: str


BLOCKED, REFUSED = "blocked", "refused"
"""The reasons why the line that seals a game was not posted: an obstacle that people can remove (`BLOCKED`), or
another refusal by Discord (`REFUSED`).
"""


class Sealing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of sealing a game's dice (engine/FAIRNESS.md), from the moment when Start is pressed.

    Before the dice are thrown, the bot posts a line that contains `digits`. `line` is the id of that message, or None
    until the dice are thrown. `start` is the id of the press of Start, as text, and `since` is the time of that press.
    If the line could not be posted, `refused` is `BLOCKED` or `REFUSED`, and the lobby is open again. If it is
    `BLOCKED`, `obstacle` is the reason; otherwise `obstacle` is None.
    """

    digits: str
    start: str
    since: datetime
    line: int | None = None
    refused: str = ""
    obstacle: Obstacle | None = None


class RoleCall(msgspec.Struct, frozen=True, omit_defaults=True):
    """The message that called a role to the lobby. It is deleted when the game begins, or when the lobby ends.

    `tries` is how often the bot has failed to delete it, and `again` is when it tries again.
    """

    message: int
    tries: int = 0
    again: datetime | None = None


class Asking(msgspec.Struct, frozen=True, omit_defaults=True):
    """A vote on the removal of the person in `seat` from the game, which began at the time `since`.

    `by` is the person who asked for it, and `name` is their name. `agreed` are the seats of the people who have agreed,
    `needed` is the number of votes that it takes, and `is_agreed` is whether there are enough. `message` is the id of
    the message that asks the table: 0 until it is posted, and None once it is deleted. `tries` is how often posting or
    deleting it has failed, and `again` is when the bot tries again.
    """

    seat: int
    by: int
    name: str
    since: datetime
    needed: int = 1
    agreed: tuple[int, ...] = ()
    is_agreed: bool = False
    message: int | None = 0
    tries: int = 0
    again: datetime | None = None


class Annotations(msgspec.Struct, frozen=True, omit_defaults=True):
    """Data about a table that is not part of its game. Changing these data does not change the table's version.

    - `asked_from`: the version in which the table began to ask the present question. A panel of that version or of a
      later one is still valid.
    - `ready`: the seats whose players want the next round. `held_until`: the showdown stays on the screen until this
      time. `holds`: the seat of each player who held the showdown. The seat of a player who held it twice is listed
      twice.
    - `missed`: the seats that missed their last turn. `dozing`: the seats that missed two turns in a row and sit out
      (L2). Any press by the person in a seat removes the seat from both.
    - `evening`: the earlier games of the evening in this channel, in order (`evenings.py`). `is_night`: whether no
      evening card may follow this game, because the card was posted or because another game has begun. `shared`:
      whether the game's best moment was shown to everybody.
    - `dares`: the number of dares that were drawn in this game. `swap`: the dare that a winner may swap for another.
      `done`: the newest round in which a loser said that a dare is done, and `done_at` the time of that. `claps`: the
      people who clapped for a dare that was done, by the number of its forfeit.
    - `why`: the reason for a computer player's last bid or call. `told`: that reason in the newest showdown that a
      computer player had a part in. `quip`: what is said after a showdown. `again`: what the table remembers about the
      call. `said`: the lines that computer players have said this evening, after those of earlier evenings in this
      channel (`computer_comments.py`). `tonight`: how often each caller has caught or doubted each player this evening,
      by outcome, caller and player, and how many lies each caller has caught in a row.
    - `late`: the players who called after another player had already called, as (round, seat).
    - `ahead`: the votes that were given in advance in a poll, by seat (C4). Other players do not see them.
    - `called`: how often the table has pinged the people it waits for. `called_at`: when it last did so. `call`: the id
      of the message in the channel that pinged them. `wrote`: the DMs that pinged them, as (user, message). These
      messages are deleted afterwards.
    - `computers_since`: the time since which only computer players have moved. `unseen`: the number of their turns
      that are played before the next edit, including the present turn.
    - `guessed`: the newest round in which somebody guessed whether the bid is true. `onlookers`: whether a person
      without a seat guessed this evening.
    - `sealing`: the progress of sealing the game's dice, or None before Start.
    - `is_first`: whether this is the server's first table, whose lobby names the server's language.
    - `favorites`: the variants that were played most on the server when the lobby opened. Its menu begins with them.
    - `invited`: the people who were invited to this table, the last one at the end.
    - `meets`: when the people of a lobby want to play, or None if they want to play now. `gathered`: whether they were
      pinged then. `role_call`: the message that called a role, until it is deleted.
    - `asking`: the votes on the removal of people, the last one for each person. `put_out`: the seats of the people who
      were removed. This game does not change their ratings.
    - `elsewhere`: whether the table was last saved by a process other than the one that shows it.
    - `showing`: the seconds that Discord lately took to show a move. The pace takes slow channels into account.
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
    late: tuple[tuple[int, int], ...] = ()
    why: Why | None = None
    told: Why | None = None
    quip: Quip | None = None
    again: Quip | None = None
    said: tuple[str, ...] = ()
    tonight: dict[str, int] = {}
    wrote: tuple[tuple[int, int], ...] = ()
    dares: int = 0
    swap: Swap | None = None
    done: int = 0
    done_at: datetime | None = None
    claps: dict[int, tuple[int, ...]] = {}
    evening: tuple[int, ...] = ()
    is_night: bool = False
    shared: bool = False
    sealing: Sealing | None = None
    guessed: int = 0
    onlookers: bool = False
    is_first: bool = False
    invited: tuple[int, ...] = ()
    meets: datetime | None = None
    gathered: bool = False
    called_at: datetime | None = None
    role_call: RoleCall | None = None
    asking: tuple[Asking, ...] = ()
    put_out: tuple[int, ...] = ()
    favorites: tuple[str, ...] = ()

    def people(self) -> set[int]:
        """Return the ids of the people who clapped, were invited, asked for a removal, or took part in calls."""
        called = {int(who) for key in self.tonight for who in key.split(":")[1:] if who.isdecimal()}
        return called.union(self.invited, *self.claps.values(), (each.by for each in self.asking))

    def removed(self) -> tuple[Asking, ...]:
        """Return the votes on the people who were removed from the game."""
        return tuple(each for each in self.asking if each.seat in self.put_out)

    def is_blocked(self) -> bool:
        """Return whether people can remove the obstacle because of which the line that seals the game was refused."""
        return self.sealing is not None and self.sealing.obstacle is not None

    def is_being_sealed(self) -> bool:
        """Return whether Start was pressed, and the line that seals the game is neither posted nor refused yet."""
        sealing = self.sealing
        return sealing is not None and sealing.line is None and not sealing.refused
