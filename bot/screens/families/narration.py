"""The events of any game in words: one line for similar events. The families add their own lines."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from bot.presses.history import ALL
from bot.screens.elements.cards import newest
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import ROUND_IN_BOLD
from bot.screens.elements.stakes import must
from bot.tables.pending import Chapter
from bot.words.dice import die, whole
from bot.words.language import _, ngettext, number
from engine.core import events as e
from engine.core.characters import Choice
from engine.core.policies import Seating
from engine.core.steps import Step
from engine.games import AnyRules


class Narrator(msgspec.Struct, frozen=True):
    """The narrator of a table: the players' seats, the rules, and a loser's task.

    `forfeit` is that of `TableView.forfeit`: "" for the usual one, None if nobody owes anything.
    """

    cast: Cast
    rules: AnyRules
    forfeit: str | None = ""

    def name(self, seat: int) -> str:
        """Return a seat's name in a sentence, bold."""
        return self.cast.name(seat)

    def names(self, events: Sequence[Any]) -> str:
        """Return the players of these events, each once, in a sentence."""
        return self.cast.names(dict.fromkeys(event.seat for event in events))

    def of_rounds(self, number: int) -> str:
        """Return the number of a round: "3", or "3/10" if the number of rounds is fixed."""
        return str(number) if self.rules.rounds is None else f"{number}/{self.rules.rounds}"

    def round_name(self, number: int) -> str:
        """Return a round as the head of its record: "**Round 3/10**"; 0 means an unknown number."""
        return _(ROUND_IN_BOLD).format(n=self.of_rounds(number)) if number else _("**The round**")


class Hinted(msgspec.Struct, frozen=True):
    """Help beside somebody's own dice: how likely bids are, given these alone, and the best move (None: not shown)."""

    odds: bool = False
    best: Choice | None = None


MOST_LINES, MOST_CHARACTERS = 12, 1200
"""The most lines of news in a message, and their most characters together: the newest."""

Line = Callable[..., str]
"""A function of a `Narrator` and one or several similar events that returns a line; "" says nothing about them."""


def narrate(by: Narrator, events: Sequence[e.Event], lines: Mapping[type[e.Event], Line]) -> list[str]:
    """Return the events in lines by the functions of `lines`, in their original order; similar ones share a line.

    Events of a kind without a function are left out.
    """
    groups: dict[Hashable, list[e.Event]] = {}
    for event in _without_the_end_of_a_pause(events):
        apart = _APART.get(type(event))
        groups.setdefault((type(event), apart(event) if apart is not None else None), []).append(event)
    said = (lines[type(group[0])](by, *group) for group in groups.values() if type(group[0]) in lines)
    return [line for line in said if line]


def newest_news(by: Narrator, events: Sequence[e.Event], lines: Mapping[type[e.Event], Line]) -> list[str]:
    """Return the lines of `narrate`, only as many of the newest as fit in a message."""
    return newest(narrate(by, events, lines)[-MOST_LINES:], MOST_CHARACTERS)


def _without_the_end_of_a_pause(events: Sequence[e.Event]) -> Iterator[e.Event]:
    """Yield all events except absences for which the clock settled a forfeit (L2): nobody was late for that."""
    for event, following in zip_longest(events, events[1:]):
        settled = isinstance(following, e.PlayedFor) and following.act.startswith("settle")
        if not (isinstance(event, e.WasAbsent) and settled):
            yield event


def _roll_off(by: Narrator, *throws: e.RollOff) -> str:
    """Return the throws of a roll-off in sequence: ties throw again (S1)."""
    # Translators: names and pictures of dice: who rolls highest opens.
    return _("🎲 Roll-off: {throws}").format(throws=" → ".join(_throw(by, throw) for throw in throws))


def _throw(by: Narrator, throw: e.RollOff) -> str:
    pairs = zip(throw.seats, throw.dice, strict=True)
    return " · ".join(whole(f"{by.cast.brief(seat)} {die(face)}") for seat, face in pairs)


