"""Write the lesson and the sample round of the cup with two dice (K16 to K18), with their dice and moves.

In the first round the learner receives a true claim, and a computer player challenges the learner's own claim. In the
second round the computer player before the learner claims too much, so there is a lie to catch.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from bot.presses import poker_cup as p
from bot.presses.base import GameMove, Press
from bot.presses.game import CallLie
from bot.screens.families import narration
from bot.screens.families.lesson_pages import won
from bot.screens.families.poker_cup import narrator, showdown, teaching
from bot.screens.families.poker_cup.inputs import known
from bot.screens.families.poker_cup.narrator import CupNarrator
from bot.screens.families.poker_cup.price import paid
from bot.screens.families.poker_cup.ranking import spoken, words
from bot.screens.families.poker_cup.teaching import Steps, buttons, pictures
from bot.screens.families.teaching import (
    FIRST,
    LEARNER,
    LIAR,
    SECOND,
    SURE,
    Course,
    Played,
    Rolled,
    SampleRound,
    Views,
)
from bot.words.dice import covered_dice, under
from bot.words.language import _, ngettext
from engine.core import events as e
from engine.core.actions import Action, Challenge
from engine.core.dice import Hand
from engine.options import rules_for
from engine.poker_cup import actions as a
from engine.poker_cup import events as c
from engine.poker_cup.odds import reaching
from engine.poker_cup.ranking import Claim, Kind
from engine.poker_cup.rules import CupRules
from engine.poker_cup.view import CupView

GAME, ROUNDS = "mia", 2
"""The game of the lesson, and the number of its rounds."""


def _rules() -> CupRules:
    rules = rules_for(GAME, {"rounds": str(ROUNDS)})
    assert isinstance(rules, CupRules)
    return rules


RULES = _rules()
"""The rules of the learner's first game."""


class Dice(NamedTuple):
    """A set of dice for a first game.

    - `told`: the throw that opens the first round. Its player claims it. `mine`: the throw with which the learner opens
      the second round. `piled`: the throws of the computer players in the second round.
    - `luck`: the learner's other dice, by the address of the throw.
    """

    told: Hand
    mine: Hand
    piled: Hand
    luck: Hand


DICE = (
    Dice((2, 4), (1, 5), (3, 2), (6, 2, 5, 3, 4, 1)),
    Dice((1, 4), (2, 3), (2, 4), (3, 6, 1, 5, 2, 4)),
    Dice((4, 3), (3, 1), (1, 5), (5, 5, 6, 3, 4, 1)),
    Dice((3, 2), (2, 4), (3, 4), (4, 6, 3, 1, 5, 2)),
    Dice((4, 1), (5, 3), (4, 2), (1, 5, 3, 6, 2, 4)),
)
"""The sets of dice. Tests play each of them."""
TOO_MUCH = Claim(Kind.TWO_DICE, (6, 6))
"""The false claim of the second round."""
BELIEVED = Claim(Kind.TWO_DICE, (6, 4))
"""The highest claim that the first computer player believes in the second round."""

_WORDS: dict[str, Press] = {
    "b": p.OpenBlind(0, 0),
    "l": p.LookUnder(0, 0),
    "s": p.ShakeCup(0, 0, looks=False),
    "sl": p.ShakeCup(0, 0, looks=True),
    LIAR: CallLie(0, 0),
}
"""The presses that need no claim, by their words in a path."""
_CLAIM = re.compile("c([1-6]{2})")
BACK = "m0"
"""The word for the button that leads back from the blind claims."""


def word_of(press: Press) -> str:
    """Return a press of the cup as a word of a path: "c43" claims 43.

    Raises `LookupError` for a press that lessons do not have.
    """
    match press:
        case p.MakeClaim(said=said):
            return f"c{said}"
        case p.MarkDice():
            return BACK
    return {each: word for word, each in _WORDS.items()}[replace(press, table=0, version=0)]


