"""What has happened in any game, a line for whatever is alike; the families add their own."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from bot.presses.history import ALL
from bot.screens.cast import Cast
from bot.screens.dice import whole
from bot.screens.forfeits import must
from bot.tables.pending import Chapter
from bot.words.dice import die
from bot.words.language import _, ngettext
from engine.core import events as e
from engine.core.policies import Seating
from engine.core.replaying import Step
from engine.games import AnyRules


class Narrator(msgspec.Struct, frozen=True):
    """To whom the seats belong, by which rules they play, and what a loser must do (`TableInfo.forfeit`)."""

    cast: Cast
    rules: AnyRules
    forfeit: str | None = ""

    def name(self, seat: int) -> str:
        """A seat's name in a sentence, bold."""
        return self.cast.name(seat)

    def names(self, events: Sequence[Any]) -> str:
        """Those whom these events are about, each once, in a sentence."""
        return self.cast.names(dict.fromkeys(event.seat for event in events))


Line = Callable[..., str]
"""Tells one or several events that are alike (`Telling`, the events); "" where another tells it better."""


def narrate(by: Narrator, events: Sequence[e.Event], lines: Mapping[type[e.Event], Line]) -> list[str]:
    """The events in the order in which they began, those that are alike in one line."""
    groups: dict[Hashable, list[e.Event]] = {}
    for event in _without_the_end_of_a_pause(events):
        apart = _APART.get(type(event))
        groups.setdefault((type(event), apart(event) if apart is not None else None), []).append(event)
    said = (lines[type(group[0])](by, *group) for group in groups.values() if type(group[0]) in lines)
    return [line for line in said if line]


def _without_the_end_of_a_pause(events: Sequence[e.Event]) -> Iterator[e.Event]:
    """What the clock settled (L2): that it went on the tab is told, nobody was late for that."""
    for event, following in zip_longest(events, events[1:]):
        settled = isinstance(following, e.PlayedFor) and following.act.startswith("settle")
        if not (isinstance(event, e.WasAbsent) and settled):
            yield event


def _roll_off(by: Narrator, *throws: e.RollOff) -> str:
    """A throw after the other: those that were level throw again (S1)."""
    told = " → ".join(_throw(by, throw) for throw in throws)
    if by.rules.seating is Seating.ORDER:
        return _("🎲 Who sits where? {throws}").format(throws=told)
    return _("🎲 Who starts? {throws}").format(throws=told)


def _throw(by: Narrator, throw: e.RollOff) -> str:
    pairs = zip(throw.seats, throw.dice, strict=True)
    return " · ".join(whole(f"{by.cast.brief(seat)} {die(face)}") for seat, face in pairs)


def seating(by: Narrator, events: Sequence[e.Event]) -> list[str]:
    """S1: a full roll-off throw by throw, a line each, and the order that comes of it; what is put into the pot."""
    if by.rules.seating is not Seating.ORDER:
        return []
    throws = [event for event in events if isinstance(event, e.RollOff)]
    told_throws = [
        (_("🎲 Level, so again: {throw}") if number else _("🎲 Who sits where? {throw}")).format(
            throw=_throw(by, throw)
        )
        for number, throw in enumerate(throws)
    ]
    return [*told_throws, *narrate(by, events, {e.Ordered: _ordered, e.ChipsMoved: _chips})]


def _ordered(by: Narrator, event: e.Ordered) -> str:
    """S2: the seating where it is rolled off; elsewhere only who opens, whom the panel asks."""
    if by.rules.seating is not Seating.ORDER:
        return ""
    return f"🪑 {' → '.join(by.cast.brief(seat) for seat in event.order)}"


def _settled(by: Narrator, *events: e.Settled) -> str:
    """Those of computer players are settled at once (L4), which is no news."""
    debtors = [event.debtor for event in events if by.cast.seats[event.debtor].user is not None]
    if by.forfeit is None or not debtors:
        return ""  # nobody was asked
    match events[0].how:
        case "paid":
            words = ngettext("✅ {debtors} has paid up.", "✅ {debtors} have paid up.", len(debtors))
        case "waived":
            words = _("🕊️ {by} lets {debtors} off.")
        case _:
            words = ngettext("📌 On the tab: {debtors}’s forfeit.", "📌 On the tab: {debtors}.", len(debtors))
    return words.format(debtors=by.cast.names(debtors), by=by.name(events[0].by))


