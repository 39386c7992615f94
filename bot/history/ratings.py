"""Ratings: from the finishing order of each game, one for each family of games, on each server.

Plackett and Luce's model in the form of Weng and Lin (2011), as openskill has it. Computer players have ratings too,
under their names; leaving costs (`places.py`); a game without a result says nothing (L5), nor does practice (L4).
"""

from collections.abc import Mapping, Sequence
from zlib import crc32

from openskill.models import PlackettLuce, PlackettLuceRating

from bot.history.counting import family
from bot.history.game import Game
from bot.history.game import Player as Seat
from bot.storage.ratings import Player, Rating
from bot.storage.tallies import Tally

MODEL = PlackettLuce()
PROVISIONAL = 10
"""Games until a rating is more than provisional."""
BEGINNING, STEP = 1000, 40
"""What somebody new is shown, and how much a point of openskill's is."""


def shown(rating: Rating) -> int:
    """A rating as people see it: what somebody is at least worth (three sigma below what is believed)."""
    return round(BEGINNING + STEP * (rating.mu - 3 * rating.sigma))


def who(game: Game) -> tuple[Player, ...]:
    """Whose ratings a game is about, by seat."""
    return tuple((game.guild, family(game.variant), _number(seat)) for seat in game.players)


def rated(game: Game, places: Sequence[int], before: Mapping[Player, Rating]) -> dict[Player, Rating]:
    """The ratings of a game's players after it by their `places`, those `before` being given; none without places."""
    if not places:
        return {}
    players = who(game)
    teams = [[_believed(before.get(player))] for player in players]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return {
        player: Rating(each.mu, each.sigma, 1 + (before[player].games if player in before else 0))
        for player, (each,) in zip(players, after, strict=True)
    }


def tallies(game: Game, after: Mapping[Player, Rating]) -> list[Tally]:
    """What stands on the board of ratings for the people of a game, and beside it after how many games."""
    return [
        Tally(user, "rating", shown(after[player]), after[player].games)
        for player, user in zip(who(game), (seat.user for seat in game.players), strict=True)
        if player in after and user is not None and user > 0
    ]


def _believed(rating: Rating | None) -> PlackettLuceRating:
    return MODEL.rating() if rating is None else MODEL.rating(mu=rating.mu, sigma=rating.sigma)


def _number(seat: Seat) -> int:
    """A computer player is known by its name."""
    return seat.user if seat.user is not None else -1 - crc32(seat.name.encode())
