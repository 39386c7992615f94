"""Test profiles and rivals: people can see them, post their own, and hide their own from others."""

import re
from datetime import UTC, datetime, timedelta

import msgspec
import pytest
from simcord import ResponseMessage

from bot.history.achievements import ACHIEVEMENTS
from bot.history.counting import Where, count
from bot.history.profiles import FAMILIES, FIGURES, Luck, Meeting, Profile, Rated, Rival, Rivalry
from bot.history.ratings import computer
from bot.outbox.render import layout
from bot.people import OthersSee
from bot.people.preferences import Theme
from bot.pictures.charts import png
from bot.presses.game import CallLie, OpenMore
from bot.presses.history import PaintProfile, PostProfile, PostRivals, ShareBoard, ShowProfile, ShowRivals
from bot.presses.preferences import ChooseOthersSee, PaintCharts
from bot.screens.elements.cards import Box, Page, Part, Text, characters, components
from bot.screens.elements.widths import height
from bot.screens.pages import profile, profile_chart, rivals
from bot.screens.pages.profile import Look
from bot.screens.pages.rivals import Met
from bot.storage import Connection, ratings
from bot.storage.ratings import Rating
from bot.storage.tallies import Tally
from engine.variants import VARIANTS
from tests.bot.answers import Answer, words
from tests.bot.payloads import check
from tests.bot.pseudo import without_brackets
from tests.bot.screens.test_limits import NASTY, payload
from tests.bot.stage import Stage

RIGHT_TO_LEFT = "عبد الرحمن بن محمد الأنصاري"
LONGEST_ALT = 1024
MOST_LINES = 33
"""The most lines on a phone for the words of a profile. Together with the chart, this is two screens."""


async def played(stage: Stage) -> tuple[str, str]:
    """Play a game of one round between Ann and Ben, and return the winner's and the loser's names."""
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="1")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    winner = "Ann" if "Ann** wins" in stage.text() else "Ben"
    return winner, "Ben" if winner == "Ann" else "Ann"


async def thrown(stage: Stage, name: str, *dice: int) -> None:
    """Record how often somebody has thrown each face. `dice` has one number for each face from 1 to 6."""
    user, where = stage.people[name].id, Where(stage.guild.id, stage.channel.id, "common", stage.bot.now())

    def work(connection: Connection) -> None:
        tallies = [Tally(user, f"thrown{face}", many) for face, many in enumerate(dice, 1)]
        count(connection, [(where, tally) for tally in tallies])

    await stage.bot.services.tables.changes.store.write(work)


async def hide(stage: Stage, name: str, what: OthersSee) -> None:
    (card,) = (await stage.slash(name, "me")).ephemerals
    await stage.pick(name, card, ChooseOthersSee, what=what)


def only(answer: Answer) -> ResponseMessage:
    (shown,) = answer.ephemerals
    return shown


def now(stage: Stage, shown: ResponseMessage) -> ResponseMessage:
    return next(each for each in stage.messages() if each.id == shown.id)


async def test_a_game_appears_in_the_profiles_of_its_players(both: Stage) -> None:
    winner, loser = await played(both)
    before = len(both.public())
    mine = only(await both.slash(winner, "profile"))
    assert "**1** of 1 game won" in words(mine)
    assert "? in bidding games" in words(mine), "provisional"
    assert words(mine).count("“?” = fewer than 10 games") == 1
    assert "1 of 1 won" in words(mine)
    (chart,) = mine.attachments
    assert chart.filename == "profile.png"
    assert chart.description is not None
    assert winner in chart.description
    assert re.search(r": \d+ after 1 game\.", without_brackets(chart.description)), (
        "one rating, not from itself to itself"
    )
    assert f"of {len(ACHIEVEMENTS)} achievements" in words(mine)
    theirs = only(await both.slash(winner, "profile", who=both.people[loser]))
    assert "**0** of 1 game won" in words(theirs)
    assert len(both.public()) == before, "nobody else sees any of it"


async def test_the_result_says_how_ratings_changed(both: Stage) -> None:
    winner, loser = await played(both)
    (page,) = (await both.press(winner, OpenMore)).ephemerals  # the result may have no room for ratings
    line = next(line for line in both.text(page).split("\n") if "⭐" in line)
    assert f"{winner} +" in line
    assert f"{loser} −" in line
    assert line.index(winner) < line.index(loser)


async def test_computers_are_listed_below_the_board_of_ratings(both: Stage) -> None:
    await played(both)
    strong, weak = ((both.guild.id, FAMILIES[0], computer(name)) for name in ("Bosun", "Trixie"))

    def work(connection: Connection) -> None:
        ratings.write_ratings(connection, {strong: Rating(30, 2, 12), weak: Rating(20, 5, 3)})

    await both.bot.services.tables.changes.store.write(work)
    shown = (await both.slash("Ann", "leaderboard", board="rating")).words
    assert "🤖 Bosun 1960 · Trixie 1200?" in shown
    assert shown.count("“?” = fewer than 10 games") == 1
    shown = (await both.slash("Ann", "leaderboard", board="rating", here=True)).words
    assert "🤖" not in shown


