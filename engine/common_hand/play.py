"""One turn: decide, then evolve.

`play` checks an action and answers with the events it brings and the game after them. It never changes
anything itself: every event goes through the folds of `evolve.py`, so a game is always the fold of its events.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar

from engine.common_hand import actions as a
from engine.common_hand import ending
from engine.common_hand.absence import awaited, in_words, played_for
from engine.common_hand.challenge import check_challenge, check_exact, in_turn
from engine.common_hand.evolve import FOLDS, HANDS_FOLDS, Hands
from engine.common_hand.legal import check_bid
from engine.common_hand.opening import may_open_palifico, next_opener
from engine.common_hand.price import Paid, exact_price, price
from engine.common_hand.rules import Rules, Wild
from engine.common_hand.state import Game, Player, StandingBid, State
from engine.core import debts
from engine.core import events as e
from engine.core.acts import be_absent, call_quits, check_may_deal, finish, leave, stop, time_up
from engine.core.dice import NOBODY, Chance, counted
from engine.core.policies import opens_after
from engine.core.refusals import Refused, Why
from engine.core.state import OVER, POLL
from engine.core.turn import Ending, take_seats
from engine.core.turn import Turn as AnyTurn

MOST_CROOKED = 3
"""How often in a row one player's throw may be crooked (T2)."""


class Turn(AnyTurn[State, Hands]):
    """One action in a game where everyone has a cup; what is hidden are the hands."""

    FOLDS, HIDDEN_FOLDS = FOLDS, HANDS_FOLDS
    ENDING: ClassVar[Ending] = ending

    __slots__ = ()


def start(
    rules: Rules, players: int, chance: Chance, holds: Sequence[int] = (), scores: Sequence[int] = ()
) -> tuple[tuple[e.Event, ...], Game]:
    """A new game of `players` (2 to 20), seated and with the antes paid; no round yet.

    `holds` and `scores` give a starting position by seat, where it is not the usual one.
    Raises `Refused` for a number of players or a position that cannot be.
    """
    game = initial(rules, players, holds, scores)
    begun = Turn(game.state, game.hands, chance)
    take_seats(begun, rules.ante, rules.seating, rules.direction)
    return tuple(begun.events), Game(begun.state, begun.hidden)


def initial(rules: Rules, players: int, holds: Sequence[int] = (), scores: Sequence[int] = ()) -> Game:
    """The game before its first event: what `evolve` folds from."""
    if not 2 <= players <= 20:
        raise Refused(Why.PLAYERS, players=players)
    full = rules.dice_for(players)
    holds, scores = holds or (full,) * players, scores or (0,) * players
    if len(holds) != players or len(scores) != players or not all(1 <= held <= full for held in holds):
        raise Refused(Why.HOLDING, full=full)
    seats = tuple(Player(dice=h, score=s, was_single=h == 1) for h, s in zip(holds, scores, strict=True))
    return Game(State(rules=rules, round_rules=rules, players=seats), ((),) * players)


def play(game: Game, seat: int | None, action: a.Action, chance: Chance) -> tuple[tuple[e.Event, ...], Game]:
    """Do `action` for `seat` (None: the table itself, which deals and keeps the time).

    Gives the events in order and the game after them. Raises `Refused`, and the game is as it was.
    """
    state = game.state
    if state.phase is OVER:
        raise Refused(Why.GAME_OVER)
    act = (_BY_TABLE if seat is None else _BY_PLAYER).get(type(action))
    if seat is not None and seat not in state.circle and not _may_still_leave(state, seat, act):
        raise Refused(Why.NOT_PLAYING)
    if act is None:
        raise Refused(Why.OTHER_GAME)
    done = Turn(state, game.hands, chance)
    act(done, seat, action)
    return tuple(done.events), Game(done.state, done.hidden)


def _may_still_leave(state: State, seat: int, act: "Act | None") -> bool:
    """Whoever is out has no moves left but to leave (P2, L1)."""
    return act is _leave and 0 <= seat < len(state.players) and not state.players[seat].left


def _deal(turn: Turn, _: None, __: a.Deal) -> None:
    """T3: the opener throws the red die in public; then everybody their own."""
    state = turn.state
    check_may_deal(state)
    turn.add(e.RoundBegan(state.round + 1, may_open_palifico(state, state.opener)))
    if turn.state.round_rules.wild is Wild.RED:
        turn.add(e.RedThrown(turn.chance.red(turn.state.throws)))
    turn.extend(_throws(turn.state, turn.chance))


