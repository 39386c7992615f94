"""One turn: decide, then evolve.

`play` checks an action and answers with the events it brings and the game after them. It never changes
anything itself: every event goes through `evolve`, so a game is always the fold of its events.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, assert_never

from engine import events as e
from engine.common_hand import actions as a
from engine.common_hand import ending
from engine.common_hand.absence import awaited, in_words, played_for
from engine.common_hand.challenge import check_challenge, check_exact, in_turn, polled
from engine.common_hand.evolve import evolve
from engine.common_hand.legal import check_bid, gifts
from engine.common_hand.opening import may_open_palifico, next_opener, opener_after_exact
from engine.common_hand.price import exact_price, price
from engine.common_hand.rules import Rules, Wild
from engine.common_hand.state import BETWEEN, OVER, POLL, Game, Player, State
from engine.debts import settlements
from engine.dice import Chance, counted
from engine.policies import Direction, Seating
from engine.refusals import Refused, Why
from engine.seating import NOBODY, in_direction, roll_off_first, roll_off_order
from engine.stakes import antes

MOST_CROOKED = 3
"""T2: how often in a row one player's throw may be crooked."""


class _Turn:
    """The events of one action so far, and the game after each."""

    __slots__ = ("chance", "events", "game", "state")

    def __init__(self, game: Game, chance: Chance) -> None:
        self.game, self.state, self.chance = game, game.state, chance
        self.events: list[e.Event] = []

    def add(self, event: e.Event) -> None:
        self.events.append(event)
        self.game = evolve(self.game, event)
        self.state = self.game.state

    def extend(self, events: Iterable[e.Event]) -> None:
        for event in list(events):
            self.add(event)


def start(
    rules: Rules, players: int, chance: Chance, holds: Sequence[int] = (), scores: Sequence[int] = ()
) -> tuple[tuple[e.Event, ...], Game]:
    """A new game of `players` (2 to 20): the antes (E6) and the roll-off (S1); no round yet.

    `holds` and `scores` give a starting position by seat, where it is not the usual one.
    Raises `Refused` for a number of players or a position that cannot be.
    """
    game = initial(rules, players, holds, scores)
    turn = _Turn(game, chance)
    turn.extend(antes(players, rules.ante))
    seating = _seating(turn, rules, players)
    turn.add(e.Ordered(in_direction(seating, rules.direction is Direction.COUNTERCLOCKWISE)))
    return tuple(turn.events), turn.game


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


def _seating(turn: _Turn, rules: Rules, players: int) -> tuple[int, ...]:
    """S1, S2: the seating from the opener on, and the throws that found it."""
    match rules.seating:
        case Seating.JOINED:
            return tuple(range(players))
        case Seating.ORDER:
            roll_off = roll_off_order
        case Seating.FIRST:
            roll_off = roll_off_first
        case kind:
            assert_never(kind)
    throws, order = roll_off(players, turn.chance, turn.state.throws)
    turn.extend(throws)
    return order


def play(game: Game, seat: int | None, action: a.Action, chance: Chance) -> tuple[tuple[e.Event, ...], Game]:
    """Do `action` for `seat` (None: the table itself, which deals and keeps the time).

    Gives the events in order and the game after them. Raises `Refused`, and the game is as it was.
    """
    if game.state.phase is OVER:
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
    """Whoever is out (P2) has no moves left but to leave (L1)."""
    state, act = turn.state, _BY_PLAYER.get(type(action))
    if not 0 <= seat < len(state.players) or state.players[seat].left:
        raise Refused(Why.NOT_PLAYING)
    if act is None:
        raise Refused(Why.OTHER_GAME)
    if act is not _leave and not state.is_in(seat):
        raise Refused(Why.NOT_PLAYING)
    act(turn, seat, action)


def _deal(turn: _Turn) -> None:
    """T1-T3: a round begins, everybody still holding dice throws."""
    state = turn.state
    if state.phase is not BETWEEN:
        raise Refused(Why.ROUND_RUNNING)
    if state.debtors:
        raise Refused(Why.FORFEIT_WAITS, debtors=state.debtors)
    palifico = state.rules.palifico and may_open_palifico(state, state.opener)
    turn.add(e.RoundBegan(state.round + 1, palifico))
    if turn.state.round_rules.wild is Wild.RED:
        turn.add(e.RedThrown(turn.chance.red(turn.state.throws)))
    at = state.order.index(state.opener)
    for seat in state.order[at:] + state.order[:at]:
        if turn.state.is_in(seat):
            _throw(turn, seat)


def _throw(turn: _Turn, seat: int) -> None:
    """T2: a crooked throw is shown to everybody and thrown again, at most three times in a row."""
    count, chance, again = turn.state.players[seat].dice, turn.state.rules.crooked, 0
    while chance and again < MOST_CROOKED and turn.chance.crooked(turn.state.throws, seat, chance):
        turn.add(e.Crooked(seat, turn.chance.roll(turn.state.throws, seat, count)))
        again += 1
    turn.add(e.Rolled(seat, turn.chance.roll(turn.state.throws, seat, count)))


def _time_up(turn: _Turn) -> None:
    """E1: between rounds the game ends at once; a round that is running is played to its end."""
    if turn.state.time_up:
        raise Refused(Why.SAID_ALREADY)
    turn.add(e.TimeRanOut())
    if turn.state.phase is BETWEEN:
        _finish(turn, ending.standings(turn.state), played_out=False)


def _bid(turn: _Turn, seat: int, action: a.Bid) -> None:
    check_bid(turn.state, seat, action.quantity, action.face)
    turn.add(e.BidMade(seat, action.quantity, action.face))


