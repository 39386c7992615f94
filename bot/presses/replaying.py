"""What can be pressed to look at games that are over. All that a replay shows stands in the ids of its buttons."""

from typing import Annotated

import msgspec

from bot.presses.base import Game, Number, Press

TABLE, ALL = 0, 21
"""Whose eyes a replay is seen with: the table's, from which hidden dice are covered, or those that know everything.

What lies between are the players, by their seats from 1.
"""
Eye = Annotated[int, msgspec.Meta(ge=TABLE, le=ALL)]
Edge = Annotated[int, msgspec.Meta(ge=0, le=2**31 - 1)]
"""The number of a game on its server, as wide as its column."""


class ListGames(Press, frozen=True, tag="history"):
    """A page of the games that a person (0: anybody) has played to the end in a channel (0: anywhere on the server).

    `game` is the only one wanted, "" for all. The page goes on below (`newer`: above) the game with the number `edge`.
    """

    who: Number = 0
    channel: Number = 0
    game: Game = ""
    edge: Edge = 0
    newer: bool = False


class OpenReplay(Press, frozen=True, tag="replay"):
    """Look at a game again, in a message of one's own."""

    game: Number
    step: Number = 0


class TurnReplay(Press, frozen=True, tag="step"):
    """Another step of it, or other eyes, in that message. `jump` sets the button to an end apart from its neighbour."""

    game: Number
    step: Number
    eye: Eye = TABLE
    jump: bool = False


class ShowStep(Press, frozen=True, tag="showstep"):
    """Show everybody here what one looks at."""

    game: Number
    step: Number
    eye: Eye = TABLE


class SaveRecord(Press, frozen=True, tag="record"):
    """The record of a game as a file."""

    game: Number


class ShowProof(Press, frozen=True, tag="proof"):
    """Prove the dice of a game."""

    game: Number
