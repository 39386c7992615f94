"""Test that a lesson is right about the moves that it calls best.

The engine's odds say that such a move is likely to succeed, and it does succeed with the dice of the lesson.
"""

import re
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from bot.presses.learning import Lesson
from bot.presses.poker_cup import MakeClaim
from bot.screens.families.bids import lesson_script
from bot.screens.families.bids import teaching as of_bids
from bot.screens.families.bids.showing import bid_and_show
from bot.screens.families.poker_cup import lesson_script as cup_script
from bot.screens.families.poker_cup import two_dice_lesson
from bot.screens.families.poker_cup.inputs import held, known
from bot.screens.families.poker_cup.ranking import spoken
from bot.screens.families.presenters import course
from bot.screens.families.teaching import DEAL, END, LEARNER, LIAR, SEATS, SETS, Played, after
from bot.screens.pages import learning
from bot.words.language import percent
from engine import games
from engine.bids.actions import Bid
from engine.bids.events import Revealed
from engine.bids.odds import holds
from engine.bids.state import State
from engine.bids.view import View
from engine.core.state import BETWEEN, OVER
from engine.poker_cup.claims import claim_in_words
from engine.poker_cup.events import CupLifted
from engine.poker_cup.odds import reaching
from engine.variants import VARIANTS
from tests.bot.games.test_learning import led_to, said
from tests.truth.lessons import steps_of_bids

WITH_A_CUP = {"cup": cup_script.word_of, "mia": two_dice_lesson.word_of}
"""The functions that return the word for a press in a lesson's path, by the games with a cup."""
WITH_WORDS = ("bluff", "dahua")
"""The games of bids whose lessons have bids that are called pure, or that show dice."""
LEAST = 0.6
"""The lowest odds that a move which is called best may have."""
BEST = re.compile(r"^💡.*(?:Best: .*|\*\*Peek\*\* to believe it.*|true: call \*\*Liar!.*)$", re.MULTILINE)
"""Matches a line that recommends a move."""

Path = tuple[str, ...]


def page(game: str, path: Path) -> str:
    return said(learning.lesson(Lesson(game, "-".join(path)), in_server=True))


def steps(game: str, path: Path) -> list[str]:
    """Return the steps to try next on a path.

    In the plain game of bids these are all possible steps. With the cup they are the moves, the first and the last
    claim, and pulling out a pair.
    """
    seen = after(course(VARIANTS[game].rules), path).seen
    if course(VARIANTS[game].rules).game in WITH_WORDS and seen.legal.may_bid():
        return steps_of_bids(WITH_WORDS[0], seen)
    words = [each.split("-")[-1] for each in led_to(learning.lesson(Lesson(game, "-".join(path)), in_server=True))]
    if game not in WITH_A_CUP:
        return [word for word in words if word != END]
    claims = [word for word in words if word[0] == "c"]
    pairs = {f"o{face}{face}" for face in seen.mine if seen.legal.show and seen.mine.count(face) == 2}
    marked = not any(word[0] in "our" for word in path[-2:])
    plain = [word for word in words if word in (DEAL, LIAR, "p", "l", "sl")]
    return [*plain, *claims[:1], *claims[-1:], *(pairs if marked else ())]


def paths(game: str, path: Path) -> Iterator[Path]:
    """Yield every path that begins with `path`."""
    yield path
    for step in steps(game, path):
        yield from paths(game, (*path, step))


def bids(game: str, seen: View) -> dict[str, Bid]:
    """Return the learner's possible bids in a lesson about bids, by their words in a path."""
    script = lesson_script if course(VARIANTS[game].rules).game in WITH_WORDS else of_bids
    return {word: act for word, act in script.steps(seen).items() if isinstance(act, Bid)}


def advised(game: str, played: Played, line: str) -> tuple[str, float]:
    """Return the step that a line of the lesson calls best, and the odds that it succeeds."""
    seen, standing = played.seen, played.seen.state.standing
    if isinstance(seen, View):
        for word, bid in bids(game, seen).items():
            if f"**{bid_and_show(bid, bid.show)}**" in line:
                return word, lesson_script.likely(seen, bid)
        return LIAR, 1 - holds(seen, standing)
    dice, ranking = known(seen), seen.state.rules.ranking
    if "claim **" in line:
        (claim,) = [each for each in ranking.claims if f"**{spoken(each)}**" in line]
        word = WITH_A_CUP[game](MakeClaim(0, 0, claim_in_words(claim).replace(" ", "-"), blind=False))
        return word, reaching(dice, claim, ranking)
    likely = reaching(dice, standing.claim, ranking)
    return (LIAR, 1 - likely) if "Liar!" in line else ("p", likely)


