"""A first game of the cup: what has just happened, in words, and below it the learner's own cup, as at a table.

The answer is the real one of a table (`private.py`); only its presses become steps of the lesson.
"""

from collections.abc import Iterator, Sequence

import msgspec

from bot.presses.base import Press
from bot.presses.learning import Lesson
from bot.screens import lesson
from bot.screens.first_game import LEARNER, Played, after, cast
from bot.screens.lesson import Course, leads, title, to_go_on
from bot.screens.model import Box, Menu, Part, Row, Text, Tone
from bot.screens.narration import Hinted
from bot.screens.poker_cup import narrator, showdown
from bot.screens.poker_cup.claims import spoken
from bot.screens.poker_cup.example import ranks
from bot.screens.poker_cup.first_game import OF_THE_CUP, may_arrange, turned_by, word_of
from bot.screens.poker_cup.inputs import held, known
from bot.screens.poker_cup.narrator import CupNarrator, summarized
from bot.screens.poker_cup.private import mine, turned
from bot.tables.model import Place, Setup, Status, TableInfo, Who
from bot.words.dice import on_table, under
from bot.words.language import _, ngettext, sentences
from engine import games
from engine.core import events as e
from engine.core.dice import Hand
from engine.poker_cup import events as c
from engine.poker_cup.claims import reaches
from engine.poker_cup.hands import Claim, real_hand
from engine.poker_cup.odds import reaching
from engine.poker_cup.rules import DICE, CupRules
from engine.poker_cup.view import CupView


