"""What has happened in any game, in words: a line for all events that are alike. The families add their own lines."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from bot.presses.history import ALL
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import ROUND_IN_BOLD
from bot.screens.elements.model import newest
from bot.screens.elements.stakes import must
from bot.tables.pending import Chapter
from bot.words.dice import die, whole
from bot.words.language import _, ngettext, number, percentage
from engine.core import events as e
from engine.core.characters import Choice
from engine.core.policies import Seating
from engine.core.replaying import Step
from engine.games import AnyRules


class Narrator(msgspec.Struct, frozen=True):
    """Who tells what happens at a table: whose the seats are, the rules, and what a loser must do.

    `forfeit` is that of `TableInfo.forfeit`: "" for the usual one, None where nobody owes anything.
    """

    cast: Cast
    rules: AnyRules
    forfeit: str | None = ""

    def name(self, seat: int) -> str:
        """A seat's name in a sentence, bold."""
        return self.cast.name(seat)

    def names(self, events: Sequence[Any]) -> str:
        """Those whom these events are about, each once, in a sentence."""
        return self.cast.names(dict.fromkeys(event.seat for event in events))

    def of_rounds(self, number: int) -> str:
        """The number of a round: "3", or "3/10" where the number of rounds is fixed."""
        return str(number) if self.rules.rounds is None else f"{number}/{self.rules.rounds}"

    def round_name(self, number: int) -> str:
        """A round as the head of its record: "**Round 3/10**"; 0 stands for a round whose number is not known."""
        return _(ROUND_IN_BOLD).format(n=self.of_rounds(number)) if number else _("**The round**")


class Hinted(msgspec.Struct, frozen=True):
    """What helps somebody with their own dice: how likely bids are by these alone, and the best move (None: untold)."""

    odds: bool = False
    best: Choice | None = None


MOST_LINES, MOST_CHARACTERS = 12, 1200
"""How many lines of news a message keeps, and how many characters they have together: the newest."""

Line = Callable[..., str]
"""A function of a `Narrator` and one or several events that are alike, which gives a line; "" says nothing of them."""


def narrate(by: Narrator, events: Sequence[e.Event], lines: Mapping[type[e.Event], Line]) -> list[str]:
    """Tell the events by the functions of `lines`, in the order in which they began; those that are alike in one line.

    Events of a kind that `lines` has not are left out.
    """
    groups: dict[Hashable, list[e.Event]] = {}
    for event in _without_the_end_of_a_pause(events):
        apart = _APART.get(type(event))
        groups.setdefault((type(event), apart(event) if apart is not None else None), []).append(event)
    said = (lines[type(group[0])](by, *group) for group in groups.values() if type(group[0]) in lines)
    return [line for line in said if line]


def newest_news(by: Narrator, events: Sequence[e.Event], lines: Mapping[type[e.Event], Line]) -> list[str]:
    """The lines of `narrate`, but only as many of the newest as a message has room for."""
    return newest(narrate(by, events, lines)[-MOST_LINES:], MOST_CHARACTERS)


def _without_the_end_of_a_pause(events: Sequence[e.Event]) -> Iterator[e.Event]:
    """All events but the absence of somebody for whom the clock settled a forfeit (L2): nobody was late for that."""
    for event, following in zip_longest(events, events[1:]):
        settled = isinstance(following, e.PlayedFor) and following.act.startswith("settle")
        if not (isinstance(event, e.WasAbsent) and settled):
            yield event


def _roll_off(by: Narrator, *throws: e.RollOff) -> str:
    """The throws of a roll-off, one after the other: those that were level throw again (S1)."""
    # Translators: names and pictures of dice: who rolls highest opens.
    return _("🎲 Roll-off: {throws}").format(throws=" → ".join(_throw(by, throw) for throw in throws))


def _throw(by: Narrator, throw: e.RollOff) -> str:
    pairs = zip(throw.seats, throw.dice, strict=True)
    return " · ".join(whole(f"{by.cast.brief(seat)} {die(face)}") for seat, face in pairs)


def seating(by: Narrator, events: Sequence[e.Event]) -> list[str]:
    """S1: a full roll-off throw by throw, a line each, and the order that comes of it; what is put into the pot."""
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
    """S2: the seating where it is rolled off; elsewhere only who opens, whom the panel asks."""
    if by.rules.seating is not Seating.ORDER:
        return ""
    return f"🪑 {' → '.join(by.cast.brief(seat) for seat in event.order)}"


