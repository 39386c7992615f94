"""Test requests that are lost on their way, and requests whose answers are lost on their way back.

No message appears twice, and none is missing.
"""

import pytest
from simcord import ResponseMessage

from bot.outbox import answer, reply
from bot.presses.bids import PlaceBid
from bot.presses.codec import encode
from bot.presses.lobby import ChooseHouseRule, Join, OpenHouseRules, Start
from tests.bot.answers import Answer
from tests.bot.requests.test_answers import ANSWER
from tests.bot.requests.test_races import slowly
from tests.bot.rounds.test_beats import unsettled
from tests.bot.stage import Stage

LOOK, FOLLOW_UP, POST = "GET /webhooks/*/messages/@original", "POST /webhooks/*", "POST /channels/*/messages"


@pytest.fixture(autouse=True)
def in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the pause between the bot's two searches for a lost message."""
    monkeypatch.setattr(answer, "BETWEEN_LOOKS", 0.05)


def lobbies(stage: Stage) -> list[ResponseMessage]:
    """Return the public messages that have a Join button."""
    return [message for message in stage.public() if Join in stage.kinds(message)]


def called(stage: Stage, kind: str) -> int:
    """Return the number of requests with this method and path since `calls` was last cleared.

    In the path, `*` matches any text.
    """
    method, path = kind.split(" /")
    start, _, end = path.partition("*")
    calls = [call.split(" /") for call in stage.transit.calls]
    return sum(each[0] == method and each[1].startswith(start) and each[1].endswith(end) for each in calls)


async def is_played(stage: Stage) -> None:
    """Check that there is exactly one lobby and that it works, by having Ben join and Ann start."""
    (lobby,) = lobbies(stage)
    await stage.press("Ben", Join, message=lobby)
    await stage.press("Ann", Start)
    assert len((await stage.table()).seats) == 2
    await stage.raise_once()


async def test_the_play_command_opens_one_lobby_if_discords_reply_was_lost(stage: Stage) -> None:
    before = stage.requests()
    stage.transit.lose(ANSWER)
    said = await stage.slash("Ann", "play")
    assert stage.calls_since(before) == []
    assert not said.private
    await is_played(stage)


async def test_a_lobby_that_never_arrived_is_posted_again_after_two_searches(stage: Stage) -> None:
    stage.transit.lose(ANSWER, is_carried_out=False)
    stage.transit.calls.clear()
    await stage.slash("Ann", "play")
    assert (called(stage, LOOK), called(stage, POST)) == (2, 1)
    await is_played(stage)


async def test_a_lobby_that_was_deleted_meanwhile_is_posted_again(stage: Stage) -> None:
    held = stage.transit.hold(ANSWER, is_lost=True)
    await unsettled(stage, stage.slash("Ann", "play"))
    await held.arrived.wait()
    (gone,) = lobbies(stage)
    stage.env.backend.delete_message(gone.channel_id, gone.id)
    held.let_go()
    await stage.env.settle()
    assert lobbies(stage)[0].id != gone.id
    await is_played(stage)


