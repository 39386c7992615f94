"""What a game counts for by itself, seat by seat: whoever sat there, and however strong they were.

It is worked out from the events, and is all that is kept of them once the replays of a server are cleared away. No
person is in it, so people can be forgotten before and after.
"""

from collections import Counter

import msgspec
from msgspec import json

from bot.history import achievements
from bot.history.game import Game
from bot.history.packing import packed, unpacked
from bot.history.places import places
from bot.history.projections import projected
from bot.storage.tallies import Tally
from engine import games
from engine.core.events import RoundBegan


class Worth(msgspec.Struct, frozen=True, array_like=True):
    """What a game counts for.

    - `figures`: seat, name, amount and what is beside it, in the order in which they are counted
    - `places`: the place of each seat (`places.py`); none where the game says nothing of anybody's strength (L4, L5)
    - `caught`: who caught whose lies, and how often
    - `earned`: who earned which achievements
    - `rounds`, `winners`, `losers`: what lists of games say of it
    """

    figures: tuple[tuple[int, str, int, int], ...] = ()
    places: tuple[int, ...] = ()
    caught: tuple[tuple[int, int, int], ...] = ()
    earned: tuple[tuple[int, str], ...] = ()
    rounds: int = 0
    winners: tuple[int, ...] = ()
    losers: tuple[int, ...] = ()


_worths = json.Decoder(Worth)


def worth(game: Game) -> Worth:
    """What a game counts for: as it is kept, or from its events."""
    if game.worth is not None:
        return read(game.worth)
    seats = {user: seat for seat, user in game.people().items()}
    figures = tuple((seats[each.user], each.name, each.amount, each.beside) for each in projected(game))
    brought = tuple((seats[user], name) for user, name in achievements.earned(game))
    rounds, over = sum(isinstance(event, RoundBegan) for event in game.events), game.over()
    result = (rounds, over.winners, over.losers) if over is not None else (rounds,)
    if not (game.counts() and over):
        return Worth(figures, (), (), brought, *result)
    calls = games.talk(game.rules, game.events).called
    caught = Counter((call.seat, call.accused) for call in calls if call.right and not call.exact)
    pairs = tuple((*pair, often) for pair, often in sorted(caught.items()))
    return Worth(figures, places(game), pairs, brought, *result)


def read(stored: bytes) -> Worth:
    """What was kept."""
    return _worths.decode(unpacked(stored))


def stored(worth: Worth) -> bytes:
    """As it is kept."""
    return packed(json.encode(worth))


def tallies(game: Game, worth: Worth) -> list[Tally]:
    """The figures of the people who sat there."""
    people = game.people()
    return [Tally(people[seat], name, *amounts) for seat, name, *amounts in worth.figures if seat in people]


def earned(game: Game, worth: Worth) -> tuple[achievements.Earned, ...]:
    """What the people who sat there earned by it."""
    people = game.people()
    return tuple((people[seat], name) for seat, name in worth.earned if seat in people)
