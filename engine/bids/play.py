"""Carry out the actions of players and of the table in the bidding games.

Each function checks an action and adds the events that follow from it. It does not change the game: the functions in
`evolve.py` apply every event, so that a game is always the result of its events.
"""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from engine.bids import actions as a
from engine.bids import ending
from engine.bids import events as b
from engine.bids.absence import in_words, played_for
from engine.bids.challenge import check_challenge, check_exact, in_turn, revealed
from engine.bids.evolve import FOLDS, HANDS_FOLDS
from engine.bids.legal import check_bid, heard
from engine.bids.opening import may_open_palifico, next_opener
from engine.bids.price import price
from engine.bids.refusals import BidIsVote, CallIsVote, NoPoll, NotAsked
from engine.bids.rules import Rules, Wild
from engine.bids.showing import check_show
from engine.bids.state import Game, Hands, Player, State
from engine.core import events as e
from engine.core import move as core
from engine.core.acts import be_absent, check_may_deal, finish, leave
from engine.core.dice import NOBODY, Chance, Hand
from engine.core.family import OF_ALL, Acts
from engine.core.lives import starting_lives
from engine.core.policies import opens_after
from engine.core.refusals import Holding, HowManyPlayers, Refused, TurnOfAnother
from engine.core.state import POLL

MOST_CROOKED = 3
"""The most throws of one player in a row that may be crooked (T2)."""


class Move(core.Move[State, Hands]):
    """One move in a bidding game. Its hidden part is the hands."""

    FOLDS: ClassVar[core.Folds] = FOLDS
    HIDDEN_FOLDS: ClassVar[core.Folds] = HANDS_FOLDS
    ENDING: ClassVar[core.Ending] = ending


def initial(
    rules: Rules, players: int, holds: Sequence[int] = (), scores: Sequence[int] = (), lives: Sequence[int] = ()
) -> Game:
    """Return the game before its first event.

    Raises `Refused` for an impossible number of players or starting position.
    """
    if not 2 <= players <= 20:
        raise Refused(HowManyPlayers(players))
    full = rules.dice_for(players)
    full_lives = rules.lives if rules.counts_lives() else 0
    holds, scores = holds or (full,) * players, scores or (0,) * players
    if len(holds) != players or len(scores) != players or not all(1 <= held <= full for held in holds):
        raise Refused(Holding(full))
    seats = tuple(
        Player(dice=h, score=s, lives=left, was_single=h == 1)
        for h, s, left in zip(holds, scores, starting_lives(full_lives, players, lives), strict=True)
    )
    return Game(State(rules=rules, round_rules=rules, players=seats), ((),) * players)


def deal(move: Move, _: None, __: a.Deal) -> None:
    """Begin a round, and throw the dice of all players.

    T3: if the rules have a red die, the opener throws it in public first.
    """
    state = move.state
    check_may_deal(state)
    palifico = may_open_palifico(state, state.opener)
    move.add(e.RoundBegan(state.round + 1, state.opener, state.dice_held(), palifico))
    if move.state.round_rules.wild is Wild.RED:
        move.add(b.RedThrown(move.chance.red(move.state.throws)))
    if state.rules.crooked:
        move.extend(_throws(move.state, move.chance))
    else:
        move.add(_throw(move.state, move.chance))


def _throw(state: State, chance: Chance) -> b.Thrown:
    """Return the throws of a round.

    T1: all players who hold dice throw them, beginning with the opener.
    """
    players, at = state.players, state.throws
    thrown: list[tuple[int, Hand]] = []
    for seat in state.circle_from(state.opener):
        thrown.append((seat, chance.roll(at, seat, players[seat].dice)))
        at += 1
    return b.Thrown(tuple(thrown))


def _throws(state: State, chance: Chance) -> Iterator[e.Event]:
    """Yield the throws of a round in which dice may land crooked.

    T2: a crooked throw is shown to everybody and made again.
    """
    at, crooked = state.throws, state.rules.crooked
    thrown: list[tuple[int, Hand]] = []
    for seat in state.circle_from(state.opener):
        dice, again = state.players[seat].dice, 0
        while crooked and again < MOST_CROOKED and chance.crooked(at, seat, crooked):
            if thrown:
                yield b.Thrown(tuple(thrown))
            yield b.Crooked(seat, chance.roll(at, seat, dice))
            thrown, again, at = [], again + 1, at + 1
        thrown.append((seat, chance.roll(at, seat, dice)))
        at += 1
    yield b.Thrown(tuple(thrown))


