"""Lessons in the cup: a first game and a sample round, each step in words.

Below a step of the first game is the learner's own cup, as at a table (`private.py`); its presses lead on.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from bot.presses.base import Press
from bot.presses.learning import Lesson
from bot.screens.elements.cards import Menu, Part, Row
from bot.screens.families.narration import Hinted
from bot.screens.families.poker_cup import narrator, showdown
from bot.screens.families.poker_cup.inputs import held, known
from bot.screens.families.poker_cup.narrator import CupNarrator, summarized
from bot.screens.families.poker_cup.private import mine, turned
from bot.screens.families.poker_cup.ranking import ranks, spoken
from bot.screens.families.poker_cup.script import (
    CLAIMS,
    KEPT,
    THROWS,
    Turning,
    may_arrange,
    meant,
    moves,
    sample_moves,
    throws,
    turned_by,
    word_of,
)
from bot.screens.families.scripted import LEARNER, SECOND, Played, Sample
from bot.screens.families.teaching import Course, SampleRound, bluff, cast, doubted, leads, reason
from bot.tables.model import Place, Setup, Status, TableView, Who
from bot.words.dice import covered_dice, on_table, under
from bot.words.language import _, ngettext, sentences
from engine import games
from engine.core import events as e
from engine.options import with_options
from engine.poker_cup import events as c
from engine.poker_cup.odds import reaching
from engine.poker_cup.ranking import Claim
from engine.poker_cup.rules import CupRules
from engine.poker_cup.view import CupView

RULES = with_options(CupRules(), {"rounds": "2"})
"""The rules of the first game."""
LIKELY = 0.5
"""The chance from which on a claim is worth believing."""


def _welcome() -> str:
    """Return the course of the game, and the ranking of hands."""
    how = _(
        "One cup with five dice goes round. Claim a **poker hand**, true or not, and pass it on. "
        "The next player believes it and beats it, or calls Liar!"
    )
    return f"{how}\n{ranks(RULES.ranking)}"


def _narrated(by: CupNarrator, played: Played, event: e.Event) -> str:
    """Return an event in words, with its lesson."""
    match event:
        case e.RoundBegan(opener=opener) if opener == LEARNER:
            return _("**The roll.** You roll all five under the cup. Nobody has seen them yet, not even you.")
        case e.RoundBegan(opener=opener):
            return _("**The roll.** {name} rolls all five under the cup and looks.").format(name=by.name(opener))
        case c.CupLifted():
            return "\n".join(_showdown(by, event))
        case c.Claimed(seat=seat) if seat != LEARNER:
            return _computers_claim(by, played, event)
        case _:
            return _own(by, played, event) if getattr(event, "seat", None) == LEARNER else ""


def _computers_claim(by: CupNarrator, played: Played, claimed: c.Claimed) -> str:
    """Return a computer's acts with the cup, and its claim (K4 to K9)."""
    turn = next(each for each in summarized(played.happened).turns if each.claimed is claimed)
    words = _("🗣️ {name} claims **{claim}** and passes the cup on.")
    said = words.format(name=by.name(claimed.seat), claim=spoken(claimed.claim))
    does_more = any(not isinstance(act, c.Looked | c.Claimed) for act in turn.acts)
    return f"{narrator.so_far(by, turn)}\n{said}" if does_more else said


def _own(by: CupNarrator, played: Played, event: e.Event) -> str:
    """Return a move of the learner in words; "" for one that needs none."""
    match event:
        case c.Peeked():
            return _peeked(by, played.seen)
        case c.Shown(dice=dice):
            return _("⬆️ You pull out {dice}. Everyone sees them now, and they stay.").format(dice=_public(dice))
        case c.Covered(dice=dice):
            return _("⬇️ You put {dice} under the cup, to be rolled again.").format(dice=_public(dice))
        case c.RolledOnTable(was=was, now=now):
            # Translators: {was} and {now} are pictures of one die.
            words = _("🎲 You roll {was} on the table, and everyone sees {now}.")
            return words.format(was=on_table(was), now=on_table(now))
        case c.Shook(dice=many):
            # Translators: {n} dice.
            words = ngettext("🥤 You shake the cup: {n} die rolls.", "🥤 You shake the cup: {n} dice roll.", many)
            return words.format(n=many)
        case c.Looked():
            return _looked(played.seen)
        case c.Claimed(claim=claim):
            return _own_claim(played.before, claim)
        case _:
            return ""


