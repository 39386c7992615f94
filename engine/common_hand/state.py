"""What there is to know about a game where everyone has a cup; all of it public but the hands."""

import msgspec

from engine.common_hand.rules import Rules, Wild
from engine.core import state
from engine.core.dice import Hand


class StandingBid(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """The bid to beat, and whose it is."""

    quantity: int
    face: int
    bidder: int


class Showdown(msgspec.Struct, frozen=True, gc=False):
    """The last lifting of the cups: what everybody saw then."""

    bid: StandingBid
    challenger: int
    hands: tuple[Hand, ...]
    wild: int  # the wild number of that round, 0 for none
    count: int = 0
    holds: bool = False  # the bid held; after an exact call: the call was right
    exact: bool = False  # an exact call (C5)
    in_turn: bool = True


class Player(state.Player, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """One seat's public standing."""

    dice: int
    score: int = 0
    was_single: bool = False  # has been down to one die (C6)
    shed_in: int = 0  # the round of the last die shed (P4), 0 while dice are held


class State(state.State, frozen=True, gc=False, omit_defaults=True, kw_only=True):
    """Everything public. `rules` are the table's, `round_rules` those of this round (C6, E4)."""

    rules: Rules
    round_rules: Rules
    players: tuple[Player, ...]
    standing: StandingBid | None = None
    pool: int = 0  # dice in play this round, leavers' included (L1)
    red: int = 0  # the red die (T3)
    palifico: bool = False  # this round is one (C6)
    palifico_next: tuple[int, ...] = ()  # who has come down to one die, and may open one (C6)
    challenge_in_turn: bool = True
    votes: tuple[tuple[int, bool], ...] = ()
    playing_off: tuple[int, ...] = ()  # the two at three bads (E4)
    showdown: Showdown | None = None

    def wild(self) -> int:
        """This round's wild number, 0 where nothing is wild."""
        return _WILD_NUMBER.get(self.round_rules.wild, self.red)


_WILD_NUMBER = {Wild.NONE: 0, Wild.ONES: 1, Wild.ONES_UNTIL_BID: 1}


class Game(msgspec.Struct, frozen=True, gc=False, tag_field="family", tag="common-hand"):
    """A game: what is public, and the hands that are not.

    The hands are kept apart so that no view, log line or column for display can hold them by mistake.
    """

    state: State
    hands: tuple[Hand, ...]

    def __repr__(self) -> str:
        return f"Game(round={self.state.round}, phase={self.state.phase}, hands=<hidden>)"