def _throws(state: State, chance: Chance) -> Iterator[e.Event]:
    """T1: everybody holding dice throws all of them, the opener first.

    T2: a crooked throw is shown to everybody and thrown again.
    """
    at, crooked = state.throws, state.rules.crooked
    thrown: list[tuple[int, tuple[int, ...]]] = []
    for seat in state.circle_from(state.opener):
        dice, again = state.players[seat].dice, 0
        while crooked and again < MOST_CROOKED and chance.crooked(at, seat, crooked):
            if thrown:
                yield e.Thrown(tuple(thrown))
            yield e.Crooked(seat, chance.roll(at, seat, dice))
            thrown, again, at = [], again + 1, at + 1
        thrown.append((seat, chance.roll(at, seat, dice)))
        at += 1
    yield e.Thrown(tuple(thrown))


def _bid(turn: Turn, seat: int, action: a.Bid) -> None:
    check_bid(turn.state, seat, action.quantity, action.face)
    turn.add(e.BidMade(seat, action.quantity, action.face))


def _challenge(turn: Turn, seat: int, _: a.Challenge) -> None:
    check_challenge(turn.state, seat)
    turn.add(e.Challenged(seat, in_turn(turn.state, seat)))
    if turn.state.turn == NOBODY:
        _showdown(turn)


def _vote(turn: Turn, seat: int, action: a.Vote) -> None:
    if turn.state.phase is not POLL:
        raise Refused(Why.NO_POLL)
    if turn.state.turn != seat:
        raise Refused(Why.NOT_ASKED, turn=turn.state.turn)
    turn.add(e.Voted(seat, action.believes))
    if turn.state.turn == NOBODY:
        _showdown(turn)


def _showdown(turn: Turn) -> None:
    """C3: the bid holds if the count is at least the quantity; then who pays, and who opens or the end."""
    bid, challenger = _standing(turn.state), turn.state.challenger
    count = counted(turn.hidden, bid.face, turn.state.wild())
    holds = count >= bid.quantity
    follower = turn.state.next_in(turn.state.opener)
    turn.add(e.Revealed(turn.hidden, count, holds))
    due = opens_after(turn.state.round_rules.opens, bid.bidder, challenger, holds, follower)
    _pay(turn, price(turn.state, bid.bidder, challenger, holds), challenger if holds else bid.bidder, due)


def _exact(turn: Turn, seat: int, _: a.CallExact) -> None:
    """Right or wrong, judged at once (C5)."""
    check_exact(turn.state, seat)
    bid = _standing(turn.state)
    turn.add(e.ExactCalled(seat))
    count = counted(turn.hidden, bid.face, turn.state.wild())
    exact = count == bid.quantity
    turn.add(e.Revealed(turn.hidden, count, exact, exact=True))
    _pay(turn, exact_price(turn.state, bid.bidder, seat, exact), bid.bidder if exact else seat, due=seat)


def _standing(state: State) -> StandingBid:
    assert state.standing is not None
    return state.standing


def _pay(turn: Turn, paid: Paid, loser: int, due: int) -> None:
    """The price; then the end, a playoff that the loser opens (E4), or a round that whoever is `due` opens."""
    for event in paid:
        turn.add(event)
    state = turn.state
    if over := ending.after_showdown(state):
        finish(turn, over)
    elif not state.playing_off and ending.may_play_off(state):
        _play_off(turn, loser)
    else:
        turn.add(e.Opens(next_opener(state, due)))


def _play_off(turn: Turn, loser: int) -> None:
    """The loser opens (E4), unless the two had both called it quits before: they alone are still in (E2)."""
    turn.add(e.PlayoffBegan(ending.at_bads(turn.state, turn.state.rules.pair_bads)))
    if over := ending.called_quits(turn.state):
        finish(turn, over)
    else:
        turn.add(e.Opens(turn.state.or_next(loser)))


def _leave(turn: Turn, seat: int, _: a.Leave) -> None:
    """A poll that asked nobody else any more is complete (L1)."""

    def go_on() -> bool:
        complete = turn.state.phase is POLL and turn.state.turn == NOBODY
        if complete:
            _showdown(turn)
        return complete

    leave(turn, seat, go_on)


def _absent(turn: Turn, seat: int, _: a.Absent) -> None:
    def play_one() -> bool:
        act = played_for(Game(turn.state, turn.hidden), seat)
        turn.add(e.PlayedFor(seat, in_words(act)))
        _BY_PLAYER[type(act)](turn, seat, act)
        return True

    be_absent(turn, seat, awaited(turn.state), play_one, lambda: _leave(turn, seat, a.Leave()))


Act = Callable[[Turn, Any, Any], None]

_BY_TABLE: dict[type[a.Action], Act] = {a.Deal: _deal, a.TimeUp: time_up, a.Stop: stop}

_BY_PLAYER: dict[type[a.Action], Act] = {
    a.Bid: _bid, a.Challenge: _challenge, a.CallExact: _exact, a.Vote: _vote, a.Settle: debts.settle,
    a.Gift: debts.give, a.Leave: _leave, a.Quit: call_quits, a.Absent: _absent,
}  # fmt: skip
