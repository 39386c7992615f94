"""The annotations of a table, beside its game."""

from datetime import datetime

import msgspec

from bot.tables.obstacles import Obstacle
from engine.core.characters import Reason

MOST_LATE = 20
"""The number of late calls that are kept until the message of their round is folded."""


OF_THE_GAME = ("missed", "dozing", "ahead", "call", "showing", "why", "remark", "wrote", "dares", "evening", "sealing")
"""The annotations that stay when another question is asked; the others belong to a single question."""


class Why(msgspec.Struct, frozen=True, array_like=True):
    """Why the computer player in `seat` bid or called in round `number`; shown when the dice are."""

    number: int
    seat: int
    reason: Reason


BLOCKED, REFUSED = "blocked", "refused"
"""Why a line that seals a game was not posted: an obstacle that people can remove, or Discord's refusal."""


class Sealing(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of sealing a game's dice (engine/FAIRNESS.md), from the press of Start on.

    `digits` are the digits in the line, `start` those of the press's id, `since` its time. `line` is the id of the
    message, None until the dice are thrown. `refused` is one of these words if there is no line; then the lobby is open
    again. `obstacle` is the reason if it was blocked, otherwise None.
    """

    digits: str
    start: str
    since: datetime
    line: int | None = None
    refused: str = ""
    obstacle: Obstacle | None = None


class Annotations(msgspec.Struct, frozen=True, omit_defaults=True):
    """Annotations of a table, beside its game; changing them does not change the version.

    - `asked_from`: the version from which on the question is the same; a panel of it or later is still valid.
    - `ready`: the seats that want the next round. `held_until`: the showdown is held until then; `holds` has the seats
      that held it, each as often as it did.
    - `missed`: the seats that missed their last turn; `dozing`: those that missed two in a row and sit out (L2). Any
      press ends both.
    - `evening`: the earlier games of the evening here, in order (`evenings.py`); `is_night` once it is over, or goes on
      with another game. `shared`: the game's best moment was shown to everybody.
    - `dares`: how many dares were drawn in this game.
    - `why`: why the computer player moved that bid or called last; `remark`: a computer player's words after a
      showdown, as (round, seat, index of the line).
    - `late`: the players who called a second too late at a showdown, as (round, seat).
    - `ahead`: by seat, a vote given in advance in a poll (C4); nobody else sees it.
    - `called`: how often the people who are asked were pinged; `call`: the id of the message in the channel that pinged
      them, which is deleted afterwards; `wrote`: the DMs that did, as (user, message), deleted too.
    - `computers_since`: the start of the present run of computer players, after the last person's turn; `unseen`: how
      many of their turns are played before they are shown, the present one included.
    - `sealing`: the state of sealing the dice of its game, None before Start.
    - `elsewhere`: another process than the one that shows this table saved it last.
    - `showing`: the seconds that Discord lately took to show a move, which allow for slow channels.
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
        """Return whether the line that seals the game has to be posted, and was not yet, as far as the bot knows."""
        sealing = self.sealing
        return sealing is not None and sealing.line is None and not sealing.refused