def _bid(move: Move, seat: int, action: a.Bid) -> None:
    """Make a bid. If its bidder shows dice, the hidden rest is thrown again, before anything else happens (B6)."""
    bid = heard(move.state, action)
    check_bid(move.state, seat, bid)
    if not bid.show:
        move.add(b.BidMade.of(seat, bid))
        return
    hidden = check_show(move.state, seat, move.hidden[seat], bid)
    move.add(b.BidMade.of(seat, bid, bid.show))
    again = move.chance.roll(move.state.throws, seat, len(hidden) - len(bid.show))
    move.add(b.ThrownAgain(seat, again, move.state.open_of(seat)))


def _challenge(move: Move, seat: int, _: a.Challenge) -> None:
    state = move.state
    check_challenge(state, seat)
    move.add(e.Challenged(seat, state.bids[-1].bidder, in_turn(state, seat)))
    if move.state.turn == NOBODY:
        _showdown(move)


def _vote(move: Move, seat: int, action: a.Vote) -> None:
    _say(move, seat, action)
    if move.state.turn == NOBODY:
        _showdown(move)


def _say(move: Move, seat: int, action: a.Vote) -> None:
    """Record a vote (C4). The caller makes the showdown after the last vote."""
    if move.state.phase is not POLL:
        raise Refused(NoPoll())
    if move.state.turn != seat:
        raise Refused(_not_asked(move.state, seat))
    move.add(b.Voted(seat, action.believes))


def _not_asked(state: State, seat: int) -> TurnOfAnother:
    """Return the reason why a seat may not vote now, when the poll is waiting for another player (C4)."""
    if seat == state.bids[-1].bidder:
        return BidIsVote(state.turn)
    return CallIsVote(state.turn) if seat == state.challenger else NotAsked(state.turn)


def _showdown(move: Move) -> None:
    """Judge the current bid, pay the price, and determine the next opener.

    C3: the bid holds if the count is at least its quantity.
    """
    state, hands = move.state, move.hidden
    bid, challenger = state.bids[-1], state.challenger
    count = state.counting(bid).all(hands)
    holds = count >= bid.quantity
    due = opens_after(state.round_rules.opens, bid.bidder, challenger, holds, state.next_in(state.opener))
    _pay(move, revealed(state, challenger, hands, count, holds), due)


def _exact(move: Move, seat: int, _: a.CallExact) -> None:
    """Carry out an exact call. It is judged immediately (C5)."""
    state, hands = move.state, move.hidden
    check_exact(state, seat)
    bid = state.bids[-1]
    move.add(b.ExactCalled(seat, bid.bidder, in_turn(state, seat)))
    count = state.counting(bid).all(hands)
    _pay(move, revealed(move.state, seat, hands, count, count == bid.quantity, exact=True), due=seat)


def _pay(move: Move, showdown: b.Revealed, due: int) -> None:
    """Pay the price of a showdown. Then end the game, begin a playoff (E4), or determine the next opener.

    `due` is the player who opens by the table's policy.
    """
    paid = price(move.state, showdown)
    move.add(showdown)
    for event in paid:
        move.add(event)
    state = move.state
    if over := ending.after_showdown(state):
        finish(move, over)
    elif not state.playing_off and ending.may_play_off(state):
        _play_off(move, showdown.loser())
    else:
        move.add(e.Opens(next_opener(state, due)))


def _play_off(move: Move, loser: int) -> None:
    """Begin a playoff, in which the loser of the showdown opens (E4).

    If both of its players have already voted to quit, the game ends instead, because nobody else is still in (E2).
    """
    move.add(b.PlayoffBegan(ending.at_bads(move.state, move.state.rules.pair_bads)))
    if over := ending.called_quits(move.state):
        finish(move, over)
    else:
        move.add(e.Opens(move.state.or_next(loser)))


def _leave(move: Move, seat: int, _: a.Leave) -> None:
    """Let a player leave (L1). If a poll then has nobody left to ask, the showdown follows."""

    def go_on() -> bool:
        complete = move.state.phase is POLL and move.state.turn == NOBODY
        if complete:
            _showdown(move)
        return complete

    leave(move, seat, go_on)


def _absent(move: Move, seat: int, _: a.Absent) -> None:
    """Play for an absent player (L2).

    If the player leaves afterwards, a vote that was played for them does not count: the departure comes before the
    showdown (L1).
    """

    def play_one(leaves: bool) -> bool:
        act = played_for(Game(move.state, move.hidden), seat)
        move.add(e.PlayedFor(seat, in_words(act)))
        if leaves and isinstance(act, a.Vote):
            _say(move, seat, act)
        else:
            BY_PLAYER[type(act)](move, seat, act)
        return True

    be_absent(move, seat, move.state.awaited(), play_one, lambda: _leave(move, seat, a.Leave()))


BY_PLAYER: Acts = {
    **OF_ALL,
    a.Bid: _bid,
    a.Challenge: _challenge,
    a.CallExact: _exact,
    a.Vote: _vote,
    a.Leave: _leave,
    a.Absent: _absent,
}
"""The functions that carry out the players' actions."""
