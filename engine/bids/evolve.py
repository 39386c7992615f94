"""Apply events to a bidding game. No other code changes such a game."""

from msgspec.structs import replace

from engine.bids import events as b
from engine.bids.challenge import next_voter, polled
from engine.bids.counting import counting
from engine.bids.price import is_met
from engine.bids.rules import Palifico, Wild, as_playoff, nothing_wild
from engine.bids.state import Hands, MadeBid, Player, State
from engine.core import events as e
from engine.core import folds
from engine.core.dice import NOBODY
from engine.core.folds import acted
from engine.core.move import Folds
from engine.core.state import BETWEEN, BIDDING, OVER, POLL


def _round_began(state: State, event: e.RoundBegan) -> State:
    rules = as_playoff(state.rules) if state.playing_off else state.rules
    return replace(
        state,
        phase=BIDDING,
        round=event.number,
        turn=event.opener,
        pool=event.pool,
        palifico=event.palifico,
        round_rules=nothing_wild(rules) if event.palifico else rules,
        palifico_next=(),
        debtors=(),
        creditor=NOBODY,
        gift_open=False,
        showdown=None,
    )


def _red(state: State, event: b.RedThrown) -> State:
    return replace(state, red=event.face, throws=state.throws + 1)


def _thrown(state: State, event: b.Thrown) -> State:
    return replace(state, throws=state.throws + len(event.throws))


def _bid(state: State, event: b.BidMade) -> State:
    """Apply a bid.

    If ones are wild only until a player bids them, a bid on ones makes them no longer wild (C2).
    """
    seat = event.seat
    if event.face == 1 and state.round_rules.wild is Wild.ONES_UNTIL_BID:
        state = replace(state, round_rules=nothing_wild(state.round_rules))
    bid = MadeBid(event.quantity, event.face, seat, event.called, event.show)
    if event.show:
        opened = list(state.open or ((),) * len(state.players))
        opened[seat] = (*opened[seat], *event.show)
        state = replace(state, open=tuple(opened))
    return acted(replace(state, bids=(*state.bids, bid), turn=state.next_in(seat)), seat)


def _challenged(state: State, event: e.Challenged) -> State:
    state = replace(state, challenger=event.seat, challenge_in_turn=event.in_turn, turn=NOBODY)
    if polled(state):
        state = replace(state, phase=POLL, turn=next_voter(state))
    return acted(state, event.seat)


def _exact_called(state: State, event: b.ExactCalled) -> State:
    return acted(replace(state, challenger=event.seat, challenge_in_turn=event.in_turn, turn=NOBODY), event.seat)


def _voted(state: State, event: b.Voted) -> State:
    state = replace(state, votes=(*state.votes, (event.seat, event.believes)))
    return acted(replace(state, turn=next_voter(state)), event.seat)


def _revealed(state: State, event: b.Revealed) -> State:
    """Apply a showdown: drop the bids and other parts of the round, and update the players' counts of honest bids."""
    rules = state.rules
    return replace(
        state,
        players=_remembered(state, event),
        bids=(),
        open=(),
        votes=(),
        red=0,
        pool=0,
        palifico=False,
        challenger=NOBODY,
        challenge_in_turn=True,
        phase=BETWEEN,
        turn=NOBODY,
        opener=NOBODY,
        showdown=event,
        creditor=event.winner(),
        gift_open=rules.gift and not event.exact and not is_met(state, event),
    )


def _remembered(state: State, event: b.Revealed) -> tuple[Player, ...]:
    """Return the players with updated counts of honest bids.

    For each bidder, `told` counts the rounds. `held` counts the rounds in which the bidder held more dice than average
    of the face of their last bid. A bidder who then threw dice again is left out, because they say nothing of that bid.
    """
    players, last = list(state.players), {bid.bidder: bid for bid in state.bids}
    for seat, bid in last.items():
        if bid.show:
            continue
        hand, player, counts = event.hands[seat], players[seat], counting(bid, event.wild)
        had = counts.stash(hand) * counts.one_in() > len(hand)
        players[seat] = replace(player, told=player.told + 1, held=player.held + had)
    return tuple(players)


