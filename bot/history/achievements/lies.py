"""For those who bid and claim, truly or not."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from bot.history.finished import Finished
from engine.games import cup_events

FACES = frozenset(range(1, 7))


def poker_face(done: Finished) -> Iterator[int]:
    """Told three lies or more, and not one was called."""
    lies = Counter(said.seat for said in done.talk.said if not said.true)
    found = {said.seat for said in done.talk.said if not said.true and said.challenged}
    return (seat for seat, many in lies.items() if many >= 3 and seat not in found)


def honest(done: Finished) -> Iterator[int]:
    """Won, and all that they said, six times or more, was true."""
    words = Counter(said.seat for said in done.talk.said)
    liars = {said.seat for said in done.talk.said if not said.true}
    return (seat for seat in done.over.winners if words[seat] >= 6 and seat not in liars)


def tall_tale(done: Finished) -> Iterator[int]:
    """Told the boldest lie of the game, less likely true than one in ten, and got by with it."""
    lie = done.moments.boldest_lie
    if lie is not None and lie.likely < 1 / 10:
        yield lie.seat


def menagerie(done: Finished) -> Iterator[int]:
    """Said something true about each of the six faces, from aces to ants."""
    faces: dict[int, set[int]] = defaultdict(set)
    for said in done.talk.said:
        faces[said.seat] |= {said.face} if said.true else set()
    return (seat for seat, named in faces.items() if named >= FACES)


def blind_luck(done: Finished) -> Iterator[int]:
    """Passed the cup on blind (K3), was called a liar, and it was true."""
    blind = False
    for event in done.game.events:
        match event:
            case cup_events.Claimed():
                blind = event.blind
            case cup_events.CupLifted() if blind and event.holds:
                yield event.passer
            case _:
                pass


def all_five(done: Finished) -> Iterator[int]:
    """Claimed five of a kind, was called a liar, and there they lay (K10)."""
    own = None
    for number, event in done.by_round():
        match event:
            case cup_events.Claimed():
                own = number, event.seat, event.claim
            case cup_events.CupLifted() if event.holds and event.claim.kind == "quints":
                if own == (number, event.passer, event.claim):
                    yield event.passer
            case _:
                pass
