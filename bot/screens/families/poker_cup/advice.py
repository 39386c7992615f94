"""Write the advice on My cup: the best move in words that can be acted on, or how likely the claim is to be true."""

from bot.screens.elements.labels import LIKELY_TO_YOU
from bot.screens.families.poker_cup.inputs import held, known
from bot.screens.families.poker_cup.ranking import spoken
from bot.words.language import _, percent
from engine.core.characters import Choice
from engine.poker_cup.actions import Cover, GiveUp, Look, MakeClaim, PassBlind, Peek, Shake, Show
from engine.poker_cup.odds import reaching
from engine.poker_cup.view import CupView


def advised(view: CupView, best: Choice | None) -> Choice | None:
    """Return the move to recommend, where `best` is the best claim or answer, or None if nothing is recommended.

    A look at new dice comes before a claim (K8, K17). It costs nothing: for each throw, the claim that is best without
    a look is also possible after it.
    """
    may_look = view.legal.look and view.state.under > 0
    return Choice(Look(), 1.0, 1.0) if best is not None and may_look else best


def odds_of_claim(view: CupView) -> str:
    """Return the line about how likely the current claim is to be true, given the dice that the player sees."""
    standing = view.state.standing
    assert standing is not None
    seen, rules = known(view), view.state.rules
    # Translators: how likely it is that the claim is true, judged by two fair dice that nobody has looked at.
    words = _(LIKELY_TO_YOU) if seen or rules.opens_dice() else _("🔎 By the dice alone: **{percent}** likely")
    return words.format(percent=percent(reaching(seen, standing.claim, rules.ranking)))


def advice(view: CupView, best: Choice) -> str:
    """Return the line about the best move, and about how likely that move is to be right, given the claims."""
    claim = ""
    match best.action:
        case Look():
            words = _("💡 Best: look before you claim.")
        case Peek():
            words = _("💡 Best: peek. After your roll you’ll have more than it {percent} of the time.")
        case Shake() if view.state.standing is not None and view.legal.challenge:
            words = _("💡 Best: believe it. After your roll you’ll have more than it {percent} of the time.")
        case Show() | Cover() | Shake():
            return _advised_dice(view, best)
        case GiveUp():
            words = _("💡 Best: give up. A call is only {percent} likely to be right.")
        case PassBlind(claim=said):
            words, claim = _("💡 Best: pass it on blind as **{claim}**, {percent} likely to be true."), spoken(said)
        case MakeClaim(claim=said) if said == held(view):
            words, claim = _("💡 Best: claim **{claim}**. It’s what you have."), spoken(said)
        case MakeClaim(claim=said) if not best.likely:
            words, claim = _("💡 Best: bluff with **{claim}**."), spoken(said)
        case MakeClaim(claim=said):
            words, claim = _("💡 Best: claim **{claim}**, {percent} likely to be true."), spoken(said)
        case _:
            words = _("💡 Best: call Liar! Going by the claims, you’re {percent} likely to be right.")
    return words.format(claim=claim, percent=percent(best.likely))


def _advised_dice(view: CupView, best: Choice) -> str:
    """Return the line about the best move with the dice of a player who has peeked (K5, K7).

    Its number is the probability that the shake brings a claim that is high enough.
    """
    dice = ""
    match best.action:
        case Show(dice=kept):
            # Translators: {dice} are the dice not to be rolled again, as on their buttons: “3 3 3”.
            words = _("💡 Best: keep {dice}, shake the rest. You’ll have enough {percent} of the time.")
            dice = " ".join(map(str, kept))
        case Cover(dice=covered):
            # Translators: {dice} are dice that lie on the table, as on their buttons: “1 2”.
            words = _("💡 Best: put {dice} under the cup. You’ll have enough {percent} of the time.")
            dice = " ".join(map(str, covered))
        case _ if view.state.table:
            words = _("💡 Best: shake what’s under the cup. You’ll have enough {percent} of the time.")
        case _:
            words = _("💡 Best: shake them all. You’ll have enough {percent} of the time.")
    return words.format(dice=f"**{dice}**", percent=percent(best.likely))
