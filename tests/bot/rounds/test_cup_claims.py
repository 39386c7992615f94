"""Test that every claim with the cup takes at most four taps, and that only high enough claims are offered."""

from collections.abc import Iterator

import pytest
from simcord import ResponseMessage

from bot.outbox.render import layout
from bot.presses.game import SurelyQuit
from bot.presses.poker_cup import BeginClaim, LookUnder, MakeClaim, OpenBlind
from bot.screens.elements.cards import Box, Ephemeral, Menu, Part, Row, components
from bot.screens.families.narration import Hinted
from bot.screens.families.poker_cup.claims import forms
from bot.screens.families.poker_cup.inputs import held, picker
from bot.screens.families.poker_cup.ranking import spoken
from bot.screens.families.presenters import PRESENTERS
from bot.words.language import offered, speaking
from engine import games
from engine.core.actions import Deal
from engine.fairness import FairDice, Seed
from engine.options import rules_for
from engine.poker_cup.actions import Look, PassBlind
from engine.poker_cup.actions import MakeClaim as Claims
from engine.poker_cup.claims import claim_from_words
from engine.poker_cup.ranking import EVERY, Claim, Kind, poker
from engine.poker_cup.view import CupView
from tests.bot.cups import my_cup
from tests.bot.payloads import check
from tests.bot.screens.test_limits import payload, table_of
from tests.bot.stage import Stage

CHANCE = FairDice(Seed(b"s" * 32), {})
CUP = PRESENTERS["single-cup"]
TABLE = table_of(20, "cup", straights="on")


def seen(after: Claim | None, straights: str = "on", looks: bool = False) -> CupView:
    """Return the game as the holder of the cup sees it.

    The holder is the opener, or the next player if the opener has made the claim `after`.
    """
    _, game = games.start(rules_for("cup", {"straights": straights}), 20, CHANCE)
    _, game = games.play(game, None, Deal(), CHANCE)
    holder = games.awaited(game)[0]
    if after is not None:
        _, game = games.play(game, holder, Claims(after), CHANCE)
        holder = games.awaited(game)[0]
    elif looks:
        _, game = games.play(game, holder, Look(), CHANCE)
    view = games.view(game, holder)
    assert isinstance(view, CupView)
    return view


def presses(parts: tuple[Part, ...]) -> Iterator[object]:
    """Yield the press of each enabled button and of each choice in a menu."""
    for part in parts:
        if isinstance(part, Box):
            yield from presses(part.parts)
        elif isinstance(part, Row):
            yield from (button.press for button in part.buttons if not button.disabled)
        elif isinstance(part, Menu):
            yield from (choice.value for choice in part.choices)


def within(view: CupView, first: Ephemeral, taps: int) -> dict[Claim, int]:
    """Return the claims that a player can make from the screen `first` in at most `taps` taps.

    The value of each claim is the lowest number of taps that it takes.
    """
    found: dict[Claim, int] = {}
    shown = [first]
    for tap in range(1, taps + 1):
        begun: list[BeginClaim] = []
        for ephemeral in shown:
            check(payload(layout(ephemeral.parts)))
            assert components(ephemeral.parts) <= 40
            for press in presses(ephemeral.parts):
                if isinstance(press, MakeClaim):
                    found.setdefault(claim_from_words(press.said.split("-")), tap)
                elif isinstance(press, BeginClaim):
                    begun.append(press)
        assert CUP.turned is not None
        shown = [CUP.turned(TABLE, view, press, True, Hinted()) for press in dict.fromkeys(begun)]
    return found


def first(view: CupView) -> Ephemeral:
    """Return the screen on which the holder of the cup begins a claim.

    If the holder may pass the cup on blind, it is the screen for a blind claim.
    """
    assert CUP.turned is not None
    if view.legal.blind:
        return CUP.turned(TABLE, view, OpenBlind(TABLE.id, TABLE.version), False, Hinted())
    return CUP.mine(TABLE, view, False, Hinted())


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize(("straights", "many"), [("on", 430), ("off", 428)])
def test_every_claim_takes_at_most_three_taps(straights: str, many: int) -> None:
    view = seen(None, straights)
    found = within(view, CUP.mine(TABLE, view, True, Hinted()), 3)
    assert {spoken(claim) for claim in found} == set(forms(poker(straights == "on")))
    assert len(found) == many


def test_a_blind_claim_takes_at_most_four_taps() -> None:
    view = seen(poker(straights=True).claims[0])
    assert CUP.turned is not None
    found = within(view, CUP.turned(TABLE, view, OpenBlind(TABLE.id, TABLE.version), False, Hinted()), 3)
    assert len(found) == 429


