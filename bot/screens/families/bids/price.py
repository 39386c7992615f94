"""The costs of a showdown in words: who pays or wins, and who is out of dice or has shed them."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from bot.screens.families import narration
from bot.screens.families.bids.narrator import BidsNarrator
from bot.screens.families.bids.standing import bads
from bot.words.language import _, ngettext
from engine.bids import events as b
from engine.core import events as e


def paid(by: BidsNarrator, price: Sequence[e.Event]) -> list[str]:
    """Return who pays or wins, and who is out or done, in one sentence for similar events."""
    gone = {event.seat for event in price if isinstance(event, b.Out | b.Done)}
    others = [event for event in price if not (isinstance(event, b.DiceLeft) and event.seat in gone)]
    alike = groupby(sorted(others, key=_kind), key=_kind)
    return [line for _, group in alike if (line := _line(by, list(group)))]


_ORDER = (e.ForfeitOwed, b.Scored, b.DiceLeft, b.Out, b.Done, e.Opens)


def _kind(event: e.Event) -> tuple[int, int, str]:
    """Return the key of events that share a sentence: of the same kind, by the same amount, for the same person."""
    change = event.change if isinstance(event, b.Scored | b.DiceLeft) else 0
    towards = f"{event.to} {event.why} {event.what}" if isinstance(event, e.ForfeitOwed) else ""
    return _ORDER.index(type(event)), change, towards


def _line(by: BidsNarrator, alike: list[Any]) -> str:
    """Return one sentence about events of one kind."""
    match alike[0]:
        case e.ForfeitOwed():
            return narration.owed(by, *alike)
        case b.Scored():
            return _scored(by, alike)
        case b.DiceLeft():
            return _dice_left(by, alike)
        case b.Out():
            words = ngettext("💀 {names} is out of dice.", "💀 {names} are out of dice.", len(alike))
        case b.Done():
            words = ngettext("🎉 {names} has shed every die!", "🎉 {names} have shed every die!", len(alike))
        case _:
            return ""
    return words.format(names=by.cast.names(event.seat for event in alike))


def _scored(by: BidsNarrator, alike: Sequence[b.Scored]) -> str:
    many, change = len(alike), alike[0].change
    facts = _facts(by, alike, [_score(event.score, change) for event in alike])
    match change:
        case -2:
            # Translators: {now} is the score, a number of bads; or “1 good”, “clean”; or several with · between.
            words = _("👎👎 {names} takes **2 bads** for the early bang (now {now})")
        case 2:
            # Translators: {now} is the score, a number of goods; or “2 bads”, “clean”.
            words = _("👍👍 {names} earns **2 goods** (now {now})")
        case _:
            # Translators: {now} is the score, a number of bads; or “1 good”, “clean”; or several with · between.
            words = ngettext(
                "👎 {names} takes **a bad** (now {now})", "👎 {names} take **a bad** each (now {now})", many
            )
    return words.format(**facts)


def _score(score: int, change: int) -> str:
    """Return a score beside its change: a bare number if the kind is the same, since that has been named."""
    return str(abs(score)) if score * change > 0 else bads(score)


def _dice_left(by: BidsNarrator, alike: Sequence[b.DiceLeft]) -> str:
    many, facts = len(alike), _facts(by, alike, [str(event.dice) for event in alike])
    lost = -alike[0].change
    # Translators: {now} dice are left to each: “4”, or “4 · 3”; it stands in brackets.
    left = ngettext("{now} left", "{now} left", sum({event.dice for event in alike})).format(**facts)
    if lost < 0:
        # Translators: {now} dice has each now: “4”, or “4 · 3”.
        words = _("🎲 {names} wins a die back ({now})")
    elif by.rules.costs.sheds:
        # Translators: {left} is “4 left”; to be rid of one’s dice is to win.
        words = ngettext("🎲 {names} sheds a die ({left})", "🎲 {names} shed a die each ({left})", many)
    elif many > 1:
        # Translators: several players; {left} is “4 left”, or “4 · 3 left”.
        words = _("🎲 {names} lose a die each ({left})")
    else:
        # Translators: one player; {left} is “4 left”.
        words = ngettext("🎲 {names} loses a die ({left})", "🎲 {names} loses {n} dice ({left})", lost)
    return words.format(n=lost, left=left, **facts)


def _facts(by: BidsNarrator, alike: Sequence[b.Scored] | Sequence[b.DiceLeft], now: Sequence[str]) -> dict[str, str]:
    """Return the names of the players of these events, and their state `now`."""
    some = tuple(dict.fromkeys(now)) if len(set(now)) == 1 else now
    return {"names": by.cast.names(event.seat for event in alike), "now": " · ".join(some)}
