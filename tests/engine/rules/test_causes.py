"""Test that events give the reason for each payment and for the end of a game (P1-P5, C5, K15, E1-E6, L3, L5)."""

import pytest

from engine.bids.events import DiceLeft, Done, Revealed, Scored
from engine.core.events import ForfeitOwed, GameOver
from tests.engine.rules.endings import FIVE, LIE, LIED, NAMES, ONE_PAIR, ROUND, TRUE
from tests.engine.rules.scenes import scene, thrown

STAKE = {"stake": "polish my boots"}


def why(variant: str, text: str, **options: str) -> list[str]:
    """Return each payment with its amount and reason, the places of finished players, and why the game ended."""
    usual = {} if variant == "cup" else {"wild": "none", "dice": "5"}
    told = []
    for event in scene(variant, NAMES, text, **{**usual, **options}).events:
        match event:
            case DiceLeft(change=change) | Scored(change=change):
                told.append(f"{NAMES.split()[event.seat]} {change:+d} {event.why}")
            case ForfeitOwed():
                told.append(f"{NAMES.split()[event.seat]} owes {event.why}")
            case Done(place=place):
                told.append(f"place {place}")
            case GameOver():
                told.append(f"over {event.why}")
            case _:
                pass
    return told


@pytest.mark.parametrize(
    ("variant", "paid"),
    [
        ("common", ["ann owes challenge"]),
        ("bar", ["ann -1 challenge"]),
        ("firehouse", ["ann -1 challenge"]),
        ("joker", ["bob -1 challenge", "cid -1 challenge"]),
    ],
)
def test_the_loser_of_a_challenge_pays_with_the_reason_challenge(variant: str, paid: list[str]) -> None:
    assert why(variant, LIED + ("cid doubt" if variant == "joker" else "")) == paid


def test_payments_for_a_challenge_out_of_turn_have_the_reason_challenge() -> None:
    assert why("firehouse", f"{ROUND}ann bid {LIE}\ncid bang") == ["ann -1 challenge", "cid +2 challenge"]
    assert why("firehouse", f"{ROUND}ann bid {TRUE}\ncid bang") == ["cid -2 challenge"]
    assert why("cup", ONE_PAIR) == ["bob owes challenge"]


@pytest.mark.parametrize(("variant", "paid"), [("common", "owes"), ("bar", "-1"), ("firehouse", "-1")])
def test_payments_after_an_exact_call_have_the_reason_exact(variant: str, paid: str) -> None:
    for pays in ("others", "bidder"):
        told = why(variant, f"{ROUND}ann bid {TRUE}\nbob exact", exact="on", exact_pays=pays)
        assert told == [f"{name} {paid} exact" for name in (("ann", "cid") if pays == "others" else ("ann",))]
    assert why(variant, f"{ROUND}ann bid {LIE}\nbob exact", exact="on") == [f"bob {paid} exact"]


def test_the_change_is_the_number_of_dice_really_won_or_lost() -> None:
    text = f"@hold bob 4 ann 1\n{thrown(1, ann='6', bob='6 1 2 3', cid='6 1 2 3 4')}ann bid 3x6\nbob exact"
    assert why("bar", text, exact="on") == ["bob +1 exact"]
    text = f"@hold ann 2\n{thrown(1, ann='6 6', bob=FIVE, cid=FIVE)}ann bid 9x6\nbob liar"
    assert why("bar", text, loss="difference") == ["ann -2 challenge"]


def test_forfeits_for_a_gift_or_a_protest_have_that_reason() -> None:
    assert why("common", f"{LIED}bob gift cid", gift="on") == ["ann owes challenge", "cid owes gift"]
    text = "round 1\nroll ann 2 2 3 4 6\nann claim quints 2\nbob liar\nann protest"
    assert why("cup", text) == ["ann owes challenge", "ann owes protest"]


