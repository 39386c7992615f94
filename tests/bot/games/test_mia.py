"""Test Mia at a table: claims in two taps, believing by a new throw, giving up, and lives."""

import re

import pytest
from simcord import ResponseMessage

from bot.presses.game import CallLie, Guess, ShowDice, SurelyCallLie
from bot.presses.history import ALL, OpenReplay, ShareMoment, TurnReplay
from bot.presses.lobby import Rematch, Start
from bot.presses.poker_cup import GiveUpRound, LookUnder, MakeClaim, MarkDice, OpenBlind, ShakeCup
from bot.screens.elements.cards import Row, Text
from bot.screens.families.narration import Hinted
from bot.screens.families.presenters import PRESENTERS
from bot.words.dice import DIE
from engine import games
from engine.core.actions import Deal
from engine.fairness import FairDice, Seed
from engine.poker_cup.view import CupView
from tests.bot.cups import SEEN, cup, my_cup
from tests.bot.plays import agreed, by_buttons, by_commands, play_to_the_end, told
from tests.bot.random_games import table_of
from tests.bot.stage import Stage


async def claim(stage: Stage, said: str) -> str:
    """Let the player with the cup claim this without looking. Return the player's name."""
    name, opens = await stage.to_move(), (await stage.seen()).state.standing is None
    page = await my_cup(stage, name) if opens else (await stage.press(name, OpenBlind)).ephemerals[0]
    await stage.press(name, MakeClaim, page, said=said)
    return name


def labels(stage: Stage, message: ResponseMessage) -> list[str]:
    return [str(button.get("label", "")) for button in stage.buttons(message)]


async def lives(stage: Stage) -> dict[str, int]:
    players = (await stage.seen()).state.players
    return {seat.name: player.lives for seat, player in zip((await stage.table()).seats, players, strict=True)}


@pytest.mark.parametrize("way", [by_buttons, by_commands])
async def test_a_game_of_mia_goes_from_the_lobby_to_the_last_life(stage: Stage, way: object) -> None:
    await stage.start("Ann", "Ben", game="mia")
    await play_to_the_end(stage, way)  # type: ignore[arg-type]
    assert min((await lives(stage)).values()) == 0
    assert "is out of lives" in told(stage)
    assert "🏆" in told(stage)
    assert Rematch in stage.kinds()


async def test_a_claim_takes_two_taps_and_no_button_knows_the_truth(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="mia")
    first = await claim(stage, "43")
    other = await stage.to_move()
    assert other != first
    assert {CallLie, ShakeCup, OpenBlind, ShowDice} <= set(stage.kinds())
    assert GiveUpRound not in stage.kinds()
    (page,) = (await stage.press(other, ShakeCup)).ephemerals
    quick = [each.said for each in stage.presses(page) if isinstance(each, MakeClaim)]
    ladder = [each.said for each in stage.offered(page) if isinstance(each, MakeClaim)]
    assert quick[0] == ladder[0] == "51"  # the least that beats 43, and then all that beat it
    assert ladder[-1] == "21"
    assert quick == sorted(quick, key=ladder.index)
    assert len(set(quick)) == 4
    assert "51" in labels(stage, page), "a throw is its own label, so that four of them fit one line on a phone"
    held = "".join(str(DIE.index(found[1])) for found in SEEN.finditer(stage.text(page)))
    assert held in quick or held not in ladder, "one's own roll has a button if it is high enough"
    assert MarkDice not in stage.kinds(page)
    assert "To beat: **43**" in stage.text(page)
    assert "You have **" in stage.text(page)
    await stage.press(other, MakeClaim, page, said="21")
    assert stage.text(stage.panel()).count("**Mia**") >= 1


async def test_dice_are_shown_with_the_higher_one_first_as_in_claims(english_stage: Stage) -> None:
    """This is so in the DM, in one's own cup, at the showdown and in the replay."""
    stage = english_stage
    await stage.nobody_owes()
    await agreed(stage, "Ann", "Ben", game="mia", lives="9", rounds="4")
    await stage.press("Ann", Start)
    seen = []
    for _ in range(4):
        name = await stage.to_move()
        (page,) = (await stage.press(name, LookUnder)).ephemerals
        (dm,) = re.findall(r"You saw \*\*(\d) (\d)\*\*", stage.direct_messages(name)[-1])
        seen += [dm, tuple(DIE.index(found[1]) for found in SEEN.finditer(stage.text(page)))]
        await stage.press(name, MakeClaim, page, said="65")
        await stage.press(await stage.to_move(), CallLie)
        await stage.time_passes(seconds=60)
    (replay,) = (await stage.press("Ann", OpenReplay)).ephemerals
    await stage.pick("Ann", replay, TurnReplay, eye=ALL)
    (steps,) = re.findall(r"1 of (\d+)", stage.text(replay))
    for step in range(1, int(steps)):
        await stage.press("Ann", TurnReplay, replay, step=step, jump=False)
        seen += re.findall(r"^-# ([1-6])([1-6])$", stage.text(replay), re.MULTILINE)
    seen += re.findall(r" ([1-6])([1-6])$", told(stage), re.MULTILINE)
    throws = [tuple(map(int, each)) for each in seen]
    assert len(throws) >= 4 * (2 + 3 + 1), "in the replay before and after the claim, and at the showdown"
    assert any(first != second for first, second in throws)
    assert all(first >= second for first, second in throws), throws


