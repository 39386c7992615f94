"""Carry out the actions of players and of the table in the cup game.

Each function checks an action and adds the events that follow from it. The functions in `evolve.py` apply the events.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from engine.core import events as e
from engine.core import move as core
from engine.core.acts import be_absent, check_may_deal, finish, leave
from engine.core.dice import Hand
from engine.core.family import OF_ALL, Acts
from engine.core.lives import starting_lives
from engine.core.policies import opens_after
from engine.core.refusals import Holding, HowManyPlayers, Refused
from engine.core.state import Player
from engine.poker_cup import actions as a
from engine.poker_cup import ending
from engine.poker_cup import events as c
from engine.poker_cup.absence import ends_absence, in_words, played_for
from engine.poker_cup.cup import Cup, with_dice
from engine.poker_cup.evolve import CUP_FOLDS, FOLDS
from engine.poker_cup.legal import check_challenge, check_claim, check_dice, check_step, check_throw, may_protest
from engine.poker_cup.price import price, price_of_giving_up
from engine.poker_cup.ranking import Claim
from engine.poker_cup.refusals import NoProtest
from engine.poker_cup.rules import CupRules
from engine.poker_cup.state import CupGame, State, Step


class Move(core.Move[State, Cup]):
    """One move in a cup game. Its hidden part is the cup."""

    FOLDS: ClassVar[core.Folds] = FOLDS
    HIDDEN_FOLDS: ClassVar[core.Folds] = CUP_FOLDS
    ENDING: ClassVar[core.Ending] = ending

    def roll(self, seat: int, count: int) -> Hand:
        """Return a throw of `count` dice by `seat`."""
        return self.chance.roll(self.state.throws, seat, count)


def initial(
    rules: CupRules, players: int, holds: Sequence[int] = (), scores: Sequence[int] = (), lives: Sequence[int] = ()
) -> CupGame:
    """Return the game before its first event.

    Raises `Refused` for an impossible number of players or of lives. Players have no dice or scores of their own here,
    so a starting position with other dice than all of them, or with a score other than 0, is refused too.
    """
    if not 2 <= players <= 20:
        raise Refused(HowManyPlayers(players))
    dice = rules.ranking.dice
    if any(held != dice for held in holds) or any(scores):
        raise Refused(Holding(dice))
    full = rules.lives if rules.counts_lives() else 0
    seats = tuple(Player(lives=each) for each in starting_lives(full, players, lives))
    return CupGame(State(rules=rules, players=seats), Cup())


def deal(move: Move, _: None, __: a.Deal) -> None:
    """Begin a round: roll all dice under the opener's cup."""
    check_may_deal(move.state)
    move.add(e.RoundBegan(move.state.round + 1, move.state.opener, move.state.rules.ranking.dice))
    _throw_all(move)


def _throw_all(move: Move) -> None:
    """Roll all dice under the cup of the player who has the turn.

    K1: that player is the opener.
    """
    opener = move.state.turn
    move.add(c.RolledUnder(opener, move.roll(opener, move.state.rules.ranking.dice)))


def _peek(move: Move, seat: int, _: a.Peek) -> None:
    """Accept the claim by peeking under the cup.

    K4: the receiver sees all dice under the cup, and has to roll at least one die in this turn.
    """
    check_step(move.state, seat, "peek")
    move.add(c.Peeked(seat))


def _blind(move: Move, seat: int, action: a.PassBlind) -> None:
    """Pass the cup on blind.

    K3: the receiver makes a higher claim without looking. No die is thrown or moved.
    """
    check_step(move.state, seat, "blind")
    _pass_on(move, seat, action.claim, blind=True)


def _claim(move: Move, seat: int, action: a.MakeClaim) -> None:
    check_step(move.state, seat, "claim")
    _pass_on(move, seat, action.claim, blind=False)


def _pass_on(move: Move, seat: int, claim: Claim, blind: bool) -> None:
    """Make a claim and pass the cup on.

    K9: the claim has to beat the accepted one. K14: in the pass, one die under the cup may roll over unseen.
    """
    state, under = move.state, move.hidden.dice
    check_claim(state, claim)
    slippery = state.rules.slippery
    slip = move.chance.slip(state.throws, slippery, under) if slippery and under else None
    move.add(c.Claimed(seat, claim, blind, looked=state.step is Step.LOOKED))
    if slip is not None:
        move.add(c.Slipped(under[slip[0]], slip[1]))


def _show(move: Move, seat: int, action: a.Show) -> None:
    check_step(move.state, seat, "show")
    check_dice(move.hidden.dice, action.dice)
    move.add(c.Shown(seat, action.dice))


