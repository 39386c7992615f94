"""Put the events of a bidding round into words: the ladder of bids, the poll, and a line for each other event."""

from collections.abc import Sequence
from itertools import takewhile
from typing import TypeVar

import msgspec

from bot.screens.elements.cast import Cast
from bot.screens.elements.labels import CALL_LIAR, EXACTLY
from bot.screens.elements.widths import height
from bot.screens.families import narration
from bot.screens.families.bids.hands import OPEN
from bot.screens.families.bids.showing import bid_and_show
from bot.screens.families.narration import Line
from bot.tables.model import TableView
from bot.words.dice import dice_pictures, times, whole
from bot.words.language import N_, _, listed, ngettext
from engine.bids import events as b
from engine.bids.actions import Action, Bid, CallExact
from engine.bids.events import BidMade, ExactCalled
from engine.bids.rules import Challengers, PalificoFace, Rules
from engine.bids.view import View
from engine.core import events as e
from engine.core.dice import Hand
from engine.core.events import Challenged

BANG = N_("Bang!")


def is_bang(rules: Rules) -> bool:
    """Return whether a challenge is called "Bang!" at a table with these rules.

    It is, if anybody may challenge (C1). The table still says "Bang!" in its playoff, although only the next player
    may challenge there (E4).
    """
    return rules.challenge is Challengers.ANYONE


class BidsNarrator(narration.Narrator, frozen=True):
    """The facts about a table that the texts of a bidding game depend on."""

    rules: Rules

    def is_bang(self) -> bool:
        """Return whether a challenge is called "Bang!" at this table (C1)."""
        return is_bang(self.rules)


def narrator_of(table: TableView) -> BidsNarrator:
    """Return the facts about a table that plays a bidding game."""
    assert isinstance(table.rules, Rules)
    noted = table.annotations
    return BidsNarrator(Cast(table.seats), table.rules, table.forfeit(), noted.removed(), noted.again)


PRICE = (b.Scored, b.DiceLeft, e.LivesLeft, e.Out, b.Done, e.ForfeitOwed, e.Opens)
"""The events that follow a showdown and belong to it: its price for each player, and the next opener."""


class RoundSummary(msgspec.Struct, frozen=True):
    """The events of a round, sorted by kind.

    `number` is 0 if the beginning of the round is not among the events. `call` is the challenge or the exact call.
    `shown` is the showdown, and `price` contains its consequences. `besides` contains all other events in order.
    """

    number: int
    bids: tuple[b.BidMade, ...]
    votes: tuple[b.Voted, ...]
    call: e.Challenged | b.ExactCalled | None
    shown: b.Revealed | None
    price: tuple[e.Event, ...]
    besides: tuple[e.Event, ...]


def summarized(chapter: Sequence[e.Event]) -> RoundSummary:
    """Return the summary of a round's events."""
    at = next((n for n, event in enumerate(chapter) if isinstance(event, b.Revealed)), len(chapter))
    price = tuple(takewhile(lambda event: isinstance(event, PRICE), chapter[at + 1 :]))
    others = (*chapter[:at], *chapter[at + 1 + len(price) :])
    return RoundSummary(
        number=next((event.number for event in _all(chapter, e.RoundBegan)), 0),
        bids=_all(chapter, b.BidMade),
        votes=_all(chapter, b.Voted),
        call=next((event for event in others if isinstance(event, _CALLS)), None),
        shown=next(iter(_all(chapter, b.Revealed)), None),
        price=price,
        besides=tuple(event for event in others if not isinstance(event, _OWN)),
    )


_E = TypeVar("_E", bound=e.Event)


def _all(chapter: Sequence[e.Event], kind: type[_E]) -> tuple[_E, ...]:
    return tuple(event for event in chapter if isinstance(event, kind))


_CALLS = (e.Challenged, b.ExactCalled)

_OWN = (e.RoundBegan, b.BidMade, b.Voted, *_CALLS)

LAST = 8
"""The maximum number of bids on a ladder. The last bids are kept."""

Call = Challenged | ExactCalled


def fitting_ladder(by: BidsNarrator, bids: Sequence[BidMade], call: Call | None, lines: int) -> str:
    """Return the ladder of a round: as many of its last bids as fit in `lines` lines on a phone, and then the call.

    The current bid is in bold.
    """
    ladders = (" → ".join(_rungs(by, bids, call, most)) for most in range(LAST, 0, -1))
    return next((each for each in ladders if height(each) <= lines), "")


def _rungs(by: BidsNarrator, bids: Sequence[BidMade], call: Call | None, most: int) -> list[str]:
    made = [_bid(by.cast, bid) for bid in bids[-most:]]
    if made:
        made[-1] = f"**{made[-1]}**"
    if len(bids) > most:
        made.insert(0, "…")
    return [*made, _call(by, call)] if call is not None else made


def _bid(cast: Cast, bid: BidMade) -> str:
    """Return a bid as a rung of the ladder, with the dice that its bidder showed (B6)."""
    shown = f" {OPEN} {dice_pictures(bid.show, cast.seats[bid.seat].look)}" if bid.show else ""
    return whole(f"{cast.brief(bid.seat)} {times(bid)}{shown}")


def _call(by: BidsNarrator, call: Call) -> str:
    if isinstance(call, ExactCalled):
        # Translators: {name} is the player who calls.
        words = _("🎯 Exactly! {name}")
    else:
        # Translators: {name} is the player who calls.
        words = _("💥 Bang! {name}") if by.is_bang() else _("🫵 Liar! {name}")
    return whole(words.format(name=by.cast.brief(call.seat)))


