"""Test everything that depends on the date, over 800 days.

The date decides the puzzle of the day, seasons, months, night cards, the hourly line of the log, and deletions. It is
also written in seven languages.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from html import unescape

from msgspec.structs import replace
from sqlalchemy import Connection, select

from bot.history.counting import month, months, season
from bot.metrics import Hour
from bot.people import Puzzles, Seasons, SettingsRepository
from bot.people.puzzles import KEPT_DAYS, Due, Tried, of_day, positions
from bot.screens.elements.cards import Box, Page, Part, Row, Text
from bot.screens.pages import puzzle as screen
from bot.screens.table.evening import night_card
from bot.storage import schema
from bot.tables.evenings import NightCard
from bot.tables.model import Forfeit
from bot.words.language import NAMES, day, month_name, speaking
from engine.core.characters import CHARACTERS
from tests.bot.vocabulary import left_over
from tests.tables.house import CHANNEL, GUILD, House, person

FIRST, DAYS = datetime(2027, 1, 1, 12, tzinfo=UTC), 800
"""The first day and the number of days. They include a 29 February and each puzzle at least twice."""


def moments() -> Iterator[datetime]:
    """Yield noon of each day."""
    return (FIRST + timedelta(days=number) for number in range(DAYS))


def texts(parts: Iterable[Part]) -> Iterator[str]:
    """Yield the texts of a card, its buttons' labels, and its pictures' alternative texts."""
    for part in parts:
        match part:
            case Box():
                yield from texts(part.parts)
            case Row():
                yield from (button.label for button in part.buttons)
            case Text():
                yield part.words
            case Page():
                yield part.alt


def wrong(said: Iterable[str], language: str, *names: str) -> dict[str, str]:
    """Return each line that is not completely in this language, with the part that is not.

    Lines that differ only in their numbers are checked once. A line with the number 1 is checked separately.
    """
    lines = {
        re.sub(r"\d+", lambda found: found[0] if found[0] == "1" else "7", piece)
        for text in said
        for line in text.splitlines()
        for piece in line.split("→")
    }
    known = (*CHARACTERS, *names)
    return {line: bare for line in lines if (bare := left_over(line, language, known))}


def of_puzzles(numbers: Iterable[int]) -> Iterator[str]:
    """Yield all texts about these puzzles: their posts with yesterday's answers, and the replies to each answer."""
    for number in {number % len(positions()): number for number in numbers}.values():  # each puzzle once
        puzzle, before = of_day(number), of_day(number - 1)
        yield from texts(screen.card(puzzle, number, screen.yesterday(before, Tried(0, 3))))
        for said in puzzle.answers:
            yield from texts(screen.answered(puzzle, said, Tried(0, 3)).parts)
    yield from (screen.how_many(Tried(right, 3)) for right in range(4))


def test_the_puzzle_of_any_day_is_translated_into_seven_languages() -> None:
    found = dict[str, dict[str, str]]()
    for language in NAMES:
        with speaking(language):
            found[language] = wrong(of_puzzles(moment.date().toordinal() for moment in moments()), language)
    assert found == {language: {} for language in NAMES}


def test_no_puzzle_is_repeated_before_all_puzzles_were_used() -> None:
    numbers = [moment.date().toordinal() for moment in moments()]
    every = len(positions())
    assert {id(of_day(number)) for number in numbers[:every]} == {id(each) for each in positions()}
    assert all(of_day(number) is of_day(number + every) for number in numbers)


def test_any_day_and_its_month_have_a_name_in_seven_languages() -> None:
    for language in NAMES:
        with speaking(language):
            days = [day(moment) for moment in moments()]
            named = {moment.strftime("%Y-%m"): month_name(moment.month, moment.year) for moment in moments()}
        assert len(set(days)) == DAYS
        assert all(
            {str(moment.year), str(moment.day)} <= set(re.findall(r"\d+", said))
            for moment, said in zip(moments(), days, strict=True)
        )
        assert len(set(named.values())) == len(named)
        assert wrong([*days, *named.values()], language) == {}