async def played_slowly(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Have Ann type /play, and make the bot so slow that it defers its answer."""
    monkeypatch.setattr(reply, "TIMEOUT", 0.05)
    monkeypatch.setattr(stage.bot.services.tables.lobbies, "open", slowly(stage.bot.services.tables.lobbies.open))
    return await stage.slash("Ann", "play")


async def test_a_deferral_whose_reply_was_lost_is_found_and_filled_in(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage.transit.lose(ANSWER)
    said = await played_slowly(stage, monkeypatch)
    assert "Done" in said.words
    assert not said.result.deferred
    await is_played(stage)


async def test_a_lobby_after_a_deferral_is_found_by_its_interaction(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The interaction's token finds only its first answer, which is the deferral and not the lobby."""
    stage.transit.lose(FOLLOW_UP)
    await played_slowly(stage, monkeypatch)
    await is_played(stage)


async def unknown(stage: Stage) -> None:
    """Have Ann type /play, without letting the bot learn whether its answer arrived.

    The answer does arrive, but Discord's reply is lost. When the bot then searches twice for the message, the replies
    are also lost.
    """
    stage.transit.lose(ANSWER)
    stage.transit.lose(LOOK)
    stage.transit.lose(LOOK)
    await stage.slash("Ann", "play")
    assert (await stage.table()).version


async def test_a_lobby_that_could_not_be_looked_up_is_found_by_its_token_later(stage: Stage) -> None:
    await unknown(stage)
    before = stage.requests()
    await stage.time_passes(seconds=90)
    assert not [call for call in stage.calls_since(before) if "messages" in call]
    await is_played(stage)


async def test_a_lobby_that_could_not_be_looked_up_is_found_without_its_token_later(stage: Stage) -> None:
    await unknown(stage)
    stage.tokens_expire()
    await stage.time_passes(seconds=90)
    await is_played(stage)


async def test_a_lobby_whose_id_was_not_saved_is_found_after_a_restart(stage: Stage) -> None:
    await unknown(stage)
    await stage.restart()
    await stage.time_passes(seconds=90)
    await is_played(stage)


async def test_an_edit_of_the_lobby_by_start_is_sent_again_if_its_reply_was_lost(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    before, lobby = stage.requests(), stage.panel()
    stage.tokens_expire()  # the tokens of earlier presses
    stage.transit.lose(ANSWER)
    await stage.press("Ann", Start)
    assert f"PATCH /channels/{stage.channel.id}/messages/{lobby.id}" not in stage.calls_since(before)
    assert lobbies(stage) == []
    assert sum(PlaceBid in stage.kinds(message) for message in stage.public()) == 1
    await stage.raise_once()


@pytest.mark.parametrize("is_carried_out", [True, False])
async def test_an_edit_by_a_press_is_sent_again_by_its_token_if_its_reply_was_lost(
    stage: Stage, is_carried_out: bool
) -> None:
    await stage.start("Ann", "Ben")
    before, version = stage.requests(), (await stage.table()).version
    stage.tokens_expire()  # the tokens of earlier presses
    stage.transit.lose(ANSWER, is_carried_out)
    await stage.raise_once()
    assert stage.calls_since(before) == []
    assert (await stage.table()).version == version + 1
    await stage.raise_once()


async def test_a_private_answer_whose_reply_was_lost_is_shown_once_and_kept_up_to_date(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    before = [message.id for message in stage.messages()]
    stage.transit.lose(ANSWER)
    await stage.slash("Ann", "dice")
    (window,) = [message for message in stage.messages() if message.id not in before]
    assert str((await stage.dice("Ann"))[0]) in stage.text(window)
    shown = stage.text(window)
    await stage.raise_once()
    (window,) = [message for message in stage.messages() if message.id == window.id]
    assert stage.text(window) != shown


async def test_a_private_page_whose_edit_was_lost_reports_no_error(stage: Stage) -> None:
    await stage.sit("Ann")
    (rules,) = (await stage.press("Ann", OpenHouseRules)).ephemerals
    before = [message.id for message in stage.messages()]
    stage.transit.lose(ANSWER)
    chosen = next(each for each in stage.offered(rules) if isinstance(each, ChooseHouseRule))
    await stage.pick("Ann", rules, ChooseHouseRule, option=chosen.option, value=chosen.value)
    assert [message.id for message in stage.messages()] == before, "the lost edit is not reported"


async def test_the_command_to_show_a_table_posts_one_panel_if_its_reply_was_lost(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    stage.transit.lose(ANSWER)
    await stage.slash("Ann", "table show")
    assert sum(PlaceBid in stage.kinds(message) for message in stage.public()) == 1
    await stage.raise_once()


async def test_a_lost_first_panel_is_posted_only_once(stage: Stage, trap: list[str]) -> None:
    """While Discord does not list messages, the bot cannot know whether the panel arrived.

    So it does not post the panel again.
    """
    await stage.sit("Ann", "Ben")
    stage.transit.lose(FOLLOW_UP)
    stage.env.inject_error("GET", "/channels/*/messages", status=503, message="No", times=1)
    trap.append("in showing saved changes")
    await stage.people["Ann"].click(stage.panel(), custom_id=encode(Start((await stage.table()).id)))
    await stage.time_passes(minutes=2)
    assert sum(PlaceBid in stage.kinds(message) for message in stage.public()) == 1
