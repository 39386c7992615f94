"""Write the texts of the lesson and of the sample round of the poker cup.

Each step of the first game shows the learner's own cup below its text, as at a table (`private.py`). The buttons of
the cup lead to the next step.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.presses.base import Move, Press
from bot.presses.learning import Lesson
from bot.screens.elements.cards import Part
from bot.screens.families.lesson_pages import BLUFF, judged, led_on, table_of
from bot.screens.families.narration import Hinted
from bot.screens.families.poker_cup import lesson_script, narrator, showdown
from bot.screens.families.poker_cup.inputs import held, known
from bot.screens.families.poker_cup.lesson_script import CLAIMS, KEPT, THROWS, TURNS
from bot.screens.families.poker_cup.narrator import CupNarrator, summarized
from bot.screens.families.poker_cup.private import mine, turned
from bot.screens.families.poker_cup.ranking import spoken
from bot.screens.families.poker_cup.ranking import words as words_about
from bot.screens.families.teaching import LEARNER, SECOND, SURE, Course, Played, SampleRound
from bot.words.dice import covered_dice, on_table, under
from bot.words.language import N_, _, ngettext, sentences
from engine.core import events as e
from engine.core.characters import Choice
from engine.options import with_options
from engine.poker_cup import events as c
from engine.poker_cup.actions import MakeClaim
from engine.poker_cup.odds import reaching
from engine.poker_cup.quick import STILL, quick_claims
from engine.poker_cup.ranking import Claim
from engine.poker_cup.rules import CupRules
from engine.poker_cup.view import CupView

GAME = "cup"
"""The game of the lesson."""
RULES = with_options(CupRules(), {"rounds": "2"})
"""The rules of the learner's first game."""
CALLS = (
    N_("🫵 **Liar!** You call {name} on **{claim}**. Cup up:"),
    N_("🫵 **Liar!** {name} calls you on **{claim}**. Cup up:"),
)
"""The sentences for the learner's call and for a computer player's call."""


def narrated(by: CupNarrator, played: Played, event: e.Event) -> str:
    """Return an event in words, with an explanation for the learner; "" if there is nothing to say."""
    match event:
        case e.RoundBegan(opener=opener) if opener == LEARNER:
            return _(words_about(by.rules.ranking).you_roll_all)
        case e.RoundBegan(opener=opener):
            return _(words_about(by.rules.ranking).they_roll_all).format(name=by.name(opener))
        case c.CupLifted(claim=claim):
            verdict = f"## {showdown.judged(by, summarized((event,)), event)}"
            dice, caught = f"# {showdown.shown_dice(by, event)}", _("You’re caught, so you pay.")
            return judged(by, event, CALLS, spoken(claim), dice, verdict, caught=caught)
        case c.Claimed(seat=seat) if seat != LEARNER:
            return _computers_claim(by, played, event)
        case _:
            return _own(by, played, event) if getattr(event, "seat", None) == LEARNER else ""


def _computers_claim(by: CupNarrator, played: Played, claimed: c.Claimed) -> str:
    """Return a text about the acts of a computer player with the cup, and about its claim (K4 to K9)."""
    turn = next(each for each in summarized(played.happened).turns if each.claimed is claimed)
    words = _("🗣️ {name} claims **{claim}** and passes the cup on.")
    said = words.format(name=by.name(claimed.seat), claim=spoken(claimed.claim))
    does_more = any(not isinstance(act, c.Looked | c.Claimed) for act in turn.acts)
    return f"{narrator.so_far(by, turn)}\n{said}" if does_more else said


def _own(by: CupNarrator, played: Played, event: e.Event) -> str:
    """Return a move of the learner in words, or "" if it needs no words."""
    match event:
        case c.Peeked():
            return _peeked(by, played.seen)
        case c.Shown(dice=dice):
            words = _("⬆️ You pull out {dice}. Everyone sees them now.")
            return words.format(dice=pictures(dice))
        case c.Covered(dice=dice):
            return _("⬇️ You put {dice} under the cup, to be rolled again.").format(dice=pictures(dice))
        case c.RolledOnTable(was=was, now=now):
            # Translators: {was} and {now} are pictures of one die.
            words = _("🎲 You roll {was} on the table, and everyone sees {now}.")
            return words.format(was=on_table(was), now=on_table(now))
        case c.Shook(dice=many):
            # Translators: {n} is a number of dice.
            words = ngettext("🥤 You shake the cup: {n} die rolls.", "🥤 You shake the cup: {n} dice roll.", many)
            return words.format(n=many)
        case c.Looked():
            return _looked(played.seen)
        case c.Claimed(claim=claim):
            return _own_claim(played.before, claim)
        case _:
            return ""


