"""Answer what the checks ask about one moment of a game.

The answers come from the engine, and never from the options of the table.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from bot.screens.elements.option_values import chance
from bot.tables.model import TableView
from engine import games
from engine.bids import events as b
from engine.bids.actions import Bid, CallExact, Vote
from engine.bids.legal import heard
from engine.core import events as e
from engine.core.actions import Action, Challenge, Deal
from engine.core.dice import FLYING, NOTHING, PURE, Called
from engine.core.refusals import Refused
from engine.core.state import BETWEEN, BIDDING, OVER, PASSING, POLL
from engine.fairness import FairDice, Seed
from engine.games import AnyGame
from engine.poker_cup import actions as c
from engine.poker_cup.two_dice import TWO_DICE
from tests.truth.recording import Facts

CHANCE = FairDice(Seed(b"t" * 32), {})


class Probe(msgspec.Struct):
    """Dice that always show sixes.

    `asked` records each chance that the engine passes when it asks whether dice are crooked.
    """

    asked: list[float]

    def roll(self, _at: int, _seat: int, dice: int) -> tuple[int, ...]:
        """Return sixes."""
        return (6,) * dice

    def roll_off(self, _at: int, seats: tuple[int, ...]) -> tuple[int, ...]:
        """Return a throw in which no two seats have the same number."""
        return tuple(6 - place % 6 for place, _seat in enumerate(seats))

    def red(self, _at: int) -> int:
        """Return a six."""
        return 6

    def crooked(self, _at: int, _seat: int, chance: float) -> bool:
        """Record the chance and return False."""
        self.asked.append(chance)
        return False

    def slip(self, _at: int, _chance: float, _under: tuple[int, ...]) -> None:
        """Return None, because no die slips."""


class Tried(msgspec.Struct, frozen=True):
    """Holds an action that the engine has refused, and the seat that tried it."""

    seat: int
    action: Action


T = TypeVar("T")


def once(method: Callable[..., T]) -> Callable[..., T]:
    """Wrap a method of `Moment` so that it computes its result only once for the same arguments.

    The result may not depend on the reader, on labels or on a refused action, because `seen_as` keeps it.
    """

    @wraps(method)
    def remembered(self: "Moment", *args: Any) -> T:
        known: dict[Any, T] = self.answers()
        asked = (method, args)
        if asked not in known:
            known[asked] = method(self, *args)
        return known[asked]

    return remembered


class Moment(msgspec.Struct, frozen=True, dict=True):
    """One moment of a game: the table, the game before and after the last move, and the events.

    `news` holds the events of the last move, and `whole` holds all events so far. `labels` holds the labels of the
    card's buttons that call a bid. `reader` is the seat that reads a private page.
    """

    table: TableView
    game: AnyGame
    before: AnyGame | None
    news: tuple[e.Event, ...]
    whole: tuple[e.Event, ...]
    tried: Tried | None = None
    labels: frozenset[str] = frozenset()
    reader: int | None = None

    def answers(self) -> dict[Any, Any]:
        """Return the answers so far, each by its question."""
        known: dict[Any, Any] = self.__dict__.setdefault("_answers", {})
        return known

    def seen_as(self, **changed: Any) -> "Moment":
        """Return this moment with another `reader`, other `labels` or another action that was `tried`.

        Both moments share the answers, because the game is the same.
        """
        other = replace(self, **changed)
        other.__dict__["_answers"] = self.answers()
        return other

    @property
    def state(self) -> Any:
        """Return the public state of the game."""
        return self.game.state

    @property
    def hidden(self) -> Any:
        """Return the hidden part of the game: everybody's dice, or the cup."""
        return self.game.hidden

    @property
    def is_of_bids(self) -> bool:
        """Return whether this is a game of bids."""
        return games.family(self.table.rules).name == "common-hand"

    @property
    def is_bidding(self) -> bool:
        """Return whether players bid by the table's rules now. In a play-off, other rules apply (E4)."""
        return self.is_of_bids and self.state.phase is BIDDING and not self.state.playing_off

    @property
    def stands(self) -> bool:
        """Return whether there is a bid that may be raised or called by the table's rules."""
        return self.is_bidding and self.state.standing is not None

    @property
    def who(self) -> int | None:
        """Return the seat that reads the sentence: the one whose move was refused, or the reader of a private page."""
        return self.tried.seat if self.tried is not None else self.reader

    def is_named(self, seat: int, facts: Mapping[str, str], field: str = "name") -> bool:
        """Return whether the fact `field` of a sentence names the player in a seat.

        Return True if the sentence does not have this fact.
        """
        return field not in facts or self.table.seats[seat].name in facts[field]

    def named(self, words: str) -> set[int]:
        """Return the seats whose names occur in this text, even inside a longer word."""
        return {seat for seat, each in enumerate(self.table.seats) if each.name in words}

    def asked(self) -> int | None:
        """Return the first seat that is asked to move now, or None."""
        return next(iter(games.awaited(self.game)), None)

    @once
    def seen(self, seat: int) -> Any:
        """Return the game as a seat sees it."""
        return games.view(self.game, seat)

    @once
    def legal(self, seat: int) -> Any:
        """Return a seat's legal moves."""
        return self.seen(seat).legal

    def is_mia_claimed(self) -> bool:
        """Return whether the present claim is the highest roll of two dice."""
        claimed = None if self.is_of_bids or not self.is_passing() else self.state.standing
        return claimed is not None and claimed.claim == TWO_DICE.top

    def callers(self) -> set[int]:
        """Return the seats that may challenge now."""
        return {seat for seat in range(len(self.state.players)) if self.legal(seat).challenge}

    def exact_callers(self) -> set[int]:
        """Return the seats that may call exact now."""
        return {seat for seat in range(len(self.state.players)) if self.legal(seat).exact}

    def others(self, *but: int) -> set[int]:
        """Return the seats that are still in the game, except for those given."""
        return set(self.state.seats_in()) - set(but)

    @once
    def bids(self, called: Called = NOTHING) -> set[tuple[int, int]]:
        """Return every bid that the engine allows the player whose turn it is, as quantity and face.

        The bids are made with the word `called`, or without a word (B4).
        """
        legal = self.legal(self.state.turn)
        pool = range(1, self.state.pool + 1)
        bids = {(many, face): Bid(many, face, called) for many in pool for face in range(1, 7)}
        return {each for each, bid in bids.items() if legal.allows(self.meant(bid))}

    @once
    def meant_bids(self) -> set[Bid]:
        """Return every bid that the engine allows the player whose turn it is, with the word that it has (B4)."""
        return {self.meant(Bid(*bid, called)) for called in (NOTHING, PURE, FLYING) for bid in self.bids(called)}

    def meant(self, bid: Bid) -> Bid:
        """Return a bid as it is meant now: without a word, it may be pure all the same (B4)."""
        return heard(self.state, bid)

    def counting(self, face: int) -> set[int]:
        """Return the numbers on dice that count for a bid without a word on this face now."""
        return set(self.state.counting(self.meant(Bid(1, face))).numbers)

    def threw(self) -> int:
        """Return the number of players who threw dice in this round."""
        begun = max(place for place, each in enumerate(self.whole) if isinstance(each, e.RoundBegan))
        return sum(len(each.throws) for each in self.all_of(b.Thrown, self.whole[begun:]))

    def after(self, seat: int | None, action: Action) -> "Moment | None":
        """Return the moment after an action, or None if the engine refuses it."""
        try:
            events, game = games.play(self.game, seat, action, CHANCE)
        except Refused:
            return None
        return Moment(self.table, game, self.game, events, (*self.whole, *events))

    @once
    def called(self, seat: int | None = None) -> "Moment | None":
        """Return the moment after a challenge by `seat`, or by the player whose turn it is if `seat` is None.

        Return None if the engine refuses the challenge or if a poll follows it.
        """
        after = self.after(self.state.turn if seat is None else seat, Challenge())
        return after if after is not None and after.showdown() is not None else None

    @once
    def exactly(self) -> "Moment | None":
        """Return the moment after the player whose turn it is has called exact, or None if that is refused."""
        return self.after(self.state.turn, CallExact())

    @once
    def handed_on(self) -> "Moment | None":
        """Return the moment after the player whose turn it is has made the lowest possible bid or claim.

        Return None if the player cannot make one.
        """
        at: Moment | None = self
        for _step in range(3):
            seat = at.asked() if at is not None else None
            if at is None or seat is None or seat != self.asked():
                return None
            may = at.legal(seat)
            if self.is_of_bids:
                return at.after(seat, Bid.of(may.bids[0])) if may.bids else None
            if may.claim or may.blind:
                return at.after(seat, c.MakeClaim(may.least) if may.claim else c.PassBlind(may.least))
            at = at.after(seat, c.Shake() if may.shake else c.Throw(may.throw[0])) if may.shake or may.throw else None
        return None

    @once
    def voted(self) -> "Moment | None":
        """Return the moment after all remaining voters have believed the bid, or None if there is no vote."""
        at: Moment | None = self if self.state.phase is POLL else None
        while at is not None and at.state.phase is POLL:
            at = at.after(at.state.turn, Vote(True))
        return at

    @once
    def dealt(self) -> "Moment | None":
        """Return the moment after the next round has begun, or None if no round may begin."""
        return self.after(None, Deal()) if self.state.phase is BETWEEN else None

    @once
    def chances(self) -> list[float] | None:
        """Return the chances of crooked dice in a round that begins now (T2), or None if no round may begin."""
        probe = Probe([])
        if self.state.phase is not BETWEEN or self.state.debtors or not self.is_of_bids or self.state.playing_off:
            return None
        games.play(self.game, None, Deal(), probe)
        return probe.asked

    def crooked_at(self, facts: Mapping[str, str]) -> bool:
        """Return whether the sentence states the engine's chance of crooked dice, such as "1 in 50" (T2).

        `facts` are the values in the sentence. If no round may begin, the result is True.
        """
        asked = self.chances()
        return asked is None or {chance(f"{each:g}") for each in asked} == {facts.get("chance", "1 in 50")}

    def holding(self, seat: int, dice: int) -> "Moment":
        """Return this moment as it would be if a player held this number of dice."""
        players = [replace(each, dice=dice) if at == seat else each for at, each in enumerate(self.state.players)]
        return self._with_players(players)

    def scoring(self, scores: Mapping[int, int]) -> "Moment":
        """Return this moment as it would be if the players had these scores (P3)."""
        return self._with_players([replace(each, score=scores[at]) for at, each in enumerate(self.state.players)])

    def _with_players(self, players: list[Any]) -> "Moment":
        game = replace(self.game, state=replace(self.state, players=tuple(players)))
        return Moment(self.table, game, self.before, self.news, self.whole)

    def showdown(self) -> Any:
        """Return the showdown among the newest events, or None."""
        return next((each for each in self.news if hasattr(each, "challenger") and hasattr(each, "holds")), None)

    def paid(self) -> dict[int, int]:
        """Return how many dice, lives, bads or forfeits the newest events cost each seat. A gain is negative."""
        found: dict[int, int] = {}
        for each in self.news:
            match each:
                case (
                    b.DiceLeft(seat=seat, change=change)
                    | b.Scored(seat=seat, change=change)
                    | e.LivesLeft(seat=seat, change=change)
                ):
                    found[seat] = found.get(seat, 0) - change
                case e.ForfeitOwed(seat=seat, why=why) if why not in e.FOR_THE_GAME:
                    found[seat] = found.get(seat, 0) + 1
        return found

    def all_of(self, kind: type[e.Event], events: tuple[e.Event, ...] | None = None) -> Iterator[Any]:
        """Yield the events of one kind among the newest events, or among `events`."""
        return (each for each in (self.news if events is None else events) if isinstance(each, kind))

    def over(self) -> Any:
        """Return the event that ends the game if it is among the newest events, or None."""
        return next(self.all_of(e.GameOver), None)

    def opens(self) -> int | None:
        """Return the seat that opens the next round according to the newest events.

        Return None if no round follows, or if a palifico round may decide who opens (C6).
        """
        found = [each.seat for each in self.all_of(e.Opens)]
        came_down = any(each.dice == 1 and each.change < 0 for each in self.all_of(b.DiceLeft))
        return found[-1] if found and not came_down and self.state.phase is not OVER else None

    def is_passing(self) -> bool:
        """Return whether the game is in the phase in which the cup is passed on."""
        return bool(self.state.phase is PASSING)


Check = Callable[[Moment, Facts], bool]
"""Returns whether a sentence with these facts is true at this moment."""