@pytest.mark.parametrize("at", range(0, 430, 13))
def test_only_claims_that_are_high_enough_are_offered(at: int) -> None:
    ladder = poker(straights=True).claims
    view = seen(ladder[at])
    found = within(view, first(view), 3)
    assert set(found) == set(ladder[at + 1 :])
    one_tap = [claim for claim, taps in found.items() if taps == 1]
    assert min(1, len(found)) <= len(one_tap) <= 3
    assert all(not claim.others and claim.kind is not Kind.HIGH for claim in one_tap), "usual claims"


def test_hands_and_faces_that_are_too_low_to_claim_have_no_buttons() -> None:
    view = seen(Claim(Kind.QUINTS, (4,)))
    shown = first(view)
    begun = [press for press in presses(shown.parts) if isinstance(press, BeginClaim)]
    assert [press.said for press in begun] == ["quints"]
    assert CUP.turned is not None
    faces = next(part for part in CUP.turned(TABLE, view, begun[0], False, Hinted()).parts if isinstance(part, Row))
    assert [button.label for button in faces.buttons] == ["fives", "sixes"]


@pytest.mark.parametrize("language", sorted(offered()))
def test_no_button_cuts_a_claim_short(language: str) -> None:
    """In German, the longest hand and the word for a claim together exceed what Discord allows."""
    longest = EVERY.hand((6, 4, 3, 2, 1))
    with speaking(language):
        shown = picker(TABLE, seen(None, looks=True), best=longest)
        labels = [button.label for part in shown if isinstance(part, Row) for button in part.buttons]
        assert any(spoken(longest) in label for label in labels), labels


def test_after_five_sixes_no_claim_is_offered() -> None:
    """Only a challenge is possible after the highest hand (K13)."""
    view = seen(Claim(Kind.QUINTS, (6,)))
    assert within(view, CUP.mine(TABLE, view, False, Hinted()), 3) == {}


def test_a_player_who_has_looked_claims_the_true_hand_with_one_tap() -> None:
    view = seen(None, looks=True)
    mine = CUP.mine(TABLE, view, False, Hinted())
    one_tap = [claim for claim, taps in within(view, mine, 1).items() if taps == 1]
    assert len(one_tap) == 3, "the truth, a step up, and a bold lie"
    assert any(claim.kind is Kind.PAIR and claim.faces == (3,) and not claim.others for claim in one_tap)
    unseen = seen(None)
    assert len(within(unseen, CUP.mine(TABLE, unseen, False, Hinted()), 1)) == 2


def test_the_true_claim_comes_first_and_has_a_mark() -> None:
    """Only the holder of the cup sees this page."""
    for view in (seen(None, looks=True), seen(None)):
        rows = [part for part in CUP.mine(TABLE, view, False, Hinted()).parts if isinstance(part, Row)]
        (said,) = (row.buttons for row in rows if isinstance(row.buttons[0].press, MakeClaim))
        claims = [claim_from_words(each.press.said.split("-")) for each in said if isinstance(each.press, MakeClaim)]
        assert claims == sorted(claims, key=EVERY.worth)
        mine = held(view)
        true = [mine is not None and EVERY.reaches(mine, claim) for claim in claims]
        assert [each.emoji == "✅" for each in said] == true
        assert true == sorted(true, reverse=True)
        assert any(true) is (mine is not None)


def test_each_button_for_a_blind_claim_passes_on_its_own_claim() -> None:
    """The action of each press makes the claim that the press names."""
    view = seen(poker(straights=True).claims[0])
    for press in presses(first(view).parts):
        if isinstance(press, MakeClaim):
            assert press.actions() == (PassBlind(claim_from_words(press.said.split("-"))),)


async def test_the_quick_claims_stay_after_a_second_look_a_vote_and_a_restart(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="cup")
    name = await stage.to_move()
    await stage.press(name, LookUnder)
    first = quick(stage, await my_cup(stage, name))
    assert len(first) > 1
    assert quick(stage, await my_cup(stage, name)) == first
    voter = next(each for each in ("Ann", "Ben", "Cleo") if each != name)
    table = await stage.table()
    await stage.forge(voter, SurelyQuit(table.id))
    assert quick(stage, await my_cup(stage, name)) == first
    await stage.restart()
    assert quick(stage, await my_cup(stage, name)) == first


def quick(stage: Stage, message: ResponseMessage) -> list[str]:
    """Return the labels of the buttons for quick claims, in order."""
    buttons = [button for button in stage.buttons(message) if str(button.get("custom_id", "")).startswith("claim")]
    return [str(button["label"]) for button in buttons]
