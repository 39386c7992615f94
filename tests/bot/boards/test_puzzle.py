"""Test the daily puzzle.

It is the same for everybody, and each person answers it once. The best answer stays private until the next day.
"""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from random import Random
from typing import Any

import pytest

from bot.people.puzzles import LIAR, TABLES, Puzzle, drawn, of_day, positions
from bot.presses.codec import decode, encode
from bot.presses.preferences import PuzzleChannel, PuzzleHour, ServerPage
from bot.presses.puzzle import AnswerPuzzle
from bot.screens.pages.puzzle import in_words
from bot.storage.schema import puzzle_answers
from bot.words.dice import bid_words
from engine.bids.actions import Bid
from engine.bids.counting import Stash, counting
from engine.bids.raising import allows, raises
from engine.bids.rules import Rules
from engine.core.characters import CHARACTERS
from engine.core.dice import FLYING, KEPT, NOTHING
from engine.options import rules_for
from tests.bot.answers import Answer
from tests.bot.server_settings import card, chosen, keeper, now
from tests.bot.stage import Stage
from tests.clock import utc_now

LONGEST = getattr(puzzle_answers.c.answer.type, "length", 0)
"""The length of the longest answer that is kept."""


async def choose(stage: Stage, name: str, card: Any, answer: str) -> Answer:
    """Press the button for an answer."""
    press = AnswerPuzzle.of(1, answer)
    return await stage.press(name, AnswerPuzzle, card, said=press.said, letter=press.letter)


def worst(puzzle: Puzzle) -> str:
    return min(puzzle.answers, key=lambda answer: puzzle.answers[answer])


def test_only_what_is_impossible_in_a_puzzle_has_0_percent_and_only_what_is_certain_has_100() -> None:
    for puzzle in positions():
        bid, unseen = puzzle.bids[-1], sum(puzzle.dice) - len(puzzle.mine)
        plain = counting(Bid(bid.quantity, bid.face, bid.called), puzzle.wild).likely((Stash(puzzle.mine, unseen),))
        for said in (puzzle.plain, puzzle.said, 100 - puzzle.answers[LIAR]):
            assert (said == 100) <= (plain == 1.0), puzzle
            assert (said == 0) <= (plain == 0.0), puzzle


async def test_a_puzzle_is_answered_once_and_the_best_answer_is_shown_in_private(both: Stage) -> None:
    stage = both
    stage.freeze_time()  # otherwise midnight may come between a puzzle and its answer
    card = (await stage.slash("Ann", "puzzle")).ephemerals[0]
    puzzle = of_day(stage.bot.services.puzzles.today())
    assert [press.chosen for press in stage.presses(card) if isinstance(press, AnswerPuzzle)] == list(puzzle.answers)
    before = len(stage.public())
    first = (await choose(stage, "Ann", card, worst(puzzle))).words
    assert "❌" in first
    assert "Nobody here solved it." in first
    again = (await choose(stage, "Ann", card, puzzle.best)).words
    assert "❌" in again, "the first answer counts"
    other = (await stage.slash("Ben", "puzzle")).ephemerals[0]
    right = (await choose(stage, "Ben", other, puzzle.best)).words
    assert "✅" in right
    bid = puzzle.bids[-1]
    assert f"{list(CHARACTERS)[bid.seat - 1]} bid **{bid_words(bid)}**. Going by the bids, " in right
    assert "1 of 2 here solved it" in right
    assert len(stage.public()) == before, "nobody else sees it"


async def at(stage: Stage, first: datetime, day: int, hour: int) -> None:
    """Set the clock to five past this hour, `day` days after `first`, and run the task that posts the puzzle."""
    moment = (first + timedelta(days=day)).replace(hour=hour, minute=5)
    stage.bot.now = lambda: moment
    with stage.env._bot_scope():  # so that `settle` waits for the work that this begins
        assert stage.bot.puzzles is not None
        stage.bot.puzzles.background.begin()
    await stage.env.settle()


