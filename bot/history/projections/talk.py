"""Lies, calls and favourite faces: what somebody said, and how it came out."""

from collections.abc import Iterator

from bot.history.finished import Finished
from bot.storage.tallies import Tally


def talk(done: Finished) -> Iterator[Tally]:
    """What people said in rounds that showed it.

    - `got_away`: lies that nobody called, and beside them lies told
    - `caught`: others' lies that they caught, and beside them their challenges
    - `lies`: lies told, and beside them all that they said
    - `called_out`: their own lies that were caught, and beside them how often they were challenged
    - `exact`: exact calls that were right, and beside them all of theirs
    - `face1` ... `face6`: how often they bid on a face
    """
    people = done.game.people()
    for said in done.talk.said:
        if (user := people.get(said.seat)) is None:
            continue
        lie = int(not said.true)
        yield Tally(user, "lies", lie, 1)
        if lie:
            yield Tally(user, "got_away", int(not said.challenged), 1)
        if said.challenged:
            yield Tally(user, "called_out", lie, 1)
        if said.face:
            yield Tally(user, f"face{said.face}", 1)
    for call in done.talk.called:
        if (user := people.get(call.seat)) is not None:
            yield Tally(user, "exact" if call.exact else "caught", int(call.right), 1)
