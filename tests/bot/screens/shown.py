"""Write all screens of three whole games and of every command as plain text, for people to review.

`python -m tests.bot.screens.shown --language ja --out FOLDER` runs the real bot and writes FOLDER/ja.txt: everything
that the bot sends in that language, in order. "▾" is a menu, "[...]" a button, and "(...)" a disabled button. The
choices of a menu are written only once. A screen is left out if only its names and numbers are new.
"""

import argparse
import asyncio
import re
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from simcord import ResponseMessage

from bot.presses.base import Choosing, Press
from bot.presses.codec import encode
from bot.presses.game import OpenMore, ShowDice, ShowFairness, SurelyEnd, SurelyLeave, SurelyQuit
from bot.presses.history import EndEvening, ShareMoment, ShowDebts
from bot.presses.learning import Lesson, OpenTable
from bot.presses.lobby import (
    AddCharacter,
    AddComputer,
    AskToPutOut,
    ChooseDeck,
    ChooseHouseRule,
    Join,
    OpenHouseRules,
    OpenLuckyWords,
    OpenOptions,
    OpenStakes,
    Start,
    TakeOut,
    UseWords,
)
from bot.presses.preferences import ChooseLanguage, SurelyForgetMe, UsualLanguage
from bot.screens.families.variants import wording
from bot.screens.table import refusals
from bot.tables.trouble import Code, Trouble
from bot.words.language import offered, speaking
from engine.core.characters import CHARACTERS
from engine.core.refusals import Refused
from tests.bot.answers import Answer
from tests.bot.plays import agree, by_buttons, play_to_the_end
from tests.bot.presses.test_refusals import a_reason, all_reasons
from tests.bot.scenery import NAMES
from tests.bot.sent import read_out, sent_since
from tests.bot.server_settings import keeper
from tests.bot.stage import Stage, discord_in_memory, make_bot

LEFT_ALONE = (
    *(ChooseLanguage, UsualLanguage, SurelyForgetMe, SurelyEnd, SurelyLeave, SurelyQuit, OpenTable, Choosing),
    *(ChooseHouseRule, ChooseDeck, UseWords, AddComputer, AddCharacter, TakeOut, AskToPutOut),
)
"""Presses that are left out, because they would end or change the game or the language, or need input."""
OF_A_KIND = 3
"""How many presses of one kind are tried on a screen and the pages to which it leads."""
MOST = 60
GAMES = {"dudo": "3", "cup": "2", "firehouse": "4"}
"""The games that are played, each with its number of rounds."""
ALONE = (
    *("help", "learn", "me", "settings tables", "profile", "leaderboard", "history", "forfeits mine"),
    *("forfeits settle", "forfeits server", "puzzle", "table rules list", "privacy", "dice", "liar", "table show"),
)
"""Commands without options. The bot refuses some of them, and the refusals are screens, too."""
FACTS = {"most": 20, "low": 30, "high": 60, "names": ("Send Messages",), "channels": (1, 2), "name": "Ann", "by": "Ben"}
FACTS_OF_TROUBLE: dict[str, Any] = FACTS | {"least": 2, "n": 3, "days": 7, "months": (1, 3), "asks": 5, "has": 2}


NAMES_AND_NUMBERS = re.compile("|".join([*CHARACTERS, *NAMES, r"[\d⚀-⚅🟥🟫🟦⬜🟩★\[\]()×]+", r"\*\*| +"]))
"""Matches text that may differ between two screens that count as the same."""


class Book:
    """Collects the texts of all screens so far, except for screens that repeat an earlier screen."""

    def __init__(self, stage: Stage) -> None:
        self.stage, self.lines = stage, list[str]()
        self._read, self._before = set[str](), 0

    def chapter(self, title: str) -> None:
        """Begin a new part with this title."""
        self.take()
        self.lines.append(f"\n{'=' * 100}\n{title}\n{'=' * 100}")

    def take(self) -> None:
        """Add every new screen that the bot has sent since the last call."""
        for each in sent_since(self.stage, self._before):
            lines = read_out(each.body).splitlines()
            said = [NAMES_AND_NUMBERS.sub("", line) for line in lines]
            if any(line not in self._read for line in said):
                reader = f"{each.what}, {each.reader} alone reads it" if each.reader else "for everybody"
                self.lines += ["", f"-- {reader}", *self._in_short(lines)]
                self._read |= {*said, *lines}
        self._before = self.stage.requests()

    def _in_short(self, lines: list[str]) -> list[str]:
        """Return these lines without choices of menus that are already in the text."""
        return [line for line in lines if not (line.startswith("  ") and line in self._read)]

    def add(self, text: str) -> None:
        """Add one sentence to the text."""
        self.lines.append(f"\n{text}")

    async def look_around(self, name: str, answer: Answer, most: int = OF_A_KIND) -> None:
        """Press the controls of an answer, and those of the pages that they open.

        Press at most `most` controls of each kind.
        """
        done, tried, open_ = set[str](), Counter[type[Press]](), list(answer.ephemerals)
        for _ in range(MOST):
            if not open_:
                break
            now = next((each for each in self.stage.messages() if each.id == open_[-1].id), None)
            press = self._fresh(now, done, tried, most) if now is not None else None
            if now is None or press is None:
                open_.pop()
                continue
            done.add(encode(press))
            tried[type(press)] += 1
            open_ += (await self._press(name, now, press)).ephemerals
        self.take()

    def _fresh(self, shown: ResponseMessage, done: set[str], tried: Counter[type[Press]], most: int) -> Press | None:
        there = [each for each in (*self.stage.presses(shown), *self.stage.offered(shown)) if each is not None]
        return next(
            (
                each
                for each in there
                if encode(each) not in done
                and not isinstance(each, LEFT_ALONE)
                and (tried[type(each)] < most or isinstance(each, Lesson | OpenHouseRules))
            ),
            None,
        )

    async def _press(self, name: str, shown: ResponseMessage, press: Press) -> Answer:
        fields = {field: getattr(press, field) for field in press.__struct_fields__}
        return await self.stage.press(name, type(press), shown, **fields)


