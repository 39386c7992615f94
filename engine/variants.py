"""The games. Each is a value made of policies, and has a comment that describes its rules.

RULES.md section 2 compares the games in a table.
"""

import msgspec

from engine.bids.rules import Challengers, Loss, Met, Palifico, Raising, Rules, Verdict, Wild
from engine.core.policies import Opener, Price, Seating
from engine.core.refusals import Refused, UnknownVariant
from engine.poker_cup.rules import Accepts, CupRules, Ranks, TopCosts


class Variant(msgspec.Struct, frozen=True):
    """A game with its name and its preset rules. Each table may change some of these rules."""

    name: str
    rules: Rules | CupRules


COMMON = Variant(
    "common",
    # Players have five dice, and nothing is wild. A raise increases the quantity without lowering the face. The loser
    # of a challenge owes a forfeit, and the winner opens the next round.
    Rules(raising=Raising.QUANTITY_AND_FACE, price=Price.FORFEIT, opens=Opener.WINNER),
)

DUDO = Variant(
    "dudo",
    # Ones are wild. A raise is more dice or a higher face. The loser of a challenge loses a die, and the last player
    # with dice takes the pot.
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
    # A red die determines the wild number. Anybody may challenge ("bang") out of turn, for two goods or two bads. A
    # player at five bads washes up. Two or more players at three bads wash up together.
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
    # Nothing is wild. A raise increases the quantity. The loser of a challenge loses a die, and the last player with
    # dice wins.
    Rules(raising=Raising.QUANTITY, price=Price.DIE, opens=Opener.LOSER),
)

JOKER = Variant(
    "joker",
    # Ones are jokers, which count double in a bid. After a challenge everybody says whether they believe the bid.
    # Players who are right shed a die, and the first player to shed all dice wins.
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
    # As in dudo, but a bid on aces needs only half the quantity, an exact call can win a die back, and a player with
    # one die left opens a palifico round.
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
    # A cup with five dice goes round, with claims of poker hands. The receiver accepts the claim and makes a higher
    # one, or challenges it. The loser of a challenge owes a forfeit, and the winner opens the next round.
    CupRules(),
)

MIA = Variant(
    "mia",
    # A cup with two dice goes round, with claims of throws. The receiver believes the claim, throws both dice again and
    # makes a higher claim, or challenges it. The loser of a challenge loses a life, and two after a true Mia (21).
    # Instead of challenging a Mia, the receiver may give up.
    CupRules(
        ranks=Ranks.TWO_DICE,
        accepts=Accepts.SHAKE,
        mia=TopCosts.REAL,
        give_up=True,
        price=Price.LIVES,
        opens=Opener.LOSER,
    ),
)

BLUFF = Variant(
    "bluff",
    # Sixes are stars, which are wild and have places of their own on a track of bids. With a bid, players may show dice
    # that count for it and throw the others again. The loser of a challenge loses the difference in dice. If a bid is
    # exactly met, everybody but its bidder loses a die.
    Rules(
        wild=Wild.SIXES,
        raising=Raising.TRACK,
        price=Price.DIE,
        opens=Opener.WINNER,
        loss=Loss.DIFFERENCE,
        show=True,
        met=Met.OTHERS,
    ),
)

DAHUA = Variant(
    "dahua",
    # Ones are wild, except for pure bids. The opening bid has more dice than there are players, or as many if it is
    # pure. The loser of a challenge owes a forfeit and opens the next round.
    Rules(wild=Wild.ONES, raising=Raising.PURE, price=Price.FORFEIT, opens=Opener.LOSER, least_opening=0),
)

VARIANTS: dict[str, Variant] = {
    v.name: v for v in (COMMON, DUDO, CUP, FIREHOUSE, BAR, JOKER, PERUDO, MIA, BLUFF, DAHUA)
}
"""The variants by their names."""


def variant(name: str) -> Variant:
    """Return the variant with this name. Raises `Refused` with the names of all variants."""
    if name not in VARIANTS:
        raise Refused(UnknownVariant(name[:40], tuple(VARIANTS)))
    return VARIANTS[name]
