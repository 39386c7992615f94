"""One turn with the cup: decide, then evolve.

`play` checks an action and answers with the events it brings and the game after them. It never changes
anything itself: every event goes through the folds of `evolve.py`, so a game is always the fold of its events.
"""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from engine.core import debts
from engine.core import events as e
from engine.core.acts import be_absent, call_quits, check_may_deal, finish, leave, stop, time_up
from engine.core.dice import Chance, Hand
from engine.core.policies import opens_after
from engine.core.refusals import Refused, Why
from engine.core.state import OVER, Player
from engine.core.turn import Ending, take_seats
from engine.core.turn import Turn as AnyTurn
from engine.single_cup import actions as a
from engine.single_cup import ending
from engine.single_cup import events as c
from engine.single_cup.absence import awaited, ends_absence, in_words, played_for
from engine.single_cup.claims import reaches
from engine.single_cup.cup import Cup, with_dice
from engine.single_cup.evolve import CUP_FOLDS, FOLDS
from engine.single_cup.hands import Claim, real_hand
from engine.single_cup.legal import check_challenge, check_claim, check_dice, check_step, may_protest
from engine.single_cup.rules import DICE, CupRules
from engine.single_cup.state import CupGame, State


class Turn(AnyTurn[State, Cup]):
    """One action in the game of the cup, which is what is hidden."""

    FOLDS, HIDDEN_FOLDS = FOLDS, CUP_FOLDS
    ENDING: ClassVar[Ending] = ending

    __slots__ = ()

    def roll(self, seat: int, count: int) -> Hand:
        """A throw of `count` dice."""
        return self.chance.roll(self.state.throws, seat, count)


def start(
    rules: CupRules, players: int, chance: Chance, holds: Sequence[int] = (), scores: Sequence[int] = ()
) -> tuple[tuple[e.Event, ...], CupGame]:
    """A new game of `players` (2 to 20), seated and with the antes paid; no round yet. Raises `Refused`."""
    game = initial(rules, players, holds, scores)
    begun = Turn(game.state, game.cup, chance)
    take_seats(begun, rules.ante, rules.seating, rules.direction)
    return tuple(begun.events), CupGame(begun.state, begun.hidden)


def initial(rules: CupRules, players: int, holds: Sequence[int] = (), scores: Sequence[int] = ()) -> CupGame:
    """The game before its first event: what `evolve` folds from.

    Raises `Refused` for a number of players that cannot be, or a starting position: nobody holds dice of their
    own or scores here, so that only the usual one (five, and 0) is accepted.
    """
    if not 2 <= players <= 20:
        raise Refused(Why.PLAYERS, players=players)
    if any(held != DICE for held in holds) or any(scores):
        raise Refused(Why.HOLDING, full=DICE)
    return CupGame(State(rules=rules, players=(Player(),) * players))


def play(game: CupGame, seat: int | None, action: a.Action, chance: Chance) -> tuple[tuple[e.Event, ...], CupGame]:
    """Do `action` for `seat` (None: the table itself, which begins rounds and keeps the time).

    Gives the events in order and the game after them. Raises `Refused`, and the game is as it was.
    """
    state = game.state
    if state.phase is OVER:
        raise Refused(Why.GAME_OVER)
    if seat is not None and seat not in state.circle:
        raise Refused(Why.NOT_PLAYING)
    act = (_BY_TABLE if seat is None else _BY_PLAYER).get(type(action))
    if act is None:
        raise Refused(Why.OTHER_GAME)
    done = Turn(state, game.cup, chance)
    act(done, seat, action)
    return tuple(done.events), CupGame(done.state, done.hidden)


def _deal(turn: Turn, _: None, __: a.Deal) -> None:
    check_may_deal(turn.state)
    turn.add(e.RoundBegan(turn.state.round + 1))
    _throw_all(turn)


def _throw_all(turn: Turn) -> None:
    """K1: the opener throws all five under the cup."""
    opener = turn.state.turn
    turn.add(c.RolledUnder(opener, turn.roll(opener, DICE)))


def _peek(turn: Turn, seat: int, _: a.Peek) -> None:
    """K4: the receiver accepts, and sees all dice under the cup; at least one must be rolled this turn."""
    check_step(turn.state, seat, "peek")
    turn.add(c.Peeked(seat))


def _blind(turn: Turn, seat: int, action: a.PassBlind) -> None:
    """K3: a higher claim without looking; nothing is thrown or moved."""
    check_step(turn.state, seat, "blind")
    _pass_on(turn, seat, action.claim, blind=True)


def _claim(turn: Turn, seat: int, action: a.MakeClaim) -> None:
    check_step(turn.state, seat, "claim")
    _pass_on(turn, seat, action.claim, blind=False)


