"""For those who call: liar, bang, exactly."""

from collections import Counter
from collections.abc import Iterator

from bot.history.finished import Finished
from engine.core.events import End, RoundBegan
from engine.core.talk import Called
from engine.games import bid_events


def caught(done: Finished) -> Iterator[int]:
    """Called a lie, and it was one."""
    return (call.seat for call in _lies_called(done))


def cool_head(done: Finished) -> Iterator[int]:
    """Made four calls or more, and every one was right."""
    calls = Counter(call.seat for call in done.talk.called)
    wrong = {call.seat for call in done.talk.called if not call.right}
    return (seat for seat, many in calls.items() if many >= 4 and seat not in wrong)


def bloodhound(done: Finished) -> Iterator[int]:
    """Caught three lies of the same player."""
    pairs = Counter((call.seat, call.accused) for call in _lies_called(done))
    return (seat for (seat, _), many in pairs.items() if many >= 3)


def duck_hunter(done: Finished) -> Iterator[int]:
    """Caught a lie about ducks, which are twos (RULES.md, 1)."""
    ducks = {said.round for said in done.talk.said if said.challenged and not said.true and said.face == 2}
    return (call.seat for call in _lies_called(done) if call.round in ducks)


def calza(done: Finished) -> Iterator[int]:
    """Called a bid exactly right (C5)."""
    return (call.seat for call in done.talk.called if call.exact and call.right)


def long_shot(done: Finished) -> Iterator[int]:
    """Made the best call of the game, for which there was less than one chance in eight."""
    best = done.moments.best_call
    if best is not None and best.likely < 1 / 8:
        yield best.seat


def fire_bell(done: Finished) -> Iterator[int]:
    """Banged out of turn, and was right (C1); the clock never does that."""
    for shown in done.each(bid_events.Revealed):
        if not (shown.in_turn or shown.exact or shown.holds):
            yield shown.challenger


def last_orders(done: Finished) -> Iterator[int]:
    """Ended a game of bar by a call of their own, and won it (E3)."""
    last = max((event.number for event in done.each(RoundBegan)), default=0)
    if done.game.variant == "bar" and done.over.why is End.DICE:
        for call in done.talk.called[-1:]:
            if call.right and call.round == last and call.seat in done.over.winners:
                yield call.seat


def _lies_called(done: Finished) -> Iterator[Called]:
    return (call for call in done.talk.called if call.right and not call.exact)