def seating(by: Narrator, events: Sequence[e.Event]) -> list[str]:
    """S1: return a full roll-off with a line for each throw, the resulting order, and the antes."""
    if by.rules.seating is not Seating.ORDER:
        return []
    throws = [event for event in events if isinstance(event, e.RollOff)]
    told_throws = [
        # Translators: names and pictures of dice. / those who rolled alike roll once more; names and pictures of dice.
        (_("🎲 Tied, again: {throw}") if number else _("🎲 Roll-off: {throw}")).format(throw=_throw(by, throw))
        for number, throw in enumerate(throws)
    ]
    return [*told_throws, *narrate(by, events, {e.Ordered: _ordered, e.ChipsMoved: _chips})]


def _ordered(by: Narrator, event: e.Ordered) -> str:
    """S2: return the seating after a roll-off for all; otherwise only the opener, whom the panel asks."""
    if by.rules.seating is not Seating.ORDER:
        return ""
    return f"🪑 {' → '.join(by.cast.brief(seat) for seat in event.order)}"


def _settled(by: Narrator, *events: e.Settled) -> str:
    """Return how forfeits were settled; computer players' are settled immediately (L4), which is not news."""
    debtors = [event.debtor for event in events if by.cast.seats[event.debtor].user is not None]
    if by.forfeit is None or not debtors:
        return ""  # nobody was asked
    match events[0].how:
        case "paid":
            # Translators: who has done a forfeit.
            words = ngettext("✅ {debtors} has paid.", "✅ {debtors} have paid.", len(debtors))
        case "waived":
            # Translators: {by} says that {debtors} need not do their forfeit.
            words = _("🕊️ {by} lets {debtors} off.")
        case _:
            words = _("📌 On the tab: {debtors}.")
    return words.format(debtors=by.cast.names(debtors), by=by.name(events[0].by))


def _gifted(by: Narrator, event: e.Gifted) -> str:
    # Translators: {name} owes a forfeit and, by a house rule, names {other} for one, too.
    return _("🎁 {name} shares the pain with {other}.").format(name=by.name(event.seat), other=by.name(event.to))


def owed(by: Narrator, *events: e.ForfeitOwed) -> str:
    """Return who must do what, and for whom, in one sentence for similar events.

    If a table plays without stakes it only names the losers.
    """
    if by.forfeit is None and not events[0].what:
        return _("📝 A forfeit for {names}.").format(names=by.names(events))
    stake = by.rules.stake if events[0].why in e.FOR_THE_GAME else ""
    text = events[0].what or stake or by.forfeit or ""
    winner = by.name(events[0].to) if events[0].to is not None else ""
    return f"📝 {must(by.names(events), text, winner, len(events))}"


def was_played(events: Sequence[e.Event], seat: int) -> bool:
    """L2: return whether the clock called for a seat in this round, which is nobody's merit or fault."""
    return any(isinstance(event, e.PlayedFor) and event.seat == seat and event.act == "liar" for event in events)


def ruling(cast: Cast, caller: int, name: str, holds: bool, alone: bool) -> str:
    """Return the verdict on the doubter `name`; on nobody if they were not `alone` in calling it."""
    if not alone:
        # Translators: the bid or the claim was true.
        return _("It’s true!") if holds else _("A lie!")
    if caller == cast.you:
        return _("You pay for doubting.") if holds else _("You caught it!")
    words = _("{caller} pays for doubting.") if holds else _("Caught by {caller}!")
    return words.format(caller=name)


def ruling_by_shedding(name: str, holds: bool, alone: bool) -> str:
    """Return who doubted where the right shed dice and nobody pays (P4); on nobody if the clock did."""
    if not alone:
        return _("It’s true!") if holds else _("A lie!")
    # Translators: {caller} called a bid a lie, and it was true.
    return (_("{caller} doubted it, wrongly.") if holds else _("Caught by {caller}!")).format(caller=name)


def turning_point(cast: Cast, seats: Sequence[int], lost: bool) -> str:
    """Return from where on these seats have lost the game, or won it."""
    if lost:
        words = ngettext(
            "🔀 **The turning point**: {names} never recovered after this.",
            "🔀 **The turning point**: {names} never recovered after this.",
            len(seats),
        )
    else:
        words = ngettext(
            "🔀 **The turning point**: {names} stayed ahead from here on.",
            "🔀 **The turning point**: {names} stayed ahead from here on.",
            len(seats),
        )
    return words.format(names=cast.names(seats))


