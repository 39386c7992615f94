"""Test the lessons: every path through them, in the engine and on Discord.

A forged path starts the lesson again.
"""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from simcord import ResponseMessage

from bot.presses.base import Press
from bot.presses.codec import LONGEST, decode, encode
from bot.presses.learning import ChooseLesson, Lesson, OpenTable
from bot.screens.elements.cards import (
    LONGEST_LABEL,
    MOST_COMPONENTS,
    MOST_TEXT,
    Box,
    Menu,
    Part,
    Row,
    Text,
    characters,
    components,
)
from bot.screens.families import variants
from bot.screens.families.bids import teaching as of_bids
from bot.screens.families.bids.teaching import HANDS, TOO_MANY, steps
from bot.screens.families.poker_cup import teaching as with_a_cup
from bot.screens.families.poker_cup.lesson_script import turned_by
from bot.screens.families.teaching import DEAL, LEARNER, SETS, Played, after
from bot.screens.pages import learning
from bot.words.dice import in_text
from engine.bids.events import Revealed
from engine.core.characters import CHARACTERS
from engine.core.dice import FACES
from engine.core.state import BETWEEN, OVER
from engine.variants import VARIANTS
from tests.bot.pseudo import heard
from tests.bot.stage import Stage
from tests.effort import examples
from tests.engine.bids import counted


def bids(path: tuple[str, ...]) -> Played:
    """Return the game in the lesson about bids after these steps."""
    return after(of_bids.COURSE, path)


def cup(path: str) -> Played:
    """Return the game of the cup lesson, in its state after these steps."""
    return after(with_a_cup.COURSE, tuple(path.split("-")))


def offered(played: Played) -> tuple[str, ...]:
    """Return the learner's possible steps, or an empty tuple if the game is over.

    A step is a throw of the dice, a bid on a face, or a doubt.
    """
    phase = played.seen.state.phase
    return () if phase is OVER else (DEAL,) if phase is BETWEEN else tuple(steps(played.seen))


