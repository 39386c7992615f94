"""The order in which a game's players finished, for ratings and for meetings."""

from bot.history.game import Game
from engine.core.events import Left
from engine.games import bid_events


def places(game: Game) -> tuple[int, ...]:
    """The place of each seat, from 1, shared by equals; of a game that was played to its end.

    Winners come first and losers last (E4); between them who shed their dice earlier (E3), who stayed in, and who
    went out later (P2). Whoever left before they were out or done comes last of all, the first to leave at the end.
    """
    over = game.over()
    winners, losers = (over.winners, over.losers) if over else ((), ())
    standing = dict.fromkeys(range(len(game.players)), (1, 1, 0))
    for at, event in enumerate(game.events):
        match event:
            case bid_events.Done(seat=seat, place=place) if place:
                standing[seat] = (1, 0, place)
            case bid_events.Out(seat=seat):
                standing[seat] = (1, 2, -at)
            case Left(seat=seat) if standing[seat] == (1, 1, 0):
                standing[seat] = (3, 0, -at)
            case _:
                pass
    for seats, place in ((winners, 0), (losers, 2)):
        standing |= dict.fromkeys(seats, (place, 0, 0))
    order = [standing[seat] for seat in range(len(game.players))]
    return tuple(1 + sum(other < mine for other in order) for mine in order)
