"""Learn by playing: every way through the first game, by the engine and in Discord; a forged one begins again."""

from collections.abc import Iterator

import pytest
from simcord import ResponseMessage

from bot.presses.codec import LONGEST, encode
from bot.presses.learning import Lesson, OpenTable
from bot.screens import learning, variants
from bot.screens.common_hand.first_game import BOLD, HANDS, LEARNER, after, offered
from bot.screens.model import LONGEST_LABEL, MOST_COMPONENTS, MOST_TEXT, Box, Part, Row, Text, components, letters
from bot.tables.lobby import COMPUTERS
from bot.words.pictures import in_text
from engine.common_hand.events import Revealed
from engine.core.dice import FACES, counted
from engine.variants import VARIANTS
from tests.bot.pseudo import heard
from tests.bot.stage import Stage


def paths(path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every way through the game, by what is offered at each step."""
    yield path
    for step in offered(after(path).seen):
        yield from paths((*path, step))


EVERY = tuple(paths())
OVER = [path for path in EVERY if not offered(after(path).seen)]


def shown(path: tuple[str, ...], in_server: bool = True) -> tuple[Part, ...]:
    return learning.lesson(Lesson("bids", "-".join(path)), in_server)


def said(parts: tuple[Part, ...]) -> str:
    boxes = [part.parts if isinstance(part, Box) else (part,) for part in parts]
    return "\n".join(in_text(part.words) for inner in boxes for part in inner if isinstance(part, Text))


def led_to(parts: tuple[Part, ...]) -> list[str]:
    """The paths of all that can be pressed, "" for a beginning."""
    buttons = [button for part in parts if isinstance(part, Row) for button in part.buttons if not button.disabled]
    return [button.press.path for button in buttons if isinstance(button.press, Lesson)]


def test_every_way_comes_to_the_end_of_the_game_after_two_rounds() -> None:
    assert len(OVER) > 50
    for path in OVER:
        state = after(path).seen.state
        assert state.round == len(HANDS)
        assert state.result is not None
        assert path.count("deal") == len(HANDS)


def test_in_the_second_round_a_doubt_is_right_and_a_raise_is_not() -> None:
    ends = {path[-1] for path in OVER}
    assert "liar" in ends
    for path in OVER:
        (judged,) = [each for each in after(path).happened if isinstance(each, Revealed)]
        assert not judged.holds
        assert (judged.challenger == LEARNER) == (path[-1] == "liar")
    assert all(counted(HANDS[1], face, 0) < BOLD for face in FACES)


def test_in_the_first_round_going_along_is_right_and_so_may_be_a_raise() -> None:
    first = {path: after(path).seen.state.showdown for path in EVERY if path.count("deal") == 1}
    judged = {path: each for path, each in first.items() if each is not None}
    assert all(each.holds for path, each in judged.items() if path[-1] == "liar" and path[1] == "2x5")
    assert judged["deal", "2x5", "5x5"].holds
    assert not judged["deal", "2x5", "5x6"].holds


@pytest.mark.usefixtures("any_language")
def test_each_step_offers_what_leads_on_and_fits_a_message() -> None:
    for path in EVERY:
        parts = shown(path)
        assert heard(said(parts), *COMPUTERS)
        assert components(parts) <= MOST_COMPONENTS
        assert letters(parts) <= MOST_TEXT
        ids = [encode(b.press) for part in parts if isinstance(part, Row) for b in part.buttons if b.press is not None]
        assert len(ids) == len(set(ids))
        assert all(len(each) <= LONGEST for each in ids)
        labels = [button.label for part in parts if isinstance(part, Row) for button in part.buttons]
        assert all(0 < len(label) <= LONGEST_LABEL for label in labels)
        steps = offered(after(path).seen) or ("end",)
        assert sorted(led_to(parts)) == sorted("-".join((*path, step)) for step in steps)


@pytest.mark.usefixtures("any_language")
def test_the_end_tells_of_each_game_what_sets_it_apart() -> None:
    for in_server in (True, False):
        words = heard(said(shown((*OVER[0], "end"), in_server)))
        assert all(heard(variants.told(name).title) in words for name in variants.offered())
        assert ("`/play` in a server" in words) != in_server
    told = [heard(variants.told(name).story) for name in VARIANTS]
    assert len(set(told)) == len(VARIANTS)


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize(
    "path", ["liar", "deal-deal", "deal-15x6", "deal-2x5-2x5", "deal-2x7", "end", "deal-end", "x", "deal-2x5-99999"]
)
def test_a_way_that_nobody_offered_begins_the_lesson_again(path: str) -> None:
    parts = learning.lesson(Lesson("bids", path), in_server=True)
    assert "lost its thread" in heard(said(parts), *COMPUTERS)
    assert led_to(parts) == ["deal"]


async def walk(stage: Stage, lesson: ResponseMessage, path: str, *steps: str) -> str:
    """Go on with a lesson from where it is, in its own message; what it says then."""
    for step in steps:
        path = f"{path}-{step}".lstrip("-")
        await stage.press("Ann", Lesson, now(stage, lesson), path=path)
    return stage.text(now(stage, lesson))


def now(stage: Stage, lesson: ResponseMessage) -> ResponseMessage:
    """The message of a lesson as it stands."""
    return next(each for each in stage.messages() if each.id == lesson.id)


async def test_a_first_game_is_one_private_message_from_the_throw_to_a_table(stage: Stage) -> None:
    (lesson,) = (await stage.slash("Ann", "learn")).whispers
    assert "two friendly computers" in stage.text(lesson)
    assert "fives. The bid holds!" in await walk(stage, lesson, "", "deal", "2x5", "5x5")
    await stage.restart()
    assert "You win!" in await walk(stage, lesson, "deal-2x5-5x5", "deal", "2x4", "liar")
    assert "Each game differs" in await walk(stage, lesson, "deal-2x5-5x5-deal-2x4-liar", "end")
    assert stage.public() == []
    assert await stage.newest(stage.channel.id) is None
    await stage.press("Ann", OpenTable, now(stage, lesson))
    assert (await stage.table()).seats[0].name == "Ann"
    assert len(stage.public()) == 1
    again = await stage.press("Ann", OpenTable, now(stage, lesson))
    assert "a table in this channel already" in again.words


async def test_help_leads_to_it_and_an_old_step_still_plays(stage: Stage) -> None:
    (card,) = (await stage.slash("Ann", "help")).whispers
    await stage.press("Ann", Lesson, card)
    assert "two sixes" in await walk(stage, card, "", "deal", "2x6")
    await stage.forge("Ann", Lesson("bids", "deal-2x5"), message=card)
    assert "two fives" in stage.text(now(stage, card))
    await stage.forge("Ann", Lesson("bids", "deal-9x5"), message=card)
    assert "lost its thread" in stage.text(now(stage, card))
    assert "of another version" not in (await stage.forge("Ann", "lesson:nothing:deal", message=card)).words


async def test_in_a_dm_it_is_the_same_and_ends_with_how_to_begin(stage: Stage) -> None:
    ann = stage.people["Ann"].user
    asked = (await ann.slash("learn")).response
    assert asked is not None
    assert "two friendly computers" in stage.text(asked)
    path = ""
    for step in ("deal", "2x5", "liar", "deal", "liar", "end"):
        path = f"{path}-{step}".lstrip("-")
        await ann.click(asked, custom_id=encode(Lesson("bids", path)))
        asked = next(each for each in stage.messages(ann.dm_channel) if each.id == asked.id)
    assert "`/play` in a server" in stage.text(asked)
    assert OpenTable not in stage.kinds(asked)