def _dice_left(state: State, event: b.DiceLeft) -> State:
    """Apply a player's new number of dice.

    A player who comes down to one die may get a palifico round. Depending on the table's option, this happens once in
    a game or each time (C6).
    """
    player, single = state.players[event.seat], event.dice == 1
    state = state.with_player(event.seat, replace(player, dice=event.dice, was_single=player.was_single or single))
    if single and not state.playing_off and _may_open_next(state, player.was_single):
        return replace(state, palifico_next=(*state.palifico_next, event.seat))
    return state


def _may_open_next(state: State, was_single: bool) -> bool:
    return state.rules.palifico is Palifico.ALWAYS or (state.rules.palifico is Palifico.ONCE and not was_single)


def _scored(state: State, event: b.Scored) -> State:
    return state.with_player(event.seat, replace(state.players[event.seat], score=event.score))


def _done(state: State, event: b.Done) -> State:
    """Apply the shedding of a player's last die.

    A player who had left before does not count as finished, because players who leave never win (L1).
    """
    player = state.players[event.seat]
    if player.left:
        return state
    state = replace(state, circle=state.without(event.seat))
    return state.with_player(event.seat, replace(player, shed_in=state.round))


def _opens(state: State, event: e.Opens) -> State:
    """Apply the choice of the next opener. Other players who came down to one die lose their palifico round (C6)."""
    chance = (event.seat,) if event.seat in state.palifico_next else ()
    return replace(state, opener=event.seat, palifico_next=chance)


def _playoff(state: State, event: b.PlayoffBegan) -> State:
    """Apply the beginning of a playoff.

    Its two players get all dice back. The other players have finished, and have no dice.
    """
    rules = as_playoff(state.rules)
    players = tuple(
        player if player.left else replace(player, dice=rules.dice if seat in event.seats else 0)
        for seat, player in enumerate(state.players)
    )
    circle = tuple(seat for seat in state.circle if seat in event.seats)
    return replace(state, playing_off=event.seats, round_rules=rules, players=players, circle=circle)


def _over(state: State, event: e.GameOver) -> State:
    return replace(
        folds.over(state, event),
        phase=OVER,
        bids=(),
        open=(),
        votes=(),
        red=0,
        pool=0,
        palifico=False,
        palifico_next=(),
        challenger=NOBODY,
        challenge_in_turn=True,
    )


def _left(state: State, event: e.Left) -> State:
    """Apply a departure. Turns skip the player from now on, including the turns of a poll.

    If the player had to make the opening bid, the next player makes it (L1).
    """
    state = folds.gone(state, event.seat)
    if state.phase is POLL:
        state = replace(state, votes=tuple(vote for vote in state.votes if vote[0] != event.seat))
        return replace(state, turn=next_voter(state))
    if state.phase is BIDDING and state.turn == event.seat:
        heir = state.next_in(event.seat)
        return replace(state, turn=heir, opener=state.opener if state.bids else heir)
    return state


FOLDS: Folds = {
    **folds.SHARED,
    e.RoundBegan: _round_began,
    b.RedThrown: _red,
    b.Crooked: folds.threw,
    b.Thrown: _thrown,
    b.ThrownAgain: folds.threw,
    b.BidMade: _bid,
    e.Challenged: _challenged,
    b.ExactCalled: _exact_called,
    b.Voted: _voted,
    b.Revealed: _revealed,
    b.DiceLeft: _dice_left,
    b.Scored: _scored,
    b.Done: _done,
    b.PlayoffBegan: _playoff,
    e.Opens: _opens,
    e.GameOver: _over,
    e.Left: _left,
}
"""The functions that apply events to the public state, by the type of the event."""


def _dealt(hands: Hands, event: b.Thrown) -> Hands:
    held = list(hands)
    for seat, hand in event.throws:
        held[seat] = hand
    return tuple(held)


def _thrown_again(hands: Hands, event: b.ThrownAgain) -> Hands:
    held = list(hands)
    held[event.seat] = (*event.shown, *event.dice)
    return tuple(held)


def _put_away(hands: Hands, _: e.Event) -> Hands:
    return ((),) * len(hands)


HANDS_FOLDS: Folds = {b.Thrown: _dealt, b.ThrownAgain: _thrown_again, b.Revealed: _put_away, e.GameOver: _put_away}
"""The functions that apply events to the hands, by the type of the event."""
