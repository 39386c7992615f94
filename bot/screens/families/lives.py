"""Write texts about lives as the price of being wrong (P7), for all families of games."""

from collections.abc import Mapping, Sequence

from bot.screens.elements import amounts
from bot.screens.families import narration
from bot.screens.families.common_house_rules import HouseRule, Value
from bot.screens.families.narration import Narrator
from bot.words.language import _, ngettext
from engine.core import events as e
from engine.options import OPTIONS


def one_each(lives: int) -> str:
    """Return the sentence about what being wrong costs (P7). Players begin with this number of lives."""
    return _("You have {lives}: be wrong, lose one.").format(lives=amounts.lives(lives))


def last_wins() -> str:
    """Return the sentence about who wins a game of lives (E3)."""
    return _("Last player with lives wins.")


def as_price() -> Value:
    """Return lives as a value of the house rule about the price of being wrong."""
    return Value("lives", _("Lose lives"), _("Be wrong, lose a life; last player with lives wins."))


def how_many() -> HouseRule:
    """Return the house rule for the number of lives with which everybody begins."""
    return HouseRule(
        "lives", _("Lives"), tuple(Value(word, amounts.lives(int(word))) for word in OPTIONS["lives"].words())
    )


def changed(by: Narrator, *events: e.LivesLeft) -> str:
    """Return a line about players who lose, or win back, the same number of lives."""
    left, change = [amounts.lives(event.lives) for event in events], events[0].change
    if change > 0:
        # Translators: {name} was right to call a bid exact; {left} is a number of lives: “2 lives”.
        words = _("❤️ {name} wins a life back (now {left})")
    elif len(events) > 1:
        # Translators: {names} are several players; {left} is a number of lives, “2 lives”, or a list of such numbers.
        words = _("💔 {names} lose a life each (now {left})")
        left = [" · ".join(left if len(set(left)) > 1 else left[:1])]
    else:
        # Translators: {name} was wrong; {left} is a number of lives: “2 lives”.
        words = ngettext(
            "💔 {name} loses a life and has {left} left", "💔 {name} loses {n} lives and has {left} left", -change
        )
    return words.format(name=by.name(events[0].seat), names=by.names(events), left=left[0], n=-change)


def out(by: Narrator, *events: e.Out) -> str:
    """Return the line about players who have lost their last life."""
    # Translators: {names} have lost the last life.
    words = ngettext("💀 {names} is out of lives.", "💀 {names} are out of lives.", len(events))
    return words.format(names=by.names(events))


PAY: Mapping[type[e.Event], narration.Line] = {e.ForfeitOwed: narration.owed, e.LivesLeft: changed, e.Out: out}
"""The functions that return lines about forfeits and lives that players pay, by the kind of event."""


def without_those_out(price: Sequence[e.Event]) -> list[e.Event]:
    """Return the events of a price without the lives of players who are out, because another event says that."""
    gone = {event.seat for event in price if isinstance(event, e.Out)}
    return [event for event in price if not (isinstance(event, e.LivesLeft) and event.seat in gone)]
