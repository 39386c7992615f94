"""The type of a family of games: one value that holds all functions of its games."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec

from engine.core import debts
from engine.core.actions import Action, Deal, Gift, Leave, Quit, Settle, Stop, TimeUp
from engine.core.acts import call_quits, stop, time_up
from engine.core.analysis import Analysis, analysed
from engine.core.characters import Character, Choice, Reason
from engine.core.dice import Chance
from engine.core.events import Event
from engine.core.highlights import Best, Highlights
from engine.core.move import Move, take_seats
from engine.core.notation import Notation
from engine.core.refusals import GameIsOver, NoSuchMove, NotPlaying, Refused
from engine.core.replay_steps import Replayed, Replaying, Step
from engine.core.state import OVER, Game, State
from engine.core.talk import Talk
from engine.core.tension import Tension

R = TypeVar("R")
G = TypeVar("G", bound=Game[Any, Any])
V = TypeVar("V")

Act = Callable[[Any, Any, Any], None]
"""A function that carries out an action. It takes the move, the seat (None for the table) and the action."""

Acts = dict[type[Action], Act]

OF_ALL: Acts = {Settle: debts.settle, Gift: debts.give, Quit: call_quits}
"""The players' actions that all families share, with the functions that carry them out."""


class Player(msgspec.Struct, frozen=True):
    """The functions of a family's computer players.

    They see a view, never the game. Their only random input is one number. `choose` returns the action of `view.seat`,
    for which the game must be waiting. `would_challenge` returns whether the player challenges out of turn. `may_cry`
    returns False for a state in which `would_challenge` returns False for every player, so that callers can skip it.
    `reason` returns the reason for a move, or None if the move needs none. `weigh` returns the moves that are worth
    considering, each with its worth. If the move that was made is given, the result includes it. `arrange` returns the
    best next move of a player who arranges dice, which is not weighed. Its `likely` is the probability that the dice
    will be good enough in the end. At any other moment `arrange` returns None.
    """

    choose: Callable[[Any, float, Character], Action]
    weigh: Callable[[Any, Character, Action | None], tuple[Choice, ...]] = lambda _view, _character, _made: ()
    reason: Callable[[Any, Any, Character], Reason | None] = lambda _view, _action, _character: None
    may_cry: Callable[[Any], bool] = lambda _state: False
    would_challenge: Callable[[Any, float, Character], bool] = lambda _view, _draw, _character: False
    arrange: Callable[[Any], Choice | None] = lambda _view: None