def _pass_on(turn: Turn, seat: int, claim: Claim, blind: bool) -> None:
    """K9: a claim that beats the accepted one, and the cup goes on; on the way a die may roll over.

    K14: it is one of those under the cup, and nobody sees it.
    """
    state, under = turn.state, turn.hidden.dice
    check_claim(state, claim)
    slippery = state.rules.slippery
    slip = turn.chance.slip(state.throws, slippery, under) if slippery and under else None
    turn.add(c.Claimed(seat, claim, blind))
    if slip is not None:
        turn.add(c.Slipped(under[slip[0]], slip[1]))


def _show(turn: Turn, seat: int, action: a.Show) -> None:
    check_step(turn.state, seat, "show")
    check_dice(turn.hidden.dice, action.dice)
    turn.add(c.Shown(seat, action.dice))


def _cover(turn: Turn, seat: int, action: a.Cover) -> None:
    """K5: dice are pulled out to the table or put under the cup, any number of times and in any order."""
    check_step(turn.state, seat, "cover")
    check_dice(turn.state.table, action.dice)
    turn.add(c.Covered(seat, action.dice))


def _throw(turn: Turn, seat: int, action: a.Throw) -> None:
    """K6: one table die is rolled, seen by all; it stays on the table this turn."""
    check_step(turn.state, seat, "throw")
    check_dice(turn.state.table, (action.face,))
    turn.add(c.Threw(seat, action.face))
    turn.add(c.RolledOnTable(seat, action.face, turn.roll(seat, 1)[0]))


def _shake(turn: Turn, seat: int, _: a.Shake) -> None:
    """K7: all dice under the cup are rolled together."""
    check_step(turn.state, seat, "shake")
    dice = turn.roll(seat, turn.state.under)
    turn.add(c.Shook(seat))
    turn.add(c.RolledUnder(seat, dice))


def _look(turn: Turn, seat: int, _: a.Look) -> None:
    """K8: the holder may look at what was rolled, and then pull dice out for all to see."""
    check_step(turn.state, seat, "look")
    turn.add(c.Looked(seat))


def _challenge(turn: Turn, seat: int, _: a.Challenge) -> None:
    """K12: all dice are shown, and one of passer and challenger pays; then who opens, or the end."""
    check_challenge(turn.state, seat)
    standing = turn.state.standing
    assert standing is not None
    under, table = turn.hidden.dice, turn.state.table
    hand, follower = (
        real_hand(with_dice(under, table), turn.state.rules.straights),
        turn.state.next_in(turn.state.opener),
    )
    holds = reaches(hand, standing.claim)
    turn.add(e.Challenged(seat))
    turn.add(c.CupLifted(under, table, hand, holds))
    turn.add(e.ForfeitOwed(seat, standing.passer) if holds else e.ForfeitOwed(standing.passer, seat))
    if over := ending.after_showdown(turn.state):
        finish(turn, over)
    else:
        opener = opens_after(turn.state.rules.opens, standing.passer, seat, holds, follower)
        turn.add(e.Opens(turn.state.or_next(opener)))


def _protest(turn: Turn, seat: int, _: a.Protest) -> None:
    """K15: it changes nothing, and they owe a second forfeit."""
    if not may_protest(turn.state, seat):
        raise Refused(Why.NO_PROTEST)
    turn.add(c.Protested(seat))
    turn.add(e.ForfeitOwed(seat, turn.state.creditor))


def _leave(turn: Turn, seat: int, _: a.Leave) -> None:
    """Where the one with the cup had thrown in this turn, or opened, the next player throws all five anew (L1)."""
    threw_for_nothing = turn.state.turn == seat and turn.state.has_thrown()

    def go_on() -> bool:
        if threw_for_nothing:
            _throw_all(turn)
        return threw_for_nothing

    leave(turn, seat, go_on)


def _absent(turn: Turn, seat: int, _: a.Absent) -> None:
    def play_one() -> bool:
        act = played_for(turn.state, seat)
        turn.add(e.PlayedFor(seat, in_words(act)))
        _BY_PLAYER[type(act)](turn, seat, act)
        return ends_absence(act)

    be_absent(turn, seat, awaited(turn.state), play_one, lambda: _leave(turn, seat, a.Leave()))


Act = Callable[[Turn, Any, Any], None]

_BY_TABLE: dict[type[a.Action], Act] = {a.Deal: _deal, a.TimeUp: time_up, a.Stop: stop}

_BY_PLAYER: dict[type[a.Action], Act] = {
    a.Challenge: _challenge, a.Peek: _peek, a.PassBlind: _blind, a.Show: _show, a.Cover: _cover, a.Throw: _throw,
    a.Shake: _shake, a.Look: _look, a.MakeClaim: _claim, a.Protest: _protest, a.Settle: debts.settle,
    a.Gift: debts.give, a.Leave: _leave, a.Quit: call_quits, a.Absent: _absent,
}  # fmt: skip
