"""Test the game with the cup: the panel, the ephemeral message with the moves, the showdown, and typed moves."""

import re
from collections import Counter
from collections.abc import Callable
from threading import Thread, current_thread, main_thread
from typing import Any

import pytest
from msgspec.structs import replace

from bot.people.preferences import DmStyle
from bot.presses.base import Press
from bot.presses.codec import encode
from bot.presses.game import CallLie, CallQuits, LeaveTable, LookIn, SettleForfeit, ShowDice, SurelyQuit
from bot.presses.lobby import AddComputer, Rematch, Start
from bot.presses.poker_cup import (
    AskToBlame,
    BeginClaim,
    BlameThePass,
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
from bot.screens.families.bids.inputs import typed_bid
from bot.screens.families.poker_cup.claims import typed_claim
from bot.screens.families.poker_cup.inputs import held
from bot.screens.families.poker_cup.ranking import spoken
from engine.core.actions import How
from engine.poker_cup.ranking import EVERY
from tests.bot.cups import cup, labels, my_cup, nobody_sees_it
from tests.bot.plays import agreed
from tests.bot.stage import Stage


async def opened(stage: Stage, claim: str = "pair-2", **options: str) -> str:
    """Start a game of three in which the opener claims without looking. Return the name of the cup's next holder."""
    await stage.start("Ann", "Ben", "Cleo", game="cup", **options)
    name = await stage.to_move()
    await stage.forge(name, MakeClaim((await stage.table()).id, (await stage.table()).version, claim, blind=False))
    return await stage.to_move()


# The panel ----------------------------------------------------------------------------------------------------


async def test_the_panel_asks_the_opener_to_look_or_claim(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="cup")
    assert "look and claim" in stage.text()
    assert labels(stage)[:3] == ["⟦Look⟧", "⟦My cup⟧", "⟦More⟧"] or labels(stage)[:3] == ["Look", "My cup", "More"]


async def test_an_opener_who_has_looked_is_asked_for_a_claim(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="cup")
    name = await stage.to_move()
    await stage.press(name, LookUnder)
    assert f"**{name}**, what do you claim?" in stage.text()
    assert LookUnder not in stage.kinds()


async def test_the_receiver_may_challenge_peek_or_pass_on_blind(stage: Stage) -> None:
    name = await opened(stage)
    assert f"**{name}**, call Liar!, peek, or pass it on blind" in stage.text()
    assert "**a pair of twos** · rolled 5, unseen" in stage.text()
    assert [kind for kind in stage.kinds() if kind in (CallLie, PeekUnder, OpenBlind, ShowDice)] == [
        CallLie,
        PeekUnder,
        OpenBlind,
        ShowDice,
    ]


async def test_everybody_sees_each_act_but_not_the_dice(stage: Stage) -> None:
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    assert f"🥤 **{name}** peeked" in stage.text()
    await nobody_sees_it(stage)
    await stage.press(name, MarkDice, ephemeral, marks=1)
    await stage.press(name, PullOut, ephemeral)
    assert re.search("pulled out ⬜[⚀-⚅]", stage.text())
    await stage.press(name, ShakeCup, ephemeral, looks=True)
    assert "shook 4, looked" in stage.text()
    await nobody_sees_it(stage)
    await stage.press(name, MakeClaim, ephemeral)
    assert "peeked, rolled 4, looked" in stage.text()
    await nobody_sees_it(stage)


async def test_a_whole_turn_is_shown_in_the_message_of_its_round(stage: Stage) -> None:
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.press(name, ShakeCup, ephemeral, looks=True)
    await stage.press(name, MakeClaim, ephemeral)
    await stage.press(await stage.to_move(), CallLie)
    assert len([message for message in stage.public() if "Round 1/10" in stage.text(message)]) == 1


# The ephemeral message -------------------------------------------------------------------------------------------


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
        (MakeClaim, {"said": "quads-5"}, "You claimed **"),
    )
    for kind, fields, then in steps:
        answer = await stage.press(name, kind, ephemeral, **fields)
        assert {each.id for each in answer.ephemerals} <= {ephemeral.id}, f"{kind.__name__} opens no second message"
        assert then in stage.text(ephemeral), f"the text after {kind.__name__}"
    assert stage.text(ephemeral).startswith("🥤 You claimed ")
    assert "four fives" in stage.text(ephemeral)
    assert "\n" not in stage.text(ephemeral)


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
    for marks in (8, 24):
        await stage.press(name, MarkDice, ephemeral, marks=marks)
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


