"""Test My cup, the ephemeral message with the dice and the moves of the player who has the cup."""

from typing import Any

import pytest
from msgspec.structs import replace
from simcord import ResponseMessage

from bot.presses.base import Press
from bot.presses.game import CallLie, ShowDice
from bot.presses.lobby import AddComputer, Start
from bot.presses.poker_cup import (
    BeginClaim,
    KeepAndShake,
    LookUnder,
    MakeClaim,
    MarkDice,
    OpenBlind,
    PeekUnder,
    PullOut,
    PutUnder,
    RollDice,
    ShakeCup,
)
from bot.screens.families.poker_cup.inputs import held
from bot.screens.families.poker_cup.ranking import spoken
from engine.poker_cup.ranking import EVERY
from tests.bot.cups import cup, labels, my_cup, opened
from tests.bot.stage import Stage


async def test_one_ephemeral_message_is_edited_through_a_whole_turn(stage: Stage) -> None:
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    assert "To beat: **a pair of twos**" in stage.text(ephemeral)
    assert "pull them out" in stage.text(ephemeral)
    steps: tuple[tuple[type[Press], dict[str, Any], str], ...] = (
        (MarkDice, {"marks": 1}, "Shaking rolls only the rest"),
        (PullOut, {}, "Tap dice to pull out, put under or roll"),
        (MarkDice, {"marks": 16}, "Tap dice to pull out, put under or roll"),
        (RollDice, {}, "Now shake what’s under the cup."),
        (ShakeCup, {"looks": False}, "Look, or claim without looking."),
        (LookUnder, {}, "pull them out where everyone can see, or claim"),
        (MarkDice, {"marks": 2}, "or claim"),
        (PullOut, {}, "or claim"),
        (BeginClaim, {"said": "quads"}, "which face?"),
        (BeginClaim, {"said": "quads-5"}, "To beat:"),
    )
    for kind, fields, then in steps:
        answer = await stage.press(name, kind, ephemeral, **fields)
        assert {each.id for each in answer.ephemerals} <= {ephemeral.id}, f"{kind.__name__} opens no second message"
        assert then in stage.text(ephemeral), f"the text after {kind.__name__}"
    await stage.press(name, MakeClaim, ephemeral, said="quads-5")
    assert not is_there(stage, ephemeral), "the table’s message is the last one again, and says who claimed what"
    assert "\n" not in (await stage.press(name, ShowDice)).words
    assert "four fives" in (await stage.press(name, ShowDice)).words


def is_there(stage: Stage, message: ResponseMessage) -> bool:
    """Return whether a private message has not been deleted."""
    return message.id in {each.id for each in stage.messages() if each.ephemeral}


async def test_marking_a_die_is_one_tap_and_saves_nothing(stage: Stage) -> None:
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    version, before = (await stage.table()).version, stage.requests()
    await stage.press(name, MarkDice, ephemeral, marks=1)
    await stage.press(name, MarkDice, ephemeral, marks=5)
    assert sum("🟩" in label for label in labels(stage, ephemeral)) == 2
    await stage.press(name, MarkDice, ephemeral, marks=4)
    assert sum("🟩" in label for label in labels(stage, ephemeral)) == 1
    assert (await stage.table()).version == version
    assert stage.calls_since(before) == []


async def test_dice_can_be_pulled_out_and_put_under_again(stage: Stage) -> None:
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    hand = (await cup(stage, name)).mine
    for at in range(5):
        await stage.press(name, MarkDice, ephemeral, marks=(2 << at) - 1)
    await stage.press(name, PullOut, ephemeral)
    assert (await cup(stage)).state.on_table() == hand
    assert "The cup is empty" in stage.text(ephemeral)
    assert ShakeCup not in stage.kinds(ephemeral)
    await stage.press(name, MarkDice, ephemeral, marks=1)
    await stage.press(name, PutUnder, ephemeral)
    assert (await cup(stage, name)).mine == hand[:1]
    assert ShakeCup in stage.kinds(ephemeral)


async def test_several_marked_dice_are_rolled_in_one_tap(stage: Stage) -> None:
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    for marks in (1, 3):
        await stage.press(name, MarkDice, ephemeral, marks=marks)
    await stage.press(name, PullOut, ephemeral)
    assert "Shake the cup too" not in stage.text(ephemeral)
    for marks in (8, 24):
        await stage.press(name, MarkDice, ephemeral, marks=marks)
    assert "Shake the cup too before you claim." in stage.text(ephemeral), "the roll alone allows no claim (K7)"
    await stage.press(name, RollDice, ephemeral)
    assert len((await cup(stage)).state.thrown) == 2
    assert "Now shake what’s under the cup." in stage.text(ephemeral)
    assert MarkDice not in stage.kinds(ephemeral), "each die is rolled only once (K6)"