def _gifted(by: Narrator, event: e.Gifted) -> str:
    return _("🎁 {name} shares the pain with {other}.").format(name=by.name(event.seat), other=by.name(event.to))


def owed(by: Narrator, *events: e.ForfeitOwed) -> str:
    """Who must do what, and for whom, all of them the same; where nobody owes anything, whose the forfeit is."""
    if by.forfeit is None:
        return _("📝 A forfeit for {names}.").format(names=by.names(events))
    text = (by.rules.stake if events[0].why in e.FOR_THE_GAME else "") or by.forfeit
    winner = by.name(events[0].to) if events[0].to is not None else ""
    return f"📝 {must(by.names(events), text, winner, len(events))}"


def opens(by: Narrator, event: e.Opens) -> str:
    """Who opens the next round."""
    return _("➡️ {name} opens the next round.").format(name=by.name(event.seat))


def _chips(by: Narrator, *events: e.ChipsMoved) -> str:
    """E6: who gets no more than they paid takes nothing: the pot is shared by all, or nobody has won it."""
    names, n, many = by.names(events), abs(events[0].amount), len(events)
    if events[0].amount < 0:
        return ngettext("🪙 {names} puts in {n}.", "🪙 {names} put in {n} each.", many).format(names=names, n=n)
    if n == by.rules.ante:
        return ngettext("🪙 {names} gets {n} back.", "🪙 {names} get {n} back each.", many).format(names=names, n=n)
    words = ngettext("🪙 {names} takes {n} from the pot.", "🪙 {names} take {n} each from the pot.", many)
    return words.format(names=names, n=n)


def _left(by: Narrator, *events: e.Left) -> str:
    return ngettext("🚪 {names} leaves the table.", "🚪 {names} leave the table.", len(events)).format(
        names=by.names(events)
    )


def _quits(by: Narrator, *events: e.QuitVoiced) -> str:
    return _("🌙 {names} would call it a night.").format(names=by.names(events))


def _absent(by: Narrator, *events: e.WasAbsent) -> str:
    many = len({event.seat for event in events})
    words = ngettext(
        "⏰ {names} is not back in time, so the house plays.",
        "⏰ {names} are not back in time, so the house plays.",
        many,
    )
    return words.format(names=by.names(events))


def _time_up(_by: Narrator, _event: e.TimeRanOut) -> str:
    return _("⌛ Time is up: no round follows this one.")


def _stopped(_by: Narrator, _event: e.Stopped) -> str:
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

_APART: Mapping[type[e.Event], Callable[[Any], Hashable]] = {
    e.Settled: lambda event: (event.how, event.by if event.how == "waived" else None),
    e.Gifted: lambda event: (event.seat, event.to),
    e.ForfeitOwed: lambda event: (event.to, event.why),
    e.Opens: lambda event: event.seat,
    e.ChipsMoved: lambda event: event.amount,
}
"""What keeps events of a kind in lines of their own, where it differs."""

ELSEWHERE: frozenset[type[e.Event]] = frozenset({e.PlayedFor, e.GameOver})
"""What is told in another's words: the act that was played, and the result."""


class Scene(msgspec.Struct, frozen=True):
    """A `step`, and the public events of its round up to its end, seen with an `eye` (`presses/replaying.py`).

    `follows`: after this round came another one.
    """

    cast: Cast
    rules: AnyRules
    forfeit: str | None
    chapter: Chapter
    step: Step
    eye: int
    follows: bool

    def sees(self, seat: int) -> bool:
        """Whether these eyes see what that seat knows."""
        return self.eye in (ALL, seat + 1)


def percent(likely: float) -> int:
    """How likely something is, in percent: 0 and 100 are for what is certain."""
    return round(100 * likely) if likely in (0.0, 1.0) else min(99, max(1, round(100 * likely)))
