"""Play games of bids at random in the engine, and return them in the form that a screen receives."""

from collections.abc import Iterator
from datetime import UTC, datetime
from random import Random

import msgspec
from msgspec.structs import replace

from bot.screens.families.narration import Hinted
from bot.tables.model import Place, Seat, Setup, Status, TableView, Who
from bot.tables.pending import Chapter, GameResult, Pending, chapters
from engine import games
from engine.bids.actions import Bid, CallExact, Vote
from engine.bids.view import View
from engine.core.actions import Action, Challenge, Deal, How, Leave, Quit, Settle
from engine.core.events import Event, Hidden
from engine.fairness import FairDice, Seed
from engine.games import AnyGame, AnyView

NOW = datetime(2026, 7, 1, tzinfo=UTC)
FRIENDS = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal", "Ina", "Jo") * 2
NASTY = "*_~`|>[]()#@*_~`|>[]()#@*_~`|>[]"
"""A name of 32 characters, each of which must be escaped."""


class Moment(msgspec.Struct, frozen=True):
    """Hold the state of a game after a move.

    `told` has all public events so far, grouped by the message that announces them. `news` has the public events of
    the last move. `whole` can hold all events of the game.
    """

    table: TableView
    game: AnyGame
    told: tuple[Chapter, ...]
    news: tuple[Event, ...]
    whole: tuple[Event, ...] = ()

    def view(self, seat: int | None = None) -> View:
        """Return the game as the player on this seat sees it, or as an onlooker does if `seat` is None."""
        seen = games.view(self.game, seat)
        assert isinstance(seen, View)
        return seen

    def pending(self) -> Pending:
        """Return the changes that the outbox has to show now. At the end of the game, the highlights are included."""
        events = self.whole or [event for chapter in self.told for event in chapter]
        best = games.highlights(self.table.rules, events) if self.table.status is Status.OVER else None
        return Pending(
            replace(self.table, view=games.view(self.game)),
            self.news,
            0,
            (),
            None,
            True,
            self.told,
            outcome=GameResult(best),
        )


def table_of(players: int, variant: str, nasty: bool = False, computers: bool = True, **options: str) -> TableView:
    """Return a running table with this many players. With `computers`, every second player is a computer."""
    names = [f"{NASTY[:-2]}{number}" for number in range(players)] if nasty else FRIENDS
    seats = tuple(Seat(None if computers and n % 2 else 100 + n, names[n]) for n in range(players))
    setup = Setup(variant, options, forfeit="*" * 80 if nasty else "sing a song")
    place = Place(1, 2, "The Anchor", "dice")
    return TableView(
        id=2**31,
        place=place,
        host=Who(100, names[0]),
        status=Status.PLAYING,
        setup=setup,
        rules=setup.rules(),
        seats=seats,
        commitment="f" * 64,
        seed=None,
        game=1,
        game_number=1,
        version=99_999,
        deadline=NOW,
        ends_at=None,
    )


def moments(table: TableView, luck: int, moves: int = 60) -> Iterator[Moment]:
    """Play a game at this table with random legal moves, and yield each moment of it.

    Players sometimes leave or vote to stop. The number `luck` decides everything.
    """
    random, chance = Random(luck), FairDice(Seed(luck.to_bytes(32, "big")), {})
    news, game = games.start(table.rules, len(table.seats), chance)
    told: list[Event] = []
    for _ in range(moves):
        public = [event for event in news if not isinstance(event, Hidden)]
        told += public
        over = game.state.result is not None
        info = msgspec.structs.replace(table, status=Status.OVER) if over else table
        yield Moment(info, game, chaptered(told), tuple(public))
        if over:
            return
        news, game = games.play(game, *_next(game, random), chance)


def chaptered(told: list[Event]) -> tuple[Chapter, ...]:
    """Group public events by the message that announces them."""
    return tuple(tuple(event for _, event in chapter) for chapter in chapters(list(enumerate(told))))


def _next(game: AnyGame, random: Random) -> tuple[int | None, Action]:
    seen = games.view(game)
    assert isinstance(seen, View)
    if seen.state.debtors:
        return seen.state.debtors[0], Settle(seen.state.debtors[0], How.TAB)
    if random.random() < 0.02:
        seat = random.choice(seen.state.seats_in())
        return seat, Leave() if seen.state.players[seat].quits or random.random() < 0.3 else Quit()
    if not seen.awaited:
        return None, Deal()
    seat = seen.awaited[0]
    mine = games.view(game, seat)
    assert isinstance(mine, View)
    return seat, random.choice(_moves(mine, random))


def _moves(mine: View, random: Random) -> list[Action]:
    legal, made = mine.legal, list[Action]()
    if legal.vote:
        return [Vote(random.random() < 0.5)]
    for least in legal.bids:
        made.append(Bid(min(legal.most, least.quantity + random.choice((0, 0, 0, 1, 3))), least.face, least.called))
    if legal.challenge:
        made.append(Challenge())
    if legal.exact:
        made.append(CallExact())
    return made


def helped(view: AnyView) -> Hinted:
    """Return hints that show a player the odds of bids and the best move."""
    return Hinted(odds=True, best=games.advice(view))