@pytest.mark.parametrize("looks", [True, False])
async def test_a_shake_keeps_the_marked_dice(stage: Stage, looks: bool) -> None:
    """The shake pulls the marked dice out (K5), so that one tap never rolls dice that a player has ticked to keep."""
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    kept = (await cup(stage, name)).mine[:2]
    for marks in (1, 3):
        await stage.press(name, MarkDice, ephemeral, marks=marks)
    assert "Shaking rolls only the rest." in stage.text(ephemeral)
    assert any("Keep ✓, shake and look" in label for label in labels(stage, ephemeral))
    assert any("Keep ✓, shake unseen" in label for label in labels(stage, ephemeral))
    assert ShakeCup not in stage.kinds(ephemeral)
    await stage.press(name, KeepAndShake, ephemeral, looks=looks)
    after = await cup(stage, name)
    assert after.state.on_table() == kept
    assert after.state.under == 3
    assert len(after.mine) == (3 if looks else 0)
    assert "shook 3" in stage.text()
    assert MakeClaim in stage.kinds(ephemeral)


async def test_a_shake_needs_a_die_that_is_not_marked(stage: Stage) -> None:
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    for at in range(5):
        await stage.press(name, MarkDice, ephemeral, marks=(2 << at) - 1)
    assert "leave one to shake" in stage.text(ephemeral)
    assert not {ShakeCup, KeepAndShake} & {*stage.kinds(ephemeral)}
    await stage.press(name, MarkDice, ephemeral, marks=15)
    assert KeepAndShake in stage.kinds(ephemeral)


async def test_a_roll_on_the_table_waits_while_dice_under_the_cup_are_marked(stage: Stage) -> None:
    """After the roll, the player could not pull these dice out any more, and would have to shake them (K6, K7)."""
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.press(name, MarkDice, ephemeral, marks=1)
    await stage.press(name, PullOut, ephemeral)
    await stage.press(name, MarkDice, ephemeral, marks=16)
    assert RollDice in stage.kinds(ephemeral)
    await stage.press(name, MarkDice, ephemeral, marks=17)
    assert RollDice not in stage.kinds(ephemeral)
    assert PullOut in stage.kinds(ephemeral)


async def test_dice_that_do_not_move_keep_their_marks(stage: Stage) -> None:
    """One die is marked under the cup and one on the table. Each of them moves alone (K5)."""
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.press(name, MarkDice, ephemeral, marks=1)
    await stage.press(name, PullOut, ephemeral)
    inside, outside = (await cup(stage, name)).mine[0], (await cup(stage)).state.table[0]
    for marks in (1, 17):
        await stage.press(name, MarkDice, ephemeral, marks=marks)
    await stage.press(name, PutUnder, ephemeral)
    assert marked(stage, ephemeral) == [str(inside)]
    assert PullOut in stage.kinds(ephemeral)
    await stage.press(name, PullOut, ephemeral)
    assert marked(stage, ephemeral) == []
    place = (await cup(stage, name)).mine.index(outside)
    for marks in (16, 16 + (1 << place)):
        await stage.press(name, MarkDice, ephemeral, marks=marks)
    await stage.press(name, PullOut, ephemeral)
    assert marked(stage, ephemeral) == [str(inside)]
    assert PutUnder in stage.kinds(ephemeral)


def marked(stage: Stage, message: ResponseMessage) -> list[str]:
    """Return the faces of the marked dice in "My cup"."""
    return [label.split()[-1] for label in labels(stage, message) if "🟩" in label]


async def test_my_cup_names_the_hand_as_its_button_does(english_stage: Stage) -> None:
    """The hand includes the other dice, so that nobody wonders whether the hand and the button are the same claim."""
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="cup")
    name = await stage.to_move()
    await stage.press(name, LookUnder)
    seen = await cup(stage, name)
    fours, mine = held(replace(seen, mine=(1, 5, 5, 5, 5))), held(seen)
    assert fours is not None
    assert mine is not None
    assert spoken(fours) == "four fives with a one"
    page = stage.text(await my_cup(stage, name))
    assert f"You have **{spoken(mine)}**" in page
    assert "Claim one of these, true or not, or another hand:" in page, "a newcomer wonders what the three claims are"


async def test_a_lost_ephemeral_message_can_be_opened_again(stage: Stage) -> None:
    name = await opened(stage)
    await stage.press(name, PeekUnder)
    ephemeral = await my_cup(stage, name)
    assert "pull them out" in stage.text(ephemeral)
    await stage.press(name, ShakeCup, ephemeral, looks=True)
    assert MakeClaim in stage.kinds(ephemeral)


