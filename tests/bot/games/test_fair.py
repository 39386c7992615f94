"""Test the page Fair dice, where players can look up the seal, the salts and the seed, and download the record."""

import re
from pathlib import Path

import pytest
from simcord import ResponseMessage
from sqlalchemy import update

from bot.outbox import reply
from bot.presses.codec import encode
from bot.presses.game import CallLie, OpenMore, ShowFairness, ShowSeal
from bot.presses.lobby import Cancel, Join, OpenLuckyWords, Rematch, SendLuckyWords, Start
from bot.storage import schema
from engine.__main__ import main
from engine.fairness import salt, share
from tests.bot.answers import BUTTON, Answer, walk, words
from tests.bot.games.test_whole_games import play_on
from tests.bot.requests.test_races import slowly
from tests.bot.stage import Stage
from tests.engine.sealing import accepts

LUCKY = "four-leaf *clover*"


async def lucky(stage: Stage, name: str, said: str) -> Answer:
    return await stage.fill(name, await stage.press(name, OpenLuckyWords), words=said)


def downloaded(stage: Stage, answer: Answer) -> str:
    (file,) = [file for message in answer.ephemerals for file in message.attachments]
    data = stage.env.backend.cdn.get(file.url)
    assert data is not None
    return data.decode()


def verified(text: str, folder: Path) -> bool:
    game = folder / "game.dice"
    game.write_text(text, "utf-8")
    return main(["verify", str(game)]) == 0


def long_digits(messages: list[ResponseMessage]) -> list[str]:
    return re.findall(r"[0-9a-f]{17,}", "\n".join(words(message) for message in messages))


@pytest.mark.own_salts
async def test_the_record_of_a_game_with_lucky_words_verifies(both: Stage, tmp_path: Path) -> None:
    await both.slash("Ann", "play", game="common")
    sealed = await both.table()
    assert f"`{sealed.commitment[:16]}…`" in both.text()
    (joined,) = (await both.press("Ben", Join)).ephemerals
    assert sealed.commitment not in both.text(joined), "only Fair dice? shows the whole seal, to which the line commits"
    await both.press("Cleo", Join)
    said = await lucky(both, "Cleo", f" {LUCKY}\u202e ")
    assert "four\\-leaf \\*clover\\*" in said.words
    assert "Cleo 🍀" in both.text()
    assert "clover" not in both.text(), "lucky words are shown with the result"
    for name, message, seat in zip(
        ("Ben", "Cleo"), (joined, said.ephemerals[-1]), (await both.table()).seats[1:], strict=True
    ):
        await both.press(name, ShowSeal, message)
        whole = both.text(next(each for each in both.messages() if each.id == message.id))
        assert sealed.commitment in whole
        assert seat.brought.join in whole
    await both.press("Ann", Start)
    await play_on(both, 4)
    assert "🍀 Cleo: four\\-leaf \\*clover\\*" in (await both.press("Dan", OpenMore)).words
    fair = await both.press("Dan", ShowFairness)
    over = await both.table()
    assert over.seed is not None
    assert sealed.commitment in fair.words
    assert over.seed in fair.words
    sealing = over.annotations.sealing
    assert sealing is not None
    for seat, bringing in zip(over.seats, ("", "", LUCKY), strict=True):
        assert seat.salt == salt(share(seat.brought.join, bringing), str(sealing.line))
        assert f"salt `{seat.salt}`" in fair.words
        assert seat.brought.join in fair.words
    assert f"/{sealing.line}>)" in fair.words
    assert f"`{sealing.digits}`" in fair.words
    record = downloaded(both, fair)
    assert verified(record, tmp_path)
    assert accepts(record, tmp_path, sealing.digits, str(sealing.line))
    assert not accepts(record.replace(LUCKY, "other words"), tmp_path, sealing.digits, str(sealing.line))
    assert f'"{LUCKY}"' in record
    assert not verified(record.replace(over.seats[1].salt, over.seats[0].salt), tmp_path)
    assert long_digits(both.public()) == [sealing.digits]


async def test_joins_and_the_start_are_stored_with_the_ids_of_their_interactions(stage: Stage) -> None:
    await stage.slash("Ann", "play", game="common")
    joined = await stage.press("Ben", Join)
    started = await stage.press("Ann", Start)
    ann, ben = (await stage.table()).seats
    assert ann.brought.join == ""
    assert ben.brought.join == str(joined.result._interaction.id)
    assert (await stage.table()).start() == started.result._interaction.id


