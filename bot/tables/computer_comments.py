"""Comments after a showdown: a computer player makes one, or the bot recalls an earlier moment of the evening.

A draw from the game's seed and public events decide who speaks, and what they say. Nothing is said twice in an evening:
a computer player that has said all its lines about a showdown says nothing. Lines that this channel heard on an earlier
evening come last.
"""

from collections.abc import Collection
from typing import Any

import msgspec
from msgspec.structs import replace

from bot.tables.annotations import Quip
from bot.tables.table import Table
from bot.words.talk import MANY
from engine.core import events as e
from engine.core.characters import character
from engine.games import SHOWDOWNS, bid_events

MANY_BIDS = 6
"""A bid has climbed if its round has at least this many bids or claims."""

FEWEST_DICE = 3
"""A true bid of fewer dice than this is not bold."""

CATCHES, DOUBTS = "catches", "doubts"
"""The two outcomes of a call that the table remembers: a lie was caught, or the truth was doubted."""

ROW = "row"
"""The table also remembers how many lies in a row each caller has caught."""

HEADLINES = (3, 5, 8, 12, 20, 30)
"""So many catches in a row, or catches of the same player, are the headline of a showdown.

In between, showdowns have other headlines: otherwise two of three showdowns of a long evening would have this one.
"""

EARLIER = "earlier:"
"""Marks a line that was said on an earlier evening in this channel."""

MOST_EARLIER = 240
"""The number of lines of earlier evenings that a table remembers. The oldest lines are forgotten first."""


class Call(msgspec.Struct, frozen=True):
    """A call that was decided: its caller, the player who was called, and whether the bid or claim was true.

    `times` is how often this caller has met this outcome with this player this evening, including this call. `row` is
    the number of lies that this caller has caught in a row. `bids` is the number of bids or claims of the round. `dice`
    is the number of dice that counted if the bid was bold, otherwise 0. `out` are the seats of the players whom the
    call has put out.
    """

    caller: int
    accused: int
    holds: bool
    times: int
    row: int
    bids: int
    dice: int
    out: tuple[int, ...]


def speak(table: Table) -> None:
    """Record the showdown that has just happened, and what is said about it."""
    shown = next((event for event in reversed(table.events) if isinstance(event, SHOWDOWNS)), None)
    if table.game is None or shown is None:
        return
    number = table.game.state.round
    _explain(table, shown, number)
    if getattr(shown, "exact", False):
        return
    call = _call(table, shown)
    computers = table.computers(range(len(table.seats)))
    again = _remembered(call, number)
    if again is not None and (not computers or is_headline(again)):
        table.annotate(again=again)
    if computers and not table.setup.quiet:
        _comment(table, call, number)


def _remembered(call: Call, number: int) -> Quip | None:
    """Return what the table remembers about a call, or None: catches in a row, or the same end between these two."""
    if call.row in HEADLINES:
        return Quip(number, call.caller, ROW, 0, call.accused, call.row)
    kind = DOUBTS if call.holds else CATCHES
    return Quip(number, call.caller, kind, 0, call.accused, call.times) if call.times > 1 else None


def is_headline(again: Quip) -> bool:
    """Return whether what the table remembers about a call is the headline of its showdown."""
    return again.about == ROW or (again.about == CATCHES and again.times in HEADLINES)


def _explain(table: Table, shown: Any, number: int) -> None:
    """Let people ask for the reason of a computer player that made the call, or whose bid or claim was called."""
    why, accused = table.annotations.why, _accused(shown)
    if why is None or why.number != number:
        return
    if why.seat == (shown.challenger if why.reason.calls else accused):
        table.annotate(told=replace(why, accused=accused))


def _accused(shown: Any) -> int:
    return int(shown.bidder if isinstance(shown, bid_events.Revealed) else shown.passer)