def opens(by: Narrator, event: e.Opens) -> str:
    """Return the opener of the next round."""
    return _("➡️ {name} opens the next round.").format(name=by.name(event.seat))


def next_opener(by: Narrator, events: Sequence[e.Event]) -> str:
    """Return the opener of the next round, from the last event about it; "" if none follows."""
    found = [event for event in events if isinstance(event, e.Opens)]
    return opens(by, found[-1]) if found else ""


def _chips(by: Narrator, *events: e.ChipsMoved) -> str:
    """E6: return chips that go into the pot, come back from it, or are won.

    A player who gets exactly the ante has won nothing: the pot is shared by all, or nobody has won it.
    """
    names, chips, many = by.names(events), abs(events[0].amount), len(events)
    n = number(chips)
    if events[0].amount < 0:
        # Translators: {n} play chips.
        return ngettext("🪙 {names} puts in {n}.", "🪙 {names} put in {n} each.", many).format(names=names, n=n)
    if chips == by.rules.ante:
        # Translators: {n} play chips.
        return ngettext("🪙 {names} gets {n} back.", "🪙 {names} each get {n} back.", many).format(names=names, n=n)
    # Translators: {n} play chips.
    words = ngettext("🪙 {names} wins {n} from the pot.", "🪙 {names} win {n} each from the pot.", many)
    return words.format(names=names, n=n)


def _left(by: Narrator, *events: e.Left) -> str:
    return ngettext("🚪 {names} leaves the table.", "🚪 {names} leave the table.", len(events)).format(
        names=by.names(events)
    )


def _quits(by: Narrator, *events: e.QuitVoiced) -> str:
    words = ngettext("🌙 {names} voted to stop.", "🌙 {names} voted to stop.", _many(events))
    return words.format(names=by.names(events))


def _absent(by: Narrator, *events: e.WasAbsent) -> str:
    # Translators: the house is the bot, which moves for them.
    words = ngettext(
        "⏰ {names} ran out of time: the house played.", "⏰ {names} ran out of time: the house played.", _many(events)
    )
    return words.format(names=by.names(events))


def _many(events: Sequence[Any]) -> int:
    """Return the number of players of these events, each once."""
    return len({event.seat for event in events})


def _time_up(_by: Narrator, _event: e.TimeRanOut) -> str:
    return _("⌛ Time’s up: this was the last round.")


def _stopped(_by: Narrator, _event: e.Stopped) -> str:
    return _("🛑 The game was ended without a result.")


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
"""The lines of all games, by the kind of event."""

_APART: Mapping[type[e.Event], Callable[[Any], Hashable]] = {
    e.Settled: lambda event: (event.how, event.by if event.how == "waived" else None),
    e.Gifted: lambda event: (event.seat, event.to),
    e.ForfeitOwed: lambda event: (event.to, event.why, event.what),
    e.Opens: lambda event: event.seat,
    e.ChipsMoved: lambda event: event.amount,
}
"""The properties, by the kind of event, that two events must share for one line."""

ELSEWHERE: frozenset[type[e.Event]] = frozenset({e.PlayedFor, e.GameOver})
"""Events without a line: the act that was played for somebody has its own, and so has the result."""


class Told(msgspec.Struct, frozen=True):
    """A showdown for a picture: the bid and the count, and the verdict; in plain words.

    `dice` are the pictures of the counting ones, by name.
    """

    said: str
    end: str
    dice: tuple[str, ...]


class Scene(msgspec.Struct, frozen=True):
    """A `step`, and the public events of its round up to its end, from the point of view `eye` (`presses/history.py`).

    `follows`: another round came after this one.
    """

    cast: Cast
    rules: AnyRules
    forfeit: str | None
    chapter: Chapter
    step: Step
    eye: int
    follows: bool

    def sees(self, seat: int) -> bool:
        """Return whether this point of view includes that seat's knowledge."""
        return self.eye in (ALL, seat + 1)