async def test_my_cup_names_the_hand_as_its_button_does(english_stage: Stage) -> None:
    """The hand includes the other dice, so that nobody wonders whether the hand and the button are the same claim."""
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="cup")
    name = await stage.to_move()
    await stage.press(name, LookUnder)
    seen = await cup(stage, name)
    hand = held(replace(seen, mine=(1, 5, 5, 5, 5)))
    assert hand is not None
    assert spoken(hand) == "four fives with a one"
    page = stage.text(await my_cup(stage, name))
    assert f"You have **{spoken(EVERY.hand(seen.mine))}**" in page
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
    await stage.press(name, MakeClaim, first)
    (second,) = (await stage.press(await stage.to_move(), OpenBlind)).ephemerals
    await stage.press(await stage.to_move(), MakeClaim, second)
    (third,) = (await stage.press(await stage.to_move(), OpenBlind)).ephemerals
    there = {message.id for message in stage.messages() if message.ephemeral}
    assert lost.id not in there
    assert {first.id, second.id, third.id} <= there, "each is its reader's only one"
    await stage.press(await stage.to_move(), MakeClaim, third)
    before = stage.requests()
    (fourth,) = (await stage.press(name, PeekUnder)).ephemerals
    assert all("DELETE /channels" not in call for call in stage.calls_since(before) if str(stage.channel.id) in call)
    there = {message.id for message in stage.messages() if message.ephemeral}
    assert first.id not in there
    assert fourth.id in there


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
    assert stage.text(ephemeral).startswith("🥤 You claimed "), "it is kept up to date again"


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
    assert "nothing beats that: call it" in stage.text()
    assert PeekUnder not in stage.kinds()
    ephemeral = await my_cup(stage, name)
    assert stage.kinds(ephemeral) == [CallLie]


# The showdown -----------------------------------------------------------------------------------------------------


async def caught(stage: Stage, **options: str) -> str:
    """Let the opener claim five fives without looking, and let the next player doubt the claim.

    Return the opener's name.
    """
    name = await opened(stage, "quints-5", **options)
    passer = (await stage.table()).seats[(await cup(stage)).state.claims[0].passer].name
    await stage.press(name, CallLie)
    return passer


async def test_a_showdown_shows_everybody_the_dice_under_the_cup(stage: Stage) -> None:
    passer = await caught(stage)
    shown = (await cup(stage)).state.showdown
    assert shown is not None
    assert "Caught by" in stage.text()
    assert "".join(map(str, sorted(shown.under))) in stage.text()
    assert f"**{passer}** must:" in stage.text()
    assert "opens the next round" in stage.text()


async def test_a_caught_player_can_blame_the_pass_and_pays_twice(stage: Stage) -> None:
    """The excuse changes nothing and costs a second forfeit (K15)."""
    passer = await caught(stage)
    (other, *_) = await stage.others(passer)
    assert "Only the player who just got caught can blame the" in (await stage.press(other, AskToBlame)).words
    version = (await stage.table()).version
    question = "Blame the pass? It changes nothing and costs you a second forfeit."
    assert question in (await stage.slash(passer, "cup", act="protest")).words
    asked = await stage.press(passer, AskToBlame)
    assert question in asked.words
    assert (await stage.table()).version == version
    await stage.press(passer, BlameThePass, asked.ephemerals[0])
    assert f"**{passer}** blames the pass" in stage.text()
    assert AskToBlame not in stage.kinds()
    seat = next(at for at, each in enumerate((await stage.table()).seats) if each.name == passer)
    assert (await cup(stage)).state.players[seat].forfeits == 2
    before = stage.panel()
    await stage.press(passer, SettleForfeit, how=How.PAID)
    assert "blames the pass! That costs a second forfeit." in stage.text(before), "the record keeps it"
    assert stage.panel().id != before.id


async def test_a_player_who_doubts_the_truth_pays(stage: Stage) -> None:
    name = await opened(stage, "high-1")
    await stage.press(name, CallLie)
    assert "pays for doubting." in stage.text()
    assert AskToBlame not in stage.kinds()


