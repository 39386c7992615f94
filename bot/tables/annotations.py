"""Data about a table that is not part of its game: who is away, how the dice are sealed, which messages ping people."""

from datetime import datetime

import msgspec

from bot.tables.obstacles import Obstacle
from engine.core.characters import Reason

MOST_LATE = 20
"""The number of late calls that a table keeps; older late calls are dropped."""


OF_THE_GAME = (
    *("missed", "dozing", "ahead", "call", "showing", "why", "remark", "wrote", "dares", "evening", "sealing"),
    *("guessed", "onlookers"),
)
"""The annotations that are kept when the table asks a new question. All others belong to one question only."""


class Why(msgspec.Struct, frozen=True, array_like=True):
    """A computer player's reason for its bid or call in round `number`. `seat` is the computer player's seat.

    The bot keeps the reason secret until the dice are shown.
    """

    number: int
    seat: int
    reason: Reason


class Saw(msgspec.Struct, frozen=True):
    """The people who guessed right before the cups of round `number` went up.

    `names` are the people who may be named, and `others` is the number of people who hide their profile.
    """

    number: int
    names: tuple[str, ...]
    others: int = 0


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
    - `dares`: the number of dares that were drawn in this game.
    - `why`: the reason for a computer player's last bid or call. `remark`: a computer player's comment after a
      showdown, as (round, seat, index of the line).
    - `late`: the players who called after another player had already called, as (round, seat).
    - `ahead`: the votes that were given in advance in a poll, by seat (C4). Other players do not see them.
    - `called`: how often the table has pinged the people it waits for. `call`: the id of the message in the channel
      that pinged them. `wrote`: the DMs that pinged them, as (user, message). These messages are deleted afterwards.
    - `computers_since`: the time since which only computer players have moved. `unseen`: the number of their turns
      that are played before the next edit, including the present turn.
    - `guessed`: the newest round in which somebody guessed whether the bid is true. `onlookers`: whether a person
      without a seat guessed this evening.
    - `sealing`: the progress of sealing the game's dice, or None before Start.
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
    remark: tuple[int, int, int] | None = None
    wrote: tuple[tuple[int, int], ...] = ()
    dares: int = 0
    evening: tuple[int, ...] = ()
    is_night: bool = False
    shared: bool = False
    sealing: Sealing | None = None
    guessed: int = 0
    onlookers: bool = False

    def is_blocked(self) -> bool:
        """Return whether people can remove the obstacle because of which the line that seals the game was refused."""
        return self.sealing is not None and self.sealing.obstacle is not None

    def is_being_sealed(self) -> bool:
        """Return whether Start was pressed, and the line that seals the game is neither posted nor refused yet."""
        sealing = self.sealing
        return sealing is not None and sealing.line is None and not sealing.refused
