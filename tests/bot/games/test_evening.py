"""Test an evening of several games.

It has rematches, a running score, a best moment that can be shared, and one card at the end.
"""

import re
from typing import Any

from bot.people.preferences import OthersSee
from bot.presses.game import CallLie, LeaveTable, OpenMore
from bot.presses.history import EndEvening, GoOnWithEvening, ShareMoment, ShowBoard
from bot.presses.lobby import AddComputer, ChooseDeck, Join, OpenStakes, Rematch, Start
from bot.tables.model import Deck, Status
from bot.words.talk import spoken
from tests.bot.answers import descriptions, words
from tests.bot.games.test_stakes import drawing, play_one
from tests.bot.games.test_whole_games import play_on
from tests.bot.plays import agreed
from tests.bot.stage import Stage

REMEMBERED = re.compile(r"🔁 [^\n]*\d\w\w time tonight[^\n]*\.|🔥 [^\n]*\d lies in a row[^\n]*!")


async def again(stage: Stage, name: str = "Ann") -> None:
    """Press Again on the result as this person, who becomes the host, and play the next game to its end."""
    await stage.press(name, Rematch)
    await stage.press(name, Start)
    await play_on(stage, 3)


def nights(stage: Stage) -> list[str]:
    """Return the words of each night card, with the description of its picture."""
    found = [each for each in stage.messages() if "Good night!" in words(each)]
    assert all(words(each) == "## 🌙 Good night!" for each in found), "the message has one line"
    return ["\n".join((words(each), descriptions(each))) for each in found]


