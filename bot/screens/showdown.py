"""The showdown: everybody's dice, the count against the bid, and who pays what."""

import msgspec

from bot.screens.cast import Cast
from bot.screens.dice import marked
from bot.screens.model import Box, Rule, Text, Tone
from bot.words.faces import DIE, bid_spoken
from bot.words.language import _, ngettext
from engine.common_hand import events as b
from engine.common_hand.rules import Price, Rules
from engine.core import events as e


class Story(msgspec.Struct):
    """What a showdown needs to be told, gathered from its events as they come."""

    bidder: int = -1
    quantity: int = 0
    face: int = 0
    wild: int = 0
    challenger: int = -1
    in_turn: bool = True
    exact: bool = False
    bang: bool = False  # where anybody may challenge, it is called so
    hands: tuple[tuple[int, ...], ...] = ()
    count: int = 0
    right: bool = False  # the bid held; the exact call was right
    price: tuple[str, ...] = ()
    after: tuple[str, ...] = ()


def box(cast: Cast, story: Story) -> Box:
    """The showdown as it stands in the channel for good."""
    counts = frozenset({story.face, story.wild} - {0}) if story.wild else frozenset({story.face})
    hands = [f"{marked(hand, counts)}  {cast.quiet(seat)}" for seat, hand in enumerate(story.hands) if hand]
    head, verdict = Text(f"### {_call(cast, story)}"), Text("\n".join(_verdict(story)))
    return Box((head, Text("\n".join(hands)), Rule(), verdict), Tone.RED)


def brief(cast: Cast, story: Story) -> str:
    """The showdown in two lines, where a message has no room for all the dice."""
    return "\n".join([_call(cast, story), *_verdict(story)])


def _call(cast: Cast, story: Story) -> str:
    facts = {
        "caller": cast.quiet(story.challenger),
        "bidder": cast.quiet(story.bidder),
        "bid": bid_spoken(story.quantity, story.face),
    }
    if story.exact:
        return _("🎯 {caller} says: exactly {bid}").format(**facts)
    if not story.in_turn:
        return _("💥 Bang out of turn! {caller} doubts {bidder}’s {bid}").format(**facts)
    if story.bang:
        return _("💥 Bang! {caller} doubts {bidder}’s {bid}").format(**facts)
    return _("🫵 Liar! {caller} doubts {bidder}’s {bid}").format(**facts)


def _verdict(story: Story) -> list[str]:
    return [_judged(story).format(found=_found(story)), *story.price, *story.after]


def _judged(story: Story) -> str:
    if story.exact:
        return _("{found}: spot on!") if story.right else _("{found}: not exact.")
    return _("{found}: the bid holds.") if story.right else _("{found}: it was a lie!")


def _found(story: Story) -> str:
    facts = {"dice": bid_spoken(story.count, story.face), "die": DIE[story.face], "wild": DIE[story.wild]}
    if story.wild and story.wild != story.face:
        return _("Found: **{dice}** {die} (with wild {wild})").format(**facts)
    return _("Found: **{dice}** {die}").format(**facts)


def bads(score: int) -> str:
    """A firehouse score (goods minus bads) as it stands on the sheet."""
    if score < 0:
        return ngettext("{n} bad", "{n} bads", -score).format(n=-score)
    if score > 0:
        return ngettext("{n} good", "{n} goods", score).format(n=score)
    return _("clean")


def price_line(cast: Cast, rules: Rules, story: Story, event: e.Event) -> str | None:
    """What one of a showdown's events costs or brings, or None where it is no price."""
    match event:
        case b.Scored(seat=seat, score=score):
            return _score_line(cast, story, seat, score)
        case b.DiceLeft(seat=seat, dice=dice):
            return _dice_line(cast, rules, story, seat, dice)
        case b.Out(seat=seat):
            return _("💀 {name} is out.").format(name=cast.name(seat))
        case b.Done(seat=seat):
            return _("🎉 {name} has shed every die!").format(name=cast.name(seat))
        case e.ForfeitOwed(seat=seat, to=to):
            return owes(cast, seat, to)
        case _:
            return None


def owes(cast: Cast, seat: int, to: int | None) -> str:
    """Who owes whom a forfeit."""
    if to is None:
        return _("📝 {name} owes a forfeit.").format(name=cast.name(seat))
    return _("📝 {name} owes {winner} a forfeit.").format(name=cast.name(seat), winner=cast.name(to))


def _score_line(cast: Cast, story: Story, seat: int, score: int) -> str:
    facts = {"name": cast.name(seat), "sheet": bads(score)}
    if seat == story.challenger and not story.in_turn:
        if story.right:
            return _("👎👎 {name} takes **two bads** for the early bang ({sheet}).").format(**facts)
        return _("👍👍 {name} earns **two goods** ({sheet}).").format(**facts)
    return _("👎 {name} takes **a bad** ({sheet}).").format(**facts)


def _dice_line(cast: Cast, rules: Rules, story: Story, seat: int, dice: int) -> str:
    facts = {"name": cast.name(seat), "left": dice}
    if story.exact and story.right:
        return _("🎲 {name} wins a die back ({left}).").format(**facts)
    if rules.price is Price.SHED:
        return _("🎲 {name} sheds a die ({left} left).").format(**facts)
    return _("🎲 {name} loses a die ({left} left).").format(**facts)
