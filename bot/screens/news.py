"""What has happened, as lines for the channel: one a bid, a box a showdown."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from bot.screens import showdown
from bot.screens.cast import Cast
from bot.screens.dice import pictures
from bot.screens.model import Box, Part, Text, letters
from bot.screens.showdown import Story
from bot.words.faces import DIE, bid_spoken, face_name
from bot.words.language import _
from engine.common_hand import events as b
from engine.common_hand.rules import Challengers, Price, Rules, Wild
from engine.core import events as e
from engine.core.policies import Seating

MOST_LETTERS = 2500
"""Characters of news in one message; the panel below needs the rest of Discord's 4000."""
MOST_BOXES = 2
"""Showdowns told in full in one message, the first and the last; each takes five of Discord's 40 components."""


class Teller:
    """Tells events in their order. One serves one message."""

    def __init__(self, cast: Cast, rules: Rules) -> None:
        self.cast, self.rules = cast, rules
        self.parts: list[Text | Story] = []
        self.lines: list[str] = []
        self.story = Story(wild=1 if rules.wild is Wild.ONES else 0)
        self.showing = False

    def tell(self, event: e.Event) -> None:
        """One more event; the dice of a `Thrown` are never told."""
        if self.showing:
            if self._in_showdown(event):
                return
            self.close()
        teller = self._tellers.get(type(event))
        if teller is not None and (line := teller(self, event)):
            self.lines.append(line)

    def _in_showdown(self, event: e.Event) -> bool:
        if isinstance(event, b.Revealed | e.Opens):
            self._gather(event)
            return True
        if line := showdown.price_line(self.cast, self.rules, self.story, event):
            self.story.price += (line,)
            return True
        return False

    def _gather(self, event: e.Event) -> None:
        match event:
            case b.Revealed(hands=hands, count=count, holds=right):
                self.story.hands, self.story.count, self.story.right = hands, count, right
            case e.Opens(seat=seat):
                self.story.after += (_("➡️ {name} opens the next round.").format(name=self.cast.name(seat)),)
            case _:
                pass

    def flush(self) -> None:
        """Put the lines so far into a paragraph."""
        if self.lines:
            self.parts.append(Text("\n".join(self.lines)))
            self.lines = []

    def forget(self) -> None:
        """What was told so far stands in the channel already; what a showdown to come needs is kept."""
        if self.showing:
            self.showing, self.story = False, Story()
        self.parts, self.lines = [], []

    def close(self) -> None:
        """The showdown is told."""
        self.flush()
        self.parts.append(self.story)
        self.showing = False
        self.story = Story(wild=1 if self.rules.wild is Wild.ONES else 0)

    # Each of these tells one kind of event: a line, or None where it only adds to what follows.

    def _roll_off(self, event: e.RollOff) -> str:
        throws = " · ".join(
            f"{self.cast.quiet(seat)} {DIE[die]}" for seat, die in zip(event.seats, event.dice, strict=True)
        )
        return _("🎲 Who starts? {throws}").format(throws=throws)

    def _ordered(self, event: e.Ordered) -> str:
        if self.rules.seating is Seating.ORDER:
            return _("🪑 {names}").format(names=" → ".join(self.cast.name(seat) for seat in event.order))
        return _("➡️ {name} opens the game.").format(name=self.cast.name(event.order[0]))

    def _round_began(self, event: e.RoundBegan) -> str:
        self.story = Story(wild=1 if self.rules.wild is Wild.ONES and not event.palifico else 0)
        if event.palifico:
            return _("🥁 **Round {n}**, palifico: one face only, nothing wild.").format(n=event.number)
        return _("🥁 **Round {n}**: the dice are down.").format(n=event.number)

    def _red(self, event: b.RedThrown) -> str:
        self.story.wild = event.face
        return _("🟥 The red die shows {die}: **{faces}** are wild.").format(
            die=DIE[event.face], faces=face_name(event.face)
        )

    def _crooked(self, event: b.Crooked) -> str:
        return _("🫨 {name}’s throw lands crooked ({dice}) and is thrown again.").format(
            name=self.cast.name(event.seat), dice=pictures(event.dice)
        )

    def _bid(self, event: b.BidMade) -> str:
        self.story.bidder, self.story.quantity, self.story.face = event.seat, event.quantity, event.face
        return _("🗣️ {name}: **{bid}** {die}").format(
            name=self.cast.quiet(event.seat), bid=bid_spoken(event.quantity, event.face), die=DIE[event.face]
        )

    def _challenged(self, event: e.Challenged) -> None:
        self.story.challenger, self.story.in_turn = event.seat, event.in_turn
        self.story.bang = self.rules.challenge is Challengers.ANYONE
        if self.rules.price is not Price.SHED:
            self.showing = True

    def _called_exact(self, event: b.ExactCalled) -> None:
        self.story.challenger, self.story.exact = event.seat, True
        self.showing = True

    def _revealed(self, event: b.Revealed) -> None:
        self.showing = True
        self._gather(event)

    def _voted(self, event: b.Voted) -> str:
        said = _("👍 {name} believes it.") if event.believes else _("👎 {name} doubts it.")
        return said.format(name=self.cast.name(event.seat))

    def _settled(self, event: e.Settled) -> str:
        facts = {"debtor": self.cast.name(event.debtor), "by": self.cast.name(event.by)}
        match event.how:
            case "paid":
                return _("✅ {debtor} has paid up.").format(**facts)
            case "waived":
                return _("🕊️ {by} lets {debtor} off.").format(**facts)
            case _:
                return _("📌 {debtor}’s forfeit goes on the tab.").format(**facts)

    def _gifted(self, event: e.Gifted) -> str:
        return _("🎁 {name} shares the pain with {other}.").format(
            name=self.cast.name(event.seat), other=self.cast.name(event.to)
        )

    def _owed(self, event: e.ForfeitOwed) -> str:
        return showdown.owes(self.cast, event.seat, event.to)

    def _left(self, event: e.Left) -> str:
        return _("🚪 {name} leaves the table.").format(name=self.cast.name(event.seat))

    def _quits(self, event: e.QuitVoiced) -> str:
        return _("🌙 {name} would call it a night.").format(name=self.cast.name(event.seat))

    def _absent(self, event: e.WasAbsent) -> str:
        return _("⏰ {name} is not back in time, so the house plays.").format(name=self.cast.name(event.seat))

    def _opens(self, event: e.Opens) -> str:
        return _("➡️ {name} opens the next round.").format(name=self.cast.name(event.seat))

    def _time_up(self, _event: e.TimeRanOut) -> str:
        return _("⌛ Time is up: this round is the last.")

    def _stopped(self, _event: e.Stopped) -> str:
        return _("🛑 The table is ended here, without a result.")

    def _playoff(self, event: b.PlayoffBegan) -> str:
        return _("⚔️ Play-off between {names}: five dice each, who loses them all washes up.").format(
            names=self.cast.names(event.seats)
        )

    def _chips(self, event: e.ChipsMoved) -> str:
        if event.amount < 0:
            return _("🪙 {name} puts in {n}.").format(name=self.cast.quiet(event.seat), n=-event.amount)
        return _("🪙 {name} takes {n} from the pot.").format(name=self.cast.name(event.seat), n=event.amount)

    _tellers: ClassVar[dict[type[e.Event], Callable[[Any, Any], str | None]]] = {
        e.RollOff: _roll_off, e.Ordered: _ordered, e.RoundBegan: _round_began, b.RedThrown: _red,
        b.Crooked: _crooked, b.BidMade: _bid, e.Challenged: _challenged,
        b.ExactCalled: _called_exact, b.Voted: _voted, e.Settled: _settled, e.Gifted: _gifted,
        e.Left: _left, e.QuitVoiced: _quits, e.WasAbsent: _absent, e.TimeRanOut: _time_up,
        e.Stopped: _stopped, b.PlayoffBegan: _playoff, e.ChipsMoved: _chips,
        # These belong to a showdown; on their own they are told so.
        e.Opens: _opens, e.ForfeitOwed: _owed, b.Revealed: _revealed,
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
    return _fitting(cast, teller.parts)


def _fitting(cast: Cast, parts: Sequence[Text | Story]) -> tuple[Part, ...]:
    """As much as a message holds: where computers play on and on, showdowns are told briefly, the person's own last."""
    showdowns = [at for at, part in enumerate(parts) if isinstance(part, Story)]
    for full in (showdowns, [*showdowns[:1], *showdowns[-1:]], showdowns[:1]):
        told = _composed(cast, parts, set(full))
        if len(full) <= MOST_BOXES and letters(told) <= MOST_LETTERS:
            return told
    return _shortened(_composed(cast, parts, set()))


def _composed(cast: Cast, parts: Sequence[Text | Story], full: set[int]) -> tuple[Part, ...]:
    """Paragraphs and showdowns, those in `full` with all their dice; neighbouring paragraphs become one."""
    made: list[Text | Box] = []
    for at, part in enumerate(parts):
        if isinstance(part, Story) and at in full:
            made.append(showdown.box(cast, part))
            continue
        text = Text(showdown.brief(cast, part)) if isinstance(part, Story) else part
        before = made[-1] if made else None
        if isinstance(before, Text):
            made[-1] = Text(f"{before.words}\n{text.words}")
        else:
            made.append(text)
    return tuple(made)


def _shortened(parts: Sequence[Part]) -> tuple[Part, ...]:
    """The newest lines that fit."""
    lines = [line for part in parts if isinstance(part, Text) for line in part.words.split("\n")]
    while len(lines) > 1 and sum(len(line) + 1 for line in lines) > MOST_LETTERS:
        del lines[0]
    return (Text("\n".join(lines)),)
