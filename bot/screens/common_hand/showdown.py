"""The showdown: everybody's dice, the count against the bid, and who pays what."""

from typing import Any

import msgspec
from msgspec.structs import replace

from bot.screens import lines
from bot.screens.common_hand.standing import bads
from bot.screens.dice import digits, marked
from bot.screens.lines import Telling
from bot.screens.model import Box, Rule, Text, Tone
from bot.words.faces import bid_spoken
from bot.words.language import _, ngettext
from bot.words.pictures import counting, wild
from engine.common_hand import events as b
from engine.common_hand.rules import Challengers, Price, Rules
from engine.core import events as e
from engine.core.dice import Hand

PRICE = (b.Scored, b.DiceLeft, b.Out, b.Done, e.ForfeitOwed, e.Opens)
"""What follows a showdown and is told with it: who pays what, and who opens the next round."""


class Story(msgspec.Struct, frozen=True):
    """A showdown, and what it brings."""

    shown: b.Revealed
    price: tuple[e.Event, ...] = ()

    def with_price(self, event: e.Event) -> "Story":
        """The same with one more thing that it brings."""
        return replace(self, price=(*self.price, event))


def box(by: Telling, story: Story) -> Box:
    """The showdown as it stands in the channel for good."""
    shown = story.shown
    hands = [f"{_hand(shown, hand)} {by.cast.quiet(seat)}" for seat, hand in enumerate(shown.hands) if hand]
    head, verdict = Text(f"### {_call(by, shown)}"), Text("\n".join(_verdict(by, story)))
    return Box((head, Text("\n".join(hands)), Rule(), verdict), Tone.RED)


def _hand(shown: b.Revealed, hand: Hand) -> str:
    return f"{marked(hand, shown.face, shown.wild)}  {digits(hand)}"


def brief(by: Telling, story: Story) -> str:
    """The showdown in a few lines, where a message has no room for all the dice."""
    return "\n".join([_call(by, story.shown), *_verdict(by, story)])


def _call(by: Telling, shown: b.Revealed) -> str:
    if shown.exact:
        words = _("🎯 {caller} says: exactly {bid}")
    elif not shown.in_turn:
        words = _("💥 Bang out of turn! {caller} doubts {bidder}’s {bid}")
    elif isinstance(by.rules, Rules) and by.rules.challenge is Challengers.ANYONE:
        words = _("💥 Bang! {caller} doubts {bidder}’s {bid}")
    else:
        words = _("🫵 Liar! {caller} doubts {bidder}’s {bid}")
    caller, bidder = by.cast.quiet(shown.challenger), by.cast.quiet(shown.bidder)
    return words.format(caller=caller, bidder=bidder, bid=bid_spoken(shown.quantity, shown.face))


def _verdict(by: Telling, story: Story) -> list[str]:
    prices = [_price(by, event) for event in story.price]
    return [_judged(story.shown).format(found=_found(story.shown)), *prices]


def _judged(shown: b.Revealed) -> str:
    if shown.exact:
        return _("{found}: spot on!") if shown.holds else _("{found}: not exact.")
    return _("{found}: the bid holds.") if shown.holds else _("{found}: it was a lie!")


def _found(shown: b.Revealed) -> str:
    facts = {"dice": bid_spoken(shown.count, shown.face), "die": counting(shown.face), "wild": wild(shown.wild)}
    if shown.wild and shown.wild != shown.face:
        return _("Found: **{dice}** {die} (with wild {wild})").format(**facts)
    return _("Found: **{dice}** {die}").format(**facts)


def _price(by: Telling, event: e.Event) -> str:
    """What one of the events that follow a showdown costs or brings."""
    match event:
        case b.Scored():
            return _scored(by, event)
        case b.DiceLeft():
            return _dice(by, event)
        case b.Out(seat=seat):
            return _("💀 {name} is out.").format(name=by.name(seat))
        case b.Done(seat=seat):
            return _("🎉 {name} has shed every die!").format(name=by.name(seat))
        case _:
            return lines.LINES[type(event)](by, event)


def _scored(by: Telling, event: b.Scored) -> str:
    facts: dict[str, Any] = {"name": by.name(event.seat), "sheet": bads(event.score)}
    match event.change:
        case -2:
            return _("👎👎 {name} takes **two bads** for the early bang ({sheet}).").format(**facts)
        case 2:
            return _("👍👍 {name} earns **two goods** ({sheet}).").format(**facts)
        case _:
            return _("👎 {name} takes **a bad** ({sheet}).").format(**facts)


def _dice(by: Telling, event: b.DiceLeft) -> str:
    facts: dict[str, Any] = {"name": by.name(event.seat), "left": event.dice, "n": abs(event.change)}
    if event.change > 0:
        return _("🎲 {name} wins a die back ({left}).").format(**facts)
    if isinstance(by.rules, Rules) and by.rules.price is Price.SHED:
        return _("🎲 {name} sheds a die ({left} left).").format(**facts)
    return _lost(event).format(**facts)


def _lost(event: b.DiceLeft) -> str:
    """P2: one, or as many as count and bid differ by."""
    return ngettext("🎲 {name} loses a die ({left} left).", "🎲 {name} loses {n} dice ({left} left).", -event.change)
