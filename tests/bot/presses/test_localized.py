"""Test the commands in another language. Everything is translated except for their names."""

from pathlib import Path
from typing import Any

import pytest

from bot.inbox.syncing import CommandSync
from bot.words import language
from tests.bot.conftest import speak_from
from tests.bot.pseudo import compile_pseudo
from tests.bot.stage import Stage

LONGEST, LONGEST_OF_A_PART = 8000, 100
"""Discord's limits for the characters of a whole command in its longest language, and of a description or a choice."""


def told(stage: Stage) -> dict[str, dict[str, Any]]:
    """Return the commands, by name, that were last sent to Discord."""
    sent = [each.json for each in stage.env.http_requests if each.method == "PUT"]
    return {command["name"]: command for command in sent[-1] or ()}


@pytest.fixture
async def localized(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, english_stage: Stage) -> dict[str, dict[str, Any]]:
    """Send the commands to Discord with Spanish and German translations, and return them."""
    compile_pseudo(tmp_path, "es", "⟦⟧")
    compile_pseudo(tmp_path, "de", "⟪⟫")
    speak_from(tmp_path, monkeypatch)
    assert english_stage.bot._store is not None
    await CommandSync(english_stage.bot, english_stage.bot.tree, english_stage.bot._store).sync()
    return told(english_stage)


def parts(command: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a command, its subcommands, the options of all these, and the options' choices."""
    inner = [*command.get("options", ()), *command.get("choices", ())]
    return [command, *(each for one in inner for each in parts(one))]


async def test_spanish_is_sent_for_both_spanish_locales_without_translated_names(
    localized: dict[str, dict[str, Any]],
) -> None:
    play = localized["play"]
    assert play["description_localizations"] == {
        "de": f"⟪{play['description']}⟫",
        "es-ES": f"⟦{play['description']}⟧",
        "es-419": f"⟦{play['description']}⟧",
    }
    assert not play.get("name_localizations")


async def test_every_description_and_choice_can_be_translated_and_fits(localized: dict[str, dict[str, Any]]) -> None:
    """Only names that people type or that belong to characters are the same in every language."""
    same = set()
    for command in localized.values():
        for part in parts(command):
            if "description" in part:
                assert part["description_localizations"].keys() == {"de", "es-ES", "es-419"}, part
                assert all(len(said) <= 100 for said in part["description_localizations"].values())
            elif not part.get("name_localizations"):
                same.add(part["name"])
        assert sum(map(_length, parts(command))) <= LONGEST, command["name"]
    assert {"Marlowe", "dudo"} <= same
    assert not same & {"show", "easy", "wins", "all time", "Common hand", "Mia"}


LOCALES = {"es": {"es-ES", "es-419"}, "fr": {"fr"}, "de": {"de"}, "pt_BR": {"pt-BR"}, "ja": {"ja"}, "zh_TW": {"zh-TW"}}
"""Discord's locales of each catalogue."""


def translated(sentence: str) -> set[str]:
    """Return the locales in whose catalogue the sentence has a translation."""
    catalogues = {key: language.catalogue(min(locales)) for key, locales in LOCALES.items()}
    return set().union(*(LOCALES[key] for key, read in catalogues.items() if read.gettext(sentence) != sentence))


async def test_commands_are_sent_in_every_language_that_discord_supports(english_stage: Stage) -> None:
    """Each translation is sent, and none had to be shortened to fit."""
    whole = 0
    for command in told(english_stage).values():
        for part in parts(command):
            if "description" in part:
                sent = part.get("description_localizations") or {}
                assert sent.keys() == translated(part["description"]), part
                whole += len(sent) == len(set().union(*LOCALES.values()))
                said = sent.values()
            else:
                said = (part.get("name_localizations") or {}).values()
            assert all(len(each) < LONGEST_OF_A_PART for each in said), part
            assert "description" not in part or not part.get("name_localizations"), "names are the same everywhere"
        assert sum(map(_length, parts(command))) <= LONGEST, command["name"]
    assert whole > 40, "nearly all descriptions have a translation in every language"


def _length(part: dict[str, Any]) -> int:
    """Return the number of characters in the name, description and value, each in its longest language."""
    said = [
        max([part.get(what) or "", *(part.get(f"{what}_localizations") or {}).values()], key=len)
        for what in ("name", "description")
    ]
    return sum(map(len, [*said, str(part.get("value", ""))]))
