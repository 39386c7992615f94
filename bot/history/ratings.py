"""Compute ratings of players from the finishing order of each game.

Each family of games on a server has its own ratings.

The model is that of Plackett and Luce in the form of Weng and Lin (2011), as openskill implements it. Computer players
are rated by their names. Leaving counts against a player (L1). Games without a result (L5) and practice games (L4) do
not change ratings.
"""

from collections.abc import Mapping, Sequence
from zlib import crc32

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating

from bot.history.counting import family
from bot.history.game import Game
from bot.history.game import Player as Seat
from bot.storage.ratings import Player, Rating
from bot.storage.tallies import Tally
from engine.core.events import Left, Out, RoundBegan
from engine.games import bid_events

STAYED = (1, 1, 0)

GONE = 3
"""The rank of players who left. It is behind all others (L1)."""


def places(game: Game) -> tuple[int, ...]:
    """Return the place of each seat in a finished game, from 1; equal players share a place.

    Winners come first and losers last (E4). Between them come, in this order, the players who shed all their dice
    (E3), the players who stayed in, and the players who went out (P2). It is better to shed all dice earlier, or to go
    out later. Players who left before they went out or shed all dice come behind all others, even if they would have
    finished better (L1). The first player who left comes last.
    """
    over = game.over()
    winners, losers = (over.winners, over.losers) if over else ((), ())
    standing = dict.fromkeys(range(len(game.players)), STAYED)
    round_now = 0
    for at, event in enumerate(game.events):
        match event:
            case RoundBegan(number=number):
                round_now = number
            case bid_events.Done(seat=seat, place=place) if place:
                standing[seat] = (1, 0, place)
            case Out(seat=seat) if standing[seat] == STAYED:
                standing[seat] = (1, 2, -round_now)
            case Left(seat=seat) if standing[seat] == STAYED:
                standing[seat] = (GONE, 0, -at)
            case _:
                pass
    for seats, place in ((winners, 0), (losers, 2)):
        standing |= {seat: (place, 0, 0) for seat in seats if standing[seat][0] != GONE}
    order = [standing[seat] for seat in range(len(game.players))]
    return tuple(1 + sum(other < mine for other in order) for mine in order)


MODEL = PlackettLuce()

PROVISIONAL = 10
"""A rating is provisional for this number of games."""

BEGINNING, STEP = 1000, 40
"""The rating that a new player is shown, and the number of shown points for one point of openskill."""


def shown(rating: Rating) -> int:
    """Return the rating that people see: the points for a strength three sigma below the estimate."""
    return round(BEGINNING + STEP * (rating.mu - 3 * rating.sigma))


class RatedAs(msgspec.Struct, frozen=True):
    """The rating that a player is shown after a game, and the change that the game made."""

    rating: int
    gained: int


def rated_as(game: Game, before: Mapping[Player, Rating], after: Mapping[Player, Rating]) -> tuple[RatedAs | None, ...]:
    """Return the rating that each seat is shown after a game.

    It is None for each seat if the game does not change ratings.
    """
    return tuple(_rated_as(before.get(player), after.get(player)) for player in who(game))


def _rated_as(before: Rating | None, after: Rating | None) -> RatedAs | None:
    if after is None:
        return None
    return RatedAs(shown(after), shown(after) - (BEGINNING if before is None else shown(before)))


def who(game: Game) -> tuple[Player, ...]:
    """Return the key of each seat's player in ratings. The key is the server, the family of games, and an id."""
    return tuple((game.guild, family(game.variant), _number(seat)) for seat in game.players)


def rated(game: Game, places: Sequence[int], before: Mapping[Player, Rating]) -> dict[Player, Rating]:
    """Return the ratings of players after a game with these `places`, from the ratings `before`.

    Players whom the table has removed are left out. The result is empty if `places` is empty, or if only one player is
    left.
    """
    counted = [at for at, seat in enumerate(game.players) if not seat.put_out]
    if not places or len(counted) < 2:
        return {}
    everybody = who(game)
    players, places = [everybody[at] for at in counted], [places[at] for at in counted]
    teams = [[_believed(before.get(player))] for player in players]
    after = MODEL.rate(teams, ranks=[float(place) for place in places])
    return {
        player: Rating(each.mu, each.sigma, 1 + (before[player].games if player in before else 0))
        for player, (each,) in zip(players, after, strict=True)
    }


def tallies(game: Game, after: Mapping[Player, Rating]) -> list[Tally]:
    """Return the tallies of the rating board for the people of a game: the rating, and their number of rated games."""
    return [
        Tally(user, "rating", shown(after[player]), after[player].games)
        for player, user in zip(who(game), (seat.user for seat in game.players), strict=True)
        if player in after and user is not None and user > 0
    ]


def _believed(rating: Rating | None) -> PlackettLuceRating:
    return MODEL.rating() if rating is None else MODEL.rating(mu=rating.mu, sigma=rating.sigma)


def _number(seat: Seat) -> int:
    return seat.user if seat.user is not None else computer(seat.name)


def computer(name: str) -> int:
    """Return a computer player's id: a number below 0 that is computed from the name."""
    return -1 - crc32(name.encode())
