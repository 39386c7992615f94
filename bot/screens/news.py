"""What has happened, as lines for the channel: one a bid, a box a showdown."""

from collections.abc import Callable, Sequence
from typing import Any

from bot.names import DIE, _, bid_spoken, face_name
from bot.screens import showdown
from bot.screens.cast import Cast
from bot.screens.dice import pictures
from bot.screens.model import Part, Text
from bot.screens.showdown import Story
from engine import events as e
from engine.common_hand.rules import Price, Rules, Wild
from engine.policies import Seating

LONGEST = 1500
"""Characters of plain lines in one message; what is older than that is left out."""


class Teller:
    """Tells events in their order. One serves one message."""

    def __init__(self, cast: Cast, rules: Rules) -> None:
        self.cast, self.rules = cast, rules
        self.parts: list[Part] = []
        self.lines: list[str] = []
        self.story = Story(wild=1 if rules.wild is Wild.ONES else 0)
        self.showing = False

    def tell(self, event: e.Event) -> None:
        """One more event; the dice of a `Rolled` are never told."""
        if self.showing and not self._in_showdown(event):
            self.close()
        teller: Callable[[Teller, Any], str | None] | None = _TELLERS.get(type(event))
        if teller is not None and (line := teller(self, event)):
            self.lines.append(line)

    def _in_showdown(self, event: e.Event) -> bool:
        kinds = e.Revealed | e.Counted | e.Judged | e.ExactJudged | e.Opens
        if isinstance(event, kinds):
            self._gather(event)
            return True
        if line := showdown.price_line(self.cast, self.rules, self.story, event):
            self.story.price += (line,)
            return True
        return False

    def _gather(self, event: e.Event) -> None:
        match event:
            case e.Revealed(hands=hands):
                self.story.hands = hands
            case e.Counted(count=count):
                self.story.count = count
            case e.Judged(holds=right) | e.ExactJudged(exact=right):
                self.story.right = right
            case e.Opens(seat=seat):
                self.story.after += (_("➡️ {name} opens the next round.").format(name=self.cast.name(seat)),)
            case _:
                pass

    def flush(self) -> None:
        """Put the lines so far into a paragraph."""
        if self.lines:
            kept = self.lines
            while len(kept) > 1 and sum(len(line) + 1 for line in kept) > LONGEST:
                kept = kept[1:]
            self.parts.append(Text("\n".join(kept)[:LONGEST]))
            self.lines = []

    def forget(self) -> None:
        """What was told so far stands in the channel already; what a showdown to come needs is kept."""
        if self.showing:
            self.showing, self.story = False, Story()
        self.parts, self.lines = [], []

    def close(self) -> None:
        """The showdown is told."""
        self.flush()
        self.parts.append(showdown.box(self.cast, self.story))
        self.showing = False
        self.story = Story(wild=1 if self.rules.wild is Wild.ONES else 0)

    # Each of these tells one kind of event: a line, or None where it only adds to what follows.

    def roll_off(self, event: e.RollOff) -> str:
        throws = " · ".join(
            f"{self.cast.quiet(seat)} {DIE[die]}" for seat, die in zip(event.seats, event.dice, strict=True)
        )
        return _("🎲 Who starts? {throws}").format(throws=throws)

    def ordered(self, event: e.Ordered) -> str:
        if self.rules.seating is Seating.ORDER:
            return _("🪑 {names}").format(names=" → ".join(self.cast.name(seat) for seat in event.order))
        return _("➡️ {name} opens the game.").format(name=self.cast.name(event.order[0]))

    def round_began(self, event: e.RoundBegan) -> str:
        self.story = Story(wild=1 if self.rules.wild is Wild.ONES and not event.palifico else 0)
        if event.palifico:
            return _("🥁 **Round {n}**, palifico: one face only, nothing wild.").format(n=event.number)
        return _("🥁 **Round {n}**: the dice are down.").format(n=event.number)

    def red(self, event: e.RedThrown) -> str:
        self.story.wild = event.face
        return _("🟥 The red die shows {die}: **{faces}** are wild.").format(
            die=DIE[event.face], faces=face_name(event.face)
        )

    def crooked(self, event: e.Crooked) -> str:
        return _("🫨 {name}’s throw lands crooked ({dice}) and is thrown again.").format(
            name=self.cast.name(event.seat), dice=pictures(event.dice)
        )

    def bid(self, event: e.BidMade) -> str:
        self.story.bidder, self.story.quantity, self.story.face = event.seat, event.quantity, event.face
        return _("🗣️ {name}: **{bid}** {die}").format(
            name=self.cast.quiet(event.seat), bid=bid_spoken(event.quantity, event.face), die=DIE[event.face]
        )

    def challenged(self, event: e.Challenged) -> None:
        self.story.challenger, self.story.in_turn = event.seat, event.in_turn
        if self.rules.price is not Price.SHED:
            self.showing = True

    def called_exact(self, event: e.ExactCalled) -> None:
        self.story.challenger, self.story.exact = event.seat, True
        self.showing = True

    def revealed(self, event: e.Revealed) -> None:
        self.showing = True
        self._gather(event)

    def voted(self, event: e.Voted) -> str:
        said = _("👍 {name} believes it.") if event.believes else _("👎 {name} doubts it.")
        return said.format(name=self.cast.name(event.seat))

    def settled(self, event: e.Settled) -> str:
        facts = {"debtor": self.cast.name(event.debtor), "by": self.cast.name(event.by)}
        match event.how:
            case "paid":
                return _("✅ {debtor} has paid up.").format(**facts)
            case "waived":
                return _("🕊️ {by} lets {debtor} off.").format(**facts)
            case _:
                return _("📌 {debtor}’s forfeit goes on the tab.").format(**facts)

    def gifted(self, event: e.Gifted) -> str:
        return _("🎁 {name} shares the pain with {other}.").format(
            name=self.cast.name(event.seat), other=self.cast.name(event.to)
        )

    def owed(self, event: e.ForfeitOwed) -> str:
        return showdown.owes(self.cast, event.seat, event.to)

    def left(self, event: e.Left) -> str:
        return _("🚪 {name} leaves the table.").format(name=self.cast.name(event.seat))

    def quits(self, event: e.QuitVoiced) -> str:
        return _("🌙 {name} would call it a night.").format(name=self.cast.name(event.seat))

    def absent(self, event: e.WasAbsent) -> str:
        return _("⏰ {name} is not back in time, so the house plays.").format(name=self.cast.name(event.seat))

    def opens(self, event: e.Opens) -> str:
        return _("➡️ {name} opens the next round.").format(name=self.cast.name(event.seat))

    def time_up(self, _event: e.TimeRanOut) -> str:
        return _("⌛ Time is up: this round is the last.")

    def playoff(self, event: e.PlayoffBegan) -> str:
        return _("⚔️ Play-off between {names}: five dice each, who loses them all washes up.").format(
            names=self.cast.names(event.seats)
        )

    def chips(self, event: e.ChipsMoved) -> str:
        if event.amount < 0:
            return _("🪙 {name} puts in {n}.").format(name=self.cast.quiet(event.seat), n=-event.amount)
        return _("🪙 {name} takes {n} from the pot.").format(name=self.cast.name(event.seat), n=event.amount)


