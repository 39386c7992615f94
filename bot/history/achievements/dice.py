"""For those who hold on to their dice, lose them in style, or get rid of them first."""

from collections.abc import Iterator

from bot.history.finished import Finished
from engine.core.events import RoundBegan
from engine.games import bid_events


def down_to_one(done: Finished) -> Iterator[int]:
    """Won after a round in which they had one die, and all others together five or more (P2)."""
    if any(done.each(bid_events.Done)):
        return  # where dice are shed, one die is no plight (P4)
    for thrown in done.each(bid_events.Thrown):
        pool = sum(len(dice) for _, dice in thrown.throws)
        alone = {seat for seat, dice in thrown.throws if len(dice) == 1}
        yield from alone & set(done.over.winners) if pool >= 6 else ()


def unscathed(done: Finished) -> Iterator[int]:
    """Won with all their dice, where others lost theirs to the last (P2)."""
    lost = {event.seat for event in done.each(bid_events.DiceLeft) if event.change < 0}
    if any(done.each(bid_events.Out)):
        yield from set(done.over.winners) - lost


def palifico(done: Finished) -> Iterator[int]:
    """Opened a palifico round, and won its showdown (C6)."""
    opened, spoke = (0, -1), done.spoke()
    for event in done.game.events:
        match event:
            case RoundBegan():
                opened = (event.number, event.opener if event.palifico else -1)
            case bid_events.Revealed() if opened[1] == event.winner() and opened in spoke:
                yield event.winner()
            case _:
                pass


def crooked(done: Finished) -> Iterator[int]:
    """Showed their whole throw for a crooked die (T2), and won that round’s showdown all the same."""
    shown, spoke = set[tuple[int, int]](), done.spoke()
    for number, event in done.by_round():
        match event:
            case bid_events.Crooked():
                shown.add((number, event.seat))
            case bid_events.Revealed() if (number, event.winner()) in shown & spoke:
                yield event.winner()
            case _:
                pass


def empty_cup(done: Finished) -> Iterator[int]:
    """Shed the last die before everybody else, and alone (P4, E3)."""
    first = [event.seat for event in done.each(bid_events.Done) if event.place == 1]
    return iter(first if len(first) == 1 else ())


def lone_voice(done: Finished) -> Iterator[int]:
    """Was the only one of three voters or more to say so in a poll (C4), and was right."""
    own = {(number, event.seat) for number, event in done.by_round() if isinstance(event, bid_events.Voted)}
    for number, event in done.by_round():
        if isinstance(event, bid_events.Revealed) and len(event.votes) >= 3:
            right = [seat for seat, believes in event.votes if believes is event.holds]
            if len(right) == 1 and (number, right[0]) in own:
                yield right[0]
