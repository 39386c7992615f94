"""The only place where a game changes: one event folded into it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine import events as e
from engine.common_hand.challenge import polled
from engine.common_hand.rules import Price, as_palifico, as_playoff
from engine.common_hand.state import BETWEEN, BIDDING, OVER, POLL, Game, Showdown, StandingBid, State
from engine.dice import Hand
from engine.seating import NOBODY, following
from engine.standings import Result

Hands = tuple[Hand, ...]
Fold = Callable[[State, Any], State]
FoldHands = Callable[[Hands, Any], Hands]


def evolve(game: Game, event: e.Event) -> Game:
    """The game after `event`. Total: the events of `play` can always be folded."""
    kind = type(event)
    fold_hands = _HANDS_FOLDS.get(kind)
    return Game(_FOLDS[kind](game.state, event), fold_hands(game.hands, event) if fold_hands else game.hands)


def _thrown(hands: Hands, event: e.Rolled) -> Hands:
    return (*hands[: event.seat], event.dice, *hands[event.seat + 1 :])


def _put_away(hands: Hands, _: e.Event) -> Hands:
    return ((),) * len(hands)


def _rolled(state: State, event: e.Rolled) -> State:
    return replace(state, pool=state.pool + len(event.dice), throws=state.throws + 1)


def _roll_off(state: State, _: e.RollOff) -> State:
    return replace(state, throws=state.throws + 1)


def _ordered(state: State, event: e.Ordered) -> State:
    return replace(state, order=event.order, opener=event.order[0])


def _round_began(state: State, event: e.RoundBegan) -> State:
    rules = as_playoff(state.rules) if state.playing_off else state.rules
    return replace(
        state,
        phase=BIDDING, round=event.number, turn=state.opener, pool=0, red=0, standing=None,
        palifico=event.palifico, round_rules=as_palifico(rules) if event.palifico else rules, palifico_next=NOBODY,
        challenger=NOBODY, challenge_in_turn=True, votes=(), debtors=(), creditor=NOBODY, gift_open=False,
        showdown=None,
    )  # fmt: skip


def _red(state: State, event: e.RedThrown) -> State:
    return replace(state, red=event.face, throws=state.throws + 1)


def _crooked(state: State, _: e.Crooked) -> State:
    return replace(state, throws=state.throws + 1)


def _bid(state: State, event: e.BidMade) -> State:
    standing = StandingBid(event.quantity, event.face, event.seat)
    return _acted(replace(state, standing=standing, turn=state.next_in(event.seat)), event.seat)


def _challenged(state: State, event: e.Challenged) -> State:
    state = replace(state, challenger=event.seat, challenge_in_turn=event.in_turn, turn=NOBODY)
    if polled(state):
        state = replace(state, phase=POLL, turn=next_voter(state))
    return _acted(state, event.seat)


def next_voter(state: State) -> int:
    """C4: the next to say, from the challenger in turn order; `NOBODY` when all have said."""
    assert state.standing is not None
    said = {state.standing.bidder, state.challenger, *(seat for seat, _ in state.votes)}
    for seat in following(state.order, state.challenger):
        if seat not in said and state.is_in(seat):
            return seat
    return NOBODY


def _exact_called(state: State, event: e.ExactCalled) -> State:
    return _acted(replace(state, challenger=event.seat, turn=NOBODY), event.seat)


def _voted(state: State, event: e.Voted) -> State:
    state = replace(state, votes=(*state.votes, (event.seat, event.believes)))
    return _acted(replace(state, turn=next_voter(state)), event.seat)


def _revealed(state: State, event: e.Revealed) -> State:
    assert state.standing is not None
    showdown = Showdown(
        state.standing, state.challenger, event.hands, state.wild(), in_turn=state.challenge_in_turn,
    )  # fmt: skip
    return replace(state, phase=BETWEEN, turn=NOBODY, showdown=showdown, opener=NOBODY)


def _counted(state: State, event: e.Counted) -> State:
    return _showdown(state, count=event.count)


def _judged(state: State, event: e.Judged) -> State:
    assert state.standing is not None
    winner = state.standing.bidder if event.holds else state.challenger
    gift = state.rules.gift and state.rules.price is Price.FORFEIT
    return replace(_showdown(state, holds=event.holds), creditor=winner, gift_open=gift)


def _exact_judged(state: State, event: e.ExactJudged) -> State:
    assert state.standing is not None
    winner = state.challenger if event.exact else state.standing.bidder
    return replace(_showdown(state, holds=event.exact, exact=True), creditor=winner)


def _showdown(state: State, **told: Any) -> State:
    assert state.showdown is not None
    return replace(state, showdown=replace(state.showdown, **told))


def _dice_left(state: State, event: e.DiceLeft) -> State:
    player = state.players[event.seat]
    first_single = event.dice == 1 and not player.was_single and not state.playing_off
    state = state.with_player(
        event.seat, replace(player, dice=event.dice, was_single=player.was_single or event.dice == 1)
    )
    return replace(state, palifico_next=event.seat) if first_single and state.rules.palifico else state


def _scored(state: State, event: e.Scored) -> State:
    return state.with_player(event.seat, replace(state.players[event.seat], score=event.score))


def _forfeit(state: State, event: e.ForfeitOwed) -> State:
    player = state.players[event.seat]
    state = state.with_player(event.seat, replace(player, forfeits=player.forfeits + 1))
    waits = state.phase is BETWEEN and not player.left and event.seat not in state.debtors
    return replace(state, debtors=(*state.debtors, event.seat)) if waits else state


def _out(state: State, _: e.Out) -> State:
    return state  # the number of dice says it


def _done(state: State, event: e.Done) -> State:
    return state.with_player(event.seat, replace(state.players[event.seat], shed_in=state.round))


def _chips(state: State, event: e.ChipsMoved) -> State:
    player = state.players[event.seat]
    return state.with_player(event.seat, replace(player, chips=player.chips + event.amount))


def _opens(state: State, event: e.Opens) -> State:
    return replace(state, opener=event.seat)


def _playoff(state: State, event: e.PlayoffBegan) -> State:
    rules = as_playoff(state.rules)
    players = tuple(
        replace(player, dice=rules.dice if seat in event.seats else 0) for seat, player in enumerate(state.players)
    )
    return replace(state, playing_off=event.seats, round_rules=rules, players=players)


def _over(state: State, event: e.GameOver) -> State:
    return replace(
        state, phase=OVER, turn=NOBODY, opener=NOBODY, debtors=(), gift_open=False, standing=None, votes=(),
        palifico_next=NOBODY, result=Result(event.winners, event.losers),
    )  # fmt: skip


def _settled(state: State, event: e.Settled) -> State:
    debtors = tuple(seat for seat in state.debtors if seat != event.debtor)
    return _acted(replace(state, debtors=debtors, gift_open=state.gift_open and bool(debtors)), event.by)


def _gifted(state: State, event: e.Gifted) -> State:
    return _acted(replace(state, gift_open=False), event.seat)


def _left(state: State, event: e.Left) -> State:
    state = state.with_player(event.seat, replace(state.players[event.seat], left=True, left_in=state.round))
    debtors = tuple(seat for seat in state.debtors if seat != event.seat)
    state = replace(state, debtors=debtors, gift_open=state.gift_open and bool(debtors), played_for=NOBODY)
    if state.phase is POLL:
        state = replace(state, votes=tuple(vote for vote in state.votes if vote[0] != event.seat))
        return replace(state, turn=next_voter(state))
    if state.phase is BIDDING and state.turn == event.seat:
        heir = state.next_in(event.seat)
        return replace(state, turn=heir, opener=heir if state.standing is None else state.opener)
    return state


def _quit(state: State, event: e.QuitVoiced) -> State:
    state = state.with_player(event.seat, replace(state.players[event.seat], quits=True))
    return _acted(state, event.seat)


def _absent(state: State, event: e.WasAbsent) -> State:
    player = state.players[event.seat]
    return state.with_player(event.seat, replace(player, absences=player.absences + 1))


def _played_for(state: State, event: e.PlayedFor) -> State:
    return replace(state, played_for=event.seat)  # the act itself follows


def _time_up(state: State, _: e.TimeRanOut) -> State:
    return replace(state, time_up=True)


def _acted(state: State, seat: int) -> State:
    """L2: an own act starts the count of absences again; one that was played for the player does not."""
    if state.played_for == seat:
        return replace(state, played_for=NOBODY)
    player = state.players[seat]
    return state.with_player(seat, replace(player, absences=0)) if player.absences else state


_FOLDS: dict[type[e.Event], Fold] = {
    e.RollOff: _roll_off, e.Ordered: _ordered, e.RoundBegan: _round_began, e.RedThrown: _red, e.Crooked: _crooked,
    e.Rolled: _rolled, e.BidMade: _bid, e.Challenged: _challenged, e.ExactCalled: _exact_called, e.Voted: _voted,
    e.Revealed: _revealed, e.Counted: _counted, e.Judged: _judged, e.ExactJudged: _exact_judged,
    e.DiceLeft: _dice_left, e.Scored: _scored, e.ForfeitOwed: _forfeit, e.Out: _out, e.Done: _done,
    e.ChipsMoved: _chips, e.Opens: _opens, e.PlayoffBegan: _playoff, e.GameOver: _over, e.Settled: _settled,
    e.Gifted: _gifted, e.Left: _left, e.QuitVoiced: _quit, e.WasAbsent: _absent, e.PlayedFor: _played_for,
    e.TimeRanOut: _time_up,
}  # fmt: skip

_HANDS_FOLDS: dict[type[e.Event], FoldHands] = {e.Rolled: _thrown, e.Revealed: _put_away, e.GameOver: _put_away}