async def test_a_posted_profile_has_a_button_that_shows_ones_own_profile(both: Stage) -> None:
    winner, loser = await played(both)
    await both.press(winner, PostProfile, only(await both.slash(winner, "profile")))
    posted = both.public()[-1]
    assert "**1** of 1 game won" in both.text(posted)
    assert len(posted.attachments) == 1
    assert "**0** of 1 game won" in (await both.press(loser, ShowProfile, posted)).words


async def test_the_choice_of_dark_or_light_charts_is_kept(english_stage: Stage) -> None:
    stage = english_stage
    await played(stage)
    mine = only(await stage.slash("Ann", "profile"))
    await stage.press("Ann", PaintProfile, mine, charts=Theme.LIGHT)
    assert [each.charts for each in stage.presses(now(stage, mine)) if isinstance(each, PaintProfile)] == [Theme.DARK]
    assert len(now(stage, mine).attachments) == 1
    card = only(await stage.slash("Ann", "me"))
    await stage.press("Ann", PaintCharts, card, charts=Theme.DARK)
    assert (await stage.bot.services.preferences.of_one(stage.people["Ann"].id)).charts is Theme.DARK


async def test_a_profile_that_was_hidden_since_is_not_redrawn_in_another_color(stage: Stage) -> None:
    """An ephemeral message that was opened earlier still has buttons.

    A press on one is refused and saves no choice.
    """
    winner, loser = await played(stage)
    theirs = only(await stage.slash(winner, "profile", who=stage.people[loser]))
    await hide(stage, loser, OthersSee.NOTHING)
    assert "keeps that private." in (await stage.press(winner, PaintProfile, theirs, charts=Theme.LIGHT)).words
    assert (await stage.bot.services.preferences.of_one(stage.people[winner].id)).charts is Theme.DARK


async def test_luck_is_shown_from_a_hundred_dice_on(both: Stage) -> None:
    await played(both)
    assert "on average" not in (await both.slash("Ann", "profile")).words
    await thrown(both, "Ann", 180, 190, 190, 200, 230, 250)
    said = (await both.slash("Ann", "profile")).words
    assert "on average over 1,24" in said
    assert "% is normal." in said


async def test_rivals_are_listed_and_compared_head_to_head(both: Stage) -> None:
    winner, loser = await played(both)
    listed = only(await both.slash(loser, "profile", show="rivals"))
    assert f"**{winner}** · 1 game, 0–1" in words(listed)
    await both.pick(loser, listed, ShowRivals, other=both.people[winner].id)
    met = now(both, listed)
    assert f"{winner} in **1**" in words(met)
    assert "⭐ Ratings in " in words(met)
    assert words(met).count("“?” = fewer than 10 games") == 1
    await both.press(loser, PostRivals, met)
    assert f"{winner} in **1**" in both.text(both.public()[-1])
    assert "against yourself" in (await both.slash(loser, "profile", show="rivals", who=both.people[loser])).words
    assert "No games yet" in (await both.slash(loser, "profile", show="rivals", who=both.people["Cleo"])).words
    assert "No games yet. `/play` opens a table." in (await both.slash("Cleo", "profile", show="rivals")).words


async def test_a_private_profile_is_shown_only_to_its_owner(both: Stage) -> None:
    winner, loser = await played(both)
    seen = only(await both.slash(loser, "profile", who=both.people[winner]))
    await hide(both, winner, OthersSee.BOARDS)
    before = len(both.public())
    assert "keeps that private." in (await both.slash(loser, "profile", who=both.people[winner])).words
    assert "keeps that private." in (await both.press(loser, PostProfile, seen)).words, "from an older message"
    assert "keeps that private." in (await both.slash(loser, "profile", show="rivals", who=both.people[winner])).words
    assert (
        "keeps that private."
        in (await both.slash(loser, "profile", show="achievements", who=both.people[winner])).words
    )
    assert "Some keep theirs private." in (await both.slash(loser, "profile", show="rivals")).words
    assert len(both.public()) == before
    mine = only(await both.slash(winner, "profile"))
    assert "Only you see this: `/me` changes that." in words(mine)
    await both.press(winner, PostProfile, mine)
    assert "of 1 game won" in both.text(both.public()[-1]), "it is theirs to show"


async def test_boards_leave_out_the_names_of_people_who_hide_them(both: Stage) -> None:
    winner, _loser = await played(both)
    assert winner in (await both.slash("Cleo", "leaderboard", board="wins")).words
    await hide(both, winner, OthersSee.NOTHING)
    boards = [await both.slash(name, "leaderboard", board="wins") for name in ("Cleo", winner)]
    for board in boards:
        assert winner not in board.words
        assert "Somebody" in board.words
    await both.press(winner, ShareBoard, boards[-1].ephemerals[0])
    (picture,) = both.public()[-1].attachments
    assert winner not in str(picture.description)