def paths(path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield every path through the lesson about bids that begins with `path`."""
    yield path
    for step in offered(bids(path)):
        yield from paths((*path, step))


EVERY = tuple(paths())
ENDS = [path for path in EVERY if bids(path).seen.state.phase is OVER]


def shown(path: tuple[str, ...], in_server: bool = True) -> tuple[Part, ...]:
    return learning.lesson(Lesson("common", "-".join(path)), in_server)


def of_the_cup(path: str) -> tuple[Part, ...]:
    return learning.lesson(Lesson("cup", path), in_server=True)


def said(parts: tuple[Part, ...]) -> str:
    boxes = [part.parts if isinstance(part, Box) else (part,) for part in parts]
    return "\n".join(in_text(part.words) for inner in boxes for part in inner if isinstance(part, Text))


def to_press(parts: tuple[Part, ...]) -> list[Press]:
    """Return the press of each enabled button and of each choice in a menu."""
    buttons = [button for part in parts if isinstance(part, Row) for button in part.buttons]
    chosen = [choice.value for part in parts if isinstance(part, Menu) for choice in part.choices]
    pressed = [button.press for button in buttons if not button.disabled]
    return [each for each in (*pressed, *chosen) if each is not None and not isinstance(each, str)]


def led_to(parts: tuple[Part, ...]) -> list[str]:
    """Return the path to which each button and choice leads, or "" for the beginning of the lesson."""
    return [press.path for press in to_press(parts) if isinstance(press, Lesson)]


def check(parts: tuple[Part, ...]) -> None:
    """Check that these parts fit in a message, with ids that can be decoded and a label or a picture on each button."""
    assert heard(said(parts), *CHARACTERS)
    assert components(parts) <= MOST_COMPONENTS
    assert characters(parts) <= MOST_TEXT
    buttons = [button for part in parts if isinstance(part, Row) for button in part.buttons]
    ids = [encode(press) for press in to_press(parts)]
    assert len(ids) == len(set(ids))
    assert all(len(each) <= LONGEST and decode(each) == press for each, press in zip(ids, to_press(parts), strict=True))
    assert all((button.label or button.emoji) and len(button.label) <= LONGEST_LABEL for button in buttons)


# The game of bids ------------------------------------------------------------------------------------------------


def test_every_path_through_the_lesson_ends_after_two_rounds() -> None:
    assert len(ENDS) > 50
    for path in ENDS:
        state = bids(path).seen.state
        assert state.round == 2
        assert state.result is not None
        assert path.count("deal") == 2


def test_in_the_second_round_of_the_lesson_only_a_doubt_is_right() -> None:
    ends = {path[-1] for path in ENDS}
    assert "liar" in ends
    for path in ENDS:
        (judged,) = [each for each in bids(path).happened if isinstance(each, Revealed)]
        assert not judged.holds
        assert (judged.challenger == LEARNER) == (path[-1] == "liar")
    assert all(counted(hands[1], face, 0) < TOO_MANY for hands in HANDS for face in FACES)


def test_in_the_first_round_of_the_lesson_a_doubt_is_wrong() -> None:
    first = {path: bids(path).seen.state.showdown for path in EVERY if path.count("deal") == 1}
    judged = {path: each for path, each in first.items() if each is not None}
    assert all(each.holds for path, each in judged.items() if path[-1] == "liar" and path[1] == "2x5")
    assert judged["deal", "2x5", "5x5"].holds
    assert not judged["deal", "2x5", "5x6"].holds


@pytest.mark.usefixtures("any_language")
def test_each_step_of_a_lesson_offers_the_next_ones_and_fits_a_message() -> None:
    for path in EVERY:
        parts = shown(path)
        check(parts)
        steps = offered(bids(path)) or ("end",)
        assert sorted(led_to(parts)) == sorted("-".join((*path, step)) for step in steps)


def test_no_move_of_a_lesson_appears_where_the_button_that_leads_on_was() -> None:
    """A message's last row stays under the finger while the message grows, and a second tap may come late."""
    turns = ("deal", "deal-p", "deal-p-o22", "deal-p-o22-sl", "deal-p-o22-sl-c32-deal", "deal-p-o22-sl-c32-deal-l-c13")
    for parts in (*map(shown, EVERY), *map(of_the_cup, ("", *turns))):
        rows = [part for part in parts if isinstance(part, Row)]
        onward, *besides = rows[-1].buttons
        assert onward.label in ("Roll the dice", "Next round", "The other games")
        assert onward.disabled == (len(rows) > 1 or bool(besides))
        assert parts[-1] is rows[-1]


@pytest.mark.usefixtures("any_language")
def test_the_end_of_a_lesson_says_how_the_games_differ() -> None:
    for in_server in (True, False):
        words = heard(said(shown((*ENDS[0], "end"), in_server)))
        assert all(heard(variants.wording(name).title) in words for name in variants.offered())
        assert ("`/play` in a server" in words) != in_server
    told = [heard(variants.wording(name).story) for name in VARIANTS]
    assert len(set(told)) == len(VARIANTS)


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize(
    "path", ["liar", "deal-deal", "deal-15x6", "deal-2x5-2x5", "deal-2x7", "end", "deal-end", "x", "deal-2x5-99999"]
)
def test_a_forged_path_begins_the_lesson_again(path: str) -> None:
    parts = learning.lesson(Lesson("bids", path), in_server=True)
    assert "I lost track of this lesson" in heard(said(parts), *CHARACTERS)
    assert led_to(parts) == ["deal"]


# The game of the cup ---------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("any_language")
@settings(max_examples=examples(40), deadline=None)
@given(data=st.data())
def test_every_random_path_through_the_lesson_of_the_cup_ends(data: st.DataObject) -> None:
    """There are about 500 claims and many ways to move the dice.

    The paths end after some turns, because marking dice and beginning a claim are not steps of a path.
    """
    path, turns = data.draw(st.sampled_from(SETS)), 0
    while path.split("-")[-1] != "end":
        parts = of_the_cup(path)
        check(parts)
        ways = led_to(parts)
        if turns > 4:
            ways = [way for way in ways if turned_by(way.split("-")[-1]) is None] or ways
        path = data.draw(st.sampled_from(ways))
        turns = turns + 1 if turned_by(path.split("-")[-1]) is not None else 0
    assert "You know how to play!" in heard(said(of_the_cup(path)), *CHARACTERS)


LONG = "deal-p-o12235-u12235-s-l-c065432"
"""The longest path of a first round."""


def test_the_longest_path_fits_an_id_and_dice_cannot_be_moved_endlessly() -> None:
    arranged = of_the_cup("deal-p-o12235-u12235")
    assert {path.removeprefix("deal-p-o12235-u12235-") for path in led_to(arranged)} == {"s", "sl"}
    assert "I lost track of this lesson" in said(of_the_cup("deal-p-o1-u1-o1"))
    empty = of_the_cup("deal-p-o1-o2235-m31")
    assert led_to(empty)[-1] == "deal-p-o1-o2235-r12235"  # no die is left under the cup, so one must be rolled (K7)
    # The longest possible path is an opening and a turn with the most steps, each as long as possible.
    path = "4-deal-p-o12235-u12235-s-l-c065432-deal-l-o13356-c065432-p-o12345-u12345-s-l-c765432"
    assert len(encode(Lesson("cup", path))) <= LONGEST
    assert decode(encode(Lesson("cup", path))) == Lesson("cup", path)


def test_the_lesson_rewards_a_true_claim_and_a_caught_lie() -> None:
    told = said(of_the_cup("deal-p-o22-sl-c32"))
    assert "That’s true." in told
    assert "pays for doubting." in told
    caught = said(of_the_cup("deal-p-o22-sl-c32-deal-l-c13-liar"))
    assert "Good call! Too good to be true." in caught
    assert "You win!" in caught


def test_sentences_about_the_learner_are_in_the_second_person() -> None:
    cups = ("deal-liar", "deal-c13-deal-liar", "deal-c13", "deal-p-o22-sl-c32-deal-l-c13-liar")
    pages = (*(shown(path) for path in EVERY if "liar" in path), *map(of_the_cup, cups), *map(shown, ENDS))
    verdicts = {line for page in pages for line in said(page).split("\n") if line.startswith("## ")}
    for begins, ends in (("You said", ""), ("You claimed", ""), ("", "You caught it!"), ("", "You pay for doubting.")):
        assert any(line.startswith(f"## {begins}") and line.endswith(ends) for line in verdicts), (begins, ends)
    assert not [line for line in verdicts if "You pays" in line or "by You" in line]


def test_the_last_claim_of_the_lessons_second_round_is_a_lie() -> None:
    for path in ("deal-liar-deal", "deal-c13-deal", "deal-p-o22-sl-c32-deal-l-c13", "deal-p-o22-sl-c32-deal-c01"):
        assert said(of_the_cup(path)).count("**four fours**") == 2  # once as the claim, and once as the claim to beat
        assert "You caught it!" in said(of_the_cup(f"{path}-liar"))
        believed = said(of_the_cup(f"{path}-p"))
        assert "it was a **lie**" in believed


def test_the_lesson_catches_a_bluff_and_explains_a_blind_claim() -> None:
    bluff = said(of_the_cup("deal-p-sl-c76"))
    assert "A bluff!" in bluff
    assert "You’re caught, so you pay." in bluff
    assert "You haven’t looked, so nothing gives you" in said(of_the_cup("deal-c13"))
    bold = said(of_the_cup("deal-p-o22-sl-c32-deal-l-c76"))
    assert "You’re caught, so you pay." in bold
    assert "Game over.** Forfeits:" in bold


def test_a_learner_who_doubts_a_true_claim_gets_a_forfeit() -> None:
    told = said(of_the_cup("deal-liar"))
    assert "told the truth" in told
    assert cup("deal-liar").seen.state.players[LEARNER].forfeits == 1


@pytest.mark.parametrize(
    "path",
    ["p", "deal-l", "deal-c11", "deal-c", "deal-p-o6", "deal-p-o", "deal-p-c32", "deal-m99", "deal-b9", "deal-z"],
)
def test_a_forged_path_of_the_cup_begins_the_lesson_again(path: str) -> None:
    parts = of_the_cup(path)
    if turned_by(path.split("-")[-1]) is None:
        assert "I lost track of this lesson" in said(parts)
        assert led_to(parts) == ["deal"]
    else:
        assert "You have the cup, and the claim looks likely" in said(parts)


# Ways to a lesson ------------------------------------------------------------------------------------------------


OWN = {
    "cup": "deal-c13-deal-liar-end",
    "mia": "deal-liar-deal-l-c31-liar-end",
    "bluff": "deal-2x5-liar-deal-liar-end",
    "dahua": "deal-3x3p-liar-deal-liar-end",
}
"""A path to the last page of the lesson, by the games that have a lesson of their own besides the plain one."""


@pytest.mark.parametrize("game", list(VARIANTS))
def test_each_games_lesson_explains_what_is_special_and_opens_its_table(game: str) -> None:
    first = learning.lesson(Lesson(game, ""), in_server=True)
    check(first)
    assert (variants.wording(game).story in said(first)) == (game not in ("common", *OWN))
    assert ("poker hand" in said(first)) == (game == "cup")
    over = OWN.get(game, "-".join((*ENDS[0], "end")))
    last = learning.lesson(Lesson(game, over), in_server=True)
    check(last)
    assert [press for press in to_press(last) if isinstance(press, OpenTable)] == [OpenTable(game)]
    assert [press for press in to_press(last) if isinstance(press, Lesson)] == [Lesson(game, "1")]


def test_a_lesson_of_an_unknown_game_asks_for_a_game() -> None:
    parts = learning.lesson(Lesson("tarot", "deal"), in_server=True)
    assert "I lost track of this lesson" in said(parts)
    assert to_press(parts) == [Lesson(game, "") for game in ("common", "cup", "mia", "bluff", "dahua")]


async def walk(stage: Stage, lesson: ResponseMessage, path: str, *steps: str) -> str:
    """Press the buttons for these steps in the lesson's message, and return its text."""
    for step in steps:
        path = f"{path}-{step}".lstrip("-")
        await stage.press("Ann", Lesson, now(stage, lesson), path=path)
    return stage.text(now(stage, lesson))


def now(stage: Stage, lesson: ResponseMessage) -> ResponseMessage:
    """Return the message of a lesson in its current state."""
    return next(each for each in stage.messages() if each.id == lesson.id)


async def test_a_lesson_is_one_private_message_that_ends_by_opening_a_table(stage: Stage) -> None:
    (lesson,) = (await stage.slash("Ann", "learn")).ephemerals
    await stage.press("Ann", Lesson, lesson, game="common")
    assert "Two rounds against" in stage.text(now(stage, lesson))
    assert "pays for doubting." in await walk(stage, lesson, "", "deal", "2x5", "5x5")
    await stage.restart()
    assert "You win!" in await walk(stage, lesson, "deal-2x5-5x5", "deal", "2x4", "liar")
    assert "Each game is a little different" in await walk(stage, lesson, "deal-2x5-5x5-deal-2x4-liar", "end")
    assert stage.public() == []
    assert await stage.newest(stage.channel.id) is None
    await stage.press("Ann", OpenTable, now(stage, lesson))
    assert (await stage.table()).seats[0].name == "Ann"
    assert len(stage.public()) == 1
    again = await stage.press("Ann", OpenTable, now(stage, lesson))
    assert "There’s already a table here. `/table" in again.words


BUTTONS_ONLY, NO_TABLE = "The lesson is played with its buttons. `/play` opens a table.", "No table here."


async def test_a_move_that_is_typed_in_a_lesson_hears_that_the_lesson_has_buttons(stage: Stage) -> None:
    (lesson,) = (await stage.slash("Ann", "learn")).ephemerals
    assert NO_TABLE in (await stage.slash("Ann", "liar")).words  # she has not chosen a lesson yet
    await stage.press("Ann", Lesson, lesson, game="common")
    assert BUTTONS_ONLY in (await stage.slash("Ann", "bid", what="three twos")).words
    assert BUTTONS_ONLY in (await stage.slash("Ann", "claim", what="pair of twos")).words
    assert BUTTONS_ONLY in (await stage.slash("Ann", "liar")).words
    assert NO_TABLE in (await stage.slash("Ben", "liar")).words
    await walk(stage, lesson, "", "deal", "2x5", "5x5", "deal", "2x4", "liar", "end")
    assert NO_TABLE in (await stage.slash("Ann", "liar")).words


async def test_a_move_that_is_typed_in_a_lesson_is_suggested_as_it_is(english_stage: Stage) -> None:
    """The page asks about words that the bot suggests as a move. The answer to this move says what works instead."""
    stage = english_stage
    (lesson,) = (await stage.slash("Ann", "learn")).ephemerals
    assert await suggested(stage, "bid", "three twos") == []
    await stage.press("Ann", Lesson, lesson, game="cup")
    assert await suggested(stage, "bid", "three twos") == ["three twos"]
    assert await suggested(stage, "claim", "pair of fives") == ["pair of fives"]
    assert await suggested(stage, "bid", "three people here") == []
    assert await suggested(stage, "claim", "who has one") == []


async def suggested(stage: Stage, command: str, typed: str) -> list[str]:
    """Return what the bot suggests to Ann while she types a move."""
    return [choice["value"] for choice in await stage.people["Ann"].autocomplete(stage.channel, command, "what", typed)]


async def test_a_lesson_that_was_left_long_ago_is_not_spoken_of(stage: Stage) -> None:
    await stage.slash("Ann", "learn", game="cup")
    assert BUTTONS_ONLY in (await stage.slash("Ann", "claim", what="pair of twos")).words
    await stage.time_passes(minutes=15)
    assert NO_TABLE in (await stage.slash("Ann", "claim", what="pair of twos")).words


async def test_the_lesson_of_the_cup_is_played_with_buttons_and_opens_its_table(stage: Stage) -> None:
    (lesson,) = (await stage.slash("Ann", "learn", game="cup")).ephemerals
    told = await walk(stage, lesson, "", "deal", "p", "m2")
    assert "Worth keeping" in told
    assert "To beat: **a pair of twos**" in told
    await stage.press("Ann", Lesson, now(stage, lesson), path="deal-p-m6")
    assert "You pull out" in await walk(stage, lesson, "deal-p", "o22")
    assert "**three twos with a six and a four**" in await walk(stage, lesson, "deal-p-o22", "sl")
    await stage.press("Ann", Lesson, now(stage, lesson), path="deal-p-o22-sl-b3")
    await stage.press("Ann", Lesson, now(stage, lesson), path="deal-p-o22-sl-b32")
    await stage.restart()
    assert "pays for doubting." in await walk(stage, lesson, "deal-p-o22-sl", "c32")
    path = "deal-p-o22-sl-c32"
    assert "You win!" in await walk(stage, lesson, path, "deal", "l", "c13", "liar")
    await walk(stage, lesson, f"{path}-deal-l-c13-liar", "end")
    assert stage.public() == []
    assert await stage.newest(stage.channel.id) is None
    await stage.press("Ann", OpenTable, now(stage, lesson))
    assert (await stage.table()).setup.variant == "cup"


async def test_a_shake_in_the_lesson_keeps_the_marked_dice(stage: Stage) -> None:
    (lesson,) = (await stage.slash("Ann", "learn", game="cup")).ephemerals
    await walk(stage, lesson, "", "deal", "p", "m2")
    await stage.press("Ann", Lesson, now(stage, lesson), path="deal-p-m6")
    assert "Shaking rolls only the rest." in stage.text(now(stage, lesson))
    paths = [press.path for press in stage.presses(now(stage, lesson)) if isinstance(press, Lesson)]
    assert {"deal-p-w22", "deal-p-k22"} <= {*paths}
    assert not {"deal-p-sl", "deal-p-s"} & {*paths}
    told = await walk(stage, lesson, "deal-p", "w22")
    assert "You pull out" in told
    assert "**three twos with a six and a four**" in told


async def test_help_leads_to_the_lessons_and_older_lessons_buttons_still_work(stage: Stage) -> None:
    (card,) = (await stage.slash("Ann", "help")).ephemerals
    await stage.press("Ann", ChooseLesson, card)
    await stage.press("Ann", Lesson, now(stage, card), game="common")
    assert "2 sixes" in await walk(stage, card, "", "deal", "2x6")
    await stage.forge("Ann", Lesson("bids", "deal-2x5"), message=card)
    assert "2 fives" in stage.text(now(stage, card))
    await stage.forge("Ann", Lesson("bids", "deal-9x5"), message=card)
    assert "I lost track of this lesson" in stage.text(now(stage, card))
    assert "of another version" not in (await stage.forge("Ann", "lesson:nothing:deal", message=card)).words
    (joker,) = (await stage.slash("Ann", "help", game="joker")).ephemerals
    await stage.press("Ann", Lesson, joker, game="joker")
    assert "is a bidding game with a twist. This lesson" in stage.text(now(stage, joker))


async def test_the_button_of_an_older_lesson_opens_a_table_of_the_usual_game(stage: Stage) -> None:
    (card,) = (await stage.slash("Ann", "learn")).ephemerals
    await stage.forge("Ann", "open", message=card)
    assert (await stage.table()).setup.variant == "common"


async def test_a_lesson_in_a_dm_ends_with_how_to_begin_on_a_server(stage: Stage) -> None:
    ann = stage.people["Ann"].user
    asked = (await ann.slash("learn", game="common")).response
    assert asked is not None
    assert "Two rounds against" in stage.text(asked)
    path = ""
    for step in ("deal", "2x5", "liar", "deal", "liar", "end"):
        path = f"{path}-{step}".lstrip("-")
        await ann.click(asked, custom_id=encode(Lesson("common", path)))
        asked = next(each for each in stage.messages(ann.dm_channel) if each.id == asked.id)
    assert "`/play` in a server" in stage.text(asked)
    assert OpenTable not in stage.kinds(asked)