def told_to_claim(played: Played) -> str:
    """Return the line that tells the learner to claim their own hand, or "" if it is not known whole."""
    mine = held(played.seen) if not isinstance(played.seen, View) else None
    return f"💡 Best: claim **{spoken(mine)}**. It’s what you have." if mine is not None else ""


def wins(game: str, path: Path, step: str) -> bool:
    """Return whether a step succeeds.

    A bid must hold, a peek must find at least the claimed hand, and the learner must not lose a showdown.
    """
    taught = course(VARIANTS[game].rules)
    before, now = after(taught, path), after(taught, (*path, step))
    if step == "p":
        ranking, claim = now.seen.state.rules.ranking, before.seen.state.standing.claim
        return bool(ranking.reaches(ranking.hand(known(now.seen)), claim))
    if "x" in step:
        bid = bids(game, before.seen)[step]
        dice = SETS.index(path[0]) if path[0] in SETS else 0
        _events, made = replace(taught, dice=dice).play(before.game, LEARNER, bid)
        hands = [games.view(made, seat).mine for seat in SEATS]
        assert isinstance(made.state, State)
        if made.state.counting(bid).all(hands) < bid.quantity:
            return False
    judged = [each for each in now.happened if isinstance(each, Revealed | CupLifted)]
    return all(each.loser() != LEARNER for each in judged)


@pytest.mark.in_some_games
@pytest.mark.parametrize("dice", SETS)
@pytest.mark.parametrize("game", list(VARIANTS))
def test_the_move_that_a_lesson_calls_best_is_likely_and_right(game: str, dice: str) -> None:
    taught, kinds = course(VARIANTS[game].rules), set()
    for path in paths(game, (dice,) if dice else ()):
        played = after(taught, path)
        lines = BEST.findall(page(game, path))
        assert len(lines) <= 1, (path, lines)
        shown_page = learning.lesson(Lesson(game, "-".join(path)), in_server=True)
        words = [each.split("-")[-1] for each in led_to(shown_page)]
        for line in lines:
            assert played.seen.state.phase not in (BETWEEN, OVER)
            step, odds = advised(game, played, line)
            assert odds >= LEAST, (path, line, odds)
            shown = odds if game not in WITH_A_CUP or step != LIAR else 1 - odds
            is_sure = "It’s what you have." in line
            assert shown == 1 if is_sure else percent(shown) in page(game, path), (path, shown)
            assert is_sure == (line == told_to_claim(played)), (path, line)
            assert wins(game, path, step), (path, line)
            assert step in words or taught.game in WITH_WORDS, (path, line, "it has no button")
            word = "show" if "s" in step else "pure" if step[-1] == "p" else ""
            kinds |= {"bid", word} if "x" in step else {step[0]}
    other = {"cup": {"p", "l", "c"}, "mia": {"l", "c"}, "bluff": {"bid", "l", "show"}, "dahua": {"bid", "l", "pure"}}
    assert kinds >= other.get(game, {"bid", "l"})


def test_the_lesson_of_mia_advises_to_claim_ones_own_roll() -> None:
    """A lower claim is as surely true, but helps nobody."""
    taught, advice = course(VARIANTS["mia"].rules), 0
    for path in paths("mia", ()):
        seen = after(taught, path).seen
        for line in BEST.findall(page("mia", path)):
            if "claim **" in line:
                assert f"**{spoken(seen.state.rules.ranking.hand(known(seen)))}**" in line, (path, line)
                advice += 1
    assert advice


@pytest.mark.parametrize("game", list(VARIANTS))
def test_a_repeated_lesson_uses_each_set_of_dice_in_turn(game: str) -> None:
    taught, rolled, dice = course(VARIANTS[game].rules), [], ""
    for _each in SETS:
        rolled.append(dice)
        every = paths(game, (dice,) if dice else ())
        ended = next(path for path in every if after(taught, path).seen.state.phase is OVER)
        (dice,) = led_to(learning.lesson(Lesson(game, "-".join((*ended, END))), in_server=True))
    assert (tuple(rolled), dice) == (SETS, "")


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0.14, "hard to believe (14%)"),
        (0.39, "possible, but bold (39%)"),
        (0.4, "about even (40%)"),
        (0.59, "about even (59%)"),
        (0.7, "likely (70%)"),
        (0.8, "very likely (80%)"),
    ],
)
def test_a_chance_is_called_even_only_near_a_half(chance: float, words: str) -> None:
    assert of_bids.likely_in_words(chance) == words
