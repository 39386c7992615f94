"""All that a game counts for, figures and achievements too. The same whether it has just ended or is counted anew."""

from collections.abc import Mapping

import msgspec

from bot.history import meetings, ratings
from bot.history.achievements import Earned
from bot.history.counting import Count, Where
from bot.history.game import Game
from bot.history.worth import earned, tallies, worth
from bot.storage.meetings import Meeting, Pair
from bot.storage.ratings import Player, Rating


class Counted(msgspec.Struct, frozen=True):
    """What a game counts for: figures, the ratings of its players after it, who met whom, and who earned what."""

    counts: list[Count]
    ratings: dict[Player, Rating]
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
    return Counted(counts, after, meetings.met(game, its), earned(game, its))


def shown(game: Game, counted: Counted) -> tuple[int | None, ...]:
    """The rating that each seat is shown after a game; None where it does not count."""
    after = counted.ratings
    return tuple(ratings.shown(after[player]) if player in after else None for player in ratings.who(game))