async def write(language: str, url: str) -> str:
    """Return all screens in a language as text."""
    env = discord_in_memory(make_bot(url, "shown"), patience=60.0)
    await env.start()
    stage = Stage(env, url)
    try:
        stage.reads(language.replace("_", "-"), *stage.people)
        await stage.bot.services.settings.change(stage.guild.id, language=language)
        book = Book(stage)
        dan = keeper(stage)
        stage.reads(language.replace("_", "-"), dan)
        await _before_a_game(book)
        for game in GAMES:
            await _game(book, game)
        book.chapter("Between games: every command")
        for command in ALONE:
            book.chapter(f"/{command}")
            name = dan if command.startswith("settings") else "Ann"
            await book.look_around(name, await stage.slash(name, command))
        with speaking(language):
            _refusals(book)
        return "\n".join(book.lines) + "\n"
    finally:
        await stage.bot.close()
        await env.shutdown()


async def _before_a_game(book: Book) -> None:
    stage = book.stage
    for command in ("help", "learn"):
        book.chapter(f"/{command}, before anybody has played")
        await book.look_around("Ann", await stage.slash("Ann", command))
    book.chapter("What is typed, completed")
    await stage.people["Ann"].autocomplete(stage.channel, "play", "game", "")
    book.take()


async def _game(book: Book, game: str) -> None:
    """Play a game from the lobby to the result. At the start, the player whose turn it is opens My dice and More."""
    stage = book.stage
    book.chapter(f"{wording(game).title}: the lobby")
    await stage.slash("Ann", "play", game=game)
    await stage.press("Ben", Join)
    await stage.press("Ann", AddComputer)
    for press in (OpenOptions, OpenLuckyWords, OpenHouseRules, OpenStakes, OpenMore):
        await book.look_around("Ann", await stage.press("Ann", press), 1)
    book.chapter(f"{wording(game).title}: the game")
    await agree(stage, rounds=GAMES[game])
    await stage.press("Ann", Start)
    name = await stage.to_move()
    for each in (name, *await stage.others(name)):
        await stage.press(each, ShowDice)
    await stage.press(name, OpenMore)
    if game != "cup":
        await stage.people[name].autocomplete(stage.channel, "bid", "what", "3")
    else:
        await stage.people[name].autocomplete(stage.channel, "claim", "what", "")
    await stage.slash(name, "bid", what="0 0")
    book.take()
    await play_to_the_end(stage, by_buttons)
    book.chapter(f"{wording(game).title}: after the game")
    if ShareMoment in stage.kinds():
        await stage.press("Ann", ShareMoment)
    if ShowDebts in stage.kinds():
        await book.look_around("Ann", await stage.press("Ann", ShowDebts), 1)
    await stage.press("Ann", ShowFairness)
    if game == list(GAMES)[-1]:
        await stage.surely("Ann", await stage.press("Ann", EndEvening))
    book.take()


def _refusals(book: Book) -> None:
    book.chapter("Refusals, each by itself")
    for code in Code:
        book.add(refusals.sentence(Trouble(code, **FACTS_OF_TROUBLE)))
    for kind in all_reasons():
        book.add(refusals.sentence(Refused(a_reason(kind))))


def main() -> int:
    """Write the file, and return the exit code."""
    parser = argparse.ArgumentParser(description="every screen in one language, as text")
    parser.add_argument("--language", default="en", choices=sorted(offered()))
    parser.add_argument("--out", type=Path, default=Path())
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = asyncio.run(write(chosen.language, f"sqlite:///{folder}/shown.sqlite"))
    chosen.out.mkdir(parents=True, exist_ok=True)
    (chosen.out / f"{chosen.language}.txt").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