def bid_and_count(shown: b.Revealed, yours: bool) -> str:
    """Return the sentence about a bid and the number of dice that count for it, with placeholders.

    `yours` is True if the reader made the bid.
    """
    n = shown.count
    if not n:
        # Translators: there were no dice at all of the face that was bid.
        return (
            _("You said **{bid}**. There were **none**.")
            if yours
            else _("{bidder} said **{bid}**. There were **none**.")
        )
    if yours:
        true = ngettext("You said **{bid}**. There is **{n}**.", "You said **{bid}**. There are **{n}**.", n)
        lie = ngettext("You said **{bid}**. There was **{n}**.", "You said **{bid}**. There were **{n}**.", n)
    else:
        # Translators: there are {n} dice: the bid was true.
        true = ngettext("{bidder} said **{bid}**. There is **{n}**.", "{bidder} said **{bid}**. There are **{n}**.", n)
        # Translators: there were {n} dice: the bid was a lie.
        lie = ngettext("{bidder} said **{bid}**. There was **{n}**.", "{bidder} said **{bid}**. There were **{n}**.", n)
    return true if shown.holds else lie


def other_news(by: BidsNarrator, besides: Sequence[e.Event]) -> list[str]:
    """Return lines about the other events of a round, newest last. Similar events share a line."""
    return narration.newest_news(by, besides, LINES)


def shows(by: BidsNarrator, seat: int, dice: Hand, again: int) -> str:
    """Return a sentence about the dice that a player shows along with a bid (B6).

    `again` is the number of the player's other dice, which are thrown again.
    """
    # Translators: with a bid, {name} puts the dice {dice} where everybody sees them, and rolls the other {n} again.
    words = _("👐 {name} shows {dice} and rolls {n} again")
    pictures = whole(dice_pictures(dice, by.cast.seats[seat].look))
    return words.format(name=by.cast.brief(seat), dice=pictures, n=again)


def shown_now(by: BidsNarrator, view: View) -> str:
    """Return the sentence about the dice that were shown with the current bid (B6), or "" if there were none."""
    bid = view.state.standing
    if bid is None or not bid.show:
        return ""
    again = view.state.players[bid.bidder].dice - len(view.state.open_of(bid.bidder))
    return shows(by, bid.bidder, bid.show, again)


def palifico(rules: Rules) -> str:
    """Return the line about a palifico round. It says who may change the face (C6)."""
    match rules.palifico_face:
        case PalificoFace.SINGLE:
            return _("🥁 **Palifico!** Nothing wild; only others with one die may change the face")
        case PalificoFace.OPENER:
            return _("🥁 **Palifico!** Nothing wild; only the opener may change the face")
        case PalificoFace.NOBODY:
            return _("🥁 **Palifico!** Nothing wild; nobody may change the face")


def _crooked(by: BidsNarrator, *events: b.Crooked) -> str:
    """Return the line about crooked throws (T2), with their dice. These dice do not count: they are thrown again."""
    looks = by.cast.seats
    throws = " · ".join(
        f"{by.cast.brief(event.seat)} {whole(dice_pictures(event.dice, looks[event.seat].look))}" for event in events
    )
    # Translators: {throws} are names and pictures of dice that are gone. Other dice have been thrown.
    return _("🫨 Cocked, so not counted: {throws}").format(throws=throws)


def _playoff(by: BidsNarrator, event: b.PlayoffBegan) -> str:
    words = _("⚔️ **Playoff!** {names}: five dice each. Lose them all and you wash up.")
    return words.format(names=by.cast.names(event.seats))


LINES: dict[type[e.Event], Line] = {**narration.LINES, b.Crooked: _crooked, b.PlayoffBegan: _playoff}
"""The functions that return lines, by the kind of event. The cards of a round show the other events."""

_BY_THE_ROUND: tuple[type[e.Event], ...] = (
    *(e.RoundBegan, e.Challenged, b.RedThrown, b.BidMade, b.Voted, b.Revealed, b.ExactCalled),
    *(b.Thrown, b.ThrownAgain),
    *PRICE,
)

NARRATED: frozenset[type[e.Event]] = frozenset({*LINES, *narration.ELSEWHERE, *_BY_THE_ROUND})
"""All events that players are shown: in a line, in the head, ladder or showdown of a round, or in private."""


def votes(by: BidsNarrator, summary: RoundSummary, lines: int = 3) -> str:
    """Return the votes of the poll by name (C4), or only their numbers if the names need more than `lines` lines.

    Return "" if nobody has voted.
    """
    said: dict[str, list[str]] = {"👍": [], "👎": []}
    for vote in summary.votes:
        said["👍" if vote.believes else "👎"].append(by.cast.brief(vote.seat))
    named = " · ".join(f"{sign} {listed(names)}" for sign, names in said.items() if names)
    return named if height(named) <= lines else " · ".join(f"{sign} {len(names)}" for sign, names in said.items())


def in_words(rules: Rules, action: Action) -> str:
    """Return a move in words: a bid or a call."""
    match action:
        case Bid():
            return bid_and_show(action, action.show)
        case CallExact():
            return _(EXACTLY)
        case _:
            return _(BANG) if is_bang(rules) else _(CALL_LIAR)


def judged() -> str:
    """Return the sentence about how likely a move was to be right, given all bids, and about a better move.

    Its placeholders are {percent} and {better}.
    """
    # Translators: how likely a move was to be right, given all bids; {better} is “nothing better” or “better: …”.
    return _("-# 🧮 Going by the bids: {percent} likely · {better}")