async def test_a_puzzle_is_posted_once_a_day_with_yesterdays_answer(both: Stage) -> None:
    stage = both
    name = keeper(stage)
    shown = await card(stage, name)
    await stage.press(name, ServerPage, shown, page=1)
    await stage.press(name, ServerPage, now(stage, shown), page=2)
    await stage.pick_from(name, now(stage, shown), PuzzleChannel(), stage.channel)
    await stage.pick(name, now(stage, shown), PuzzleHour, hour=18)
    assert (await chosen(stage)).puzzle_channel == stage.channel.id
    before, first = len(stage.public()), utc_now()
    await at(stage, first, 1, 17)
    assert len(stage.public()) == before, "it is too early"
    await at(stage, first, 1, 18)
    await at(stage, first, 1, 19)
    await stage.restart()
    await at(stage, first, 1, 20)
    posted = stage.public()[before:]
    assert len(posted) == 1
    puzzle = of_day(stage.bot.services.puzzles.today())
    await choose(stage, "Ann", posted[0], puzzle.best)
    await choose(stage, "Ben", posted[0], worst(puzzle))
    await at(stage, first, 2, 18)
    (today,) = stage.public()[before + 1 :]
    assert "1 of 2 here solved it" in stage.text(today)
    assert in_words(puzzle, puzzle.best) in stage.text(today)


async def test_a_puzzle_that_is_over_takes_no_more_answers(stage: Stage) -> None:
    shown, puzzle = (await stage.slash("Ann", "puzzle")).ephemerals[0], of_day(stage.bot.services.puzzles.today())
    await stage.time_passes(days=3)
    answer = await choose(stage, "Ann", shown, puzzle.best)
    assert "That one is over" in answer.words


def test_every_puzzle_has_legal_answers_and_one_is_clearly_best() -> None:
    found = positions()
    assert len(found) == TABLES[-1][1]
    assert len({(each.game, each.mine, each.bids, each.dice) for each in found}) == len(found)
    for each in found:
        assert each.dice[0] == len(each.mine)
        assert each.bids[-1][0] != 0
        rules = rules_for(each.game)
        assert isinstance(rules, Rules)
        least = raises(rules.raising, Bid.of(each.bids[-1]), sum(each.dice), each.wild)
        for answer in each.answers:
            if (bid := each.bid(answer)) is not None:
                assert allows(least, bid)
                assert bid.quantity <= sum(each.dice)
            assert len(answer) <= LONGEST
            assert decode(encode(AnswerPuzzle.of(1, answer))) == AnswerPuzzle.of(1, answer)
        best, second, *_ = sorted(each.answers.values(), reverse=True)
        assert best - second >= 4, "five points, before both were rounded"


def test_bluff_and_dahua_have_20_puzzles_each_and_some_answers_are_pure_or_flying() -> None:
    games = Counter(each.game for each in positions())
    assert (games["bluff"], games["dahua"]) == (20, 20)
    words = {bid.called for each in positions() for answer in each.answers if (bid := each.bid(answer)) is not None}
    assert words >= {NOTHING, KEPT, FLYING}


def test_a_larger_table_changes_no_puzzle_of_earlier_days() -> None:
    first, second, third = ((0, 400),), ((0, 400), (500, 440)), ((0, 400), (500, 440), (700, 460))
    for day in range(1000):
        now = drawn(day, third)
        assert now == drawn(day, second) if day < 700 else True
        assert now == drawn(day, first) if day < 500 else True
        assert now < (400 if day < 500 else 440 if day < 700 else 460)
    assert {drawn(day, third) for day in range(700, 700 + 460)} == {*range(460)}, "each position has its day"


def test_the_puzzles_of_the_year_before_the_new_positions_are_those_of_older_versions() -> None:
    """Version 0.2 drew all of its positions at once, and an older process may live on the day of the upgrade."""
    older = Random(1).sample(positions()[:400], 400)
    for day in range(date(2026, 1, 1).toordinal(), date(2027, 1, 1).toordinal()):
        assert of_day(day) is older[day % 400]


async def test_the_puzzles_with_stars_and_pure_bids_are_answered(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    found = {of_day(day).game: day for day in range(TABLES[-1][0], TABLES[-1][0] + len(positions()))}
    for game, words in (("bluff", "Wild: sixes."), ("dahua", "Ones are wild, except for pure bids.")):
        puzzle = of_day(found[game])
        noon = datetime.combine(date.fromordinal(found[game]), time(12), UTC)
        monkeypatch.setattr(stage.bot, "now", lambda noon=noon: noon)
        card = (await stage.slash("Ann", "puzzle")).ephemerals[0]
        assert words in stage.text(card)
        assert "✅ Right:" in (await choose(stage, "Ann", card, puzzle.best)).words
        other = (await stage.slash("Ben", "puzzle")).ephemerals[0]
        assert "❌" in (await choose(stage, "Ben", other, worst(puzzle))).words
