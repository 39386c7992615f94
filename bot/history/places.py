"""The order in which a game's players finished, for ratings and for meetings."""

from bot.history.game import Game
from engine.core.events import Left, RoundBegan
from engine.games import bid_events

STAYED = (1, 1, 0)
GONE = 3
"""How leavers stand: behind everybody (L1)."""


def places(game: Game) -> tuple[int, ...]:
    """The place of each seat, from 1, shared by equals; of a game that was played to its end.

    Winners come first and losers last (E4); between them who shed their dice earlier (E3), who stayed in, and who
    went out in a later round (P2). Whoever left before they were out or done comes last of all, whatever became of
    them then (L1), the first to leave at the end.
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
            case bid_events.Out(seat=seat) if standing[seat] == STAYED:
                standing[seat] = (1, 2, -round_now)
            case Left(seat=seat) if standing[seat] == STAYED:
                standing[seat] = (GONE, 0, -at)
            case _:
                pass
    for seats, place in ((winners, 0), (losers, 2)):
        standing |= {seat: (place, 0, 0) for seat in seats if standing[seat][0] != GONE}
    order = [standing[seat] for seat in range(len(game.players))]
    return tuple(1 + sum(other < mine for other in order) for mine in order)
