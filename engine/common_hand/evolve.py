"""The only place where a game changes: one event folded into it."""

from msgspec.structs import replace

from engine.common_hand.challenge import next_voter, polled
from engine.common_hand.rules import Palifico, Price, Wild, as_playoff, nothing_wild
from engine.common_hand.state import Game, Showdown, StandingBid, State
from engine.core import events as e
from engine.core import folds
from engine.core.dice import NOBODY, Hand
from engine.core.folds import acted
from engine.core.state import BETWEEN, BIDDING, OVER, POLL
from engine.core.turn import Folds

Hands = tuple[Hand, ...]


def evolve(game: Game, event: e.Event) -> Game:
    """The game after `event`. Total: the events of `play` can always be folded."""
    kind = type(event)
    hands = HANDS_FOLDS[kind](game.hands, event) if kind in HANDS_FOLDS else game.hands
    return Game(FOLDS[kind](game.state, event), hands)


def _round_began(state: State, event: e.RoundBegan) -> State:
    rules = as_playoff(state.rules) if state.playing_off else state.rules
    return replace(
        state,
        phase=BIDDING, round=event.number, turn=state.opener, pool=0, red=0, standing=None,
        palifico=event.palifico, round_rules=nothing_wild(rules) if event.palifico else rules, palifico_next=(),
        challenger=NOBODY, challenge_in_turn=True, votes=(), debtors=(), creditor=NOBODY, gift_open=False,
        showdown=None,
    )  # fmt: skip


def _red(state: State, event: e.RedThrown) -> State:
    return replace(state, red=event.face, throws=state.throws + 1)


def _thrown(state: State, event: e.Thrown) -> State:
    dice = sum([len(hand) for _, hand in event.throws])
    return replace(state, pool=state.pool + dice, throws=state.throws + len(event.throws))


def _bid(state: State, event: e.BidMade) -> State:
    """Where ones are wild until somebody bids them, this bid may end it (C2)."""
    seat = event.seat
    if event.face == 1 and state.round_rules.wild is Wild.ONES_UNTIL_BID:
        state = replace(state, round_rules=nothing_wild(state.round_rules))
    standing = StandingBid(event.quantity, event.face, seat)
    return acted(replace(state, standing=standing, turn=state.next_in(seat)), seat)


def _challenged(state: State, event: e.Challenged) -> State:
    state = replace(state, challenger=event.seat, challenge_in_turn=event.in_turn, turn=NOBODY)
    if polled(state):
        state = replace(state, phase=POLL, turn=next_voter(state))
    return acted(state, event.seat)


def _exact_called(state: State, event: e.ExactCalled) -> State:
    return acted(replace(state, challenger=event.seat, turn=NOBODY), event.seat)


def _voted(state: State, event: e.Voted) -> State:
    state = replace(state, votes=(*state.votes, (event.seat, event.believes)))
    return acted(replace(state, turn=next_voter(state)), event.seat)


def _revealed(state: State, event: e.Revealed) -> State:
    bid, challenger, rules = state.standing, state.challenger, state.rules
    assert bid is not None
    showdown = Showdown(
        bid, challenger, event.hands, state.wild(), event.count, event.holds, event.exact, state.challenge_in_turn
    )
    # An exact call that is right is the caller's; a bid that holds is the bidder's.
    return replace(
        state, phase=BETWEEN, turn=NOBODY, opener=NOBODY, showdown=showdown,
        creditor=bid.bidder if event.holds != event.exact else challenger,
        gift_open=rules.gift and rules.price is Price.FORFEIT and not event.exact,
    )  # fmt: skip


def _dice_left(state: State, event: e.DiceLeft) -> State:
    """Who comes down to one die has the chance of a palifico round (C6): the first time, or each time."""
    player, single = state.players[event.seat], event.dice == 1
    state = state.with_player(event.seat, replace(player, dice=event.dice, was_single=player.was_single or single))
    once = state.rules.palifico is Palifico.ONCE and not player.was_single
    if single and not state.playing_off and (once or state.rules.palifico is Palifico.ALWAYS):
        return replace(state, palifico_next=(*state.palifico_next, event.seat))
    return state


def _scored(state: State, event: e.Scored) -> State:
    return state.with_player(event.seat, replace(state.players[event.seat], score=event.score))


def _out(state: State, event: e.Out) -> State:
    return replace(state, circle=state.without(event.seat))


def _done(state: State, event: e.Done) -> State:
    """Who had left before the last die was shed has not finished (L1): leavers never win."""
    player = state.players[event.seat]
    if player.left:
        return state
    state = replace(state, circle=state.without(event.seat))
    return state.with_player(event.seat, replace(player, shed_in=state.round))


def _opens(state: State, event: e.Opens) -> State:
    """Whoever else has come down to one die has had their chance (C6); so has an opener who leaves."""
    chance = (event.seat,) if event.seat in state.palifico_next else ()
    return replace(state, opener=event.seat, palifico_next=chance)


def _playoff(state: State, event: e.PlayoffBegan) -> State:
    rules = as_playoff(state.rules)
    players = tuple(
        replace(player, dice=rules.dice if seat in event.seats else 0) for seat, player in enumerate(state.players)
    )
    circle = tuple(seat for seat in state.circle if seat in event.seats)
    return replace(state, playing_off=event.seats, round_rules=rules, players=players, circle=circle)


def _over(state: State, event: e.GameOver) -> State:
    return replace(folds.over(state, event), phase=OVER, standing=None, votes=(), palifico_next=())


def _left(state: State, event: e.Left) -> State:
    """Turns go on without them, in a poll too; the next player makes the opening bid (L1)."""
    state = folds.gone(state, event.seat)
    if state.phase is POLL:
        state = replace(state, votes=tuple(vote for vote in state.votes if vote[0] != event.seat))
        return replace(state, turn=next_voter(state))
    if state.phase is BIDDING and state.turn == event.seat:
        heir = state.next_in(event.seat)
        return replace(state, turn=heir, opener=heir if state.standing is None else state.opener)
    return state


FOLDS: Folds = {
    **folds.SHARED, e.RoundBegan: _round_began, e.RedThrown: _red, e.Crooked: folds.threw, e.Thrown: _thrown,
    e.BidMade: _bid, e.Challenged: _challenged, e.ExactCalled: _exact_called, e.Voted: _voted, e.Revealed: _revealed,
    e.DiceLeft: _dice_left, e.Scored: _scored, e.Out: _out, e.Done: _done, e.PlayoffBegan: _playoff,
    e.Opens: _opens, e.GameOver: _over, e.Left: _left,
}  # fmt: skip
"""What each event changes of what is public."""


def _dealt(hands: Hands, event: e.Thrown) -> Hands:
    held = list(hands)
    for seat, hand in event.throws:
        held[seat] = hand
    return tuple(held)


def _put_away(hands: Hands, _: e.Revealed | e.GameOver) -> Hands:
    return ((),) * len(hands)


HANDS_FOLDS: Folds = {e.Thrown: _dealt, e.Revealed: _put_away, e.GameOver: _put_away}
"""What events change of the hands."""