_TELLERS: dict[type[e.Event], Callable[[Teller, Any], str | None]] = {
    e.RollOff: Teller.roll_off, e.Ordered: Teller.ordered, e.RoundBegan: Teller.round_began, e.RedThrown: Teller.red,
    e.Crooked: Teller.crooked, e.BidMade: Teller.bid, e.Challenged: Teller.challenged,
    e.ExactCalled: Teller.called_exact, e.Voted: Teller.voted, e.Settled: Teller.settled, e.Gifted: Teller.gifted,
    e.Left: Teller.left, e.QuitVoiced: Teller.quits, e.WasAbsent: Teller.absent, e.TimeRanOut: Teller.time_up,
    e.PlayoffBegan: Teller.playoff, e.ChipsMoved: Teller.chips,
    # These belong to a showdown; on their own they are told so.
    e.Opens: Teller.opens, e.ForfeitOwed: Teller.owed, e.Revealed: Teller.revealed,
}  # fmt: skip


def told(cast: Cast, rules: Rules, earlier: Sequence[e.Event], news: Sequence[e.Event]) -> tuple[Part, ...]:
    """The parts that tell `news`. `earlier`: what the running round brought before, which is not told again."""
    teller = Teller(cast, rules)
    for event in earlier:
        teller.tell(event)
    teller.forget()
    for event in news:
        teller.tell(event)
    if teller.showing:
        teller.close()
    teller.flush()
    return tuple(teller.parts)