def _peeked(by: CupNarrator, seen: CupView) -> str:
    """Return the text about the dice after the learner has accepted a claim.

    It says whether that claim was true (K4).
    """
    standing = seen.state.standing
    assert standing is not None
    lie = _(
        "👀 You believe {name} and look: it was a **lie**! Too late to call: it’s yours now.\n"
        "You peeked, so now you must roll. Make it true, or bluff better than {name}."
    )
    truth = _("👀 You believe {name} and look: **{claim}**. It was the truth!\nYou peeked, so now you must roll.")
    words = truth if _is_true(seen, standing.claim) else lie
    return words.format(name=by.name(standing.passer), claim=spoken(standing.claim))


def _looked(seen: CupView) -> str:
    """Return the text about the hand under the cup. It says whether the hand beats the claim (K8, K9)."""
    hand, least = held(seen), seen.legal.least
    assert hand is not None
    said = _("👀 You look: **{hand}**.").format(hand=spoken(hand))
    if seen.state.standing is None:
        thought = _("You open, so claim what you like: what you have, less or more.")
    elif least is not None and hand == least:
        thought = _("Good enough to tell the truth: nothing lower will do. You can also claim more.")
    elif least is None or _is_true(seen, least):
        thought = _("Good enough to tell the truth. You can also claim less than you have, or more.")
    else:
        thought = _("Not good enough to tell the truth. Claim more than you have, and keep a straight face!")
    return f"{said}\n{thought}"


def _own_claim(before: CupView, claim: Claim) -> str:
    """Return the sentence about the learner's own claim, which may be true or a bluff (K9)."""
    said = _("🗣️ You claim **{claim}** and pass the cup on.").format(claim=spoken(claim))
    if len(known(before)) < before.state.rules.ranking.dice:
        return sentences(said, _("You haven’t looked, so nothing gives you away."))
    return sentences(said, _("That’s true.") if _is_true(before, claim) else _(BLUFF))


def _hints(played: Played, path: tuple[str, ...], _turning: object) -> Iterator[str]:
    """Yield a hint for the learner's next move, as an experienced player would give it.

    Yield nothing if there is no hint.
    """
    seen: CupView = played.seen
    may, standing = seen.legal, seen.state.standing
    if may.peek and standing is not None:
        likely = reaching(known(seen), standing.claim, seen.state.rules.ranking)
        if likely >= SURE:
            yield _("💡 You have the cup, and the claim looks likely: **Peek** to believe it and see the dice.")
        elif 1 - likely >= SURE:
            yield _(
                "💡 You have the cup, and the dice you see make the claim unlikely. Too good to be true: call **Liar!**"
            )
    elif may.show and may.shake and lesson_script.may_arrange(path):
        dice = known(seen)
        if alike := [face for face in seen.mine if dice.count(face) > 1]:  # K5
            # Translators: {dice} are pictures; the bold words are labels of buttons.
            words = _("💡 Worth keeping: {dice}. Tap those, then **Pull out**, then **Shake and look** at the rest.")
            yield words.format(dice=pictures(alike, under))
        elif seen.state.table:
            yield _("💡 The good dice are on the table. **Shake and look** at the rest.")


def _is_true(seen: CupView, claim: Claim) -> bool:
    ranking = seen.state.rules.ranking
    return ranking.reaches(ranking.hand(known(seen)), claim)


def pictures(dice: Iterable[int], picture: Callable[[int], str] = on_table) -> str:
    """Return the pictures of these dice, on the table unless another `picture` is given."""
    return " ".join(map(picture, dice))


class Steps(msgspec.Struct, frozen=True):
    """The steps of a first game of a cup: the `game`, its rules, and the word of a path for each press.

    `teachable` returns a view without the moves that the lesson does not offer after a path.
    """

    game: str
    rules: CupRules
    word_of: Callable[[Press], str]
    teachable: Callable[[CupView, tuple[str, ...]], CupView] = lambda seen, _path: seen


def buttons(steps: Steps) -> Callable[[Lesson, tuple[str, ...], Any, Any], tuple[Part, ...]]:
    """Return the function `Course.buttons` for these steps."""
    return partial(_buttons, steps)


