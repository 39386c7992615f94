"""The house rules that every family of games has."""

from bot.screens.house_rule import HouseRule, RulesPage, Value, on_off
from bot.words.language import _, ngettext

ANTES = (0, 1, 2, 5, 10, 20, 50, 100, 500, 1000, 10_000, 100_000, 1_000_000)
"""What everybody may put in, in play chips."""


def at_the_table() -> RulesPage:
    """S1 to S3, E6, L2: who sits where, what everybody puts in, and what becomes of who is away."""
    return RulesPage(_("At the table"), "🪑", (direction(), seating(), ante(), absence()))


def direction() -> HouseRule:
    """S3."""
    return HouseRule(
        "direction",
        _("Which way round"),
        (
            Value("clockwise", _("Clockwise"), _("Turns go from seat to seat in the order in which you sat down")),
            Value("counterclockwise", _("Counterclockwise"), _("Turns go the other way round")),
        ),
    )


def seating() -> HouseRule:
    """S1, S2."""
    return HouseRule(
        "seating",
        _("Who sits where"),
        (
            Value("first", _("Roll-off for the first"), _("A die each decides who opens; the seats stay as they are")),
            Value("order", _("Roll-off for every seat"), _("A die each decides the whole order, the highest first")),
            Value("joined", _("No roll-off"), _("Seats as you sat down, and the first of you opens")),
        ),
    )


def ante() -> HouseRule:
    """E6."""
    about = _("Play chips: they cannot be bought, sold or given")
    chips = tuple(Value(str(n), ngettext("Ante of {n}", "Ante of {n}", n).format(n=n), about) for n in ANTES if n)
    return HouseRule("ante", _("The pot"), (Value("0", _("No pot"), _("Nobody puts anything in")), *chips))


def absence() -> HouseRule:
    """L2."""
    return HouseRule(
        "absence",
        _("Who is away"),
        (
            Value("sit-out", _("Who is away sits out"), _("Somebody asleep is played for, and back with any press")),
            Value("leave", _("away for two turns is out"), _("Two turns in a row missed, and you have left the game")),
        ),
    )


def gift() -> HouseRule:
    """P5."""
    on = _("The winner may name one more who gets a forfeit")
    return on_off("gift", _("Winner’s gift"), on, _("Only the loser gets a forfeit"))


def opens(*besides: Value) -> HouseRule:
    """O1, O2; `besides` what one family alone knows."""
    return HouseRule(
        "opens",
        _("Who opens the next round"),
        (
            Value("winner", _("The winner opens"), _("Whoever was right in the showdown")),
            Value("loser", _("The loser opens"), _("Whoever was wrong in the showdown")),
            Value("challenger", _("The doubter opens"), _("Whoever doubted, right or wrong")),
            *besides,
        ),
    )
