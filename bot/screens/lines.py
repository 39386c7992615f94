"""What has happened in any game, one line an event; the families add their own."""

from collections.abc import Callable
from typing import Any

import msgspec

from bot.screens.cast import Cast
from bot.screens.forfeit import must
from bot.words.language import _
from bot.words.pictures import die
from engine.core import events as e
from engine.core.policies import Seating
from engine.games import AnyRules


class Telling(msgspec.Struct, frozen=True):
    """To whom the seats belong, by which rules they play, and what a loser must do (`TableInfo.forfeit`)."""

    cast: Cast
    rules: AnyRules
    forfeit: str | None = ""

    def name(self, seat: int) -> str:
        """A seat's name in a sentence, bold."""
        return self.cast.name(seat)


Line = Callable[[Telling, Any], str]
"""Tells an event of one kind; "" where another tells it better."""


def _roll_off(by: Telling, event: e.RollOff) -> str:
    throws = [f"{by.cast.quiet(seat)} {die(face)}" for seat, face in zip(event.seats, event.dice, strict=True)]
    return _("🎲 Who starts? {throws}").format(throws=" · ".join(throws))


def _ordered(by: Telling, event: e.Ordered) -> str:
    if by.rules.seating is Seating.ORDER:
        return f"🪑 {' → '.join(by.name(seat) for seat in event.order)}"
    return _("➡️ {name} opens the game.").format(name=by.name(event.order[0]))


def _settled(by: Telling, event: e.Settled) -> str:
    if by.forfeit is None:
        return ""  # nobody was asked
    match event.how:
        case "paid":
            words = _("✅ {debtor} has paid up.")
        case "waived":
            words = _("🕊️ {by} lets {debtor} off.")
        case _:
            words = _("📌 {debtor}’s forfeit goes on the tab.")
    return words.format(debtor=by.name(event.debtor), by=by.name(event.by))


def _gifted(by: Telling, event: e.Gifted) -> str:
    return _("🎁 {name} shares the pain with {other}.").format(name=by.name(event.seat), other=by.name(event.to))


def owed(by: Telling, event: e.ForfeitOwed) -> str:
    """Who must do what, and for whom; where nobody owes anything, whose the forfeit is."""
    if by.forfeit is None:
        return _("📝 A forfeit for {name}.").format(name=by.name(event.seat))
    text = (by.rules.stake if event.why in e.FOR_THE_GAME else "") or by.forfeit
    winner = by.name(event.to) if event.to is not None else ""
    return f"📝 {must(by.name(event.seat), text, winner)}"


def opens(by: Telling, event: e.Opens) -> str:
    """Who opens the next round."""
    return _("➡️ {name} opens the next round.").format(name=by.name(event.seat))


def _chips(by: Telling, event: e.ChipsMoved) -> str:
    if event.amount < 0:
        return _("🪙 {name} puts in {n}.").format(name=by.cast.quiet(event.seat), n=-event.amount)
    return _("🪙 {name} takes {n} from the pot.").format(name=by.name(event.seat), n=event.amount)


def _left(by: Telling, event: e.Left) -> str:
    return _("🚪 {name} leaves the table.").format(name=by.name(event.seat))


def _quits(by: Telling, event: e.QuitVoiced) -> str:
    return _("🌙 {name} would call it a night.").format(name=by.name(event.seat))


def _absent(by: Telling, event: e.WasAbsent) -> str:
    return _("⏰ {name} is not back in time, so the house plays.").format(name=by.name(event.seat))


def _time_up(_by: Telling, _event: e.TimeRanOut) -> str:
    return _("⌛ Time is up: this round is the last.")


def _stopped(_by: Telling, _event: e.Stopped) -> str:
    return _("🛑 The table is ended here, without a result.")


LINES: dict[type[e.Event], Line] = {
    e.RollOff: _roll_off,
    e.Ordered: _ordered,
    e.Settled: _settled,
    e.Gifted: _gifted,
    e.ForfeitOwed: owed,
    e.Opens: opens,
    e.ChipsMoved: _chips,
    e.Left: _left,
    e.QuitVoiced: _quits,
    e.WasAbsent: _absent,
    e.TimeRanOut: _time_up,
    e.Stopped: _stopped,
}
"""By the kind of event."""

ELSEWHERE: frozenset[type[e.Event]] = frozenset({e.PlayedFor, e.GameOver})
"""What is told in another's words: the act that was played, and the result."""