def _peeked(by: CupNarrator, seen: CupView) -> str:
    """Return what the learner sees after believing a claim, and whether it was true (K4)."""
    standing = seen.state.standing
    assert standing is not None
    facts = {"name": by.name(standing.passer), "claim": spoken(standing.claim)}
    if _is_true(seen, standing.claim):
        words = _("👀 You believe {name} and look: **{claim}**, that was the truth.\nPeek and you must roll.")
    else:
        words = _(
            "👀 You believe {name} and look: it was a **lie**! Too late to call, it’s yours "
            "now.\nPeek and you must roll. Get there, or bluff better than {name}."
        )
    return words.format(**facts)


def _looked(seen: CupView) -> str:
    """Return what the learner sees under the cup, and whether that is enough (K8, K9)."""
    hand, least = held(seen), seen.legal.least
    assert hand is not None
    said = _("👀 You look: **{hand}**.").format(hand=spoken(hand))
    if seen.state.standing is None:
        return said + "\n" + _("The opener may claim any hand: what you have, less, or more.")
    if least is None or seen.state.rules.ranking.reaches(_real(seen), least):
        return said + "\n" + _("Good enough for the truth. You may also claim less than you have, or more.")
    return said + "\n" + _("Not good enough for the truth. Claim more than you have, and keep a straight face!")


def _own_claim(before: CupView, claim: Claim) -> str:
    """Return the learner's own claim: it is a statement, not a report (K9)."""
    said = _("🗣️ You claim **{claim}** and pass the cup on.").format(claim=spoken(claim))
    if len(known(before)) < before.state.rules.ranking.dice:
        return sentences(said, _("You haven’t looked, so nothing gives you away."))
    return sentences(said, _("That’s true.") if _is_true(before, claim) else bluff())


def _showdown(by: CupNarrator, shown: c.CupLifted) -> Iterator[str]:
    """K12: yield the doubt, the dice, who was right, and why they pay."""
    yours = _("🫵 **Liar!** You call {name} on **{claim}**. Cup up:")
    theirs = _("🫵 **Liar!** {name} calls you on **{claim}**. Cup up:")
    yield doubted(by, shown, (yours, theirs), claim=spoken(shown.claim))
    yield f"# {showdown.shown_dice(shown)}"
    yield f"## {showdown.judged(by, summarized((shown,)), shown)}"
    yield reason(by, shown, _("You’re caught, so you pay."))


def _hints(played: Played, path: tuple[str, ...]) -> Iterator[str]:
    """Yield a hint for the move that the learner faces, as an old hand would give it; nothing if there is none."""
    seen: CupView = played.seen
    may, standing = seen.legal, seen.state.standing
    if may.peek and standing is not None:
        if reaching(known(seen), standing.claim, seen.state.rules.ranking) >= LIKELY:
            yield _("💡 Your cup, and the claim is likely enough: **Peek** believes it and shows you the dice.")
        else:
            yield _("💡 Your cup, and the dice you see speak against the claim. Too good to be true?")
    elif may.show and may.shake and may_arrange(path):
        yield _worth_keeping(seen)


def _worth_keeping(seen: CupView) -> str:
    """K5: return the equal dice, if they are still under the cup."""
    dice = known(seen)
    alike = [face for face in seen.mine if dice.count(face) > 1]
    if alike:
        # Translators: {dice} are pictures; the bold words are labels of buttons.
        words = _("💡 Worth keeping: {dice}. Tap those, then **Pull out**, then **Shake and look** at the rest.")
        return words.format(dice=_hidden(alike))
    if seen.state.table:
        return _("💡 The good ones are on the table. **Shake and look** at the rest.")
    return _("💡 Not even a pair: **Shake and look** at all five again.")


def _is_true(seen: CupView, claim: Claim) -> bool:
    return seen.state.rules.ranking.reaches(_real(seen), claim)


def _real(seen: CupView) -> Claim:
    return seen.state.rules.ranking.hand(known(seen))


def _public(dice: Iterable[int]) -> str:
    return " ".join(map(on_table, dice))


def _hidden(dice: Iterable[int]) -> str:
    return " ".join(map(under, dice))


def _buttons(lesson: Lesson, path: tuple[str, ...], seen: CupView, turning: Turning | None) -> tuple[Part, ...]:
    """Return the next buttons: the learner's own cup, maybe changed by a press."""
    table, teachable = _table(path), _teachable(seen, path)
    if turning is not None:
        shown = turned(table, teachable, turning, elsewhere=False)
    else:
        hinted = Hinted(odds=True, best=games.advice(teachable))
        shown = mine(table, teachable, elsewhere=False, hints=hinted)
    return _as_steps(shown.parts, lesson, path)