def page(lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """What a learner sees after these steps, and the moves of the next. Raises `Astray` for steps never offered.

    A last word that only redraws the message (dice marked, a claim begun) is no step: what follows takes its place.
    """
    turning = turned_by(path[-1]) if path else None
    path = path[:-1] if turning is not None else path
    played, by = after(OF_THE_CUP, path), _narrator()
    story = [part for event in played.happened if (part := _narrated(by, played, event))] or [welcome(by)]
    words = "\n\n".join((*story, *thought(played, path)))
    box = Box((Text(f"{title(by, played.seen)}\n{words}"),), Tone.FELT)
    on = to_go_on(lesson, path, played)
    if on is not None:
        return (box, on)
    table, seen = _table(by, path), _teachable(played.seen, path)
    if turning is not None:
        parts = turned(table, seen, turning, elsewhere=False).parts
    else:
        parts = mine(table, seen, elsewhere=False, hints=Hinted(odds=True, best=games.advice(seen))).parts
    return (box, *_as_steps(parts, lesson, path))


def _narrator() -> CupNarrator:
    rules = OF_THE_CUP.rules
    assert isinstance(rules, CupRules)
    return CupNarrator(cast(), rules)


def _table(by: CupNarrator, path: tuple[str, ...]) -> TableInfo:
    """The table at which the learner sits, so far as their own cup shows of it."""
    return TableInfo(
        id=0,
        place=Place(0, 0, "", ""),
        host=Who(1, ""),
        status=Status.PLAYING,
        setup=Setup("cup", {"rounds": str(by.rules.rounds)}),
        rules=by.rules,
        seats=by.cast.seats,
        commitment="",
        seed=None,
        game=None,
        game_number=1,
        version=len(path),
        deadline=None,
        ends_at=None,
    )


def _teachable(seen: CupView, path: tuple[str, ...]) -> CupView:
    """The view without moves that the lesson does not offer: after some of them dice cannot be moved any more."""
    may = seen.legal
    if may_arrange(path):
        return seen
    must = not may.shake and not may.claim
    less = msgspec.structs.replace(may, show=(), cover=(), throw=may.throw if must else ())
    return msgspec.structs.replace(seen, legal=less)


def _as_steps(parts: Sequence[Part], lesson: Lesson, path: tuple[str, ...]) -> tuple[Part, ...]:
    """An ephemeral message of the table whose every press leads on in the lesson."""

    def step(press: Press | None) -> Press | None:
        return leads(lesson, path, word_of(press)) if press is not None else None

    made: list[Part] = []
    for part in parts:
        match part:
            case Row(buttons=buttons):
                made.append(Row(tuple(msgspec.structs.replace(each, press=step(each.press)) for each in buttons)))
            case Menu(choices=choices):
                led = (
                    msgspec.structs.replace(each, value=each.value if isinstance(each.value, str) else step(each.value))
                    for each in choices
                )
                made.append(msgspec.structs.replace(part, choices=tuple(led)))
            case _:
                made.append(part)
    return tuple(made)


COURSE = Course(OF_THE_CUP, page)
"""How the cup is taught."""

LIKELY = 0.5
"""From which chance on a claim is worth believing."""


def welcome(by: CupNarrator) -> str:
    """What stands before the first throw: who plays, how it goes, and how hands rank."""
    how = _(
        "One cup with five dice goes round. Claim a **poker hand**, true or not, and pass it on. "
        "The next player believes it and beats it, or calls Liar!"
    )
    return f"{lesson.welcome(by, how)}\n{ranks(by.rules)}"


def _narrated(by: CupNarrator, played: Played, event: e.Event) -> str:
    """An event in words, with what there is to learn from it; "" for an event that the lesson passes over."""
    match event:
        case e.RoundBegan(opener=opener):
            return _throw(by, opener)
        case c.Claimed(seat=seat) if seat != LEARNER:
            return _computers_claim(by, played, event)
        case c.CupLifted():
            return "\n".join(_showdown(by, event))
        case (
            c.Peeked(seat=seat)
            | c.Shown(seat=seat)
            | c.Covered(seat=seat)
            | c.RolledOnTable(seat=seat)
            | c.Shook(seat=seat)
            | c.Looked(seat=seat)
            | c.Claimed(seat=seat)
        ):
            return _own(by, played, event) if seat == LEARNER else ""
        case _:
            return lesson.ending(by, played, event)


def _throw(by: CupNarrator, opener: int) -> str:
    """Who throws all five to open a round (K1)."""
    if opener == LEARNER:
        return _("**The roll.** You roll all five under the cup. Nobody has seen them yet, not even you.")
    return _("**The roll.** {name} rolls all five under the cup and looks.").format(name=by.name(opener))


def _computers_claim(by: CupNarrator, played: Played, claimed: c.Claimed) -> str:
    """What a computer did with the cup, and what it says of it (K4 to K9)."""
    turn = next(each for each in summarized(played.happened).turns if each.claimed is claimed)
    claim = _("🗣️ {name} claims **{claim}** and passes the cup on.").format(
        name=by.name(claimed.seat), claim=spoken(claimed.claim)
    )
    does_more = any(not isinstance(act, c.Looked | c.Claimed) for act in turn.acts)
    return f"{narrator.so_far(by, turn)}\n{claim}" if does_more else claim


def _own(by: CupNarrator, played: Played, event: e.Event) -> str:
    """A move of the learner in words; "" for one that needs none."""
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
    """What the learner sees who believed a claim, and whether it was true (K4)."""
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
    """What the learner sees under the cup, and whether that is enough (K8, K9)."""
    hand, least = held(seen), seen.legal.least
    assert hand is not None
    said = _("👀 You look: **{hand}**.").format(hand=spoken(hand))
    if seen.state.standing is None:
        return said + "\n" + _("The opener may claim any hand: what you have, less, or more.")
    if least is None or reaches(_real(seen), least):
        return said + "\n" + _("Good enough for the truth. You may also claim less than you have, or more.")
    return said + "\n" + _("Not good enough for the truth. Claim more than you have, and keep a straight face!")


def _own_claim(before: CupView, claim: Claim) -> str:
    """The learner's own claim: it is a statement, not a report (K9)."""
    said = _("🗣️ You claim **{claim}** and pass the cup on.").format(claim=spoken(claim))
    if len(known(before)) < DICE:
        return sentences(said, _("You haven’t looked, so nothing gives you away."))
    if _is_true(before, claim):
        return sentences(said, _("That’s true."))
    return sentences(said, _("A bluff! That’s allowed: nobody can see."))


def _showdown(by: CupNarrator, shown: c.CupLifted) -> Iterator[str]:
    """K12: the doubt, the dice, and who was right."""
    claim = spoken(shown.claim)
    if shown.challenger == LEARNER:
        words, name = _("🫵 **Liar!** You call {name} on **{claim}**. Cup up:"), by.name(shown.passer)
    else:
        words, name = _("🫵 **Liar!** {name} calls you on **{claim}**. Cup up:"), by.name(shown.challenger)
    yield words.format(name=name, claim=claim)
    yield f"# {showdown.shown_dice(shown, len(shown.under))}"
    yield f"## {showdown.judged(by, summarized((shown,)), shown)}"
    yield _why(shown).format(name=name)


def _why(shown: c.CupLifted) -> str:
    """P1: who pays, and why."""
    if shown.challenger == LEARNER:
        if shown.holds:
            return _("{name} told the truth, so you pay for doubting.")
        return _("Good call! Too good to be true. {name} pays.")
    if shown.holds:
        return _("You told the truth, so {name} pays for doubting.")
    return _("You’re caught, so you pay.")


def thought(played: Played, path: tuple[str, ...]) -> Iterator[str]:
    """A hint for the move that the learner faces, as an old hand would give it; nothing where there is none to give."""
    seen: CupView = played.seen
    may, standing = seen.legal, seen.state.standing
    if may.peek and standing is not None:
        if reaching(known(seen), standing.claim, seen.state.rules.straights) >= LIKELY:
            yield _("💡 Your cup, and the claim is likely enough: **Peek** believes it and shows you the dice.")
        else:
            yield _("💡 Your cup, and the dice you see speak against the claim. Too good to be true?")
    elif may.show and may.shake and may_arrange(path):
        yield _worth_keeping(seen)


def _worth_keeping(seen: CupView) -> str:
    """K5: the dice that are alike, where they still lie under the cup."""
    dice = known(seen)
    alike = [face for face in seen.mine if dice.count(face) > 1]
    if alike:
        # Translators: {dice} are pictures; the bold words are labels of buttons.
        words = _("💡 Worth keeping: {dice}. Tap those, then **Pull out**, then **Shake and look** at the rest.")
        return words.format(dice=" ".join(under(face) for face in alike))
    if seen.state.table:
        return _("💡 The good ones are on the table. **Shake and look** at the rest.")
    return _("💡 Not even a pair: **Shake and look** at all five again.")


def _is_true(seen: CupView, claim: Claim) -> bool:
    return reaches(_real(seen), claim)


def _real(seen: CupView) -> Claim:
    return real_hand(known(seen), seen.state.rules.straights)


def _public(dice: Hand) -> str:
    """Dice that everybody saw."""
    return " ".join(on_table(face) for face in dice)
