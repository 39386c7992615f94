"""Test the looks of dice that players unlock with achievements.

A player chooses a look with /me, and sees their own hand in this look.
"""

import re
from datetime import UTC, datetime

import pytest

from bot.history.achievements import ACHIEVEMENTS
from bot.outbox.emoji_uploads import upload
from bot.people.preferences import ASKS
from bot.pictures import pictures
from bot.presses.codec import encode
from bot.presses.game import CallLie, ShowDice
from bot.presses.preferences import WearDice
from bot.storage import achievements
from bot.words.dice import LOOKS, look_names
from tests.bot.answers import raw_words
from tests.bot.stage import Stage

EMOJI = re.compile(r"<:(\w+):")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


def test_every_look_of_dice_has_a_name_and_a_price() -> None:
    assert tuple(ASKS) == tuple(look_names()) == LOOKS
    assert list(ASKS.values()) == sorted(set(ASKS.values())), "each asks for more than the one before"
    assert max(ASKS.values()) < len(ACHIEVEMENTS)


async def earn(stage: Stage, name: str, many: int, guild: int = 1) -> None:
    """Give somebody this many achievements on a server, as if from an earlier game."""
    brought = {(guild, stage.people[name].id, each): (0, NOON) for each in list(ACHIEVEMENTS)[:many]}
    await stage.bot.services.tables.changes.store.write(lambda c: achievements.add_many(c, brought))


def drawn_in(said: str, look: str) -> int:
    """Return how many dice with this look a text contains."""
    names = {picture.emoji for picture in pictures(look)}
    return sum(name in names for name in EMOJI.findall(said))


async def test_a_look_of_dice_is_earned_and_chosen_and_shown_in_ones_own_hand(english_stage: Stage) -> None:
    stage = english_stage
    await upload(stage.bot)
    await stage.restart()
    await earn(stage, "Ann", ASKS["brass"] - 1)
    (card,) = (await stage.slash("Ann", "me")).ephemerals
    refused = await stage.pick("Ann", card, WearDice, look="brass")
    assert f"need {ASKS['brass']} achievements; you have {ASKS['brass'] - 1}" in refused.words
    await earn(stage, "Ann", ASKS["brass"], guild=2)
    await stage.pick("Ann", card, WearDice, look="brass")
    assert (await stage.bot.services.preferences.of_one(stage.people["Ann"].id)).dice == "brass"
    await stage.start("Ann", "Ben", rounds="1")
    for name, mine, other in (("Ann", "brass", "ivory"), ("Ben", "ivory", "brass")):
        (ephemeral,) = (await stage.press(name, ShowDice)).ephemerals
        lines = raw_words(ephemeral).splitlines()
        hand, *rest = lines[lines[0].startswith("👉") :]  # the first line may say whose turn it is
        assert (drawn_in(hand, mine), drawn_in(hand, other)) == (5, 0)
        assert drawn_in("".join(rest), "brass") == 0, "the dice of a bid are nobody's own"
        direct_message = raw_words(stage.messages(stage.people[name].user.dm_channel)[0])
        assert drawn_in(direct_message, mine) == 5
    await stage.slash(await stage.to_move(), "bid", what="10x6")
    await stage.press(await stage.to_move(), CallLie)
    showdown = "\n".join(raw_words(message) for message in stage.public())
    assert drawn_in(showdown, "brass") == 5


async def test_without_pictures_chosen_dice_are_written_like_all_others(english_stage: Stage) -> None:
    stage = english_stage
    await earn(stage, "Ann", ASKS["coral"])
    (card,) = (await stage.slash("Ann", "me")).ephemerals
    await stage.pick("Ann", card, WearDice, look="coral")
    await stage.start("Ann", "Ben")
    hand = await stage.dice("Ann")
    (ephemeral,) = (await stage.press("Ann", ShowDice)).ephemerals
    assert " ".join("⚀⚁⚂⚃⚄⚅"[face - 1] for face in sorted(hand)) in raw_words(ephemeral)


@pytest.mark.parametrize("forged", ["mydice:gold", encode(WearDice("ebony"))])
async def test_a_look_of_dice_that_was_not_earned_is_refused(english_stage: Stage, forged: str) -> None:
    """Nobody gets a look that they have not earned, even if they forge the press for it."""
    await english_stage.slash("Ann", "play")
    await english_stage.forge("Ann", forged)
    assert (await english_stage.bot.services.preferences.of_one(english_stage.people["Ann"].id)).dice == "ivory"
