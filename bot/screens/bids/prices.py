"""What a showdown costs and brings, in few lines: those whom it touches alike stand in one sentence."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from bot.screens import narration
from bot.screens.bids.standing import bads
from bot.screens.bids.telling import Telling
from bot.words.language import _, ngettext
from engine.bids import events as b
from engine.bids.rules import Price
from engine.core import events as e


def told(by: Telling, price: Sequence[e.Event]) -> list[str]:
    """Who pays or wins what, and who is out or done; who opens next is told elsewhere."""
    gone = {event.seat for event in price if isinstance(event, b.Out | b.Done)}
    others = [event for event in price if not (isinstance(event, b.DiceLeft) and event.seat in gone)]
    alike = groupby(sorted(others, key=_kind), key=_kind)
    return [line for _, group in alike if (line := _line(by, list(group)))]


def next_opener(by: Telling, price: Iterable[e.Event]) -> str:
    """Who opens the next round; "" where none follows."""
    found = [event for event in price if isinstance(event, e.Opens)]
    return narration.opens(by, found[-1]) if found else ""


_ORDER = (e.ForfeitOwed, b.Scored, b.DiceLeft, b.Out, b.Done, e.Opens)


def _kind(event: e.Event) -> tuple[int, int, str]:
    """What is told in one sentence: the same thing, by as much, for the same person."""
    change = event.change if isinstance(event, b.Scored | b.DiceLeft) else 0
    towards = f"{event.to} {event.why}" if isinstance(event, e.ForfeitOwed) else ""
    return _ORDER.index(type(event)), change, towards


def _line(by: Telling, alike: list[Any]) -> str:
    """One sentence about events of one kind."""
    match alike[0]:
        case e.ForfeitOwed():
            return narration.owed(by, *alike)
        case b.Scored():
            return _scored(by, alike)
        case b.DiceLeft():
            return _dice(by, alike)
        case b.Out():
            words = ngettext(
                "💀 {names} loses the last die and is out.", "💀 {names} lose their last dice and are out.", len(alike)
            )
        case b.Done():
            words = ngettext("🎉 {names} has shed every die!", "🎉 {names} have shed every die!", len(alike))
        case _:
            return ""
    return words.format(names=by.cast.names(event.seat for event in alike))


def _scored(by: Telling, alike: Sequence[b.Scored]) -> str:
    many, facts = len(alike), _facts(by, alike, [bads(event.score) for event in alike])
    match alike[0].change:
        case -2:
            words = _("👎👎 {names} takes **two bads** for the early bang ({now})")
        case 2:
            words = _("👍👍 {names} earns **two goods** ({now})")
        case _:
            words = ngettext("👎 {names} takes **a bad** ({now})", "👎 {names} take **a bad** each ({now})", many)
    return words.format(**facts)


def _dice(by: Telling, alike: Sequence[b.DiceLeft]) -> str:
    many, facts = len(alike), _facts(by, alike, [str(event.dice) for event in alike])
    lost = -alike[0].change
    if lost < 0:
        words = _("🎲 {names} wins a die back ({now})")
    elif by.rules.price is Price.SHED:
        words = ngettext("🎲 {names} sheds a die ({now} left)", "🎲 {names} shed a die each ({now} left)", many)
    elif many > 1:
        words = _("🎲 {names} lose a die each ({now} left)")
    else:
        words = ngettext("🎲 {names} loses a die ({now} left)", "🎲 {names} loses {n} dice ({now} left)", lost)
    return words.format(n=lost, **facts)


def _facts(by: Telling, alike: Sequence[b.Scored] | Sequence[b.DiceLeft], now: Sequence[str]) -> dict[str, str]:
    """Whom it touches, and how they stand now."""
    some = tuple(dict.fromkeys(now)) if len(set(now)) == 1 else now
    return {"names": by.cast.names(event.seat for event in alike), "now": " · ".join(some)}