def test_the_last_24_months_of_any_day_are_consecutive() -> None:
    for moment in moments():
        first, expected = date(moment.year, moment.month, 1), list[str]()
        for _month in range(24):
            expected.append(first.isoformat()[:7])
            first = (first - timedelta(days=1)).replace(day=1)
        assert months(moment, 24) == expected[::-1]
        assert month(moment) == expected[0]


def test_the_hourly_line_of_the_log_comes_after_an_hour_on_any_day() -> None:
    for moment in moments():
        began, hour = moment.replace(hour=23, minute=30), Hour()
        assert hour.told(began) == ""
        hour.presses += 1
        assert hour.told(began + timedelta(minutes=59)) == ""
        assert "presses: 1;" in hour.told(began + timedelta(minutes=60))
        assert hour.told(began + timedelta(minutes=120)) == "", "nothing happened in that hour"


async def an_evening(house: House) -> NightCard:
    """Play two games with the same people, and return their night card. Nobody owes anything."""
    await (await house.game("dudo", "ann", "bob", dice=1)).a_lie()
    last = await house.game("dudo", "ann", "bob", dice=1)
    await last.a_lie()
    night = await house.tables.evenings.night_card(last.id)
    assert night is not None
    return night


def as_of(night: NightCard, moment: datetime) -> NightCard:
    """Return a copy of the night card that is dated `moment` and has a debt of that day."""
    debt = Forfeit(1, GUILD, person("ann"), person("bob"), "", "owed", "dudo", moment, CHANNEL)
    catch = replace(night.story.catch, ended=moment) if night.story.catch is not None else None
    games = tuple(replace(game, ended=moment) for game in night.story.games)
    return replace(night, story=replace(night.story, games=games, catch=catch), debts=(debt,))


async def test_the_night_card_of_any_day_names_the_day_in_seven_languages(sqlite_house: House) -> None:
    night, found = await an_evening(sqlite_house), dict[str, dict[str, str]]()
    for number, moment in enumerate(moments()):
        language = list(NAMES)[number % len(NAMES)]
        with speaking(language):
            (box,) = night_card(as_of(night, moment))
            assert isinstance(box, Box)
            _said, picture, _again = box.parts
            assert isinstance(picture, Page)
            heading = f"#dice-0 · {day(moment)}"
            _winner, place, *_others, debt = picture.alt.splitlines()
            assert place == heading in unescape(picture.svg)
            assert debt.startswith("📝")
            names = "ann", "bob", "dice-7"  # `wrong` writes each number as 7
            found.setdefault(language, {}).update(wrong(texts([box]), language, *names))
    assert found == {language: {} for language in NAMES}


def answers_kept(connection: Connection) -> list[int]:
    """Return the days for whose puzzles answers are stored."""
    return list(connection.execute(select(schema.puzzle_answers.c.day).distinct()).scalars())


async def test_posts_answers_and_seasons_are_right_on_any_day(sqlite_house: House) -> None:
    house = sqlite_house
    puzzles, seasons = Puzzles(house.store, lambda: house.now), Seasons(house.store, lambda: house.now)
    await SettingsRepository(house.store).change(GUILD, puzzle_channel=CHANNEL, puzzle_hour=18)
    begun = 0
    for moment in moments():
        today = moment.date().toordinal()
        house.now = moment.replace(hour=17, minute=59)
        assert await puzzles.due() == []
        house.now = moment.replace(hour=18)
        assert await puzzles.due() == [Due(GUILD, CHANNEL, today)]
        house.now = moment.replace(hour=23, minute=59)
        assert await puzzles.due() == []
        await puzzles.answer(today, GUILD, person("ann").id, of_day(today).best)
        assert await puzzles.tried(today, GUILD) == Tried(1, 1)
        assert min(await house.store.read(answers_kept)) == max(today - KEPT_DAYS, FIRST.date().toordinal())
        assert await house.tables.time.prune(), "it is a day since the last time"
        assert not await house.tables.time.prune()
        if moment.day == 1:
            closed = await seasons.close(GUILD) if begun else None
            assert closed is None or (closed.closed == house.now and closed.closed > closed.opened)
            begun = (await seasons.begin(GUILD, f"{moment:%B}")).id
        assert await seasons.running(GUILD) == season(begun)
    assert [each.name for each in await seasons.of(GUILD)][:3] == ["March", "February", "January"]
