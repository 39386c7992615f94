"""Test the moves with the cup that players type, and the game with the cup in DMs."""

from collections.abc import Callable
from threading import Thread, current_thread, main_thread
from typing import Any

import pytest

from bot.presses.codec import encode
from bot.presses.game import CallQuits, LookIn, SurelyQuit
from bot.presses.poker_cup import (
    MakeClaim,
    MarkDice,
    PeekUnder,
    PullOut,
    ShakeCup,
)
from bot.screens.families.bids.inputs import typed_bid
from bot.screens.families.poker_cup.claims import completions, typed_claim
from tests.bot.cups import cup, opened
from tests.bot.stage import Stage


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


async def test_a_hand_without_its_faces_is_refused_with_what_is_missing(stage: Stage) -> None:
    name = await opened(stage)
    said = {"Full House": "needs two faces", "two pair": "needs two faces", "a pair": "needs one face"}
    for what, missing in {**said, "trips": "needs one face", "straight": "ends at five or six"}.items():
        stage.typed.add(what)
        assert missing in (await stage.slash(name, "claim", what=what)).words, what


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
    windows = stage.bot.services.announcer.windows
    for message in (*windows._open,):
        windows._drop(message)  # as after a restart: nothing keeps the page up to date
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


async def test_slips_in_a_typed_claim_are_forgiven_and_never_make_another_claim(english_stage: Stage) -> None:
    stage = english_stage
    name = await opened(stage)
    for typed, meant in (
        ("three fivs", "three fives"),
        ("tow pair threes and twos", "two pair, threes and twos"),
        ("piar of sixes", "a pair of sixes"),
        ("full hosue threes over twos", "threes full of twos"),
    ):
        offered = [value for _, value in completions(await cup(stage, name), typed)]
        answer = await stage.slash(name, "claim", what=typed)
        assert f"“{typed}”. Did you mean **{meant}**" in answer.words
        assert MakeClaim in stage.kinds(answer.ephemerals[0])
        assert meant in offered
