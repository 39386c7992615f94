"""All that a game counts for, figures and achievements too. The same whether it has just ended or is counted anew."""

from collections.abc import Mapping

import msgspec

from bot.history import meetings, ratings
from bot.history.achievements import Earned
from bot.history.counting import Count, Where
from bot.history.game import Game
from bot.history.ratings import RatedAs
from bot.history.worth import earned, tallies, worth
from bot.storage.ratings import Meeting, Pair, Player, Rating


class Counted(msgspec.Struct, frozen=True):
    """What a game counts for: figures, the ratings of its players after it, who met whom, and who earned what.

    `shown` are those ratings as each seat sees them; None where it does not count.
    """

    counts: list[Count]
    ratings: dict[Player, Rating]
    shown: tuple[RatedAs | None, ...]
    meetings: dict[Pair, Meeting]
    earned: tuple[Earned, ...]


def counted(game: Game, before: Mapping[Player, Rating], opened: frozenset[str] = frozenset()) -> Counted:
    """What `game` counts for, its players' ratings `before` being given.

    Figures that its opening balances (under the names in `opened`) say already are left out.
    """
    where = Where(game.guild, game.channel, game.variant, game.ended, game.season)
    its = worth(game)
    after = ratings.rated(game, its.places, before)
    told = [*tallies(game, its), *ratings.tallies(game, after)]
    counts = [(where, tally) for tally in told if tally.name not in opened]
    shown = ratings.rated_as(game, before, after)
    return Counted(counts, after, shown, meetings.met(game, its), earned(game, its))
