"""Why a move with the cup does not count, in sentences: it is against the rules, or has counted already."""

from collections.abc import Sequence
from typing import assert_never

from bot.presses.base import Move
from bot.presses.game import CallLie
from bot.screens.model import Ephemeral, Text
from bot.screens.poker_cup.claims import spoken
from bot.tables.model import TableInfo
from bot.words.language import _, either
from engine.core.refusals import Naming, Reason
from engine.poker_cup import refusals as c
from engine.poker_cup.view import CupView


def _ways(may: Sequence[str]) -> str:
    """What may be done now, by the words of a record: "shake the cup or roll a table die"."""
    words = {
        "liar": _("call Liar!"),
        "peek": _("peek"),
        "blind": _("pass it on blind"),
        "show": _("pull out dice"),
        "cover": _("put dice under"),
        "throw": _("roll a table die"),
        "shake": _("shake the cup"),
        "look": _("look"),
        "claim": _("claim"),
    }
    return either([words[word] for word in may])


def sentence(reason: Reason, _name: Naming) -> str | None:
    """The sentence for a reason that only the cup knows; None for any other."""
    match reason:
        case c.ClaimTooLow(standing=standing, least=least):
            # Translators: {standing} and {least} are claims: “a pair of fours”.
            return _("🔼 That doesn’t beat **{standing}**: claim at least **{least}**.").format(
                standing=spoken(standing), least=spoken(least)
            )
        case c.ClaimMalformed():
            return _flawed(reason)
        case c.NotAtThisStep(may=may):
            # Translators: {ways} is a list of what may be done: “peek, roll a table die or claim”.
            return _("🥤 Not now. You may {ways}.").format(ways=_ways(may))
        case c.MustThrow(may=may):
            # Translators: {ways} is a list of what may be done: “roll a table die or shake the cup”.
            return _("🥤 You peeked, so roll at least one die: {ways}.").format(ways=_ways(may))
        case _:
            return _plain(reason)


def _plain(reason: Reason) -> str | None:
    said: dict[type[Reason], str] = {
        c.NoStraights: _("🃏 Straights don’t count at this table."),
        c.NoSuchDie: _("🎲 There’s no such die there. Name dice by what they show."),
        c.FiveSixes: _("Nothing beats five sixes: call Liar!"),
        c.NoProtest: _("🙅 Only the player just caught may blame the pass, once."),
    }
    return said.get(type(reason))


def _flawed(reason: c.ClaimMalformed) -> str:
    """What is wrong with a claim (K11), and how it is said."""
    match reason.flaw:
        case c.Flaw.HOW_MANY_FACES if reason.faces == 2:
            return _("🃏 That hand needs two faces, as in “threes full of twos”.")
        case c.Flaw.HOW_MANY_FACES:
            return _("🃏 That hand needs one face, as in “three fives”.")
        case c.Flaw.SAME_FACE_TWICE:
            return _("🃏 Name each face once, as in “five sixes”.")
        case c.Flaw.SECOND_PAIR_ABOVE:
            return _("🃏 Name the higher pair first, as in “two pair, fours and ones”.")
        case c.Flaw.OTHERS_MUST_FALL:
            return _("🃏 Name the other dice from high to low, as in “six-high with a four and a two”.")
        case c.Flaw.TOO_MANY_DICE:
            return _("🃏 There are only five dice: name fewer.")
        case c.Flaw.STRAIGHT_TO:
            return _("🃏 A straight ends at five or six.")
        case c.Flaw.NO_KIND:
            return _("🃏 I don’t know that hand. Try “pair of twos” or “full house, 3s over 2s”.")
        case flaw:
            assert_never(flaw)


def overtaken(_table: TableInfo, view: CupView, press: Move) -> Ephemeral | None:
    """The answer to a challenge that was pressed twice; None where the general words say all there is.

    Nobody else may challenge (K2), so that nobody is ever a moment faster.
    """
    shown = view.state.showdown
    if isinstance(press, CallLie) and shown is not None and shown.challenger == view.seat:
        return Ephemeral((Text(_("✔️ You were first: it counts.")),))
    return None