def _call(table: Table, shown: Any) -> Call:
    """Count a call among the calls of the evening, and return it."""
    accused = _accused(shown)
    kind = DOUBTS if shown.holds else CATCHES
    caller, before = _who(table, shown.challenger), table.annotations.tonight
    key, series = f"{kind}:{caller}:{_who(table, accused)}", f"{ROW}:{caller}"
    times, row = before.get(key, 0) + 1, 0 if shown.holds else before.get(series, 0) + 1
    table.annotate(tonight={**before, key: times, series: row})
    out = tuple(event.seat for event in table.events if isinstance(event, e.Out))
    return Call(shown.challenger, accused, shown.holds, times, row, table.bids_before(), _bold(shown), out)


def _bold(shown: Any) -> int:
    """Return how many dice counted for a bid that was true although it asked for more than the average; otherwise 0."""
    if not isinstance(shown, bid_events.Revealed) or not shown.holds or shown.quantity < FEWEST_DICE:
        return 0
    average = sum(map(len, shown.hands)) / shown.counting().one_in()
    return shown.count if shown.quantity > average else 0


def _who(table: Table, seat: int) -> str:
    """Return the id of the person in a seat as text, or the name of the computer player there."""
    user = table.seats[seat].user
    return str(user) if user is not None else table.seats[seat].name


def remember(said: tuple[str, ...]) -> tuple[str, ...]:
    """Return the lines that were said on an evening, or before it, as lines of earlier evenings, the oldest first."""
    lines = dict.fromkeys(f"{EARLIER}{line.removeprefix(EARLIER)}" for line in reversed(said))
    return tuple(reversed(lines))[-MOST_EARLIER:]


def _comment(table: Table, call: Call, number: int) -> None:
    """Let a computer player say a line that nobody has said this evening.

    A computer player that is out by this call comes first, and then the players of the call.
    """
    drawn = table.dice().talk(number)
    named = [seat for seat in table.computers(table.view().state.order) if character(table.seats[seat].name).name]
    involved = [seat for seat in named if seat in (call.caller, call.accused)]
    speakers = [seat for seat in named if seat in call.out] or [*involved, *involved, *named]
    said = set(table.annotations.said)
    for heard in (said | {each.removeprefix(EARLIER) for each in said}, said):
        for turn in range(len(speakers)):
            seat, first = speakers[(drawn + turn) % len(speakers)], drawn // len(speakers)
            quip = _unsaid(table, call, Quip(number, seat, "", first, 0, 0), heard)
            if quip is not None:
                table.annotate(quip=quip, said=(*table.annotations.said, _line(table, quip)))
                return


def _unsaid(table: Table, call: Call, first: Quip, heard: Collection[str]) -> Quip | None:
    """Return the first comment of this speaker, from line `first.which` on, that is not in `heard`, or None."""
    for situation, other, times in _situations(call, first.seat):
        for turn in range(MANY[situation]):
            which = (first.which + turn) % MANY[situation]
            quip = replace(first, about=situation, which=which, other=other, times=times)
            if _line(table, quip) not in heard:
                return quip
    return None


def _line(table: Table, quip: Quip) -> str:
    """Return the name under which a line of a computer player is remembered for the evening."""
    return f"{character(table.seats[quip.seat].name).name}:{quip.about}:{quip.which}"


def _situations(call: Call, seat: int) -> list[tuple[str, int, int]]:
    """Return the situations that a speaker may comment on, as (situation, the other player's seat, number).

    The situation that fits best comes first.
    """
    best = call.accused if call.holds else call.caller
    other = best if seat != best else call.caller if call.holds else call.accused
    found = []
    if call.out:
        found = [("out_me", other, 0)] if seat in call.out else [("out", call.out[0], 0)]
    if not call.holds and seat in (call.caller, call.accused):
        found += [("again", other, call.times)] if call.times > 1 else []
        found.append(("caught" if seat == call.caller else "caught_me", other, call.times))
    elif call.dice:
        found.append(("bold", call.accused, call.dice))
    if call.bids >= MANY_BIDS:
        found.append(("climbed", call.accused, call.bids))
    return [*found, ("watched", other, 0)]