async def test_straights_are_offered_at_tables_where_they_count(stage: Stage) -> None:
    """Straights count only with the option `straights` (K10)."""
    await stage.sit("Ann", "Ben", game="cup")
    table = await stage.table()
    setup = table.setup.__class__("cup", {**table.setup.options, "straights": "on", "slippery": "0.5"})
    await stage.bot.services.tables.lobbies.change(table.id, table.host, setup, "test:straights")
    await stage.press("Ann", Start)
    name = await stage.to_move()
    ephemeral = await my_cup(stage, name)
    await stage.press(name, BeginClaim, ephemeral, said="straight")
    await stage.press(name, MakeClaim, ephemeral, said="straight-6")
    assert "six-high straight" in stage.text()
    await stage.press(await stage.to_move(), CallLie)
    assert (await cup(stage)).state.showdown is not None


async def test_a_slippery_pass_turns_one_die_over_secretly(english_stage: Stage) -> None:
    """The passer is responsible for the new dice, even after looking at the old ones (K14)."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game="cup", slippery="1")
    assert "slip" in stage.text().lower()
    await stage.press("Ann", Start)
    passer = await stage.to_move()
    (ephemeral,) = (await stage.press(passer, LookUnder)).ephemerals
    before = (await cup(stage, passer)).mine
    await stage.press(passer, MakeClaim, ephemeral)
    direct_messages = len(stage.direct_messages(passer))
    receiver = await stage.to_move()
    await stage.press(receiver, PeekUnder)
    after = (await cup(stage, receiver)).mine
    assert len(after) == 5
    assert sum((Counter(before) - Counter(after)).values()) == 1, "one die shows something else"
    assert len(stage.direct_messages(passer)) == direct_messages
    assert "rolled 5, looked" in stage.text()
    assert "slip" not in stage.text().lower()
    await nobody_sees_it(stage)


# Commands and DMs ---------------------------------------------------------------------------------------------------


async def test_a_whole_turn_can_be_typed(stage: Stage) -> None:
    await stage.start("Ann", "Ben", game="cup")
    name = await stage.to_move()
    assert "has the cup" in (await stage.slash((await stage.others(name))[0], "cup")).words
    assert "You have" in (await stage.slash(name, "cup", act="look")).words
    stage.typed |= {"pair of twos", "trips 6", "x2x"}
    assert "You claimed **" in (await stage.slash(name, "claim", what="pair of twos")).words
    name = await stage.to_move()
    assert "That doesn’t beat" in (await stage.slash(name, "claim", what="pair of ones")).words
    await stage.slash(name, "cup", act="peek")
    hand = (await cup(stage, name)).mine
    assert "You peeked, so roll at least one die:" in (await stage.slash(name, "claim", what="trips 6")).words
    assert "six faces" in (await stage.slash(name, "cup", act="pull out", dice="x2x")).words
    assert "That die isn’t there" in (await stage.slash(name, "cup", act="pull out")).words
    await stage.slash(name, "cup", act="pull out", dice=f"{hand[0]} {hand[1]}")
    assert (await cup(stage)).state.on_table() == hand[:2]
    await stage.slash(name, "cup", act="put under", dice=str(hand[0]))
    await stage.slash(name, "cup", act="roll", dice=str(hand[1]))
    (rolled,) = (await cup(stage)).state.on_table()
    assert (
        "You’ve already rolled that one this turn."
        in (await stage.slash(name, "cup", act="roll", dice=str(rolled))).words
    )
    assert len((await cup(stage)).state.thrown) == 1
    await stage.slash(name, "cup", act="shake unseen")
    await stage.slash(name, "claim", what="quads sixes")
    assert "four sixes" in stage.text()
    await stage.slash(await stage.to_move(), "liar")
    assert (await cup(stage)).state.showdown is not None


@pytest.mark.parametrize(("command", "what"), [("claim", "trips 6"), ("bid", "5 sixes")])
async def test_typed_moves_are_parsed_in_another_thread_of_the_process(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, command: str, what: str
) -> None:
    """Reading the first text in each language takes hundreds of times as long as reading a later one."""
    name, readers = await opened(stage), list[Thread]()

    def watched(read: Callable[..., Any]) -> Callable[..., Any]:
        def reading(*said: Any, **facts: Any) -> Any:
            readers.append(current_thread())
            return read(*said, **facts)

        return reading

    monkeypatch.setattr("bot.inbox.poker_cup.typed_claim", watched(typed_claim))
    monkeypatch.setattr("bot.inbox.bids.typed_bid", watched(typed_bid))
    await stage.slash(name, command, what=what)
    assert readers[0] is not main_thread()


async def test_a_typed_claim_is_blind_if_the_player_has_not_peeked(stage: Stage) -> None:
    name = await opened(stage)
    stage.typed.add("two pairs, 4s and 1s")
    await stage.slash(name, "claim", what="two pairs, 4s and 1s")
    assert (await cup(stage)).state.claims[-1].blind


async def test_an_unknown_hand_is_refused(stage: Stage) -> None:
    name = await opened(stage)
    assert "I don’t know that hand" in (await stage.slash(name, "claim", what="royal flush")).words


async def test_the_cup_can_be_played_from_a_dm(stage: Stage) -> None:
    name = await opened(stage)
    person = stage.people[name].user
    ephemeral = (await person.slash("cup", act="peek")).response
    assert ephemeral is not None
    for kind in (MarkDice, PullOut, ShakeCup, MakeClaim):
        assert "The Anchor · #dice" in stage.text(ephemeral)
        assert LookIn in stage.kinds(ephemeral)
        press = next(press for press in stage.presses(ephemeral) if isinstance(press, kind))
        await person.click(ephemeral, custom_id=encode(press))
    assert "You claimed" in stage.text(ephemeral)
    assert name != await stage.to_move()


async def test_the_page_in_a_dm_says_that_the_game_is_over_and_loses_its_buttons(stage: Stage) -> None:
    name = await opened(stage)
    table, person = (await stage.table()).id, stage.people[name].user
    page = (await person.slash("cup", act="peek")).response
    assert page is not None
    stage.bot.services.announcer.windows._open.clear()  # as after a restart: nothing keeps the page up to date
    for each in ("Ann", "Ben"):  # the majority
        asked = await stage.press(each, CallQuits)
        await stage.press(each, SurelyQuit, asked.ephemerals[0])
    await person.click(page, custom_id=encode(LookIn(table)))
    assert "🏁 The game at The Anchor · #dice is over." in stage.text(page)
    assert not stage.kinds(page)


async def test_the_dice_that_a_player_peeked_at_are_sent_only_to_them(stage: Stage) -> None:
    name = await opened(stage)
    before = {each: len(stage.direct_messages(each)) for each in ("Ann", "Ben", "Cleo")}
    await stage.press(name, PeekUnder)
    digits = " ".join(map(str, (await cup(stage, name)).mine))
    assert digits in stage.direct_messages(name)[-1]
    assert all(len(stage.direct_messages(other)) == before[other] for other in await stage.others(name))


# Whole games ----------------------------------------------------------------------------------------------------------


async def play_on(stage: Stage, believing: int) -> None:
    """Play to the result with buttons alone.

    In each round, players peek and claim until there are `believing` claims. The next player doubts the last claim. A
    player who may not peek, because no hand beats the claim, also doubts it.
    """
    for _ in range(300):
        if Rematch in stage.kinds():
            return
        await nobody_sees_it(stage)
        name = await stage.to_move()
        view = await cup(stage, name)
        if view.state.debtors:
            await stage.press(name, SettleForfeit, debtor=view.state.debtors[0], how=How.PAID)
            continue
        opens = view.state.standing is None
        if not opens and (len(view.state.claims) >= believing or not view.legal.peek):
            await stage.press(name, CallLie)
            continue
        (ephemeral,) = (await stage.press(name, LookUnder if opens else PeekUnder)).ephemerals
        if not opens:
            await stage.press(name, ShakeCup, ephemeral, looks=True)
        await stage.press(name, MakeClaim, ephemeral)
    pytest.fail("no result in 300 moves")


async def test_a_game_with_the_cup_is_played_from_the_lobby_to_the_result(both: Stage) -> None:
    await both.start("Ann", "Ben", "Cleo", game="cup", rounds="2", forfeit="sing a shanty")
    await play_on(both, 4)
    everything = "\n".join(both.text(message) for message in both.public())
    assert everything.count("Liar!") >= 1
    assert "must: **sing a shanty**" in everything
    assert re.search(r"🏆 .*(wins?)", both.text())


async def test_a_game_with_the_cup_and_a_computer_comes_to_its_result(stage: Stage) -> None:
    await stage.start("Ann", "Ben", computers=1, game="cup", rounds="2")
    await play_on(stage, 4)
    assert re.search(r"🏆", stage.text())


async def test_a_computers_whole_turn_with_the_cup_is_shown_by_one_edit(english_stage: Stage) -> None:
    """Five edits, one for each act, would follow each other too fast to be read."""
    stage = english_stage
    await stage.start("Ann", computers=3, game="cup", rounds="20")
    await stage.bot.services.preferences.change(stage.people["Ann"].id, dms=DmStyle.NONE)
    while True:
        before = await cup(stage, "Ann")
        if before.state.standing is not None and not before.legal.peek:
            await stage.press("Ann", CallLie)  # a computer claimed five sixes, which no hand beats
            continue
        (ephemeral,) = (await stage.press("Ann", LookUnder if before.state.standing is None else PeekUnder)).ephemerals
        if before.state.standing is not None:
            await stage.press("Ann", ShakeCup, ephemeral, looks=True)
        requests = stage.requests()
        await stage.press("Ann", MakeClaim, ephemeral)
        after = await cup(stage)
        made = after.state.claims[len(before.state.claims) :]
        if after.state.round == before.state.round and len(made) == 1 + 3 and not any(each.blind for each in made):
            break
    edits = [each for each in stage.env.http_requests[requests:] if each.method == "PATCH"]
    assert len(edits) == 2 * (1 + 3), "Ann's claim and three turns, each in the panel and in her ephemeral message"


async def test_acts_in_an_ephemeral_message_cost_none_of_the_bots_requests(stage: Stage) -> None:
    """The press itself edits the ephemeral message, and the token of the last press on the panel edits the panel."""
    name = await opened(stage)
    await stage.bot.services.preferences.change(stage.people[name].id, dms=DmStyle.NONE)
    before = stage.requests()
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.press(name, MarkDice, ephemeral, marks=1)
    await stage.press(name, PullOut, ephemeral)
    await stage.press(name, ShakeCup, ephemeral, looks=True)
    await stage.press(name, BeginClaim, ephemeral, said="quads")
    assert stage.calls_since(before) == []


async def test_the_press_that_opened_an_ephemeral_message_edits_the_panel(stage: Stage) -> None:
    """No other press has a token that can edit the panel, because the bot posted the round's message by itself."""
    await stage.start("Ann", "Ben", "Cleo", game="cup")
    name = await stage.to_move()
    await stage.bot.services.preferences.change(stage.people[name].id, dms=DmStyle.NONE)
    before = stage.requests()
    ephemeral = await my_cup(stage, name)
    await stage.press(name, LookUnder, ephemeral)
    assert "looked" in stage.text()
    await stage.press(name, MakeClaim, ephemeral)
    assert await stage.to_move() != name
    assert stage.calls_since(before) == []


async def test_the_bot_passes_a_likely_claim_on_blind_for_an_absent_player(stage: Stage) -> None:
    """The bot plays for a player whose turn runs out (L2)."""
    name = await opened(stage, clock="60")
    await stage.time_passes(seconds=61)
    assert f"**{name}** ran out of time" in stage.text()
    assert (await cup(stage)).state.showdown is None
    assert await stage.to_move() != name


async def test_a_player_who_leaves_with_the_cup_hands_it_on(stage: Stage) -> None:
    """The next player receives the cup (L1)."""
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.press(name, ShakeCup, ephemeral, looks=True)
    await stage.surely(name, await stage.press(name, LeaveTable))
    assert await stage.to_move() != name
    assert "look and claim" in stage.text(), "the dice are thrown again"
    assert "leaves the table" in stage.text()
    assert "pair of twos" not in stage.text(), "there is no claim to beat any more"
    assert MakeClaim not in stage.kinds(ephemeral)
