"""The games, each one value made of policies; the story above each is all there is to know of how it differs.

RULES.md section 2 is the table of which this file is the reading.
"""

import msgspec

from engine.bids.rules import Challengers, Palifico, Price, Raising, Rules, Verdict, Wild
from engine.core.policies import Opener, Seating
from engine.core.refusals import Refused, UnknownVariant
from engine.poker_cup.rules import CupRules


class Variant(msgspec.Struct, frozen=True):
    """A game by its name, and the rules it is played by unless the table changes them."""

    name: str
    rules: Rules | CupRules


COMMON = Variant(
    "common",
    # Five dice, nothing wild; a raise beats quantity without lowering the face; the liar, or who cried liar
    # wrongly, owes a forfeit; the winner opens.
    Rules(raising=Raising.QUANTITY_AND_FACE, price=Price.FORFEIT, opens=Opener.WINNER),
)

DUDO = Variant(
    "dudo",
    # Ones are wild; more dice or a higher face; whoever is wrong loses a die; the last one with dice takes the pot.
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
    # A red die names the wild number; anybody may bang out of turn, for two goods or two bads; five bads, or
    # two players at three, and somebody washes up.
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
    # No wild dice, rising quantity; whoever is wrong loses a die; the last one with dice wins.
    Rules(raising=Raising.QUANTITY, price=Price.DIE, opens=Opener.LOSER),
)

JOKER = Variant(
    "joker",
    # Ones are jokers, worth double in a bid; everybody says whether they believe it; the right ones shed a die,
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
    # Dudo with aces that halve a bid, exact calls that win a die back, and a palifico round for a player down to one.
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
    # One cup and five dice go round with claims of poker hands; whoever receives it believes and does better, or
    # cries liar; whoever is wrong owes a forfeit, and the winner opens.
    CupRules(),
)

VARIANTS: dict[str, Variant] = {v.name: v for v in (COMMON, DUDO, CUP, FIREHOUSE, BAR, JOKER, PERUDO)}
"""Every variant by its name."""


def variant(name: str) -> Variant:
    """The variant called `name`. Raises `Refused` naming those there are."""
    if name not in VARIANTS:
        raise Refused(UnknownVariant(name[:40], tuple(VARIANTS)))
    return VARIANTS[name]
