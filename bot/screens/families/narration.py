"""Put the events of any game into words. Similar events share a line. The families add lines of their own."""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from bot.presses.history import ALL
from bot.screens.elements.cards import newest
from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import REMOVED_BY_VOTE, REMOVED_UNASKED, ROUND_IN_BOLD
from bot.screens.elements.stakes import bow, must
from bot.tables.annotations import Asking, Quip
from bot.tables.pending import Chapter
from bot.words.cleaning import person
from bot.words.dice import die, whole
from bot.words.language import _, ngettext, number
from engine.core import events as e
from engine.core.characters import Choice
from engine.core.policies import Seating
from engine.core.replay_steps import Step
from engine.games import AnyRules


class Narrator(msgspec.Struct, frozen=True):
    """The facts that the texts of a table depend on: the names of its seats, its rules, and what losers owe.

    `forfeit` is the same as `TableView.forfeit`: "" for the usual forfeit, None if nobody owes anything. `removed` are
    the votes on the players whom the table has removed. `again` is what the table remembers about its newest call.
    """

    cast: Cast
    rules: AnyRules
    forfeit: str | None = ""
    removed: tuple[Asking, ...] = ()
    again: Quip | None = None

    def name(self, seat: int) -> str:
        """Return the name of a seat for a sentence, in bold."""
        return self.cast.name(seat)

    def names(self, events: Sequence[Any]) -> str:
        """Return the names of the players of these events, each name once, joined in a sentence."""
        return self.cast.names(dict.fromkeys(event.seat for event in events))

    def of_rounds(self, number: int) -> str:
        """Return the number of a round: "3", or "3/10" if the number of rounds is fixed."""
        return str(number) if self.rules.rounds is None else f"{number}/{self.rules.rounds}"

    def round_name(self, number: int) -> str:
        """Return the heading of a round's record: "**Round 3/10**".

        `number` is 0 if the round's number is not known.
        """
        return _(ROUND_IN_BOLD).format(n=self.of_rounds(number)) if number else _("**The round**")


class Hinted(msgspec.Struct, frozen=True):
    """The help shown with a player's own dice: whether odds of bids are shown, and the best move, or None for none."""

    odds: bool = False
    best: Choice | None = None


MOST_LINES, MOST_CHARACTERS = 12, 1200
"""The maximum number of lines of news in a message, and their maximum length together. The newest lines are kept."""

Line = Callable[..., str]
"""A function that takes a `Narrator` and one or several similar events and returns a line, or "" for none."""


def narrate(by: Narrator, events: Sequence[e.Event], lines: Mapping[type[e.Event], Line]) -> list[str]:
    """Return lines about these events, in their order. `lines` contains the function for each kind of event.

    Similar events share a line. Events without a function are left out.
    """
    groups: dict[Hashable, list[e.Event]] = {}
    for event in _without_the_end_of_a_pause(events):
        apart = _APART.get(type(event))
        groups.setdefault((type(event), apart(event) if apart is not None else None), []).append(event)
    said = (lines[type(group[0])](by, *group) for group in groups.values() if type(group[0]) in lines)
    return [line for line in said if line]


def newest_news(by: Narrator, events: Sequence[e.Event], lines: Mapping[type[e.Event], Line]) -> list[str]:
    """Return the last lines of `narrate` that fit in a message."""
    return newest(narrate(by, events, lines)[-MOST_LINES:], MOST_CHARACTERS)


def _without_the_end_of_a_pause(events: Sequence[e.Event]) -> Iterator[e.Event]:
    """Yield all events except absences that only settled a forfeit (L2).

    The clock settled such a forfeit after the pause, so nobody was late for a turn.
    """
    for event, following in zip_longest(events, events[1:]):
        settled = isinstance(following, e.PlayedFor) and following.act.startswith("settle")
        if not (isinstance(event, e.WasAbsent) and settled):
            yield event


def _roll_off(by: Narrator, *throws: e.RollOff) -> str:
    """Return a line with the throws of a roll-off, in their order. Tied players throw again (S1)."""
    # Translators: {throws} are names and pictures of dice. The player with the highest die opens.
    return _("🎲 Roll-off: {throws}").format(throws=" → ".join(_throw(by, throw) for throw in throws))


def _throw(by: Narrator, throw: e.RollOff) -> str:
    pairs = zip(throw.seats, throw.dice, strict=True)
    return " · ".join(whole(f"{by.cast.brief(seat)} {die(face)}") for seat, face in pairs)