class Family(msgspec.Struct, Generic[R, G, V], frozen=True, dict=True, kw_only=True):
    """A family of games: the types of its values, and its functions.

    `move` is the class that applies events and knows the endings. `initial` returns the game before its first event,
    and raises `Refused` for an impossible number of players or starting position. `deal` begins a round. `tension`
    returns the tension of the last showdown of a state. Fields with a default are optional. Of these, `highlights`,
    `best` and `talk` read a finished game. `lies_at` returns the number that identifies the random draws for the claims
    now offered as buttons (FAIRNESS.md), or None if no claims are offered.
    """

    name: str
    rules: type[R]
    game: type[G]
    seen: type[V]
    state: type[State]
    hidden: Any
    event: Any  # the union of its events
    move: type[Move[Any, Any]]
    initial: Callable[[R, int, Sequence[int], Sequence[int], Sequence[int]], G]
    deal: Act
    by_player: Acts
    view: Callable[[G, int | None], V]
    legal: Callable[[G, int], Any]
    notation: Notation
    player: Player
    replaying: Replaying
    tension: Callable[[Any], Tension]
    highlights: Callable[[Any, Iterable[Event]], Highlights[Any]] = lambda _rules, _events: Highlights()
    best: Callable[[Any, Iterable[Event]], Best | None] = lambda _rules, _events: None
    talk: Callable[[Any, Iterable[Event]], Talk] = lambda _rules, _events: Talk()
    lies_at: Callable[[Any], int | None] = lambda _state: None

    @cached_property
    def by_table(self) -> Acts:
        """Return the functions that carry out the table's own actions."""
        return {Deal: self.deal, TimeUp: time_up, Stop: stop}

    def start(
        self,
        rules: Any,
        players: int,
        chance: Chance,
        holds: Sequence[int] = (),
        scores: Sequence[int] = (),
        lives: Sequence[int] = (),
    ) -> tuple[tuple[Event, ...], G]:
        """Begin a game of `players` (2 to 20): seat them and collect the antes, but begin no round.

        Return the events and the game after them. `holds`, `scores` and `lives` give an unusual starting position by
        seat. Raises `Refused`.
        """
        game = self.initial(rules, players, holds, scores, lives)
        move = self.move(game.state, game.hidden, chance)
        take_seats(move, rules.ante, rules.seating, rules.direction)
        return tuple(move.events), self.game(move.state, move.hidden)

    def play(self, game: G, seat: int | None, action: Action, chance: Chance) -> tuple[tuple[Event, ...], G]:
        """Carry out `action` for `seat`. The seat None is the table itself, which deals and keeps the time.

        Return the events in order, and the game after them. If `Refused` is raised, the game is unchanged.
        """
        state = game.state
        if state.phase is OVER:
            raise Refused(GameIsOver())
        if seat is not None and seat not in state.circle and not _may_still_leave(state, seat, action):
            raise Refused(NotPlaying())
        act = (self.by_table if seat is None else self.by_player).get(type(action))
        if act is None:
            raise Refused(NoSuchMove())
        move = self.move(state, game.hidden, chance)
        act(move, seat, action)
        return tuple(move.events), self.game(move.state, move.hidden)

    def evolve(self, game: G, event: Event) -> G:
        """Return the game after `event`. Every event that `play` returns can be applied."""
        move, kind = self.move, type(event)
        hidden = move.HIDDEN_FOLDS[kind](game.hidden, event) if kind in move.HIDDEN_FOLDS else game.hidden
        return self.game(move.FOLDS[kind](game.state, event), hidden)

    def replay_steps(self, rules: R, players: int, events: Sequence[Event]) -> Replayed:
        """Return a whole game in steps.

        `players` is the number of players. The game began in the usual position. `events` are all events of the game.
        """
        game, steps = self.initial(rules, players, (), (), ()), list[Step]()
        for some in self.replaying.cut(events):
            likely: float | None = None
            for event in some:
                game = self.evolve(game, event)
                said = self.replaying.likely(game, event)
                likely = said if said is not None else likely
            seen, dice = self.replaying.seen(game), self.replaying.dice(game)
            steps.append(Step(game.state.round, some, self.view(game, None), seen, dice, likely))
        best = self.highlights(rules, events)
        return Replayed(tuple(steps), best, self.replaying.marks(steps, best))

    def analysed(self, rules: R, players: int, replayed: Replayed, since: Mapping[int, int]) -> Analysis:
        """Return an analysis of a finished game. `replayed` has the game in steps.

        `since` maps each seat that is judged to the first round that counts.
        """
        return analysed(self, self.initial(rules, players, (), (), ()), replayed, since)

    def freeze(self, game: G) -> tuple[bytes, bytes]:
        """Return the public part and the hidden part of a game in their stored form."""
        return msgspec.json.encode(game.state), msgspec.json.encode(game.hidden)

    def thaw(self, public: bytes, hidden: bytes) -> G:
        """Return the game from the two stored parts that `freeze` returned."""
        return self.game(msgspec.json.decode(public, type=self.state), msgspec.json.decode(hidden, type=self.hidden))


def _may_still_leave(state: State, seat: int, action: Action) -> bool:
    """Return whether a player who is out of the game wants to leave it.

    Leaving is the only move that such a player has (P2, L1).
    """
    return type(action) is Leave and 0 <= seat < len(state.players) and not state.players[seat].left