def turned_by(word: str) -> Press | None:
    """Return the press of a word that only redraws the learner's message, or None for any other word."""
    return {"b": p.OpenBlind(0, 0), BACK: p.MarkDice(0, 0, 0)}.get(word)


def meant(played: Played, _path: tuple[str, ...], word: str) -> tuple[Action, ...]:
    """Return the actions that a word means. Raises `LookupError` for an unknown word."""
    if claim := _CLAIM.fullmatch(word):
        return p.MakeClaim(0, 0, claim[1], played.seen.legal.blind).actions()
    press = _WORDS[word]
    if not isinstance(press, GameMove):
        raise LookupError
    return press.actions()


def throws(dice: int, number: int, begins: bool) -> Rolled:
    """Return a function that provides the dice of a round of the first game.

    `dice` is the number of the set of dice, and `number` is the number of the round. `begins` is True for the throw
    that begins the round.
    """
    fixed = DICE[dice]

    def rolled(at: int, seat: int, count: int) -> Hand:
        if seat == LEARNER and not begins:
            return tuple(fixed.luck[(2 * at + each) % len(fixed.luck)] for each in range(count))
        return fixed.told if number < ROUNDS else fixed.mine if seat == LEARNER else fixed.piled

    return rolled


def moves(views: Views, seat: int) -> tuple[Action, ...]:
    """Return the acts in the script of the computer player who has the cup.

    The first computer player challenges, apart from a modest claim with which the learner opens the second round. The
    second one claims the truth in the first round, and too much in the second round.
    """
    seen: CupView = views[seat]
    ranking, standing, may = seen.state.rules.ranking, seen.state.standing, seen.legal
    is_last = seen.state.round == ROUNDS
    if standing is not None and may.challenge:
        modest = is_last and len(seen.state.claims) == 1 and ranking.reaches(BELIEVED, standing.claim)
        believes = modest if seat == FIRST else not ranking.reaches(standing.claim, TOO_MUCH)
        return (a.Shake(), a.Look()) if believes else (Challenge(),)
    if may.look:
        return (a.Look(),)
    if is_last and seat == SECOND:
        return (a.MakeClaim(TOO_MUCH),)
    own = ranking.hand(known(seen))
    is_enough = may.least is not None and ranking.reaches(own, may.least)
    assert may.least is not None
    return (a.MakeClaim(own if is_enough else may.least),)


def _narrated(by: CupNarrator, played: Played, event: e.Event) -> str:
    """Return an event in words, with an explanation for the learner; "" if there is nothing to say."""
    match event:
        case e.LivesLeft(seat=seat) if seat == LEARNER:
            left = ngettext("You have {n} left.", "You have {n} left.", event.lives).format(n=event.lives)
            words = ngettext("💔 You lose a life. {left}", "💔 You lose {n} lives. {left}", -event.change)
            return words.format(n=-event.change, left=left)
        case e.LivesLeft():
            return "\n".join(paid(by, (event,)))
        case e.GameOver(winners=winners):
            return _result(by, played.seen, winners)
        case _:
            return teaching.narrated(by, played, event)


def _result(by: CupNarrator, seen: CupView, winners: tuple[int, ...]) -> str:
    """Return each player's number of lives at the end, and the winners (E1)."""
    counts = " · ".join(f"{by.cast.brief(seat)} {player.lives}" for seat, player in enumerate(seen.state.players))
    # Translators: {counts} is a list of names with numbers of lives: “You 3 · Domino 2”.
    said = _("🏁 **Game over.** Lives: {counts}. A real game goes on until only one player has lives left.")
    return f"{said.format(counts=counts)}\n{won(by, winners)}"


