"""The games, each a value that is made of policies. The comment in each value describes its rules.

RULES.md section 2 has the games as a table.
"""

import msgspec

from engine.bids.rules import Challengers, Palifico, Price, Raising, Rules, Verdict, Wild
from engine.core.policies import Opener, Seating
from engine.core.refusals import Refused, UnknownVariant
from engine.poker_cup.rules import CupRules


class Variant(msgspec.Struct, frozen=True):
    """A game with its name, and its rules unless a table changes them."""

    name: str
    rules: Rules | CupRules


COMMON = Variant(
    "common",
    # Five dice, nothing wild; a raise increases the quantity without lowering the face; the liar, or a player who cried
    # liar wrongly, owes a forfeit; the winner opens.
    Rules(raising=Raising.QUANTITY_AND_FACE, price=Price.FORFEIT, opens=Opener.WINNER),
)

DUDO = Variant(
    "dudo",
    # Ones are wild; a raise is more dice or a higher face; the loser loses a die; the last player with dice takes the
    # pot.
    Rules(
        wild=Wild.ONES,
        raising=Raising.QUANTITY_OR_FACE,
        price=Price.DIE,
        opens=Opener.LOSER,
        seating=Seating.ORDER,
        crooked=0.02,
    ),
)

FIREHOUSE = Variant(
    "firehouse",
    # A red die names the wild number; anybody may bang out of turn, for two goods or two bads; one player at five bads
    # washes up, or two or more at three each.
    Rules(
        dice=0,
        wild=Wild.RED,
        raising=Raising.QUANTITY,
        challenge=Challengers.ANYONE,
        price=Price.BADS,
        opens=Opener.CHALLENGER,
    ),
)

BAR = Variant(
    "bar",
    # No wild dice; quantities rise; the loser loses a die; the last player with dice wins.
    Rules(raising=Raising.QUANTITY, price=Price.DIE, opens=Opener.LOSER),
)

JOKER = Variant(
    "joker",
    # Ones are jokers, worth double in a bid; everybody says whether they believe it; players who are right shed a die,
    # and the first to shed them all wins.
    Rules(
        wild=Wild.ONES,
        raising=Raising.JOKERS_DOUBLE,
        verdict=Verdict.POLL,
        price=Price.SHED,
        opens=Opener.LOSER,
    ),
)

PERUDO = Variant(
    "perudo",
    # Dudo with aces that halve a bid, exact calls that win a die back, and a palifico round for a player with one die
    # left.
    Rules(
        wild=Wild.ONES,
        raising=Raising.ACES_HALVE,
        price=Price.DIE,
        opens=Opener.LOSER,
        seating=Seating.ORDER,
        exact=True,
        palifico=Palifico.ONCE,
    ),
)

CUP = Variant(
    "cup",
    # One cup and five dice go round with claims of poker hands; the receiver believes the claim and does better, or
    # cries liar; the loser owes a forfeit, and the winner opens.
    CupRules(),
)

VARIANTS: dict[str, Variant] = {v.name: v for v in (COMMON, DUDO, CUP, FIREHOUSE, BAR, JOKER, PERUDO)}
"""All variants by their names."""


def variant(name: str) -> Variant:
    """Return the variant with this name. Raises `Refused` with the names of all variants."""
    if name not in VARIANTS:
        raise Refused(UnknownVariant(name[:40], tuple(VARIANTS)))
    return VARIANTS[name]
