"""L5: a game that somebody ends has no result. Antes go back, and forfeits remain."""

import pytest

from engine.core.refusals import GameIsOver, Refused
from tests.engine.rules.endings import FIVE, LIE, LIED, NAMES, ONE_PAIR, ROUND, bids, cup
from tests.engine.rules.scenes import scene, stopped, thrown

BACK = ["over none", "chips ann +2", "chips bob +2", "chips cid +2"]


@pytest.mark.parametrize("variant", ["common", "bar", "firehouse", "joker", "dudo", "perudo"])
@pytest.mark.parametrize("text", ["", ROUND, f"{ROUND}ann bid {LIE}\ncid leave\n"])
def test_l5_antes_go_back_and_no_stake_is_owed(variant: str, text: str) -> None:
    assert bids(variant, f"{text}stop", ante="2", stake="polish my boots") == BACK


def test_l5_in_the_cup_antes_go_back_and_no_stake_is_owed() -> None:
    assert cup("stop", ante="2", stake="polish my boots") == BACK
    assert cup("round 1\nroll ann 2 2 3 4 6\nstop", ante="2", stake="polish my boots") == BACK
    assert cup(f"{ONE_PAIR}\nstop", ante="2", stake="polish my boots") == BACK


def test_l5_forfeits_of_a_stopped_game_remain() -> None:
    at = scene("common", NAMES, f"{LIED}stop", wild="none", dice="5")
    assert [player.forfeits for player in at.game.state.players] == [1, 0, 0]
    assert at.news == ["over none"]


def test_l5_nobody_wins_a_stopped_game_even_after_finishing_or_in_a_playoff() -> None:
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 3x6\nbob liar\ncid doubt\n"
    assert bids("joker", f"{text}stop", ante="2") == BACK
    assert bids("firehouse", f"@score ann -2 cid -3\n{LIED}stop", ante="2", playoff="on") == BACK


def test_l5_a_game_that_is_over_cannot_be_stopped() -> None:
    with pytest.raises(Refused) as refused:
        stopped(scene("common", NAMES, f"{ROUND}stop", wild="none").game)
    assert isinstance(refused.value.reason, GameIsOver)
