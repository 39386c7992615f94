"""The worth of a game: its results by seat, and the statistics that people get from these results.

The worth is computed from the events of a game. When the replay of a game is deleted, only the worth remains. It
contains no person's name or id, so that people can be forgotten before and after that.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations

import msgspec
from msgspec import json

from bot.history import achievements, ratings
from bot.history.achievements import Earned
from bot.history.counting import Count, Where
from bot.history.game import Finished, Game, finished
from bot.history.packing import packed, unpacked
from bot.history.projections import against, projected
from bot.history.ratings import RatedAs, places
from bot.storage.ratings import Meeting, Pair, Player, Rating
from bot.storage.tallies import Tally
from engine.core.characters import character
from engine.core.events import RoundBegan


class Worth(msgspec.Struct, frozen=True, array_like=True):
    """The results of a game from which figures are counted.

    - `figures`: seat, name, amount and second figure, in the order in which they are counted
    - `places`: the place of each seat (`ratings.places`); empty if the game is not rated (L4, L5)
    - `caught`: a seat, another seat whose lies it caught, and the number of these lies
    - `earned`: a seat, and the name of an achievement that the player in it earned
    - `rounds`, `winners`, `losers`: the values that lists of games show
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
    """Return the worth of a game: the stored one, or one that is computed from the game's events."""
    if game.worth is not None:
        return read(game.worth)
    done = finished(game)
    rounds, over = sum(isinstance(event, RoundBegan) for event in game.events), game.over()
    if done is None:
        if over is None:
            return Worth(rounds=rounds)
        return Worth(figures=tuple(_practice(game)), rounds=rounds, winners=over.winners, losers=over.losers)
    seats = {user: seat for seat, user in game.people().items()}
    return Worth(
        figures=tuple((seats[each.user], each.name, each.amount, each.beside) for each in projected(done)),
        places=places(game),
        caught=_caught(done),
        earned=achievements.earned(done),
        rounds=rounds,
        winners=done.over.winners,
        losers=done.over.losers,
    )


def _practice(game: Game) -> Iterator[tuple[int, str, int, int]]:
    """Yield a figure for each computer player in a game of only one person (L4).

    The amount is 1 if the person finished ahead of the computer player, otherwise 0. The second figure is 1 if the
    person finished behind it, otherwise 0.
    """
    people = game.people()
    computers = [seat for seat, each in enumerate(game.players) if each.computer and character(each.name).name]
    place = places(game) if len(people) == 1 and computers else ()
    for seat in people if place else ():
        for other in computers:
            ahead, behind = place[seat] < place[other], place[seat] > place[other]
            yield seat, against(game.players[other].name), int(ahead), int(behind)


def _caught(done: Finished) -> tuple[tuple[int, int, int], ...]:
    caught = Counter((call.seat, call.accused) for call in done.talk.called if call.right and not call.exact)
    return tuple((*pair, often) for pair, often in sorted(caught.items()))


def read(stored: bytes) -> Worth:
    """Return a worth from its stored form."""
    return _worths.decode(unpacked(stored))


def stored(worth: Worth) -> bytes:
    """Return a worth in its stored form."""
    return packed(json.encode(worth))


def tallies(game: Game, worth: Worth) -> list[Tally]:
    """Return the tallies that a game brings to its people, from its worth."""
    people = game.people()
    return [Tally(people[seat], name, *amounts) for seat, name, *amounts in worth.figures if seat in people]


def earned(game: Game, worth: Worth) -> tuple[achievements.Earned, ...]:
    """Return the achievements that people earned in a game, from its worth."""
    people = game.people()
    return tuple((people[seat], name) for seat, name in worth.earned if seat in people)


def met(game: Game, worth: Worth) -> dict[Pair, Meeting]:
    """Return the meeting of each pair of people in a rated game. Each pair has two meetings, one from each side."""
    place = worth.places
    if not place:
        return {}
    people = game.people()
    caught = {(by, whose): often for by, whose, often in worth.caught}
    return {
        (game.guild, people[mine], people[theirs]): Meeting(
            1, int(place[mine] < place[theirs]), int(place[mine] > place[theirs]), caught.get((mine, theirs), 0)
        )
        for mine, theirs in permutations(people, 2)
    }


class Counted(msgspec.Struct, frozen=True):
    """The results of a counted game: figures, new ratings of its players, their meetings and their achievements.

    `shown` has the rating that each seat is shown. It is None for each seat if the game does not change ratings.
    """

    counts: list[Count]
    ratings: dict[Player, Rating]
    shown: tuple[RatedAs | None, ...]
    meetings: dict[Pair, Meeting]
    earned: tuple[Earned, ...]


def counted(game: Game, its: Worth, before: Mapping[Player, Rating], opened: frozenset[str] = frozenset()) -> Counted:
    """Return the results of `game` from its worth (`its`), given its players' ratings `before`.

    Figures whose names are in `opened` are left out, because they are already in the opening balances.
    """
    where = Where(game.guild, game.channel, game.variant, game.ended, game.season)
    after = ratings.rated(game, () if game.advised else its.places, before)
    told = [*tallies(game, its), *ratings.tallies(game, after)]
    counts = [(where, tally) for tally in told if tally.name not in opened]
    shown = ratings.rated_as(game, before, after)
    return Counted(counts, after, shown, met(game, its), earned(game, its))