def _hints(played: Played, _path: tuple[str, ...], _turning: object) -> Iterator[str]:
    """Yield a hint for the learner's next move, as an experienced player would give it, or nothing."""
    seen: CupView = played.seen
    may, standing = seen.legal, seen.state.standing
    if not may.challenge or standing is None:
        return
    likely = reaching((), standing.claim, seen.state.rules.ranking)
    if likely >= SURE:
        yield _("💡 You have the cup, and the claim looks likely: **Believe** it, roll both dice and claim more.")
    elif 1 - likely >= SURE:
        yield _("💡 Few rolls are that high. Too good to be true: call **Liar!**")


COURSE = Course(
    game=GAME,
    rules=RULES,
    throws=throws,
    moves=moves,
    meant=meant,
    highest=SECOND,
    told_by=CupNarrator,
    welcome=lambda: words(RULES.ranking).course(RULES.ranking),
    narrated=_narrated,
    hints=_hints,
    buttons=buttons(Steps(GAME, RULES, word_of)),
    turned=turned_by,
)
"""The lesson of the cup with two dice: a learner's first game."""

# The sample round ------------------------------------------------------------------------------------------------

FIRST_THROW, SECOND_THROW = (4, 2), (5, 3)
"""The dice of the opener, and of the second player."""
CLAIMS = tuple(Claim(Kind.TWO_DICE, faces) for faces in ((4, 2), (5, 3), (6, 5)))
"""The claims of the sample round: two true ones, and then a false one."""
TURNS: tuple[tuple[Action, ...], ...] = (
    (a.Look(), a.MakeClaim(CLAIMS[0])),
    (a.Shake(), a.Look(), a.MakeClaim(CLAIMS[1])),
    (a.PassBlind(CLAIMS[2]),),
    (Challenge(),),
)
"""The acts of each turn, by the number of claims before it."""


def _told(by: CupNarrator, story: Played) -> Iterator[str]:
    """Yield the steps of the sample round: a throw, a claim that is believed and beaten, a blind pass, a challenge."""
    opener, second, third = (by.name(each.seat) for each in story.happened if isinstance(each, c.Claimed))
    opened, beaten, blind = map(spoken, CLAIMS)
    shown = story.seen.state.showdown
    throw = _(words(by.rules.ranking).first_roll).format(name=opener)
    claim = _("{name} claims **{claim}** and passes the cup.").format(name=opener, claim=opened)
    yield f"{throw}\n## {pictures(FIRST_THROW, under)}\n{claim}"
    believes = _("**2. Believe and beat it.** {name} rolls both dice again, unseen by anyone else:")
    claim = _("{name} claims **{claim}**. That’s true.").format(name=second, claim=beaten)
    yield f"{believes.format(name=second)}\n## {pictures(SECOND_THROW, under)}\n{claim}"
    # Translators: {dice} are pictures of covered dice.
    passes = _("**3. Or pass it on blind.** {dice} {name} doesn’t roll or look, and claims **{claim}**.")
    yield passes.format(name=third, dice=covered_dice(len(SECOND_THROW)), claim=blind)
    call = _("**4. Call.** {name} says “Liar!” Cup up:").format(name=by.name(shown.challenger))
    # Translators: {found} is the hand under the cup: “a pair of fours”.
    count = _("It’s **{found}**, and {name} claimed more.")
    said = count.format(found=spoken(shown.hand), name=by.name(shown.passer))
    yield f"{call}\n## {showdown.shown_dice(by, shown)}\n{said}"


def _paid(by: narration.Narrator, event: e.Event) -> str:
    """Return the sentence about a price of the sample round, or "" for other events."""
    return "\n".join(paid(by, (event,))) if isinstance(event, e.LivesLeft) else ""


SAMPLE = SampleRound(
    throws=lambda _dice, _number, begins: lambda _at, _seat, _count: FIRST_THROW if begins else SECOND_THROW,
    moves=lambda views, seat: TURNS[len(views[seat].state.claims)],
    told_by=narrator.CupNarrator,
    steps=_told,
    paid=_paid,
)
"""The sample round of the cup with two dice, from the throw to the showdown."""
