"""Play a game from a record in the format of RECORD.md, for the tests of this folder.

The tests use the engine as the bot does, through records and `engine.games`. They do not depend on how the engine
works inside.
"""

from io import BytesIO

import pytest
from hypothesis import settings

from engine import games
from engine.core.actions import Action, Stop
from engine.core.events import Event, ForfeitOwed
from engine.core.refusals import Reason, Refused
from engine.games import family
from engine.record import replay, write
from engine.record.script import THROWS, MadeUp
from tests.effort import examples

ALIKE = settings(max_examples=examples(60), deadline=None, derandomize=True, database=None)
"""Settings that give the same examples in each run. Whether a mutant is killed must not depend on chance."""


class Scene:
    """A game in the state after the last move of its text.

    `names` holds the names of the players, and `news` holds the events of the last move in words.
    """

    def __init__(self, names: tuple[str, ...], game: games.AnyGame, news: list[str], events: tuple[Event, ...]) -> None:
        self.names, self.game, self.news, self.events = names, game, news, events

    def read(self, who: str, move: str) -> tuple[int, Action]:
        """Return the seat and the action of a move that is written in words."""
        words = tuple(move.split())
        return family(self.game).notation.read_move(self.game, self.names.index(who), words, self.names)

    def refusal(self, who: str, move: str) -> Reason:
        """Return the reason why the game refuses this move now. Fail if the game accepts it."""
        actor, action = self.read(who, move)
        with pytest.raises(Refused) as refused:
            games.play(self.game, actor, action, MadeUp())
        return refused.value.reason

    def why(self, who: str, move: str) -> type[Reason]:
        """Return the type of the reason why the game refuses this move now."""
        return type(self.refusal(who, move))

    def accepts(self, who: str, move: str) -> bool:
        """Return whether the game accepts this move now."""
        try:
            actor, action = self.read(who, move)
            games.play(self.game, actor, action, MadeUp())
        except Refused:
            return False
        return True


def stopped(game: games.AnyGame) -> games.AnyGame:
    """Return the game after somebody has stopped it (L5)."""
    return games.play(game, None, Stop(), MadeUp())[1]


def thrown(number: int, **hands: str) -> str:
    """Return the lines of a record that begin a round with these throws. The opener's throw comes first."""
    return "\n".join([f"round {number}", *(f"roll {name} {dice}" for name, dice in hands.items()), ""])


def scene(variant: str, players: str, text: str = "", **options: str) -> Scene:
    """Play the game that `text` describes, and return it.

    In the news, a forfeit has the names of its debtor and its creditor. By default, the players sit in the order of
    their names and the first player opens.
    """
    given = {"seating": "joined", **options}
    head = [
        "@record 1",
        f"@variant {variant}",
        *(f"@option {word.replace('_', '-')} {value}" for word, value in given.items()),
        f"@players {players}",
    ]
    done = replay(BytesIO("\n".join([*head, text]).encode()))
    names = tuple(players.split())
    creditors = (
        "table" if event.to is None else names[event.to] for event in done.events if isinstance(event, ForfeitOwed)
    )
    news: list[str] = []
    for line in write(done.header, done.events).splitlines():
        said = line.strip()
        if said.startswith("= forfeit "):
            said = f"{said} to {next(creditors)}"
        if said.startswith("="):
            news.append(said.removeprefix("= "))
        elif said.split()[0] not in THROWS:
            news = []
    return Scene(names, done.game, news, done.events)