async def test_people_without_games_and_bots_have_no_profile(both: Stage) -> None:
    assert "No games yet" in (await both.slash("Cleo", "profile")).words
    assert "No games yet" in (await both.slash("Cleo", "profile", who=both.people["Dan"])).words
    await both.sit("Cleo")
    await both.forge("Cleo", PostProfile(both.people["Cleo"].id))
    assert "No games yet. `/play` opens" in both.text(both.public()[-1])
    robot = both.guild.add_member(both.env.create_user("Robot", global_name="Robot", bot=True))
    assert "Computers don’t have profiles. See the" in (await both.slash("Cleo", "profile", who=robot)).words


def busy(name: str, games: int) -> Profile:
    """Return a profile with this many rated games, in which every other figure is high."""
    first, many = datetime(2026, 1, 1, tzinfo=UTC), 99_999
    latest = tuple(Rated(FAMILIES[at % 2], first + timedelta(days=at), 1000 + at * 7 % 400) for at in range(games))
    return Profile(
        user=2**62,
        name=name,
        figures=dict.fromkeys(FIGURES, (many, many)),
        games={variant: {"wins": (many, many), "washed_up": (many, many)} for variant in VARIANTS},
        ratings=dict.fromkeys(FAMILIES, (1400, many)),
        earned=24,
        months=tuple((f"2026-{month:02}", 9_999) for month in range(1, 13)),
        latest=latest,
    )


def said(parts: tuple[Part, ...]) -> str:
    """Return the text inside the boxes of a page."""
    inner = [part for box in parts if isinstance(box, Box) for part in box.parts]
    return "\n".join(part.words for part in inner if isinstance(part, Text))


def is_taken(parts: tuple[Part, ...]) -> None:
    check(payload(layout(parts)))
    assert characters(parts) <= 4000
    assert components(parts) <= 40


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("name", ["Ann", NASTY, RIGHT_TO_LEFT], ids=["short", "long", "right to left"])
def test_every_profile_fits_discords_limits(name: str) -> None:
    for games in (1, 2, 200):
        for theme in Theme:
            shown = profile.private(busy(name, games), Look(theme, own=True, hidden=True))
            is_taken(shown)
            (page,) = (part for box in shown if isinstance(box, Box) for part in box.parts if isinstance(part, Page))
            assert 0 < len(page.alt) <= LONGEST_ALT
    is_taken(profile.public(busy(name, 200), Look()))


@pytest.mark.usefixtures("tongue")
def test_the_words_of_a_profile_take_at_most_two_screens_of_a_phone() -> None:
    shown = profile.private(busy("Ann", 200), Look(own=True, hidden=True))
    assert height(said(shown)) <= MOST_LINES
    assert "?" not in said(shown), "ratings after ten games have no question mark"


def test_a_chart_with_a_right_to_left_name_is_drawn() -> None:
    assert png(profile_chart.chart(busy(RIGHT_TO_LEFT, 200), Theme.LIGHT).svg).startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("mean", "as_lucky", "as_uneven", "lucky", "uneven"),
    [
        (3.6, 0.32, 0.68, "Luckier than 68% of people.", "More uneven than 32% of people’s rolls."),
        (3.4, 0.1, 0.004, "Unluckier than 90% of people.", "More uneven than 99.6% of people’s rolls."),
        (3.6, 0.000_2, 0, "Luckier than 99.98% of people.", "More uneven than 99.9999% of people’s rolls."),
    ],
)
def test_luck_is_compared_with_a_percentage_of_people(
    mean: float, as_lucky: float, as_uneven: float, lucky: str, uneven: str
) -> None:
    average, faces = profile.luck_lines(Luck(1000, mean, 6, 0.2, as_lucky, as_uneven))
    assert average.endswith(lucky)
    assert faces.endswith(uneven)


def test_distances_on_the_chart_of_ratings_are_proportional_to_time() -> None:
    """The distances on the axis are proportional to the days between the games."""
    first = datetime(2026, 3, 1, 20, tzinfo=UTC)
    latest = tuple(Rated(FAMILIES[0], first + timedelta(days=at), 1000 + at) for at in (0, 1, 2, 10))
    drawn = profile_chart.chart(msgspec.structs.replace(busy("Ann", 0), latest=latest), Theme.DARK).svg
    line = re.search(r'<polyline points="([^"]*)" fill="none" stroke="[^"]*" stroke-width="3"', drawn)
    assert line is not None
    across = [float(point.split(",")[0]) for point in line[1].split()]
    steps = [round((x - across[0]) / (across[-1] - across[0]), 2) for x in across]
    assert steps == [0, 0.1, 0.2, 1]


@pytest.mark.usefixtures("any_language")
def test_the_page_of_rivals_fits_discords_limits() -> None:
    met = Meeting(99_999, 33_333, 33_333, 99_999)
    of = Rivalry(1, 2, {1: NASTY, 2: NASTY}, met, 99_999, dict.fromkeys((1, 2), dict.fromkeys(FAMILIES, (1400, 9))))
    is_taken(rivals.private(of))
    is_taken(rivals.private_against_all(Met(NASTY, tuple(Rival(2**62 + at, NASTY, met) for at in range(25)), True)))