def _settled(by: Narrator, *events: e.Settled) -> str:
    """How forfeits were settled; those of computer players are settled at once (L4), which is no news."""
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
    """Who must do what, and for whom, in one sentence for events that are alike.

    Where a table plays without stakes it says only whose the forfeit is.
    """
    if by.forfeit is None and not events[0].what:
        return _("📝 A forfeit for {names}.").format(names=by.names(events))
    stake = by.rules.stake if events[0].why in e.FOR_THE_GAME else ""
    text = events[0].what or stake or by.forfeit or ""
    winner = by.name(events[0].to) if events[0].to is not None else ""
    return f"📝 {must(by.names(events), text, winner, len(events))}"


def was_played(events: Sequence[e.Event], seat: int) -> bool:
    """L2: whether the clock called for a seat in this round, which nobody is praised or blamed for."""
    return any(isinstance(event, e.PlayedFor) and event.seat == seat and event.act == "liar" for event in events)


def ruling(cast: Cast, caller: int, name: str, holds: bool, alone: bool) -> str:
    """What a showdown makes of whoever doubted, by `name`; of nobody where they were not `alone` in calling it."""
    if not alone:
        # Translators: the bid or the claim was true.
        return _("It’s true!") if holds else _("A lie!")
    if caller == cast.you:
        return _("You pay for doubting.") if holds else _("You caught it!")
    words = _("{caller} pays for doubting.") if holds else _("Caught by {caller}!")
    return words.format(caller=name)


def turning_point(cast: Cast, seats: Sequence[int], lost: bool) -> str:
    """From where on these seats have lost the game, or won it."""
    if lost:
        words = ngettext(
            "🔀 **The turning point**: {names} never recovered from here.",
            "🔀 **The turning point**: {names} never recovered from here.",
            len(seats),
        )
    else:
        words = ngettext(
            "🔀 **The turning point**: {names} stayed ahead from here.",
            "🔀 **The turning point**: {names} stayed ahead from here.",
            len(seats),
        )
    return words.format(names=cast.names(seats))


def opens(by: Narrator, event: e.Opens) -> str:
    """Who opens the next round."""
    return _("➡️ {name} opens the next round.").format(name=by.name(event.seat))


def next_opener(by: Narrator, events: Sequence[e.Event]) -> str:
    """Who opens the next round, by the last of the events that says so; "" where none follows."""
    found = [event for event in events if isinstance(event, e.Opens)]
    return opens(by, found[-1]) if found else ""


def _chips(by: Narrator, *events: e.ChipsMoved) -> str:
    """E6: chips that go into the pot, come back from it, or are won.

    Who gets exactly the ante has won nothing: the pot is shared by all, or nobody has won it.
    """
    names, chips, many = by.names(events), abs(events[0].amount), len(events)
    n = number(chips)
    if events[0].amount < 0:
        # Translators: {n} play chips.
        return ngettext("🪙 {names} puts in {n}.", "🪙 {names} put in {n} each.", many).format(names=names, n=n)
    if chips == by.rules.ante:
        # Translators: {n} play chips.
        return ngettext("🪙 {names} gets {n} back.", "🪙 {names} get {n} back each.", many).format(names=names, n=n)
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
    """How many these events are about, each once."""
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
"""By the kind of event what two of them must have in common to stand in one line."""

ELSEWHERE: frozenset[type[e.Event]] = frozenset({e.PlayedFor, e.GameOver})
"""Events that have no line: the act that was played for somebody is narrated itself, and so is the result."""


class Told(msgspec.Struct, frozen=True):
    """A showdown as a picture tells it: what was said and what there was, and whom it makes; in plain words.

    `dice` are the pictures of those that count, by name.
    """

    said: str
    end: str
    dice: tuple[str, ...]


MOST_LIFTS = 3
"""In how many beats cups or dice come to light at most."""


def lifts(many: int) -> tuple[int, ...]:
    """How many of `many` cups or dice have come to light after each beat; of more than three the last does alone."""
    if many <= MOST_LIFTS:
        return tuple(range(1, many + 1))
    return (*(round((many - 1) * part / (MOST_LIFTS - 1)) for part in range(1, MOST_LIFTS)), many)


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


def percent(likely: float) -> str:
    """How likely something is: 0 % and 100 % are for what is certain."""
    return percentage(round(100 * likely) if likely in (0.0, 1.0) else min(99, max(1, round(100 * likely))))