def test_finished_players_share_places_and_a_leaver_has_none() -> None:
    hands = thrown(1, ann="6", bob="5", cid=FIVE)
    text = f"@hold ann 1 bob 1\n{hands}ann bid 3x6\nbob liar\ncid doubt\n"
    text += thrown(2, ann="6", cid="1 2 3 4") + "ann bid 1x6\ncid liar"
    done = [line for line in why("joker", text) if line.startswith("place")]
    assert done == ["place 1", "place 2"]
    text = f"@hold bob 1 cid 1\n{thrown(1, ann=FIVE, bob='5', cid='5')}ann bid 3x6\nbob liar\ncid doubt"
    assert why("joker", text) == [
        "bob -1 challenge",
        "place 1",
        "cid -1 challenge",
        "place 1",
        "over dice",
        "ann owes last",
    ]
    text = f"@hold ann 1\n{thrown(1, ann='6', bob=FIVE, cid=FIVE)}ann bid 2x6\nbob liar\nann leave\ncid doubt"
    assert why("joker", text)[:2] == ["ann -1 challenge", "place 0"]


@pytest.mark.parametrize("variant", ["common", "bar", "joker", "firehouse", "cup"])
def test_the_end_of_any_game_gives_its_reason(variant: str) -> None:
    if variant == "cup":
        showdown = ONE_PAIR
        running = "round 1\nroll ann 2 2 3 4 6\nann claim pair 2\n"
    else:
        showdown = LIED + ("cid doubt" if variant == "joker" else "")
        running = f"{ROUND}ann bid {LIE}\n"
    last = showdown.split("\n", 5)[-1] if variant != "cup" else "bob liar"
    assert "over rounds" in why(variant, showdown, rounds="1")
    assert "over time" in why(variant, f"{running}time up\n{last}")
    assert "over time" in why(variant, f"{showdown}\ntime up")
    assert "over quits" in why(variant, f"{running}ann quit\nbob quit")
    assert "over stopped" in why(variant, f"{running}stop")
    assert "over deserted" in why(variant, f"{running}cid leave\nbob leave")


def test_an_end_that_only_some_games_have_gives_its_reason() -> None:
    text = f"@hold ann 1 cid 1\n{thrown(1, ann='6', bob=FIVE, cid='5')}cid leave\nann bid 3x6\nbob liar"
    assert why("bar", text, **STAKE) == ["ann -1 challenge", "over dice", "ann owes stake", "cid owes stake"]
    assert why("bar", LIED, rounds="1", **STAKE)[1:] == ["over rounds", "ann owes stake"]
    assert why("cup", ONE_PAIR, rounds="1", **STAKE)[1:] == ["over rounds", "bob owes stake"]
    assert why("firehouse", f"@score ann -4\n{LIED}")[1:] == ["over bads", "ann owes washed-up"]
    assert why("firehouse", f"@score ann -2 cid -3\n{LIED}")[1] == "over bads"
    playoff = f"@score ann -2 cid -3\n{LIED}"
    assert why("firehouse", f"{playoff}time up", playoff="on")[1] == "over time"
    assert why("firehouse", f"{playoff}cid leave", playoff="on")[1] == "over deserted"
    for number, held in enumerate((5, 4, 3, 2, 1), start=2):
        hand = " ".join("61234"[:held])
        playoff += thrown(number, ann=hand, cid=FIVE) + "ann bid 3x6\ncid liar\n"
    assert why("firehouse", playoff, playoff="on")[-2:] == ["over playoff", "ann owes washed-up"]


@pytest.mark.parametrize(("red", "count"), [(5, 6), (6, 3)])
def test_the_event_of_a_showdown_has_the_bid_and_the_wild_number(red: int, count: int) -> None:
    """C2, C3: the event of a showdown has everything that a screen needs to show it."""
    hands = thrown(1, ann="6 5 2 3 4", bob="6 5 2 3 4", cid="6 5 2 3 4").replace("round 1\n", f"round 1\nred {red}\n")
    events = scene("firehouse", NAMES, f"{hands}ann bid 3x6\ncid bang", dice="5").events
    (showdown,) = (event for event in events if isinstance(event, Revealed))
    assert (showdown.bidder, showdown.quantity, showdown.face, showdown.challenger) == (0, 3, 6, 2)
    assert (showdown.wild, showdown.count, showdown.holds, showdown.in_turn) == (red, count, True, False)
