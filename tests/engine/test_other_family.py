"""A move of the other family of games is refused with a code and changes nothing.

An old button may send such a move.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import games
from engine.bids import actions as bids
from engine.core.actions import Action, Deal, Stop, TimeUp
from engine.core.refusals import NoSuchMove, NotPlaying, Reason, Refused
from engine.fairness import FairDice, Seed
from engine.options import rules_for
from engine.poker_cup import actions as cup
from engine.variants import VARIANTS

OF_BIDS, OF_THE_CUP = ({*family.by_table, *family.by_player} for family in games.FAMILIES)
DICE = FairDice(Seed(b"the other family"), {})

ALL = st.one_of([st.from_type(kind) for kind in sorted(OF_BIDS | OF_THE_CUP, key=str)])
SEATS = st.one_of(st.none(), st.integers(-1, 3))


def begun(name: str) -> games.AnyGame:
    """Return a game in its first round."""
    game = games.start(rules_for(name), 3, DICE)[1]
    return games.play(game, None, Deal(), DICE)[1]


@given(name=st.sampled_from(sorted(VARIANTS)), seat=SEATS, action=ALL)
def test_any_action_by_anybody_is_played_or_refused(name: str, seat: int | None, action: Action) -> None:
    game = begun(name)
    own = OF_THE_CUP if name == "cup" else OF_BIDS
    by_table = {Deal, TimeUp, Stop}
    known = type(action) in (by_table if seat is None else own - by_table)
    why = refused(game, seat, action)
    if seat is not None and not 0 <= seat < 3:
        assert why is NotPlaying
    else:
        assert (why is NoSuchMove) == (not known)


def refused(game: games.AnyGame, seat: int | None, action: Action) -> type[Reason] | None:
    """Return the kind of reason for which the action is refused, or None if it is played."""
    try:
        games.play(game, seat, action, DICE)
    except Refused as refusal:
        return type(refusal.reason)
    return None


@pytest.mark.parametrize(("name", "stale"), [("cup", bids.Bid(2, 3)), ("dudo", cup.Peek()), ("perudo", cup.Shake())])
def test_a_stale_move_is_refused(name: str, stale: Action) -> None:
    with pytest.raises(Refused) as refusal:
        games.play(begun(name), 0, stale, DICE)
    assert isinstance(refusal.value.reason, NoSuchMove)
