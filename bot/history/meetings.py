"""What a game says of each two people in it: who finished ahead, and who caught whose lies."""

from itertools import permutations

from bot.history.game import Game
from bot.history.worth import Worth
from bot.storage.ratings import Meeting, Pair


def met(game: Game, worth: Worth) -> dict[Pair, Meeting]:
    """Each two people of a game that counts, from both sides."""
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
