"""Lies, calls and favourite faces: what somebody said, and how it came out."""

from collections.abc import Iterator

from bot.history.game import Game
from bot.storage.tallies import Tally
from engine import games


def talk(game: Game) -> Iterator[Tally]:
    """What people said in rounds that showed it, in a game that was played to its end.

    - `got_away`: lies that nobody called, and beside them lies told
    - `caught`: others' lies that they caught, and beside them their challenges
    - `lies`: lies told, and beside them all that they said
    - `called_out`: their own lies that were caught, and beside them how often they were challenged
    - `exact`: exact calls that were right, and beside them all of theirs
    - `face1` ... `face6`: how often they bid on a face
    """
    if not game.over():
        return
    told, people = games.talk(game.rules, game.events), game.people()
    for said in told.said:
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
    for call in told.called:
        if (user := people.get(call.seat)) is not None:
            yield Tally(user, "exact" if call.exact else "caught", int(call.right), 1)
