"""What is noted of a table beside its game."""

from datetime import datetime

import msgspec

from bot.tables.obstacles import Obstacle
from engine.core.characters import Reason

MOST_LATE = 20
"""So many late calls are remembered, until the message of their round is folded."""


OF_THE_GAME = ("missed", "dozing", "ahead", "call", "showing", "why", "remark", "wrote", "dares", "evening", "sealing")
"""The annotations that stay as they are where something else is asked; of the others each question has its own."""


class Why(msgspec.Struct, frozen=True, array_like=True):
    """Why the computer player in `seat` bid or called in round `number`; shown once the dice are."""

    number: int
    seat: int
    reason: Reason


BLOCKED, REFUSED = "blocked", "refused"
"""Why a line that seals a game was not posted: something that people can mend is in the way, or Discord refuses it."""


class Sealing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How the dice of a game are sealed (engine/FAIRNESS.md), from the press of Start on.

    `digits` are those of the line that is posted, `start` those of the press's id, `since` its moment. `line` is the id
    of the message, None until the dice are thrown. `refused` says why there is none, in one of these words: the lobby
    is open again then. `obstacle` is what was in the way of it, None where it was not blocked.
    """

    digits: str
    start: str
    since: datetime
    line: int | None = None
    refused: str = ""
    obstacle: Obstacle | None = None


class Annotations(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is noted of a table beside its game; changing it does not change the version.

    - `asked_from`: the version from which on the same is asked; a panel of it or later still holds.
    - `ready`: the seats that want the next round. `held_until`: somebody holds the showdown until then; `holds` has the
      seats that held it, each as often as it did.
    - `missed`: the seats that missed their last turn; `dozing`: those that missed two in a row and sit out (L2). Any
      press ends both.
    - `evening`: the games that were played here before, one after the other (`evenings.py`); `is_night` once that is
      over, or goes on with another game. `shared`: the game's best moment was shown to everybody.
    - `dares`: how many dares were drawn in this game.
    - `why`: why the computer player moved that bid or called last; `remark`: what one says after a
      showdown, as (round, seat, which line).
    - `late`: who called a second too late at a showdown, as (round, seat).
    - `ahead`: by seat, the vote that somebody gave before they are asked in a poll (C4); nobody else sees it.
    - `called`: how often the people who are asked were pinged; `call`: the id of the message in the channel that did
      so, which goes when nobody is pinged any more; `wrote`: the DMs that did, as (user, message), which go then too.
    - `computers_since`: since when computer players have followed each other, after the last person's turn; `unseen`:
      how many of their turns are played before they are shown, the present one included.
    - `sealing`: how the dice of its game are sealed, None before Start.
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
    late: tuple[tuple[int, int], ...] = ()
    why: Why | None = None
    remark: tuple[int, int, int] | None = None
    wrote: tuple[tuple[int, int], ...] = ()
    dares: int = 0
    evening: tuple[int, ...] = ()
    is_night: bool = False
    shared: bool = False
    sealing: Sealing | None = None

    def is_being_sealed(self) -> bool:
        """Return whether the line that seals the game is to be posted, and was not yet, as far as is known."""
        sealing = self.sealing
        return sealing is not None and sealing.line is None and not sealing.refused