def seating(by: Narrator, events: Sequence[e.Event]) -> list[str]:
    """Return the lines about a roll-off for every seat: each throw, the order of seats, and the antes (S1).

    Return [] if the rules have no such roll-off.
    """
    if by.rules.seating is not Seating.ORDER:
        return []
    throws = [event for event in events if isinstance(event, e.RollOff)]
    told_throws = [
        # Translators: {throw} is a list of names and pictures of dice. Tied players throw again.
        (_("🎲 Tied! Again: {throw}") if number else _("🎲 Roll-off: {throw}")).format(throw=_throw(by, throw))
        for number, throw in enumerate(throws)
    ]
    return [*told_throws, *narrate(by, events, {e.Ordered: _ordered, e.ChipsMoved: _chips})]


def _ordered(by: Narrator, event: e.Ordered) -> str:
    """Return the line with the order of seats after a roll-off for every seat (S2), or "" if the rules have none."""
    if by.rules.seating is not Seating.ORDER:
        return ""
    return f"🪑 {' → '.join(by.cast.brief(seat) for seat in event.order)}"


def _settled(by: Narrator, *events: e.Settled) -> str:
    """Return a line about how people's forfeits were settled, or "" if none of their forfeits was settled.

    Forfeits of computer players are not mentioned, because they are settled immediately (L4).
    """
    debtors = [event.debtor for event in events if by.cast.seats[event.debtor].user is not None]
    if by.forfeit is None or not debtors:
        return ""  # nobody was asked
    match events[0].how:
        case "paid":
            # Translators: {debtors} are players who have done their forfeit.
            words = ngettext("✅ {debtors} has paid.", "✅ {debtors} have paid.", len(debtors))
        case "waived":
            # Translators: {by} says that {debtors} need not do their forfeit.
            words = _("🕊️ {by} lets {debtors} off.")
        case _:
            words = _("📌 On the tab: {debtors}.")
    return words.format(debtors=by.cast.names(debtors), by=by.name(events[0].by))


def _gifted(by: Narrator, event: e.Gifted) -> str:
    # Translators: by a house rule, {name} chooses {other}, who then owes a forfeit too.
    return _("🎁 {name} gives {other} a forfeit too.").format(name=by.name(event.seat), other=by.name(event.to))


def owed(by: Narrator, *events: e.ForfeitOwed) -> str:
    """Return a sentence about similar forfeits: who owes them, what the debtors must do, and for whom.

    At a table where nobody owes anything, forfeits are only the score, and a forfeit for the whole game is nothing:
    return "" for it.
    """
    is_for_the_game = events[0].why in e.FOR_THE_GAME
    if by.forfeit is None and not events[0].what:
        score = _("📝 {names}: a forfeit, for the score.").format(names=by.names(events))
        return "" if is_for_the_game else score
    stake = by.rules.stake if is_for_the_game else ""
    text, many = events[0].what or stake or by.forfeit or "", len({event.seat for event in events})
    winner = by.name(events[0].to) if events[0].to is not None else ""
    if winner and not text and all(by.cast.seats[event.seat].user is None for event in events):
        return bow(by.names(events), winner, many)
    return f"📝 {must(by.names(events), text, winner, many, len(events) // many)}"


def was_played(events: Sequence[e.Event], seat: int) -> bool:
    """Return whether the clock made the call of this seat in this round (L2). Such a call is not the player's own."""
    return any(isinstance(event, e.PlayedFor) and event.seat == seat and event.act == "liar" for event in events)


def turning_point(cast: Cast, seats: Sequence[int], lost: bool) -> str:
    """Return a line about the turning point of a game. After it these seats fell behind (`lost`) or stayed ahead."""
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
    """Return the line that names the opener of the next round."""
    return _("➡️ {name} opens the next round.").format(name=by.name(event.seat))


def next_opener(by: Narrator, events: Sequence[e.Event]) -> str:
    """Return the line about the opener of the next round, whom the last such event names, or "" if there is none."""
    found = [event for event in events if isinstance(event, e.Opens)]
    return f"-# {opens(by, found[-1])}" if found else ""


