"""Test six people with six different languages in a channel that has a seventh language.

Private messages are in the reader's language, and public messages are in the channel's language.
"""

from pathlib import Path

import pytest

from bot.presses.game import OpenMore, ShowDice, ShowFairness
from bot.presses.history import ShareMoment
from bot.presses.lobby import AddComputer, OpenHouseRules, OpenLuckyWords, OpenOptions, OpenStakes, Start
from bot.words.dares import decks
from bot.words.language import ENGLISH, offered, offered_for
from engine.core.characters import CHARACTERS
from tests.bot.conftest import speak_from
from tests.bot.plays import agree, by_buttons, play_to_the_end
from tests.bot.sent import said_in, sent_since
from tests.bot.stage import Stage
from tests.bot.vocabulary import left_over
from tests.words.test_language import write_words

READS = {"Ann": "de", "Ben": "es-419", "Cleo": "fr", "Dan": "pt-BR", "Eve": "ja", "Flo": "zh-TW"}
"""The language of each person's Discord."""
ASKED = ("help", "me", "profile", "leaderboard", "history", "forfeits mine", "puzzle", "privacy", "liar", "bang")


async def evening(stage: Stage, game: str, **options: str) -> None:
    """Play a game of all six people and a computer to the result. Each person also opens their private pages."""
    await stage.sit("Ann", "Ben", "Cleo", "Dan", "Eve", "Flo", game=game)
    await stage.press("Ann", AddComputer)
    for kind in (OpenOptions, OpenHouseRules, OpenStakes):
        await stage.press("Ann", kind)
    await stage.press("Eve", OpenLuckyWords)
    await agree(stage, **options)
    await stage.press("Ann", Start)
    for name in READS:
        await stage.press(name, ShowDice)
        await stage.press(name, OpenMore)
        await stage.slash(name, "bid", what="9 of what")
        await stage.people[name].autocomplete(stage.channel, "claim" if game == "cup" else "bid", "what", "")
    await play_to_the_end(stage, by_buttons)
    await stage.press("Ben", ShowFairness)
    if ShareMoment in stage.kinds():
        await stage.press("Dan", ShareMoment)


def wrong(stage: Stage) -> dict[str, str]:
    """Return the texts that are not completely in their reader's language.

    The key of each text names its reader, the language, and the words that do not belong to the language.
    """
    # The dare was chosen in the channel's language when the table opened, and it is not translated for its readers.
    dares = {line for lines in decks(ENGLISH).values() for line in lines}
    names = {*dares, *stage.people, *CHARACTERS, stage.guild.name, "dice", *offered().values()}
    found: dict[str, str] = {}
    for sent in sent_since(stage, 0):
        language = offered_for(READS[sent.reader]) if sent.reader else ENGLISH
        for text in said_in(sent):
            if bare := left_over(text, language, names):
                found[f"{sent.reader or 'everybody'} ({language}): {bare}"] = text
    return found


async def test_six_people_with_six_languages_play_in_a_channel_with_a_seventh_one(tongues: Stage) -> None:
    tongues.come("Eve", "Flo")
    for name, locale in READS.items():
        tongues.reads(locale, name)
    await tongues.bot.services.settings.change(tongues.guild.id, language=ENGLISH)
    await evening(tongues, "dudo", dice="1")
    await evening(tongues, "cup", rounds="1")
    for name in READS:
        for command in ASKED:
            await tongues.slash(name, command)
    readers = {sent.reader for sent in sent_since(tongues, 0)}
    assert readers == {"", *READS}
    assert wrong(tongues) == {}


@pytest.mark.parametrize(
    ("text", "language", "bare"),
    [
        ("👉 **Ann** würfelt", "de", ""),
        ("👉 **Ann** is rolling", "de", "👉 is rolling"),
        ("👉 **Ann** is rolling", ENGLISH, ""),
        ("Peek", "de", "Peek"),
        ("Peek", "ja", ""),
        ("Behold `/help` <t:1782864000:R>, Ben", ENGLISH, "Behold , Ben"),
    ],
)
def test_left_over_finds_words_of_another_language_but_allows_untranslated_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, language: str, bare: str
) -> None:
    """In this test, these sentences have translations in German and none in Japanese."""
    write_words(tmp_path, "de", {"Peek": "Nachsehen", "👉 {name} is rolling": "👉 {name} würfelt"})
    write_words(tmp_path, "ja", {})
    speak_from(tmp_path, monkeypatch)
    assert left_over(text, language, ["Ann"]) == bare