async def test_a_new_ephemeral_message_replaces_the_one_before(stage: Stage) -> None:
    """So players never have to look for the current message. The deletion costs none of the bot's own requests."""
    name = await opened(stage)
    lost = await my_cup(stage, name)
    (first,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.press(name, ShakeCup, first, looks=True)
    table = await stage.table()  # a low claim, because the hand under the cup may leave nothing to claim above it
    await stage.forge(name, MakeClaim(table.id, table.version, "pair-3", blind=False), message=first)
    (second,) = (await stage.press(await stage.to_move(), OpenBlind)).ephemerals
    await stage.press(await stage.to_move(), MakeClaim, second)
    (third,) = (await stage.press(await stage.to_move(), OpenBlind)).ephemerals
    assert not is_there(stage, lost)
    assert not is_there(stage, first), "the cup has been passed on"
    assert not is_there(stage, second)
    assert is_there(stage, third)
    await stage.press(await stage.to_move(), MakeClaim, third)
    before = stage.requests()
    (fourth,) = (await stage.press(name, PeekUnder)).ephemerals
    assert all("DELETE /channels" not in call for call in stage.calls_since(before) if str(stage.channel.id) in call)
    assert is_there(stage, fourth)


async def test_a_press_on_a_stale_ephemeral_message_redraws_it(stage: Stage) -> None:
    """After a restart the bot no longer updates the message, so the first press only shows the current state."""
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.restart()
    await stage.slash(name, "cup", act="shake")
    version = (await stage.table()).version
    assert ShakeCup in stage.kinds(ephemeral)
    answer = await stage.press(name, ShakeCup, ephemeral, looks=False)
    assert (await stage.table()).version == version
    assert "moved on" not in answer.words
    assert ShakeCup not in stage.kinds(ephemeral)
    assert MakeClaim in stage.kinds(ephemeral)
    await stage.press(name, MakeClaim, ephemeral)
    assert not is_there(stage, ephemeral), "it is kept up to date again, so it goes with the cup"


async def test_a_forged_press_of_a_bystander_with_the_cup_is_refused(stage: Stage) -> None:
    """The bystander plays at another table, and forges the press on a message of that table."""
    await opened(stage)
    snug = stage.guild.create_text_channel("snug")
    await stage.slash("Dan", "play", snug, game="common")
    await stage.press("Dan", AddComputer, channel=snug)
    await stage.press("Dan", Start, channel=snug)
    (ephemeral,) = (await stage.press("Dan", ShowDice, channel=snug)).ephemerals
    answer = await stage.forge("Dan", PeekUnder((await stage.table()).id, 1), message=ephemeral)
    assert "You’re not at this table." in answer.words


async def test_the_next_players_open_ephemeral_message_gets_the_cups_buttons(stage: Stage) -> None:
    name = await opened(stage)
    (other,) = await stage.others(name, (await stage.table()).seats[(await cup(stage)).state.claims[0].passer].name)
    theirs = await my_cup(stage, other)
    assert "has the cup" in stage.text(theirs)
    (ephemeral,) = (await stage.press(name, OpenBlind)).ephemerals
    await stage.press(name, MakeClaim, ephemeral)
    assert await stage.to_move() == other
    assert PeekUnder in stage.kinds(theirs)
    await stage.press(other, PeekUnder, theirs)
    assert ShakeCup in stage.kinds(theirs)


async def test_a_player_who_passes_the_cup_on_blind_is_first_asked_for_a_claim(stage: Stage) -> None:
    name = await opened(stage)
    version = (await stage.table()).version
    (ephemeral,) = (await stage.press(name, OpenBlind)).ephemerals
    assert "Pass it on blind" in stage.text(ephemeral)
    assert (await stage.table()).version == version
    await stage.press(name, MakeClaim, ephemeral)
    claim = (await cup(stage)).state.claims[-1]
    assert claim.blind
    assert "blind" in stage.text()


async def test_a_player_without_the_cup_reads_whose_turn_it_is(stage: Stage) -> None:
    name = await opened(stage)
    (other, *_) = await stage.others(name)
    assert f"Not yet: it’s **{name}**’s turn" in (await stage.press(other, PeekUnder)).words
    assert "has the cup" in (await stage.press(other, OpenBlind)).words
    assert "🟦" not in (await stage.press(other, OpenBlind)).words


async def test_after_five_sixes_only_the_challenge_is_left(stage: Stage) -> None:
    """No hand is higher than five sixes (K13)."""
    name = await opened(stage, "quints-6")
    assert (await cup(stage)).state.claim() == EVERY.top
    assert "nothing beats that: call Liar!" in stage.text()
    assert PeekUnder not in stage.kinds()
    ephemeral = await my_cup(stage, name)
    assert stage.kinds(ephemeral) == [CallLie]
