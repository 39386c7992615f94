"""One turn with the cup: decide, then evolve.

`play` checks an action and answers with the events it brings and the game after them. It never changes
anything itself: every event goes through `evolve`, so a game is always the fold of its events.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from engine import events as e
from engine.debts import settlements
from engine.dice import Chance, Hand
from engine.policies import Direction, Seating, opens_after
from engine.refusals import Refused, Why
from engine.seating import in_direction, roll_off_first, roll_off_order
from engine.single_cup import actions as a
from engine.single_cup import ending
from engine.single_cup import events as c
from engine.single_cup.absence import awaited, ends_absence, in_words, played_for
from engine.single_cup.claims import reaches
from engine.single_cup.cup import with_dice
from engine.single_cup.evolve import evolve
from engine.single_cup.hands import Claim, real_hand
from engine.single_cup.legal import check_challenge, check_claim, check_dice, check_step, gifts, may_protest
from engine.single_cup.rules import DICE, CupRules
from engine.single_cup.state import CupGame, Phase, Player, State
from engine.stakes import antes


class _Turn:
    """The events of one action so far, and the game after each."""

    __slots__ = ("chance", "events", "game", "state")

    def __init__(self, game: CupGame, chance: Chance) -> None:
        self.game, self.state, self.chance = game, game.state, chance
        self.events: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        self.events.append(event)
        self.game = evolve(self.game, event)
        self.state = self.game.state

    def extend(self, events: Iterable[e.Event]) -> None:
        for event in list(events):
            self.add(event)

    def roll(self, seat: int, count: int) -> Hand:
        return self.chance.roll(self.state.throws, seat, count)


def start(
    rules: CupRules, players: int, chance: Chance, holds: Sequence[int] = (), scores: Sequence[int] = ()
) -> tuple[tuple[e.Event, ...], CupGame]:
    """A new game of `players` (2 to 20): the antes (E6) and the roll-off (S1); no round yet. Raises `Refused`."""
    turn = _Turn(initial(rules, players, holds, scores), chance)
    turn.extend(antes(players, rules.ante))
    seating = tuple(range(players))
    if rules.seating is not Seating.JOINED:
        roll_off = roll_off_order if rules.seating is Seating.ORDER else roll_off_first
        throws, seating = roll_off(players, chance, turn.state.throws)
        turn.extend(throws)
    turn.add(e.Ordered(in_direction(seating, rules.direction is Direction.COUNTERCLOCKWISE)))
    return tuple(turn.events), turn.game


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
    if game.state.phase is Phase.OVER:
        raise Refused(Why.GAME_OVER)
    turn = _Turn(game, chance)
    if seat is None:
        _by_table(turn, action)
    else:
        _by_player(turn, seat, action)
    return tuple(turn.events), turn.game


def _by_table(turn: _Turn, action: a.Action) -> None:
    act = _BY_TABLE.get(type(action))
    if act is None:
        raise Refused(Why.OTHER_GAME)
    act(turn)


def _by_player(turn: _Turn, seat: int, action: a.Action) -> None:
    act = _BY_PLAYER.get(type(action))
    if not 0 <= seat < len(turn.state.players) or not turn.state.is_in(seat):
        raise Refused(Why.NOT_PLAYING)
    if act is None:
        raise Refused(Why.OTHER_GAME)
    act(turn, seat, action)


def _deal(turn: _Turn) -> None:
    """K1: the opener throws all five under the cup."""
    state = turn.state
    if state.phase is not Phase.BETWEEN:
        raise Refused(Why.ROUND_RUNNING)
    if state.debtors:
        raise Refused(Why.FORFEIT_WAITS, debtors=state.debtors)
    turn.add(e.RoundBegan(state.round + 1))
    _throw_all(turn)


def _throw_all(turn: _Turn) -> None:
    opener = turn.state.turn
    turn.add(c.RolledUnder(opener, turn.roll(opener, DICE)))


def _time_up(turn: _Turn) -> None:
    """E1: between rounds the game ends at once; a round that is running is played to its end."""
    if turn.state.time_up:
        raise Refused(Why.SAID_ALREADY)
    turn.add(e.TimeRanOut())
    if turn.state.phase is Phase.BETWEEN:
        _finish(turn, ending.standings(turn.state))


def _peek(turn: _Turn, seat: int, _: a.Peek) -> None:
    check_step(turn.state, seat, "peek")
    turn.add(c.Peeked(seat))


def _blind(turn: _Turn, seat: int, action: a.PassBlind) -> None:
    check_step(turn.state, seat, "blind")
    _pass_on(turn, seat, action.claim, blind=True)


def _claim(turn: _Turn, seat: int, action: a.MakeClaim) -> None:
    check_step(turn.state, seat, "claim")
    _pass_on(turn, seat, action.claim, blind=False)


def _pass_on(turn: _Turn, seat: int, claim: Claim, blind: bool) -> None:
    """K9: a claim that beats the accepted one, and the cup goes on; K14: a die may roll over on the way."""
    state, under = turn.state, turn.game.cup.dice
    check_claim(state, claim)
    slippery = state.rules.slippery
    slip = turn.chance.slip(state.throws, slippery, under) if slippery and under else None
    turn.add(c.Claimed(seat, claim, blind))
    if slip is not None:
        turn.add(c.Slipped(under[slip[0]], slip[1]))


def _show(turn: _Turn, seat: int, action: a.Show) -> None:
    check_step(turn.state, seat, "show")
    check_dice(turn.game.cup.dice, action.dice)
    turn.add(c.Shown(seat, action.dice))


def _cover(turn: _Turn, seat: int, action: a.Cover) -> None:
    check_step(turn.state, seat, "cover")
    check_dice(turn.state.table, action.dice)
    turn.add(c.Covered(seat, action.dice))


def _throw(turn: _Turn, seat: int, action: a.Throw) -> None:
    """K6: one table die, seen by all."""
    check_step(turn.state, seat, "throw")
    check_dice(turn.state.table, (action.face,))
    turn.add(c.Threw(seat, action.face))
    turn.add(c.RolledOnTable(seat, action.face, turn.roll(seat, 1)[0]))


def _shake(turn: _Turn, seat: int, _: a.Shake) -> None:
    """K7: all dice under the cup together."""
    check_step(turn.state, seat, "shake")
    dice = turn.roll(seat, turn.state.under)
    turn.add(c.Shook(seat))
    turn.add(c.RolledUnder(seat, dice))


def _look(turn: _Turn, seat: int, _: a.Look) -> None:
    check_step(turn.state, seat, "look")
    turn.add(c.Looked(seat))


def _challenge(turn: _Turn, seat: int, _: a.Challenge) -> None:
    """K12: all dice are shown, and one of passer and challenger pays; then who opens, or the end."""
    check_challenge(turn.state, seat)
    standing = turn.state.standing
    assert standing is not None
    under, table = turn.game.cup.dice, turn.state.table
    turn.add(e.Challenged(seat))
    turn.add(c.CupLifted(under, table))
    hand = real_hand(with_dice(under, table), turn.state.rules.straights)
    turn.add(c.HandNamed(hand))
    holds = reaches(hand, standing.claim)
    turn.add(e.Judged(holds))
    turn.add(e.ForfeitOwed(seat, standing.passer) if holds else e.ForfeitOwed(standing.passer, seat))
    if over := ending.after_showdown(turn.state):
        _finish(turn, over)
    else:
        opener = opens_after(turn.state.rules.opens, standing.passer, seat, holds)
        turn.add(e.Opens(turn.state.or_next(opener)))


def _settle(turn: _Turn, seat: int, action: a.Settle) -> None:
    state, debtor, how = turn.state, action.debtor, action.how.value
    if debtor not in state.debtors:
        raise Refused(Why.NOTHING_OWED, debtor=debtor)
    if (debtor, how) not in settlements(state.debtors, state.creditor, seat):
        raise Refused(Why.NOT_YOURS_TO_SETTLE, debtor=debtor, creditor=state.creditor, how=how)
    turn.add(e.Settled(debtor, how, seat))


def _protest(turn: _Turn, seat: int, _: a.Protest) -> None:
    """K15: it changes nothing, and costs a second forfeit."""
    if not may_protest(turn.state, seat):
        raise Refused(Why.NO_PROTEST)
    turn.add(c.Protested(seat))
    turn.add(e.ForfeitOwed(seat, turn.state.creditor))


def _gift(turn: _Turn, seat: int, action: a.Gift) -> None:
    allowed = gifts(turn.state, seat)
    if not allowed:
        raise Refused(Why.NO_GIFT)
    if action.to not in allowed:
        raise Refused(Why.GIFT_TO_WHOM)
    turn.add(e.Gifted(seat, action.to))
    turn.add(e.ForfeitOwed(action.to, seat))


def _leave(turn: _Turn, seat: int, _: a.Action) -> None:
    """L1; then L3 or E2 may end the game, all is thrown anew (K1), or another player opens (O3)."""
    threw_for_nothing = turn.state.turn == seat and turn.state.standing is None
    turn.add(e.Left(seat))
    state = turn.state
    if over := ending.after_departure(state):
        _finish(turn, over)
    elif threw_for_nothing:
        _throw_all(turn)
    elif state.phase is Phase.BETWEEN and state.opener == seat:
        turn.add(e.Opens(state.or_next(seat)))


def _quit(turn: _Turn, seat: int, _: a.Quit) -> None:
    if turn.state.players[seat].quits:
        raise Refused(Why.SAID_ALREADY)
    turn.add(e.QuitVoiced(seat))
    if over := ending.called_quits(turn.state):
        _finish(turn, over)


def _absent(turn: _Turn, seat: int, _: a.Absent) -> None:
    """L2: the turn is played to its end; the second such turn in a row, and the player has left."""
    if seat not in awaited(turn.game):
        raise Refused(Why.NOT_WAITED_FOR)
    again = turn.state.players[seat].absences > 0
    turn.add(e.WasAbsent(seat))
    while True:
        act = played_for(turn.game, seat)
        turn.add(e.PlayedFor(seat, in_words(act)))
        _BY_PLAYER[type(act)](turn, seat, act)
        if ends_absence(act):
            break
    if again and turn.state.phase is not Phase.OVER:
        turn.add(e.PlayedFor(seat, "leave"))
        _leave(turn, seat, a.Leave())


def _finish(turn: _Turn, over: e.GameOver) -> None:
    before = turn.state
    turn.add(over)
    turn.extend(ending.brings(before, over))


_BY_TABLE: dict[type[a.Action], Callable[[_Turn], None]] = {a.Deal: _deal, a.TimeUp: _time_up}

_BY_PLAYER: dict[type[a.Action], Callable[[_Turn, int, Any], None]] = {
    a.Challenge: _challenge, a.Peek: _peek, a.PassBlind: _blind, a.Show: _show, a.Cover: _cover, a.Throw: _throw,
    a.Shake: _shake, a.Look: _look, a.MakeClaim: _claim, a.Protest: _protest, a.Settle: _settle, a.Gift: _gift,
    a.Leave: _leave, a.Quit: _quit, a.Absent: _absent,
}  # fmt: skip