def _chips(by: Narrator, *events: e.ChipsMoved) -> str:
    """Return a line about chips that players put into the pot, get back from it, or win (E6).

    A player who gets back exactly the ante has won nothing: all players share the pot, or nobody has won it. Each share
    of a pot that cannot be shared evenly is named.
    """
    if len({event.amount for event in events}) > 1:
        return "🪙 " + " · ".join(whole(f"{by.cast.brief(event.seat)} +{number(event.amount)}") for event in events)
    names, chips, many = by.names(events), abs(events[0].amount), len(events)
    n = number(chips)
    if events[0].amount < 0:
        # Translators: {n} is a number of play chips.
        return ngettext("🪙 {names} puts in {n}.", "🪙 {names} put in {n} each.", many).format(names=names, n=n)
    if chips == by.rules.ante:
        # Translators: {n} is a number of play chips.
        return ngettext("🪙 {names} gets {n} back.", "🪙 {names} each get {n} back.", many).format(names=names, n=n)
    # Translators: {n} is a number of play chips.
    words = ngettext("🪙 {names} wins {n} from the pot.", "🪙 {names} win {n} each from the pot.", many)
    return words.format(names=names, n=n)


def _left(by: Narrator, *events: e.Left) -> str:
    removed = {each.seat: each for each in by.removed}
    lines = [_removed(by, removed[event.seat]) for event in events if event.seat in removed]
    if left := [event for event in events if event.seat not in removed]:
        words = ngettext("🚪 {names} leaves the table.", "🚪 {names} leave the table.", len(left))
        lines.insert(0, words.format(names=by.names(left)))
    return "\n".join(lines)


def _removed(by: Narrator, asking: Asking) -> str:
    return _(REMOVED_BY_VOTE if asking.agreed else REMOVED_UNASKED).format(
        name=by.name(asking.seat), by=person(asking.name)
    )


def _quits(by: Narrator, *events: e.QuitVoiced) -> str:
    words = ngettext("🌙 {names} voted to stop.", "🌙 {names} voted to stop.", len({event.seat for event in events}))
    return words.format(names=by.names(events))


def _absent(by: Narrator, *events: e.WasAbsent) -> str:
    # Translators: “the house” is the bot, which moves for these players.
    words = ngettext(
        "⏰ {names} ran out of time, so the house played.",
        "⏰ {names} ran out of time, so the house played.",
        len({event.seat for event in events}),
    )
    return words.format(names=by.names(events))


def _time_up(_by: Narrator, _event: e.TimeRanOut) -> str:
    return _("⌛ Time’s up: that was the last round.")


def _stopped(_by: Narrator, _event: e.Stopped) -> str:
    return _("🛑 The game ended without a result.")


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
"""The functions that return the lines of every game, by the kind of event."""

_APART: Mapping[type[e.Event], Callable[[Any], Hashable]] = {
    e.Settled: lambda event: (event.how, event.by if event.how == "waived" else None),
    e.Gifted: lambda event: (event.seat, event.to),
    e.ForfeitOwed: lambda event: (event.to, event.why, event.what),
    e.Opens: lambda event: event.seat,
    e.ChipsMoved: lambda event: event.amount > 0,
}
"""For each kind of event, a function that returns the same key for events that may share a line."""

ELSEWHERE: frozenset[type[e.Event]] = frozenset({e.PlayedFor, e.GameOver})
"""Events that have no line here. The act that the clock played for a player has its own line, and so has the result."""


class Cup(msgspec.Struct, frozen=True):
    """A row of dice on a picture, with its words, such as a player's cup with the name.

    `dice` contains the names of their pictures, and `counted` is the number of dice that count. `seat` is the player
    whose disc the row has. A row with a `label` is no player's cup, but a claim or a hand; `sign` is the player's name.
    """

    seat: int
    words: str
    dice: tuple[str, ...]
    counted: int = 0
    label: str = ""
    sign: str = ""


class Told(msgspec.Struct, frozen=True):
    """The texts of a showdown for a picture: `said` is about the bid and the count, and `end` is the verdict.

    `cups` are the rows of dice. `figure` is the count and the number that was bid: "3/7". It is "" if there is no bid.
    `holds` is whether the bid or the claim was true. `sides` are the seats of the player who said it and of the caller.
    `judge` is the player by whose dice the odds on the picture were computed.
    """

    said: str
    end: str
    cups: tuple[Cup, ...]
    figure: str = ""
    face: str = ""
    holds: bool = False
    sides: tuple[int, int] = (-1, -1)
    judge: int = 0


class Scene(msgspec.Struct, frozen=True):
    """A step of a replay, and the point of view `eye` from which it is shown (`presses/history.py`).

    `chapter` contains the public events of the step's round, up to the end of the step. `follows` is True if another
    round was played after this one.
    """

    cast: Cast
    rules: AnyRules
    forfeit: str | None
    chapter: Chapter
    step: Step
    eye: int
    follows: bool

    def sees(self, seat: int) -> bool:
        """Return whether this point of view shows the dice that the player in `seat` knew."""
        return self.eye in (ALL, seat + 1)
