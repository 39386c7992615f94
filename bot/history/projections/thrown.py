"""How people's dice fell."""

from collections import Counter
from collections.abc import Iterator

from bot.history.finished import Finished
from bot.storage.tallies import Tally
from engine.games import bid_events, cup_events


def thrown(done: Finished) -> Iterator[Tally]:
    """`thrown1` ... `thrown6`: how many of somebody's dice showed a face, in whatever was thrown for all to trust.

    Dice are counted where they were thrown: those under one's own cup (T1), in the cup those that one rolled (K6, K7).
    """
    people, fell = done.game.people(), Counter[tuple[int, int]]()
    for event in done.game.events:
        match event:
            case bid_events.Thrown(throws=throws):
                fell.update((seat, die) for seat, dice in throws for die in dice)
            case cup_events.RolledUnder(seat=seat, dice=dice):
                fell.update((seat, die) for die in dice)
            case cup_events.RolledOnTable(seat=seat, now=die):
                fell[seat, die] += 1
            case _:
                pass
    for (seat, die), many in sorted(fell.items()):
        if seat in people:
            yield Tally(people[seat], f"thrown{die}", many)