def _table(path: tuple[str, ...]) -> TableView:
    """Return the learner's table, as far as their own cup shows it."""
    return TableView(
        id=0,
        place=Place(0, 0, "", ""),
        host=Who(1, ""),
        status=Status.PLAYING,
        setup=Setup("cup", {"rounds": str(RULES.rounds)}),
        rules=RULES,
        seats=cast().seats,
        commitment="",
        seed=None,
        game=None,
        game_number=1,
        version=len(path),
        deadline=None,
        ends_at=None,
    )


def _teachable(seen: CupView, path: tuple[str, ...]) -> CupView:
    """Return the view without moves that the lesson lacks: after some of them dice cannot be moved any more."""
    may = seen.legal
    if may_arrange(path):
        return seen
    must = not may.shake and not may.claim
    less = replace(may, show=(), cover=(), throw=may.throw if must else ())
    return replace(seen, legal=less)


def _as_steps(parts: Sequence[Part], lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """Return an ephemeral message of the table whose every press leads on in the lesson."""

    def step(press: Press | str | None) -> Any:
        return leads(lesson, path, word_of(press)) if isinstance(press, Press) else press

    def led(part: Part) -> Part:
        match part:
            case Row(buttons=buttons):
                return Row(tuple(replace(each, press=step(each.press)) for each in buttons))
            case Menu(choices=choices):
                return replace(part, choices=tuple(replace(each, value=step(each.value)) for each in choices))
            case _:
                return part

    return tuple(map(led, parts))


COURSE = Course(
    rules=RULES,
    throws=throws,
    moves=moves,
    meant=meant,
    highest=SECOND,
    told_by=CupNarrator,
    welcome=_welcome,
    narrated=_narrated,
    hints=_hints,
    buttons=_buttons,
    turned=turned_by,
)
"""The first game."""


def _tell_throw(by: CupNarrator, story: Sample) -> Iterator[str]:
    """Yield the first step: the throw and its claim (K1, K8, K9)."""
    words = _("**1. Roll.** {name} rolls all five under the cup and peeks:")
    yield words.format(name=by.name(story.seats[0]))
    yield f"## {_hidden(THROWS[RULES.ranking.dice])}"
    yield _("{name} claims **{claim}** and passes the cup.").format(
        name=by.name(story.seats[0]), claim=spoken(CLAIMS[0])
    )


def _tell_believe(by: CupNarrator, story: Sample) -> Iterator[str]:
    """Yield the second step: somebody believes the claim, and makes a better hand (K2, K4, K5, K7)."""
    name, rolled = by.name(story.seats[1]), THROWS[RULES.ranking.dice - len(KEPT)]
    # Translators: {kept} are pictures of the dice that {name} leaves on the table.
    words = _("**2. Believe and beat it.** {name} peeks, pulls out {kept} and shakes the rest:")
    yield words.format(name=name, kept=_public(KEPT))
    yield f"## {_hidden(rolled)} {_public(KEPT)}"
    yield _("{name} claims **{claim}**. That’s true.").format(name=name, claim=spoken(CLAIMS[1]))


def _tell_blind(by: CupNarrator, story: Sample) -> Iterator[str]:
    """Yield the third step: a pass without a look (K3)."""
    name, hidden = by.name(story.seats[2]), covered_dice(RULES.ranking.dice - len(KEPT))
    # Translators: {dice} are pictures of covered dice.
    words = _("**3. Or pass it on blind.** {dice} {name} doesn’t look, and claims **{claim}**.")
    yield words.format(name=name, dice=f"{hidden} {_public(KEPT)}", claim=spoken(CLAIMS[2]))


def _tell_doubt(by: CupNarrator, story: Sample) -> Iterator[str]:
    """Yield the fourth step: the doubt, and the dice under the cup (K12)."""
    shown = story.shown
    yield _("**4. Call.** “Liar!” says {name}. Cup up:").format(name=by.name(shown.challenger))
    yield f"## {showdown.shown_dice(shown)}"
    # Translators: {found} is the hand under the cup: “a pair of fours”.
    words = _("**{found}!** {name} claimed more: a lie!")
    yield words.format(found=spoken(Claim(shown.hand.kind, shown.hand.faces)), name=by.name(shown.passer))


SAMPLE = SampleRound(
    throws=lambda _number, _begins: lambda _at, _seat, count: THROWS[count],
    moves=sample_moves,
    told_by=CupNarrator,
    steps=(_tell_throw, _tell_believe, _tell_blind, _tell_doubt),
)
"""The round, from the throw to the showdown."""
