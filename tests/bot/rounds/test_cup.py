"""Test the game with the cup: the panel, the showdown and whole games."""

import re
from collections import Counter

import pytest

from bot.people.preferences import DmStyle
from bot.presses.game import CallLie, LeaveTable, SettleForfeit, ShowDice
from bot.presses.lobby import Rematch, Start
from bot.presses.poker_cup import (
    AskToBlame,
    BeginClaim,
    BlameThePass,
    LookUnder,
    MakeClaim,
    MarkDice,
    OpenBlind,
    PeekUnder,
    PullOut,
    ShakeCup,
)
from engine.core.actions import How
from tests.bot.cups import caught, cup, labels, my_cup, nobody_sees_it, opened
from tests.bot.plays import agreed
from tests.bot.rounds.test_beats import Show
from tests.bot.stage import Stage

# The panel ----------------------------------------------------------------------------------------------------


async def test_the_panel_asks_the_opener_to_look_or_claim(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", game="cup")
    assert "look or claim" in stage.text()
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
    assert "**a pair of twos** ⚁⚁ or better · rolled 5, unseen" in stage.text()
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


async def test_other_dice_that_decide_are_in_words_on_the_panel_and_in_the_call(english_stage: Stage) -> None:
    """A claim may beat another by its other dice alone (K11). A picture of a die alone is easily missed."""
    stage, show = english_stage, Show(english_stage)
    name = await opened(stage, "twopair-6-3")
    await claimed(stage, name, "twopair-6-3-4")
    said = "two pair, sixes and threes, with a four"
    assert f"**{said}**" in stage.text()
    receiver = await stage.to_move()
    assert f"To beat: **{said}**" in stage.text(await my_cup(stage, receiver))
    await stage.press(receiver, CallLie)
    assert show.pictures
    assert all(f"doubts {name}: {said}" in picture for picture in show.pictures), show.pictures
    assert f"{name} {said}" in stage.text().replace("**", ""), "the claims below the verdict"


async def test_the_claim_that_was_beaten_stays_on_the_panel(english_stage: Stage) -> None:
    """A player whose claim was raised still sees it."""
    stage = english_stage
    name = await opened(stage, "pair-2", clock="60")
    opener = (await stage.table()).seats[(await cup(stage)).state.claims[0].passer].name
    await claimed(stage, name, "pair-3-6-5-4")
    assert f"{opener} ⚁⚁" in stage.text()
    (ephemeral,) = (await stage.press(await stage.to_move(), PeekUnder)).ephemerals
    await stage.press(await stage.to_move(), ShakeCup, ephemeral, looks=True)
    await stage.press(await stage.to_move(), MakeClaim, ephemeral)
    assert f"{name} ⚂⚂⚅⚄⚃\n" in stage.text()


async def test_the_claim_that_the_house_made_stays_on_the_panel(english_stage: Stage) -> None:
    stage = english_stage
    name = await opened(stage, "pair-2", clock="60")
    await stage.time_passes(seconds=61)
    assert f"**{name}** ran out of time" in stage.text()
    following = await stage.to_move()
    (ephemeral,) = (await stage.press(following, PeekUnder)).ephemerals
    await stage.press(following, ShakeCup, ephemeral, looks=True)
    await stage.press(following, MakeClaim, ephemeral)
    assert f"{name} ⚁⚁⚂\n" in stage.text(), "the least that beats ⚁⚁ (L2)"


async def claimed(stage: Stage, name: str, claim: str) -> None:
    """Let this person pass the cup on unseen with a claim."""
    table = await stage.table()
    await stage.forge(name, MakeClaim(table.id, table.version, claim, blind=True))


# The showdown -----------------------------------------------------------------------------------------------------


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
    assert "straight to six" in stage.text()
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
    assert len(edits) == 1 + 3, "Ann's claim and three turns in the panel; her ephemeral message is gone"


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


async def test_each_step_with_the_cup_has_its_full_time(stage: Stage) -> None:
    """A player who peeks shortly before the turn ends still has time to think, to shake and to claim."""
    name = await opened(stage, clock="60")
    await stage.time_passes(seconds=50)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.time_passes(seconds=100)
    await stage.press(name, ShakeCup, ephemeral, looks=True)
    await stage.time_passes(seconds=150)
    assert await stage.to_move() == name
    await stage.time_passes(seconds=165)
    assert f"**{name}** ran out of time" in stage.text()
    assert await stage.to_move() != name


async def test_a_player_who_leaves_with_the_cup_hands_it_on(stage: Stage) -> None:
    """The next player receives the cup (L1)."""
    name = await opened(stage)
    (ephemeral,) = (await stage.press(name, PeekUnder)).ephemerals
    await stage.press(name, ShakeCup, ephemeral, looks=True)
    await stage.surely(name, await stage.press(name, LeaveTable))
    assert await stage.to_move() != name
    assert "look or claim" in stage.text(), "the dice are thrown again"
    assert "leaves the table" in stage.text()
    assert "pair of twos" not in stage.text(), "there is no claim to beat any more"
    assert ephemeral.id not in {each.id for each in stage.messages() if each.ephemeral}