async def test_the_private_window_answers_in_the_order_of_the_panel(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="mia")
    await claim(stage, "43")
    page = await my_cup(stage, await stage.to_move())
    answers = ["Liar!", "Believe", "Blind"]
    assert labels(stage, stage.panel())[:3] == answers
    assert labels(stage, page)[:4] == [*answers, "Believe unseen"]


def test_the_advice_before_a_claim_is_to_look() -> None:
    """Looking costs nothing. The advice names no claim, and no claim gets a button for it."""
    table, chance = table_of(2, "mia"), FairDice(Seed(b"s" * 32), {})
    _, game = games.play(games.start(table.rules, 2, chance)[1], None, Deal(), chance)
    view = games.view(game, games.awaited(game)[0])
    assert isinstance(view, CupView)
    page = PRESENTERS["single-cup"].mine(table, view, False, Hinted(best=games.advice(view)))
    said = "\n".join(part.words for part in page.parts if isinstance(part, Text))
    assert "💡 Best: look before you claim." in said
    assert [len(part.buttons) for part in page.parts if isinstance(part, Row)][1] == 4


@pytest.mark.parametrize("by", ["button", "command"])
async def test_a_call_that_cannot_be_right_is_asked_once(english_stage: Stage, by: str) -> None:
    """No roll is lower than 31. The question depends on the claim alone, and a repeated call is meant."""
    stage = english_stage
    await stage.sit("Ann", "Ben", game="mia")
    for name in ("Ann", "Ben"):
        await stage.bot.services.preferences.forget(stage.people[name].id)
    await stage.press("Ann", Start)
    await claim(stage, "31")
    other, before = await stage.to_move(), await stage.table()
    asked = await (stage.press(other, CallLie) if by == "button" else stage.slash(other, "liar"))
    assert "Really doubt **31**? It can’t be a lie." in asked.words
    assert await stage.table() == before
    if by == "button":
        await stage.press(other, SurelyCallLie, asked.ephemerals[0])
    else:
        await stage.slash(other, "liar")
    assert "31 can never be a lie" in told(stage)


async def test_no_question_comes_before_a_call_that_may_be_right(english_stage: Stage) -> None:
    stage = english_stage
    await stage.sit("Ann", "Ben", game="mia")
    for name in ("Ann", "Ben"):
        await stage.bot.services.preferences.forget(stage.people[name].id)
    await stage.press("Ann", Start)
    await claim(stage, "32")
    assert "Really doubt" not in (await stage.press(await stage.to_move(), CallLie)).words
    assert sorted((await lives(stage)).values()) == [2, 3], "the round is over"


async def test_a_player_gives_up_after_mia_and_no_die_is_shown(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo", game="mia")
    first = await claim(stage, "21")
    other = await stage.to_move()
    assert "call Liar! (two if it’s real), or give up (one)" in stage.text(stage.panel())
    assert not {OpenBlind, ShakeCup} & {type(each) for each in stage.presses(stage.panel())}
    await stage.press(other, GiveUpRound)
    shown = told(stage)
    assert f"{other} gives up on {first}’s Mia. The dice stay under the cup." in shown
    assert f"{other} loses a life and has 2 lives left" in shown
    assert "❤️ Ann" in stage.text(stage.panel())
    assert await lives(stage) == {"Ann": 3, "Ben": 3, "Cleo": 3} | {other: 2}
    view = await cup(stage)
    assert (view.state.round, view.state.claims) == (2, ())
    assert await stage.to_move() == other != first


async def test_a_game_that_ends_by_giving_up_has_nothing_to_guess_or_to_share(english_stage: Stage) -> None:
    """There was no showdown, so there is no picture of one. A lie that nobody called is told at the end."""
    stage = english_stage
    await agreed(stage, "Ann", "Ben", game="mia", lives="1")
    await stage.press("Ann", Start)
    first = await claim(stage, "21")
    await stage.press(await stage.to_move(), GiveUpRound)
    assert not {Guess, ShareMoment} & set(stage.kinds())
    assert Rematch in stage.kinds()
    shown = told(stage)
    assert "is out of lives" in shown
    assert f"{first} wins" in shown
    assert "Cup up" not in shown
    assert "Best call" not in shown
    (lie,) = re.findall(r"Boldest lie: (\w+) got away with Mia \(it was", shown) or [first]
    assert lie == first
    profile = (await stage.slash(first, "profile")).words
    assert "call right" not in profile, "giving up is no call"


async def test_typed_claims_of_mia_are_read_and_a_low_one_names_the_least(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="mia")
    await stage.slash(await stage.to_move(), "claim", what="six five")
    assert "65" in stage.text(stage.panel())
    name = await stage.to_move()
    assert "at least **double ones**" in (await stage.slash(name, "claim", what="43")).words
    assert "higher number first" in (await stage.slash(name, "claim", what="56")).words
    await stage.slash(name, "claim", what="Mäxchen")
    assert "Mia" in stage.text(stage.panel())
    await stage.slash(name := await stage.to_move(), "cup", act="give up")
    assert f"{name} gives up on" in told(stage)


async def test_everybody_sees_all_lives_at_each_claim_and_at_the_showdown(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", game="mia")
    for said in ("43", "51", "62", "65"):
        await claim(stage, said)
        assert "❤️ Ann 3 · Ben 3" in stage.text(), f"a claim of {said} is to be answered"
    await stage.press(await stage.to_move(), CallLie)
    left = await lives(stage)
    assert f"❤️ Ann {left['Ann']} · Ben {left['Ben']}" in stage.text()
    assert sorted(left.values()) == [2, 3]
