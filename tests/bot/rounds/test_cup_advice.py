"""Test the advice on My cup after a peek: which dice to keep, and what to claim."""

import re

from msgspec.structs import replace
from simcord import ResponseMessage

from bot.presses.lobby import OpenComputers, ShowAdvice, Start
from bot.presses.poker_cup import (
    BeginClaim,
    KeepAndShake,
    LookUnder,
    MakeClaim,
    MarkDice,
    OpenBlind,
    PeekUnder,
    ShakeCup,
)
from bot.screens.elements.cards import Row, Text
from bot.screens.families.narration import Hinted
from bot.screens.families.poker_cup.private import mine, turned
from engine import games
from engine.core.characters import Choice
from engine.poker_cup.actions import PassBlind
from engine.poker_cup.ranking import Claim, Kind
from engine.poker_cup.view import CupView
from tests.bot.cups import cup
from tests.bot.plays import agreed
from tests.bot.stage import Stage

ENOUGH = r"You’ll have enough \d+% of the time\."


async def advised(stage: Stage) -> None:
    """Start a game with the cup in which the host has the best move shown to everybody."""
    await agreed(stage, "Ann", "Ben", game="cup", seating="joined")
    page = (await stage.press("Ann", OpenComputers)).ephemerals[0]
    await stage.press("Ann", ShowAdvice, page)
    await stage.press("Ann", Start)


async def peeked(stage: Stage, claim: str = "trips-4") -> tuple[str, ResponseMessage]:
    """Let the opener claim three fours, and the next player peek. Return the player's name and page."""
    await advised(stage)
    table = await stage.table()
    await stage.forge(await stage.to_move(), MakeClaim(table.id, table.version, claim, blind=False))
    name = await stage.to_move()
    (page,) = (await stage.press(name, PeekUnder)).ephemerals
    return name, page


async def said(stage: Stage, name: str, **facts: object) -> str:
    """Return the words of My cup as this person would read it if the `facts` of their view were these."""
    view = replace(await cup(stage, name), **facts)
    assert isinstance(view, CupView)
    page = mine(await stage.table(), view, False, Hinted(best=games.advice(view)))
    return "\n".join(part.words for part in page.parts if isinstance(part, Text))


async def test_after_a_peek_one_reads_which_dice_to_keep(english_stage: Stage) -> None:
    name, page = await peeked(english_stage)
    advice = re.search(
        r"💡 Best: (?:keep \*\*([1-6 ]+)\*\*, shake the rest|shake them all)\. " + ENOUGH, english_stage.text(page)
    )
    assert advice is not None, english_stage.text(page)
    view = await cup(english_stage, name)
    best = games.advice(view)
    assert best is not None
    kept = getattr(best.action, "dice", ())
    assert len(re.findall("[1-6]", advice[1] or "")) == len(kept)
    marks = 0
    for face in kept:
        marks |= next(1 << at for at, each in enumerate(view.mine) if each == face and not marks >> at & 1)
        await english_stage.press(name, MarkDice, page, marks=marks)
        assert advice[0] in english_stage.text(page), "it stays while one ticks the dice"
    await english_stage.press(name, KeepAndShake if kept else ShakeCup, page, looks=True)
    assert re.search(r"💡 Best: (?:claim|bluff with) ", english_stage.text(page))


async def test_three_alike_are_kept_and_a_hand_of_nothing_is_not(english_stage: Stage) -> None:
    name, _ = await peeked(english_stage)
    three = await said(english_stage, name, mine=(1, 3, 3, 3, 5))
    assert re.search(r"💡 Best: keep \*\*3 3 3\*\*, shake the rest\. " + ENOUGH, three), three
    state = (await cup(english_stage, name)).state
    pair = replace(state, claims=(replace(state.claims[0], claim=Claim(Kind.PAIR, (6,))),))
    assert "💡 Best: shake them all." in await said(english_stage, name, mine=(1, 2, 3, 4, 5), state=pair)


async def test_dice_on_the_table_that_are_no_good_go_under_the_cup(english_stage: Stage) -> None:
    name, _ = await peeked(english_stage)
    state = (await cup(english_stage, name)).state
    bad = await said(english_stage, name, mine=(3, 3, 3), state=replace(state, under=3, table=(1, 2)))
    assert "💡 Best: put **1 2** under the cup." in bad
    good = await said(english_stage, name, mine=(1, 5), state=replace(state, under=2, table=(3, 3, 3)))
    assert "💡 Best: shake what’s under the cup." in good


async def test_whoever_has_a_good_hand_is_told_to_claim_it(english_stage: Stage) -> None:
    """Before a look, the advice is to look: that costs nothing."""
    await advised(english_stage)
    name = await english_stage.to_move()
    assert "💡 Best: look before you claim." in await said(english_stage, name)
    await english_stage.press(name, LookUnder)
    assert "💡 Best: claim **four fives with a six**. It’s what you have." in await said(
        english_stage, name, mine=(5, 5, 5, 5, 6)
    )


async def test_a_claim_that_is_advised_for_a_blind_pass_has_a_button_there(english_stage: Stage) -> None:
    await advised(english_stage)
    table = await english_stage.table()
    await english_stage.forge(await english_stage.to_move(), MakeClaim(table.id, table.version, "pair-2", blind=False))
    name = await english_stage.to_move()
    best = Hinted(best=Choice(PassBlind(Claim(Kind.TRIPS, (2,))), 0.5, 0.4))
    table, view = await english_stage.table(), await cup(english_stage, name)
    for press in (OpenBlind(table.id, table.version), BeginClaim(table.id, table.version, "none")):
        page = turned(table, view, press, False, best)
        words = "\n".join(part.words for part in page.parts if isinstance(part, Text))
        assert "💡 Best: pass it on blind as **three twos**" in words, "it stays while one picks the claim"
        labels = [button.label for part in page.parts if isinstance(part, Row) for button in part.buttons]
        assert "Claim three twos" in labels
    page = turned(table, view, OpenBlind(table.id, table.version), False, Hinted())
    assert "Best" not in str(page.parts)
