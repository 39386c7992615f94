"""What a game says of each two people in it: who finished ahead, and who caught whose lies."""

from collections import Counter
from itertools import permutations

from bot.history.game import Game
from bot.history.places import places
from bot.storage.meetings import Meeting, Pair
from engine import games


def met(game: Game) -> dict[Pair, Meeting]:
    """Each two people of a game that counts, from both sides."""
    if not (game.counts() and game.over()):
        return {}
    people, place = game.people(), places(game)
    caught = Counter(
        (call.seat, call.accused)
        for call in games.talk(game.rules, game.events).called
        if call.right and not call.exact
    )
    return {
        (game.guild, people[mine], people[theirs]): Meeting(
            1, int(place[mine] < place[theirs]), int(place[mine] > place[theirs]), caught[mine, theirs]
        )
        for mine, theirs in permutations(people, 2)
    }
