"""An evening: Again, a running score, a best moment to share, and a night card at its end, once."""

import re
from typing import Any

from bot.people.preferences import OthersSee
from bot.presses.game import CallLie
from bot.presses.history import EndEvening, ShareMoment
from bot.presses.lobby import ChooseDeck, Join, OpenStakes, Rematch, Start
from bot.tables.model import Deck, Status
from tests.bot.answers import words
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage


async def again(stage: Stage, name: str = "Ann") -> None:
    """One tap on the result opens the same game, which its host starts and they play to its end."""
    await stage.press(name, Rematch)
    await stage.press(name, Start)
    await play_on(stage, 3)


def nights(stage: Stage) -> list[str]:
    return [words(each) for each in stage.messages() if "Good night!" in words(each)]


async def test_again_opens_the_same_game_and_a_second_tap_joins(stage: Stage) -> None:
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


async def test_who_pressed_nothing_for_ten_minutes_is_not_seated_again(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo", rounds="1")
    await play_on(stage, 1)
    await stage.time_passes(minutes=11)
    await stage.press("Ben", Rematch)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ben"]


async def test_from_its_second_result_on_an_evening_has_a_score(both: Stage) -> None:
    await both.start("Ann", "Ben", "Cleo", rounds="2")
    await play_on(both, 3)
    assert "Tonight" not in both.text()
    assert EndEvening not in both.kinds()
    await again(both)
    assert re.search(r"🌙 Tonight: \*\*(Ann|Ben|Cleo)\*\* [12]", both.text())
    assert len((await both.table()).annotations.evening) == 1


async def test_other_people_begin_another_evening(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await stage.start("Cleo", "Ben", rounds="1")
    await play_on(stage, 1)
    assert "Tonight" not in stage.text()


async def test_its_host_ends_the_evening_and_the_card_tells_it_once(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="2", forfeit="sing a song")
    await play_on(stage, 3)
    await again(stage)
    result = stage.panel()
    assert "Only Ann, the host" in (await stage.press("Ben", EndEvening, result)).words
    await stage.press("Ann", EndEvening, result)
    (card,) = nights(stage)
    assert re.search(r"🎲 .*Common hand: (Ann|Ben)", card.replace("**", "")) or "Good night" in card
    assert EndEvening not in stage.kinds(next(each for each in stage.public() if each.id == result.id))
    assert "isn’t yours to end" in (await stage.forge("Ann", EndEvening((await stage.table()).id))).words
    await stage.time_passes(hours=3)
    assert len(nights(stage)) == 1


async def test_two_hours_after_the_last_game_the_night_falls_after_a_restart_too(stage: Stage) -> None:
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


async def test_where_nobody_plays_a_second_game_there_is_no_night(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await stage.time_passes(hours=3)
    assert nights(stage) == []


async def test_a_third_game_goes_on_with_the_evening(stage: Stage) -> None:
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


async def test_a_bid_is_called_as_at_its_own_table_whatever_was_played_last(english_stage: Stage) -> None:
    await a_bold_lie_is_caught(english_stage, game="dudo", switches=["face-names=on"])
    await a_bold_lie_is_caught(english_stage)
    await english_stage.press("Ann", EndEvening)
    (card,) = nights(english_stage)
    assert "said 10 ants." in card.replace("**", "")


# The best moment --------------------------------------------------------------------------------------------------


async def a_bold_lie_is_caught(stage: Stage, **options: Any) -> tuple[str, str]:
    """A game of one round in which somebody bids ten sixes and is caught: who lied, and who called."""
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
    assert f"{liar} said 10 sixes." in words(shown).replace("**", "")
    assert f"Caught by {caller}!" in words(shown)
    assert ShareMoment not in stage.kinds(next(each for each in stage.public() if each.id == result.id))
    assert not answer.words or "shared" not in answer.words
    again_ = await stage.forge("Ann", ShareMoment((await stage.table()).id))
    assert "been shared already" in again_.words


async def test_who_hides_their_profile_is_somebody(stage: Stage) -> None:
    liar, caller = await a_bold_lie_is_caught(stage)
    await stage.bot.services.preferences.change(stage.people[liar].id, others_see=OthersSee.BOARDS)
    before = len(stage.messages())
    await stage.press(caller, ShareMoment)
    said = words(stage.messages()[before])
    assert liar not in said
    assert "Somebody" in said
    assert " said " in said
    assert caller in said


# Dares ------------------------------------------------------------------------------------------------------------


async def test_a_loser_draws_a_dare_which_is_its_words_everywhere(both: Stage) -> None:
    await both.sit("Ann", "Ben", rounds="3")
    page = await both.press("Ann", OpenStakes)
    await both.pick("Ann", page.ephemerals[0], ChooseDeck, deck=Deck.SILLY)
    assert "must: draw a dare \\(Silly dares\\)" in both.text().replace("**", "") or "draw a dare" in both.text()
    await both.press("Ann", Start)
    await play_on(both, 3)
    owed = await both.bot.services.people.forfeits(both.guild.id, both.people["Ann"].id)
    told = "\n".join(both.text(each) for each in both.public()).replace("\\", "")  # markdown in a dare is escaped
    setup = (await both.table()).setup
    assert setup.deck_version > 0
    assert told.count("must:") >= 2
    for forfeit in owed:
        assert forfeit.text in told


async def test_second_tap_of_join_is_the_lobbys(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await stage.press("Ann", Rematch)
    assert Join in stage.kinds()