async def test_the_form_shows_a_players_lucky_words_and_the_newest_words_count(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await lucky(stage, "Ben", "abra")
    form = await stage.press("Ben", OpenLuckyWords)
    assert form.result.modal is not None
    assert "abra" in str(form.result.modal)
    await stage.fill("Ben", form, words="")
    assert "🍀" not in stage.text()
    assert "abra" not in (await stage.press("Ann", OpenLuckyWords)).words


async def test_only_players_can_set_lucky_words_and_only_in_the_lobby(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.press("Ben", OpenLuckyWords)
    table = (await stage.table()).id
    assert "not at this table" in (await stage.forge("Dan", OpenLuckyWords(table))).words
    await stage.press("Ann", Start)
    assert "Too late: the game is on." in (await stage.forge_form("Ben", SendLuckyWords(table), words="late")).words
    assert (await stage.table()).seats[1].brought.lucky == ""


async def test_a_rematch_has_a_new_seal_and_the_old_game_can_still_be_verified(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    result, before = stage.panel(), await stage.table()
    await stage.press("Ben", Rematch)
    after = await stage.table()
    assert after.commitment[:16] in stage.text()
    assert after.commitment != before.commitment
    assert before.seed is not None
    assert before.seed in (await stage.press("Ann", ShowFairness, message=result)).words


@pytest.mark.parametrize("started", [False, True])
async def test_a_table_closed_without_a_result_reveals_its_seed(stage: Stage, started: bool, tmp_path: Path) -> None:
    await stage.sit("Ann", "Ben", computers=1)
    if started:
        await stage.press("Ann", Start)
        await stage.surely("Ben", await stage.slash("Ben", "table leave"))
        await stage.surely("Ann", await stage.slash("Ann", "table end"))  # nobody else is still playing (L5)
    else:
        await stage.surely("Ann", await stage.press("Ann", Cancel))
    closed = await stage.table()
    assert closed.seed is not None
    fair = await stage.press("Ben", ShowFairness)
    assert closed.seed in fair.words
    assert closed.commitment in fair.words
    if started:
        assert verified(downloaded(stage, fair), tmp_path)
    else:
        assert "No game, no rolls." in fair.words
        assert not any(message.attachments for message in fair.ephemerals)
    sealing = closed.annotations.sealing
    assert long_digits(stage.public()) == ([sealing.digits] if sealing is not None else [])
    assert (sealing is not None) == started


async def test_an_idle_lobby_that_is_closed_reveals_its_seed(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.time_passes(hours=1)
    closed = await stage.table()
    assert closed.seed is not None
    assert closed.seed in (await stage.press("Ben", ShowFairness)).words


async def forged(stage: Stage, name: str, press: ShowFairness) -> Answer:
    """Send a press that no panel offers. For this, a button of the panel is changed for a moment."""
    panel = stage.panel()
    stored = stage.env.backend.messages[stage.channel.id][panel.id]
    button = next(part for part in walk(stored.components) if part["type"] == BUTTON)
    kept, button["custom_id"] = button["custom_id"], encode(press)
    answer = await stage.press(name, ShowFairness)
    button["custom_id"] = kept
    return answer


async def test_the_seed_stays_sealed_before_the_end(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    table = await stage.table()
    for _ in range(2):
        answer = await forged(stage, "Ben", ShowFairness(table.id))
        assert "stay sealed" in answer.words
        assert table.commitment not in answer.words
        if (await stage.table()).status == "lobby":
            await stage.press("Ann", Start)


async def test_the_record_is_sent_as_text_if_discord_refuses_files(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    monkeypatch.setattr(reply, "PIECE", 300)
    (more,) = (await stage.press("Ann", OpenMore)).ephemerals
    stage.env.inject_error("POST", "/interactions/*/callback", status=403, code=50013, message="Missing Permissions")
    fair = await stage.press("Ann", ShowFairness, more)
    assert not any(message.attachments for message in fair.ephemerals)
    text = "".join(re.findall(r"```\n(.*?)\n```", fair.words, re.DOTALL))
    assert len(fair.ephemerals) > 3
    assert verified(text, tmp_path)


async def test_a_player_who_got_a_seat_never_reads_that_joining_failed(stage: Stage, trap: list[str]) -> None:
    """Only the private answer to the press was lost, so the bot says that the press counts."""
    trap.append("Fault")
    await stage.slash("Ann", "play", game="common")
    stage.env.inject_error("POST", "/webhooks/*", status=500)
    joined = await stage.press("Ben", Join)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ann", "Ben"]
    assert "try again" not in joined.words
    assert "counts" in joined.words


async def test_the_record_is_sent_even_if_the_answer_was_deferred(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 3)
    queries = stage.bot.services.tables.queries
    monkeypatch.setattr(reply, "TIMEOUT", 0.02)
    monkeypatch.setattr(queries, "record", slowly(queries.record))
    fair = await stage.press("Ann", ShowFairness)
    assert fair.result.deferred
    assert verified(downloaded(stage, fair), tmp_path)


async def test_the_first_panel_is_an_answer_to_start(stage: Stage) -> None:
    """Only the line that seals the dice is one of the bot's own requests."""
    await stage.sit("Ann", "Ben")
    before = stage.requests()
    await stage.press("Ann", Start)
    posts = [call for call in stage.calls_since(before) if call == f"POST /channels/{stage.channel.id}/messages"]
    assert len(posts) == 1
    assert asked_by(stage) == (await stage.table()).start()


async def test_after_a_crash_the_first_panel_is_found_and_not_posted_twice(both: Stage) -> None:
    """The process ended after it had posted the panel and before it had saved the panel's id."""
    await both.sit("Ann", "Ben")
    lobby = both.panel()
    await both.press("Ann", Start)
    first, table = both.panel(), await both.table()
    store = both.bot._store
    assert store is not None
    forgotten = update(schema.tables).values(panel_message=lobby.id, shown_seq=0, panel_version=1, told_from=None)
    await store.write(lambda connection: connection.execute(forgotten))
    await both.restart()
    await both.time_passes(seconds=1)
    assert both.panel().id == first.id
    assert table.annotations.sealing is not None
    assert [message.id for message in both.public()] == [lobby.id, table.annotations.sealing.line, first.id]
    assert asked_by(both) == table.start()
    assert await both.raise_once()


def asked_by(stage: Stage) -> int:
    """Return the id of the interaction that the newest panel answers, according to Discord."""
    stored = stage.env.backend.get_message(stage.panel().channel_id, stage.panel().id)
    assert stored.interaction_metadata is not None
    return int(stored.interaction_metadata["id"])