async def test_the_again_button_opens_a_rematch_and_a_second_press_joins_it(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2", forfeit="sing a song")
    await play_on(stage, 3)
    result, before = stage.panel(), await stage.table()
    await stage.press("Ben", Rematch, result)
    lobby = await stage.table()
    assert (lobby.status, lobby.host.name, lobby.setup.forfeit) == (Status.LOBBY, "Ben", "sing a song")
    assert lobby.setup.options == before.setup.options
    await stage.press("Dan", Rematch, result)
    assert sorted(seat.name for seat in (await stage.table()).seats) == ["Ann", "Ben", "Dan"]
    await stage.press("Ben", Start)
    answer = await stage.press("Cleo", Rematch, result)
    assert "already a table here" in answer.words


async def test_a_player_who_was_idle_for_ten_minutes_is_not_seated_again(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", rounds="1")
    await play_on(stage, 1)
    await stage.time_passes(minutes=11)
    await stage.press("Ben", Rematch)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ben"]


async def test_an_evening_has_a_score_after_its_second_game(both: Stage) -> None:
    await both.start("Ann", "Ben", "Cleo", rounds="2")
    await play_on(both, 3)
    assert "Tonight" not in both.text()
    assert EndEvening not in both.kinds()
    await again(both)
    assert re.search(r"🌙 Tonight: \*\*(Ann|Ben|Cleo)\*\* [12]", both.text())
    assert len((await both.table()).annotations.evening) == 1


async def test_the_best_score_of_those_who_stayed_dry_counts_as_the_win_of_an_evening(english_stage: Stage) -> None:
    """Firehouse has no winners. The player who leaves it washes up (L3)."""
    stage = english_stage
    for _ in range(2):
        await stage.start("Ann", "Ben", game="firehouse")
        await stage.surely("Ben", await stage.press("Ben", LeaveTable))
    assert "🌙 Tonight: **Ann** 2" in stage.text()
    first = await stage.slash("Ben", "leaderboard")
    assert re.search(r"🥇 Ann · 2 in 2 games.*Ben.* · 0 in 2 games.*Firehouse: the best score", first.words, re.DOTALL)
    whole = await stage.press("Ben", ShowBoard, first.ephemerals[0], board="wins")
    assert "Ann · 0 in 2 games" in whole.words, "the stored figures stay"


async def test_the_table_remembers_who_caught_whom_in_all_games_of_the_evening(english_stage: Stage) -> None:
    """Ann lies in each round, and Ben catches her. Another evening knows nothing of the first one."""
    stage, told = english_stage, list[list[str]]()
    for dice, hours in (("2", 0), ("3", 0), ("4", 3)):
        await stage.time_passes(hours=hours)
        await agreed(stage, "Ann", "Ben", game="dudo", dice=dice, seating="joined")
        await stage.press("Ann", Start)
        said: list[str] = []
        while (await stage.table()).status is Status.PLAYING:
            await stage.slash("Ann", "bid", what=f"{(await stage.view()).state.pool} sixes")
            await stage.press("Ben", CallLie)
            said += [
                line for line in REMEMBERED.findall("\n".join(map(words, stage.public()[-2:]))) if line not in said
            ]
        told.append(said)
    second, on_fire = "🔁 Ben catches Ann again: 2nd time tonight.", "🔥 {} lies in a row: Ben is on fire!"
    first = ["🔥 Ben catches 3 lies in a row!", "🔁 Ben catches Ann again: 4th time tonight.", on_fire.format(5)]
    assert told == [[second], first, [second, on_fire.format(3), "🔁 That’s the 4th time tonight Ben has caught Ann."]]


async def test_a_game_of_other_people_begins_another_evening(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await stage.start("Cleo", "Ben", rounds="1")
    await play_on(stage, 1)
    assert "Tonight" not in stage.text()


async def test_the_host_ends_an_evening_and_its_card_is_posted_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2", forfeit="sing a song")
    await play_on(stage, 3)
    await again(stage)
    result, table = stage.panel(), (await stage.table()).id
    (theirs,) = (await stage.press("Ben", OpenMore, result)).ephemerals
    assert EndEvening not in stage.kinds(theirs)
    assert "Only Ann, the host" in (await stage.forge("Ben", EndEvening(table))).words
    assert "Only Ann, the host" in (await stage.forge("Ben", GoOnWithEvening(table))).words
    asked = await stage.press("Ann", EndEvening, result)
    assert "🌙 Call it a night for everyone? I’ll post the night card here." in asked.words
    assert "Nothing changed" in (await stage.press("Ann", GoOnWithEvening, asked.ephemerals[0])).words
    assert nights(stage) == []
    done = await stage.surely("Ann", await stage.press("Ann", EndEvening, result))
    assert "🌙 Here’s the night card: tonight in one picture." in done.words
    (card,) = nights(stage)
    assert re.search(r"🎲 .*Common hand: (Ann|Ben)", card.replace("**", "")) or "Good night" in card
    assert "You can’t call it a night now" in (await stage.forge("Ann", EndEvening(table))).words
    (message,) = (each for each in stage.public() if "Good night!" in words(each))
    await stage.press("Ben", Rematch, message)
    assert (await stage.table()).status is Status.LOBBY
    await stage.time_passes(hours=3)
    assert len(nights(stage)) == 1


async def test_the_night_card_names_each_open_forfeit_or_counts_it(english_stage: Stage) -> None:
    """Ann loses five rounds, and draws a different dare in each of them."""
    stage = english_stage
    await drawing(stage, Deck.SILLY, rounds="5")
    for _ in range(5):
        await stage.raise_once()
        await play_one(stage)
    await again(stage)
    await stage.surely("Ann", await stage.press("Ann", EndEvening))
    (card,) = nights(stage)
    assert 1 <= card.count("📝 ") <= 3
    assert re.search(r"📝 .* \(\+\d more\)", card)


async def test_an_evening_ends_two_hours_after_its_last_game_even_after_a_restart(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    await again(stage)
    await stage.time_passes(hours=1.9)
    assert nights(stage) == []
    await stage.restart()
    await stage.time_passes(hours=2.1)
    (card,) = nights(stage)
    assert "🏆" in card
    await stage.restart()
    await stage.time_passes(hours=9)
    assert len(nights(stage)) == 1


async def test_an_evening_of_one_game_has_no_card(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await stage.time_passes(hours=3)
    assert nights(stage) == []


async def test_a_third_game_continues_the_evening(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await again(stage)
    await stage.time_passes(hours=1)
    result = stage.panel()
    for name in ("Ann", "Ben"):
        await stage.press(name, Rematch, result)
    await stage.press("Ann", Start)
    await play_on(stage, 1)
    assert len((await stage.table()).annotations.evening) == 2
    await stage.time_passes(hours=2.5)
    assert nights(stage) == []
    await stage.time_passes(hours=3.1)
    assert len(nights(stage)) == 1


async def test_the_evening_card_names_faces_like_the_table_where_the_moment_happened(english_stage: Stage) -> None:
    await a_bold_lie_is_caught(english_stage, game="dudo", switches=["face-names=on"])
    await a_bold_lie_is_caught(english_stage)
    await english_stage.surely("Ann", await english_stage.press("Ann", EndEvening))
    (card,) = nights(english_stage)
    assert "said 10 ants." in card.replace("**", "")


# The best moment --------------------------------------------------------------------------------------------------


async def a_bold_lie_is_caught(stage: Stage, **options: Any) -> tuple[str, str]:
    """Play a round in which a bid of ten sixes is caught. Return the bidder's and the caller's names."""
    await stage.start("Ann", "Ben", rounds="1", **options)
    liar = await stage.to_move()
    await stage.slash(liar, "bid", what="10 sixes")
    caller = await stage.to_move()
    await stage.press(caller, CallLie)
    return liar, caller


async def test_the_best_moment_is_shared_once_as_a_picture(stage: Stage) -> None:
    liar, caller = await a_bold_lie_is_caught(stage)
    result = stage.panel()
    before = len(stage.messages())
    answer = await stage.press("Ben", ShareMoment, result)
    shown = stage.messages()[before]
    assert f"{liar} said 10 sixes." in descriptions(shown)
    assert f"Caught by {caller}!" in descriptions(shown)
    assert ShareMoment not in stage.kinds(next(each for each in stage.public() if each.id == result.id))
    assert not answer.words or "shared" not in answer.words
    again_ = await stage.forge("Ann", ShareMoment((await stage.table()).id))
    assert "been shared already" in again_.words


async def test_a_shared_moment_does_not_name_a_player_with_a_hidden_profile(stage: Stage) -> None:
    liar, caller = await a_bold_lie_is_caught(stage)
    await stage.bot.services.preferences.change(stage.people[liar].id, others_see=OthersSee.BOARDS)
    before = len(stage.messages())
    await stage.press(caller, ShareMoment)
    said = descriptions(stage.messages()[before])
    assert liar not in said
    assert "Somebody" in said
    assert " said " in said
    assert caller in said


# Dares ------------------------------------------------------------------------------------------------------------


async def test_a_loser_draws_a_dare_whose_words_are_shown_in_public(both: Stage) -> None:
    await both.sit("Ann", "Ben", rounds="3")
    page = await both.press("Ann", OpenStakes)
    await both.pick("Ann", page.ephemerals[0], ChooseDeck, deck=Deck.SILLY)
    assert "📝 Silly dares" in both.text()
    await both.press("Ann", Start)
    await play_on(both, 3)
    owed = await both.bot.services.debts.forfeits(both.guild.id, both.people["Ann"].id)
    told = "\n".join(both.text(each) for each in both.public()).replace("\\", "")  # markdown in a dare is escaped
    setup = (await both.table()).setup
    assert setup.deck_version > 0
    assert told.count("must:") >= 2
    for forfeit in owed:
        assert forfeit.text in told


async def test_the_lobby_of_a_rematch_has_a_join_button(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await stage.press("Ann", Rematch)
    assert Join in stage.kinds()


async def test_a_computer_player_says_good_night_on_the_card_of_an_evening(english_stage: Stage) -> None:
    """The line is one of its character's. It follows from public events alone: from the games and their winners."""
    stage = english_stage
    await stage.sit("Ann", "Ben", rounds="1")
    await stage.press("Ann", AddComputer)
    await stage.press("Ann", Start)
    await play_on(stage, 1)
    await again(stage)
    await stage.surely("Ann", await stage.press("Ann", EndEvening))
    (card,) = [words(each) for each in stage.messages() if "Good night!" in words(each)]
    title, last = card.splitlines()
    assert title == "## 🌙 Good night!"
    name = next(seat.name for seat in (await stage.table()).seats if seat.user is None)
    facts = ({"name": each, "n": 2} for each in ("Ann", "Ben", name))
    assert any(last.endswith(f"*{each.format(**some)}*") for some in facts for each in spoken("en")[name]["night"])
