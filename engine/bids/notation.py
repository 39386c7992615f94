"""The notation of the bidding games: how records write their moves and events, and how checks are answered."""

from collections.abc import Iterable

from msgspec.structs import replace

from engine.bids import actions as a
from engine.bids import events as b
from engine.bids.state import Game
from engine.bids.view import view
from engine.core.dice import FLYING, NOTHING, PURE, Hand
from engine.core.events import Event
from engine.core.notation import (
    DEBT_MOVES,
    SHARED,
    Kind,
    Line,
    Notation,
    Speaker,
    Words,
    by_chance,
    by_move,
    derived,
    dice,
    read_debt_move,
)
from engine.core.state import Phase
from engine.core.words import Malformed, face, faces, shown, whole

_PLAIN: dict[str, a.Action] = {
    "liar": a.Challenge(),
    "bang": a.Challenge(),
    "exact": a.CallExact(),
    "believe": a.Vote(believes=True),
    "doubt": a.Vote(believes=False),
    "leave": a.Leave(),
    "quit": a.Quit(),
    "absent": a.Absent(),
}

MOVES = frozenset(_PLAIN) | DEBT_MOVES | {"bid"}
"""The words of moves, which follow a player's name."""


def read_move(game: Game, seat: int, words: tuple[str, ...], names: tuple[str, ...]) -> tuple[int, a.Action]:
    """Return the seat and the action that `words` describe. Raises `Malformed`.

    `words` follow the name of `seat`. If a forfeit is waived, the returned seat is that of the winner (P1).
    """
    word, rest = words[0] if words else "", words[1:]
    if word in _PLAIN and not rest:
        return seat, _PLAIN[word]
    if word == "bid" and rest:
        return seat, _bid(*rest)
    if about_debts := read_debt_move(game.state, seat, words, names):
        return about_debts
    raise Malformed(f"{shown(' '.join(words)) or 'nothing'} is no move of this game")


def _bid(text: str, *more: str) -> a.Bid:
    quantity, times, number = text.partition("x")
    if not times:
        raise Malformed(f"a bid is written 4x3, quantity and face, not {shown(text)}")
    said, show = (more[: more.index("show")], more[more.index("show") + 1 :]) if "show" in more else (more, ())
    called = {(): NOTHING, ("pure",): PURE, ("fly",): FLYING}.get(said)
    if called is None or ("show" in more and not show):
        raise Malformed(f"after a bid stands pure, fly, or show and dice, not {shown(' '.join(more))}")
    return a.Bid(whole(quantity), face(number), called, faces(show))


def pool(game: Game) -> int:
    """Return the number of dice in play in this round or, between rounds, in the next one."""
    state = game.state
    if state.phase in (Phase.BIDDING, Phase.POLL):
        return state.pool
    return sum(state.players[seat].dice for seat in state.seats_in())


def holds(game: Game, seat: int) -> int:
    """Return the number of dice that `seat` holds."""
    return game.state.players[seat].dice


def score(game: Game, seat: int) -> int:
    """Return the goods minus the bads of `seat` (P3)."""
    return game.state.players[seat].score


def sees(game: Game, watcher: int, whom: int) -> Hand:
    """Return the dice of `whom` that `watcher` may know, or an empty tuple if the watcher knows none."""
    seen = view(game, watcher)
    if seen.state.showdown is not None:
        return seen.state.showdown.hands[whom]
    return seen.mine if watcher == whom else seen.state.open_of(whom)


def _verdict(_: Speaker, event: b.Revealed) -> str:
    if event.exact:
        return "= exact" if event.holds else "= inexact"
    return "= holds" if event.holds else "= lie"


def _thrown(by: Speaker, event: b.Thrown) -> tuple[Line, ...]:
    return tuple(Line(Kind.CHANCE, f"roll {by.names[seat]} {dice(hand)}") for seat, hand in event.throws)


def _throw_by_throw(event: Event) -> Iterable[Event]:
    """Return the throws of a round one by one, because a record may check the game between them."""
    return [b.Thrown((throw,)) for throw in event.throws] if isinstance(event, b.Thrown) else (event,)


WORDS: Words = {
    **SHARED,
    b.RedThrown: by_chance(lambda _, v: f"red {v.face}"),
    b.Crooked: by_chance(lambda by, v: f"crooked {by.names[v.seat]} {dice(v.dice)}"),
    b.Thrown: _thrown,
    b.ThrownAgain: by_chance(lambda by, v: f"roll {by.names[v.seat]} {dice(v.dice)}"),
    b.BidMade: by_move(lambda by, v: f"{by.names[v.seat]} bid {replace(a.Bid.of(v), show=v.show)}"),
    b.ExactCalled: by_move(lambda by, v: f"{by.names[v.seat]} exact"),
    b.Voted: by_move(lambda by, v: f"{by.names[v.seat]} {'believe' if v.believes else 'doubt'}"),
    b.Revealed: derived(lambda _, v: f"= count {v.count}", _verdict),
    b.DiceLeft: derived(lambda by, v: f"= dice {by.names[v.seat]} {v.dice}"),
    b.Scored: derived(lambda by, v: f"= score {by.names[v.seat]} {v.score}"),
    b.Done: derived(lambda by, v: f"= done {by.names[v.seat]}"),
    b.PlayoffBegan: derived(lambda by, v: f"= playoff {by.all(v.seats)}"),
}
"""The functions that write the events of the bidding games."""

NOTATION = Notation(
    moves=MOVES,
    read_move=read_move,
    words=WORDS,
    parts=_throw_by_throw,
    pool=pool,
    holds=holds,
    score=score,
    sees=sees,
)