def _challenge(turn: _Turn, seat: int, _: a.Challenge) -> None:
    check_challenge(turn.state, seat)
    turn.add(e.Challenged(seat, in_turn(turn.state, seat)))
    if not polled(turn.state) or turn.state.turn == NOBODY:
        _showdown(turn)


def _vote(turn: _Turn, seat: int, action: a.Vote) -> None:
    if turn.state.phase is not POLL:
        raise Refused(Why.NO_POLL)
    if turn.state.turn != seat:
        raise Refused(Why.NOT_ASKED, turn=turn.state.turn)
    turn.add(e.Voted(seat, action.believes))
    if turn.state.turn == NOBODY:
        _showdown(turn)


def _showdown(turn: _Turn) -> None:
    """C2, C3: count, judge, pay (P), then who opens, or the end."""
    standing, challenger = turn.state.standing, turn.state.challenger
    assert standing is not None
    count = _reveal_and_count(turn, standing.face)
    holds = count >= standing.quantity
    turn.add(e.Judged(holds))
    turn.extend(price(turn.state, standing.bidder, challenger, holds))
    loser = challenger if holds else standing.bidder
    _after_showdown(turn, loser, lambda state: next_opener(state, standing.bidder, challenger, holds))


def _exact(turn: _Turn, seat: int, _: a.CallExact) -> None:
    """C5: right or wrong, judged at once."""
    check_exact(turn.state, seat)
    standing = turn.state.standing
    assert standing is not None
    turn.add(e.ExactCalled(seat))
    exact = _reveal_and_count(turn, standing.face) == standing.quantity
    turn.add(e.ExactJudged(exact))
    turn.extend(exact_price(turn.state, standing.bidder, seat, exact))
    loser = standing.bidder if exact else seat
    _after_showdown(turn, loser, lambda state: opener_after_exact(state, seat))


def _reveal_and_count(turn: _Turn, face: int) -> int:
    hands, wild = turn.game.hands, turn.state.wild()
    turn.add(e.Revealed(hands))
    count = sum([counted(hand, face, wild) for hand in hands])
    turn.add(e.Counted(count))
    return count


def _after_showdown(turn: _Turn, loser: int, opener: Callable[[State], int]) -> None:
    over = ending.after_showdown(turn.state)
    if over is not None:
        _finish(turn, over, played_out=True)
    elif not turn.state.playing_off and ending.may_play_off(turn.state):
        turn.add(e.PlayoffBegan(ending.at_bads(turn.state, turn.state.rules.pair_bads)))
        turn.add(e.Opens(turn.state.or_next(loser)))
    else:
        turn.add(e.Opens(opener(turn.state)))


def _settle(turn: _Turn, seat: int, action: a.Settle) -> None:
    state, debtor, how = turn.state, action.debtor, action.how.value
    if debtor not in state.debtors:
        raise Refused(Why.NOTHING_OWED, debtor=debtor)
    if (debtor, how) not in settlements(state.debtors, state.creditor, seat):
        raise Refused(Why.NOT_YOURS_TO_SETTLE, debtor=debtor, creditor=state.creditor, how=how)
    turn.add(e.Settled(debtor, how, seat))


def _gift(turn: _Turn, seat: int, action: a.Gift) -> None:
    allowed = gifts(turn.state, seat)
    if not allowed:
        raise Refused(Why.NO_GIFT)
    if action.to not in allowed:
        raise Refused(Why.GIFT_TO_WHOM)
    turn.add(e.Gifted(seat, action.to))
    turn.add(e.ForfeitOwed(action.to, seat))


def _leave(turn: _Turn, seat: int, _: a.Action) -> None:
    """L1; then L3 or E2 may end the game, the poll may be complete, or another player opens (O3)."""
    turn.add(e.Left(seat))
    state = turn.state
    if over := ending.after_departure(state):
        _finish(turn, over, played_out=False)
    elif state.phase is POLL and state.turn == NOBODY:
        _showdown(turn)
    elif state.phase is BETWEEN and state.opener == seat:
        turn.add(e.Opens(state.or_next(seat)))


def _quit(turn: _Turn, seat: int, _: a.Quit) -> None:
    if turn.state.players[seat].quits:
        raise Refused(Why.SAID_ALREADY)
    turn.add(e.QuitVoiced(seat))
    if over := ending.called_quits(turn.state):
        _finish(turn, over, played_out=False)


def _absent(turn: _Turn, seat: int, _: a.Absent) -> None:
    """L2: the act is played; the second such turn in a row, and the player has left."""
    if seat not in awaited(turn.game):
        raise Refused(Why.NOT_WAITED_FOR)
    again = turn.state.players[seat].absences > 0
    turn.add(e.WasAbsent(seat))
    act = played_for(turn.game, seat)
    turn.add(e.PlayedFor(seat, in_words(act)))
    _BY_PLAYER[type(act)](turn, seat, act)
    if again and turn.state.phase is not OVER:
        turn.add(e.PlayedFor(seat, "leave"))
        _leave(turn, seat, a.Leave())


def _finish(turn: _Turn, over: e.GameOver, played_out: bool) -> None:
    before = turn.state
    turn.add(over)
    turn.extend(ending.brings(before, over, played_out))


_BY_TABLE: dict[type[a.Action], Callable[[_Turn], None]] = {a.Deal: _deal, a.TimeUp: _time_up}

_BY_PLAYER: dict[type[a.Action], Callable[[_Turn, int, Any], None]] = {
    a.Bid: _bid, a.Challenge: _challenge, a.CallExact: _exact, a.Vote: _vote, a.Settle: _settle,
    a.Gift: _gift, a.Leave: _leave, a.Quit: _quit, a.Absent: _absent,
}  # fmt: skip