def _buttons(
    steps: Steps, lesson: Lesson, path: tuple[str, ...], seen: CupView, turning: Move | None
) -> tuple[Part, ...]:
    """Return the learner's own cup as at a table, perhaps changed by a press.

    The buttons of the cup lead to the next step of the lesson.
    """
    table, teachable = table_of(steps.game, steps.rules, len(path)), steps.teachable(seen, path)
    if turning is not None:
        shown = turned(table, teachable, turning, False, Hinted())
    else:
        shown = mine(table, teachable, elsewhere=False, hints=Hinted(odds=True, best=best(teachable)))

    return tuple(led_on(shown.parts, lesson, path, steps.word_of))


def best(seen: CupView) -> Choice | None:
    """Return the claim of the learner's own hand, which is certainly true, or None if it cannot be claimed.

    It is the highest of the offered claims that are true.
    """
    if not seen.legal.claim or held(seen) is None:
        return None
    offered = quick_claims(seen.state, known(seen), STILL)
    ranking = seen.state.rules.ranking
    true = max((claim for claim in offered if _is_true(seen, claim)), key=ranking.worth, default=None)
    return Choice(MakeClaim(true), 1.0, reaching(known(seen), true, ranking)) if true else None


def _teachable(seen: CupView, path: tuple[str, ...]) -> CupView:
    """Return the view without the moves that the lesson does not offer now.

    Dice can be moved only a few times in each turn of a lesson.
    """
    if lesson_script.may_arrange(path):
        return seen
    must = not seen.legal.shake and not seen.legal.claim
    return replace(seen, legal=replace(seen.legal, show=(), cover=(), throw=seen.legal.throw if must else ()))


COURSE = Course(
    game=GAME,
    rules=RULES,
    throws=lesson_script.throws,
    moves=lesson_script.moves,
    meant=lesson_script.meant,
    highest=SECOND,
    told_by=CupNarrator,
    welcome=lambda: words_about(RULES.ranking).course(RULES.ranking),
    narrated=narrated,
    hints=_hints,
    buttons=buttons(Steps(GAME, RULES, lesson_script.word_of, _teachable)),
    turned=lesson_script.turned_by,
)
"""The lesson of the poker cup: a learner's first game."""


def _told(by: CupNarrator, story: Played) -> Iterator[str]:
    """Yield the steps of the sample round (K1 to K12).

    The steps are the throw, a claim that is believed and beaten, a blind pass, and the challenge.
    """
    opener, second, third = (by.name(each.seat) for each in story.happened if isinstance(each, c.Claimed))
    opened, beaten, blind = map(spoken, CLAIMS)
    shown, rest, kept = story.seen.state.showdown, RULES.ranking.dice - len(KEPT), pictures(KEPT)
    throw = _(words_about(by.rules.ranking).first_roll).format(name=opener)
    claim = _("{name} claims **{claim}** and passes the cup.").format(name=opener, claim=opened)
    yield f"{throw}\n## {pictures(THROWS[RULES.ranking.dice], under)}\n{claim}"
    # Translators: {kept} are pictures of the dice that {name} leaves on the table.
    believes = _("**2. Believe and beat it.** {name} peeks, pulls out {kept} and shakes the rest:")
    claim = _("{name} claims **{claim}**. That’s true.").format(name=second, claim=beaten)
    yield f"{believes.format(name=second, kept=kept)}\n## {pictures(THROWS[rest], under)} {kept}\n{claim}"
    # Translators: {dice} are pictures of covered dice.
    passes = _("**3. Or pass it on blind.** {dice} {name} doesn’t look, and claims **{claim}**.")
    yield passes.format(name=third, dice=f"{covered_dice(rest)} {kept}", claim=blind)
    call = _("**4. Call.** {name} says “Liar!” Cup up:").format(name=by.name(shown.challenger))
    # Translators: {found} is the hand under the cup: “a pair of fours”.
    count = _("It’s **{found}**, and {name} claimed more.")
    found = spoken(Claim(shown.hand.kind, shown.hand.faces))
    yield f"{call}\n## {showdown.shown_dice(by, shown)}\n{count.format(found=found, name=by.name(shown.passer))}"


SAMPLE = SampleRound(
    throws=lambda _dice, _number, _begins: lambda _at, _seat, count: THROWS[count],
    moves=lambda views, seat: TURNS[len(views[seat].state.claims)],
    told_by=CupNarrator,
    steps=_told,
)
"""The sample round of the poker cup, from the throw to the showdown."""
