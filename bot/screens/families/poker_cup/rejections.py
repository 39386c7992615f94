"""Write sentences for refused moves with the cup, and the questions before moves that only cost their player."""

from collections.abc import Sequence

from bot.presses.base import Move
from bot.presses.game import CallLie, Stay, SurelyCallLie
from bot.presses.poker_cup import AskToBlame
from bot.screens.elements.cards import Button, Ephemeral, Row, Style, Text
from bot.screens.elements.labels import CALL_LIAR, NO
from bot.screens.families.poker_cup.ranking import does_not_count, flawed, nothing_beats, spoken
from bot.tables.model import TableView
from bot.words.language import _, either
from engine.core.refusals import Naming, Reason
from engine.poker_cup import refusals as c
from engine.poker_cup.odds import reaching
from engine.poker_cup.view import CupView

MOMENTS: tuple[type[Reason], ...] = (c.NothingClaimed,)
"""The reasons that are followed by a sentence about the current state."""


def _ways(may: Sequence[str]) -> str:
    """Return the possible moves in words, from the words of a record: "shake the cup or roll a table die"."""
    words = {
        "liar": _("call Liar!"),
        "peek": _("peek"),
        "blind": _("pass it on blind"),
        "show": _("pull out dice"),
        "cover": _("put dice under"),
        "throw": _("roll a table die"),
        "shake": _("shake the cup"),
        "look": _("look"),
        "fold": _("give up"),
        "claim": _("claim"),
    }
    return either([words[word] for word in may])


def sentence(reason: Reason, _name: Naming) -> str | None:
    """Return the sentence for a reason that only the poker cup has, or None for any other reason."""
    match reason:
        case c.ClaimTooLow(standing=standing, least=least):
            # Translators: {standing} and {least} are claims: “a pair of fours”.
            return _("🔼 That doesn’t beat **{standing}**: claim at least **{least}**.").format(
                standing=spoken(standing), least=spoken(least)
            )
        case c.ClaimMalformed():
            return flawed(reason)
        case c.NothingBeatsIt(claim=claim, may=may):
            return nothing_beats(claim, may)
        case c.NotAtThisStep(may=may):
            # Translators: {ways} is a list of the possible moves: “peek, roll a table die or claim”.
            return _("🥤 Not now. You can {ways}.").format(ways=_ways(may))
        case c.MustThrow(may=may):
            # Translators: {ways} is a list of the possible moves: “roll a table die or shake the cup”.
            return _("🥤 You peeked, so roll at least one die: {ways}.").format(ways=_ways(may))
        case _:
            return _plain(reason)


def _plain(reason: Reason) -> str | None:
    said: dict[type[Reason], str] = {
        c.KindDoesNotCount: does_not_count(),
        c.NothingClaimed: _("🫵 Nobody has claimed yet."),
        c.RolledThisTurn: _("🎲 You’ve already rolled that one this turn."),
        c.NoSuchDie: _("🎲 That die isn’t there. Name dice by what they show."),
        c.NoProtest: _("🙅 Only the player who just got caught can blame the pass, and only once."),
    }
    return said.get(type(reason))


def asked_first(table: TableView, view: CupView, press: Move) -> Ephemeral | None:
    """Return the question before a player blames the pass of the cup (K15), or None for any other press."""
    if not isinstance(press, AskToBlame) or not view.legal.protest:
        return None
    words = _("🙄 Blame the pass? It changes nothing and costs you a second forfeit.")
    blame = Button(_("Yes, blame the pass"), AskToBlame(table.id, table.version).surely(), "🙄", Style.BAD)
    return Ephemeral((Text(words), Row((blame, Button(_(NO), Stay(table.id))))))


def misclick(table: TableView, view: CupView, press: Move) -> Ephemeral | None:
    """Return the question before a call that cannot be right, or None for any other press.

    The question depends only on facts that everybody knows: the claim, and the dice on the table. There is no question
    at a table with only one person, because nothing is at stake there.
    """
    standing, may = view.state.standing, view.legal
    if not isinstance(press, CallLie) or table.is_practice() or standing is None or not may.challenge:
        return None
    if reaching(view.state.on_table(), standing.claim, view.state.rules.ranking) < 1:
        return None
    words = _("🤔 Really doubt **{claim}**? It can’t be a lie.")
    yes = Button(_(CALL_LIAR), SurelyCallLie(table.id, table.version), "🫵", Style.BAD)
    return Ephemeral((Text(words.format(claim=spoken(standing.claim))), Row((yes, Button(_(NO), Stay(table.id))))))


def to_call(table: TableView, view: CupView) -> str:
    """Return the claim that the seat of the view may challenge now, with its player, or "" if there is none."""
    standing = view.state.standing
    if standing is None or not view.legal.challenge:
        return ""
    return f"{spoken(standing.claim)} · {table.seats[standing.passer].name}"
