"""Test that a game refuses moves of the other family of games.

A player can send such a move by pressing a button of an earlier game at the same table.
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
    """Return a game of this variant in its first round."""
    game = games.start(rules_for(name), 3, DICE)[1]
    return games.play(game, None, Deal(), DICE)[1]


@given(name=st.sampled_from(sorted(VARIANTS)), seat=SEATS, action=ALL)
def test_moves_of_the_other_family_are_refused_for_any_seat(name: str, seat: int | None, action: Action) -> None:
    game = begun(name)
    own = OF_THE_CUP if name in ("cup", "mia") else OF_BIDS
    by_table = {Deal, TimeUp, Stop}
    known = type(action) in (by_table if seat is None else own - by_table)
    why = refused(game, seat, action)
    if seat is not None and not 0 <= seat < 3:
        assert why is NotPlaying
    else:
        assert (why is NoSuchMove) == (not known)


def refused(game: games.AnyGame, seat: int | None, action: Action) -> type[Reason] | None:
    """Return the type of the reason why the game refuses an action, or None if it accepts the action."""
    try:
        games.play(game, seat, action, DICE)
    except Refused as refusal:
        return type(refusal.reason)
    return None


@pytest.mark.parametrize(("name", "stale"), [("cup", bids.Bid(2, 3)), ("dudo", cup.Peek()), ("perudo", cup.Shake())])
def test_a_move_of_an_earlier_game_is_refused(name: str, stale: Action) -> None:
    with pytest.raises(Refused) as refusal:
        games.play(begun(name), 0, stale, DICE)
    assert isinstance(refusal.value.reason, NoSuchMove)
