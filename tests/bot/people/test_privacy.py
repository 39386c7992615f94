"""Test /privacy: a summary in plain words, a person's data as a file, and deletion after two confirmations."""

from pathlib import Path

import pytest
from simcord import ResponseMessage

from bot.people import json_files
from bot.presses.game import CallLie, SurelyLeave
from bot.presses.preferences import (
    AboutMe,
    ForgetMe,
    ForgetMeThen,
    KeepMe,
    KeepReplays,
    ServerPage,
    SurelyForgetMe,
    SurelyKeepReplays,
)
from bot.screens.elements.cards import Box, Row, components
from bot.screens.pages import privacy
from bot.settings import Pages
from tests.bot.answers import words
from tests.bot.boards.test_places_of_games import secret
from tests.bot.boards.test_words_of_private_places import WORDS, owed_in, told
from tests.bot.server_settings import card as settings_card
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage
from tests.databases import counted, gone


async def card(stage: Stage, name: str) -> ResponseMessage:
    """Open /privacy as this person and return the card."""
    (shown,) = (await stage.slash(name, "privacy")).ephemerals
    return shown


async def a_game(stage: Stage) -> None:
    """Play a round with Ann and Ben."""
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="1")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    assert (await stage.table()).status == "over"


async def test_a_person_gets_all_of_their_data_as_a_private_file(english_stage: Stage) -> None:
    stage = english_stage
    await a_game(stage)
    shown = await card(stage, "Ann")
    assert "What I keep about you" in words(shown)
    answer = await stage.press("Ann", AboutMe, shown)
    (ephemeral,) = answer.ephemerals
    assert "Everything I keep about you. Keep it to" in words(ephemeral)
    assert ephemeral.ephemeral
    assert "just sent it" in (await stage.press("Ann", AboutMe, shown)).words, "once in five minutes"


async def test_a_copy_that_is_too_large_comes_in_several_files(
    english_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    stage = english_stage
    monkeypatch.setattr(json_files, "LARGEST", 2_000)
    await a_game(stage)
    first, *more = (await stage.press("Ann", AboutMe, await card(stage, "Ann"))).ephemerals
    assert "Everything I keep about you. Keep it to" in words(first)
    assert more
    assert [f"There’s more: file {number}." in words(each) for number, each in enumerate(more, 2)] == [True] * len(more)


async def test_a_person_is_forgotten_after_two_confirmations(stage: Stage) -> None:
    await a_game(stage)
    shown = await card(stage, "Ann")
    await stage.press("Ann", ForgetMe, shown)
    await stage.press("Ann", KeepMe, shown_now(stage, shown))
    shown = await card(stage, "Ann")
    await stage.press("Ann", ForgetMe, shown)
    await stage.press("Ann", ForgetMeThen, shown_now(stage, shown))
    before = await stage.bot._store.read(counted)  # type: ignore[union-attr]
    assert any(row.get("user") == stage.people["Ann"].id for row in before)
    await stage.press("Ann", SurelyForgetMe, shown_now(stage, shown))
    after = await stage.bot._store.read(counted)  # type: ignore[union-attr]
    assert not any(row.get("user") == stage.people["Ann"].id for row in after)
    assert "Ann" not in {seat.name for seat in (await stage.table()).seats}
    await stage.restart()
    assert "Ann" not in (await stage.slash("Ben", "leaderboard")).words


async def test_a_player_at_a_table_must_leave_it_before_being_forgotten(english_stage: Stage) -> None:
    stage = english_stage
    await stage.start("Ann", "Ben", "Cleo")
    answer = await stage.forge("Ann", SurelyForgetMe())
    assert f"<#{stage.channel.id}>" in answer.words
    await stage.forge("Ann", SurelyLeave((await stage.table()).id))
    answer = await stage.forge("Ann", SurelyForgetMe())
    assert "Done: nothing I keep has your name on it anymore." in answer.words


async def test_a_server_chooses_how_long_it_keeps_replays(english_stage: Stage) -> None:
    stage = english_stage
    who = keeper(stage)
    shown = await settings_card(stage, who)
    await stage.pick(who, shown, KeepReplays, months=3)
    asked = shown_now(stage, shown)
    assert "Keep replays for 3 months? Older ones are deleted within a day, for good." in words(asked)
    await stage.press(who, ServerPage, asked)
    assert (await stage.bot.services.settings.of(stage.guild.id)).replays is None
    await stage.pick(who, shown_now(stage, shown), KeepReplays, months=3)
    await stage.press(who, SurelyKeepReplays, shown_now(stage, shown))
    assert "Replays** here are kept for 3 months." in words(await card(stage, "Ann"))
    assert "1, 3 or 12 months" in (await stage.forge(who, KeepReplays(7), message=shown)).words
    await stage.pick(who, shown_now(stage, shown), KeepReplays, months=0)
    assert (await stage.bot.services.settings.of(stage.guild.id)).replays is None


async def test_a_server_that_invites_the_bot_back_is_no_longer_marked_for_deletion(stage: Stage) -> None:
    await a_game(stage)
    guild, store = stage.bot.get_guild(stage.guild.id), stage.bot._store
    assert guild is not None
    assert store is not None
    await stage.bot.on_guild_remove(guild)
    assert await store.read(gone) == [stage.guild.id]
    await stage.bot.on_guild_join(guild)
    assert await store.read(gone) == []


def test_the_pages_that_an_operator_published_are_linked() -> None:
    (box,) = privacy.card(Pages("https://example.org/privacy", ""), None, here=True)
    assert isinstance(box, Box)
    links = [button for part in box.parts if isinstance(part, Row) for button in part.buttons if button.url]
    assert [link.url for link in links] == ["https://example.org/privacy"]
    assert components((box,)) <= 40


def shown_now(stage: Stage, shown: ResponseMessage) -> ResponseMessage:
    """Return a message in its current state."""
    return next(message for message in stage.messages() if message.id == shown.id)


WHO_READS_WORDS = {"players at that table": "Ann", "people who can see its channel": "Dan"}
"""The phrases by which both pages name the readers of a forfeit's words, each with one of these people."""
PAGE = Path(__file__).parents[3] / "deploy" / "PRIVACY.md"


async def test_the_privacy_page_and_card_say_truthfully_who_reads_forfeits(english_stage: Stage) -> None:
    stage = english_stage
    stage.come("Eve")
    await owed_in(stage, secret(stage, "Ann", "Ben", "Dan"))
    said = words(await card(stage, "Eve"))
    (row,) = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| forfeits:")]
    for phrase, name in WHO_READS_WORDS.items():
        assert phrase in said.casefold()
        assert phrase in row
        assert WORDS in await told(stage, name)
    assert "others only see how many" in said
    assert "how many: the people of that server" in row
    assert "1 forfeit" in await told(stage, "Eve")
    assert WORDS not in await told(stage, "Eve")