def _cover(move: Move, seat: int, action: a.Cover) -> None:
    """Put dice from the table under the cup.

    K5: dice may be pulled out or put under the cup any number of times and in any order.
    """
    check_step(move.state, seat, "cover")
    check_dice(move.state.table, action.dice)
    move.add(c.Covered(seat, action.dice))


def _throw(move: Move, seat: int, action: a.Throw) -> None:
    """Roll one die on the table.

    K6: everybody sees the result, and the die stays on the table in this turn.
    """
    check_step(move.state, seat, "throw", action.face)
    check_throw(move.state, action.face)
    move.add(c.Threw(seat, action.face))
    move.add(c.RolledOnTable(seat, action.face, move.roll(seat, 1)[0]))


def _shake(move: Move, seat: int, _: a.Shake) -> None:
    """Roll the dice under the cup.

    K7: all dice under the cup are rolled together.
    """
    check_step(move.state, seat, "shake")
    dice = move.roll(seat, move.state.under)
    move.add(c.Shook(seat, len(dice)))
    move.add(c.RolledUnder(seat, dice))


def _look(move: Move, seat: int, _: a.Look) -> None:
    """Look at the dice under the cup.

    K8: the player may look at the rolled dice, and then pull dice out for all to see.
    """
    check_step(move.state, seat, "look")
    move.add(c.Looked(seat))


def _challenge(move: Move, seat: int, _: a.Challenge) -> None:
    """Challenge the claim.

    K12: all dice are shown, and the passer or the challenger pays. Then the game ends, or the next opener is
    determined.
    """
    state = move.state
    check_challenge(state, seat)
    claim, passer = state.claims[-1].claim, state.claims[-1].passer
    under, table = move.hidden.dice, state.on_table()
    ranking = state.rules.ranking
    hand = ranking.hand(with_dice(under, table))
    holds = ranking.reaches(hand, claim)
    due = opens_after(state.rules.opens, passer, seat, holds, state.next_in(state.opener))
    move.add(e.Challenged(seat, passer))
    shown = c.CupLifted(passer, claim, seat, under, table, hand, holds)
    move.add(shown)
    _pay(move, price(move.state, shown), due)


def _give_up(move: Move, seat: int, _: a.GiveUp) -> None:
    """Give up after the highest claim.

    K18: nothing is shown. The player pays, and counts as a challenger who lost to the player who claimed.
    """
    state = move.state
    check_step(state, seat, "fold")
    given_up = c.GaveUp(seat, state.claims[-1].passer)
    due = opens_after(state.rules.opens, given_up.to, seat, True, state.next_in(state.opener))
    move.add(given_up)
    _pay(move, price_of_giving_up(move.state, given_up), due)


def _pay(move: Move, paid: Iterable[e.Event], due: int) -> None:
    """Pay for a round. Then end the game, or determine the next opener. `due` opens by the table's policy."""
    move.extend(paid)
    if over := ending.after_showdown(move.state):
        finish(move, over)
    else:
        move.add(e.Opens(move.state.or_next(due)))


def _protest(move: Move, seat: int, _: a.Protest) -> None:
    """Protest after a lost showdown.

    K15: a protest changes nothing, and costs the passer a second forfeit.
    """
    if not may_protest(move.state, seat):
        raise Refused(NoProtest())
    move.add(c.Protested(seat))
    move.add(e.ForfeitOwed(seat, move.state.creditor, e.Cause.PROTEST))


def _leave(move: Move, seat: int, _: a.Leave) -> None:
    """Let a player leave (L1).

    If the player had thrown in this turn, the next player throws all dice again.
    """
    threw_for_nothing = move.state.turn == seat and move.state.has_thrown()

    def go_on() -> bool:
        if threw_for_nothing:
            _throw_all(move)
        return threw_for_nothing

    leave(move, seat, go_on)


def _absent(move: Move, seat: int, _: a.Absent) -> None:
    def play_one(_leaves: bool) -> bool:
        act = played_for(move.state, seat)
        move.add(e.PlayedFor(seat, in_words(act)))
        BY_PLAYER[type(act)](move, seat, act)
        return ends_absence(act)

    be_absent(move, seat, move.state.awaited(), play_one, lambda: _leave(move, seat, a.Leave()))


BY_PLAYER: Acts = {
    **OF_ALL,
    a.Challenge: _challenge,
    a.Peek: _peek,
    a.PassBlind: _blind,
    a.Show: _show,
    a.Cover: _cover,
    a.Throw: _throw,
    a.Shake: _shake,
    a.Look: _look,
    a.MakeClaim: _claim,
    a.GiveUp: _give_up,
    a.Protest: _protest,
    a.Leave: _leave,
    a.Absent: _absent,
}
"""The functions that carry out the players' actions."""
