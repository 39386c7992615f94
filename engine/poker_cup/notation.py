"""The notation of the cup game: how records write its moves and events, and how checks are answered."""

from engine.core.dice import Hand
from engine.core.notation import (
    DEBT_MOVES,
    SHARED,
    Notation,
    Speaker,
    Words,
    by_chance,
    by_move,
    derived,
    dice,
    read_debt_move,
)
from engine.core.refusals import Refused
from engine.core.words import Malformed, face, faces, shown
from engine.poker_cup import actions as a
from engine.poker_cup import events as c
from engine.poker_cup.claims import claim_from_words, claim_in_words
from engine.poker_cup.ranking import Claim, Ranking
from engine.poker_cup.state import CupGame
from engine.poker_cup.view import view

_PLAIN: dict[str, a.Action] = {
    "liar": a.Challenge(),
    "bang": a.Challenge(),
    "peek": a.Peek(),
    "shake": a.Shake(),
    "look": a.Look(),
    "fold": a.GiveUp(),
    "protest": a.Protest(),
    "leave": a.Leave(),
    "quit": a.Quit(),
    "absent": a.Absent(),
}

MOVES = frozenset(_PLAIN) | DEBT_MOVES | {"blind", "claim", "show", "cover", "throw"}
"""The words of moves, which follow a player's name."""


def read_move(game: CupGame, seat: int, words: tuple[str, ...], names: tuple[str, ...]) -> tuple[int, a.Action]:
    """Return the seat and the action that `words` describe. Raises `Malformed`.

    `words` follow the name of `seat`. If a forfeit is waived, the returned seat is that of the winner (P1).
    """
    word, rest = words[0] if words else "", words[1:]
    if word in _PLAIN and not rest:
        return seat, _PLAIN[word]
    if about_debts := read_debt_move(game.state, seat, words, names):
        return about_debts
    if rest and (action := _with_dice(word, rest, game.state.rules.ranking)):
        return seat, action
    raise Malformed(f"{shown(' '.join(words)) or 'nothing'} is no move of this game")


def _with_dice(word: str, rest: tuple[str, ...], ranking: Ranking) -> a.Action | None:
    """Return the action of a move that names dice or a claim, or None if `word` is another move.

    Raises `Malformed` if the dice or the claim cannot be read.
    """
    match word:
        case "claim":
            return a.MakeClaim(_claim(rest, ranking))
        case "blind":
            return a.PassBlind(_claim(rest, ranking))
        case "show" if len(rest) <= ranking.dice:
            return a.Show(faces(rest))
        case "cover" if len(rest) <= ranking.dice:
            return a.Cover(faces(rest))
        case "throw" if len(rest) == 1:
            return a.Throw(face(rest[0]))
        case _:
            return None


def _claim(words: tuple[str, ...], ranking: Ranking) -> Claim:
    """Return the claim that these words describe. Raises `Malformed` for other words, and for claims of other games."""
    try:
        claim = claim_from_words(words)
    except Refused as refused:
        raise Malformed(f"{shown(' '.join(words))} is no claim: {refused}") from None
    if claim.kind not in ranking.known:
        raise Malformed(f"{shown(' '.join(words))} is no claim of this game")
    return claim


def pool(game: CupGame) -> int:
    """Return the total number of dice in the game."""
    return game.state.rules.ranking.dice


def sees(game: CupGame, watcher: int, whom: int) -> Hand:
    """Return the dice under the cup that `watcher` may know, or an empty tuple if the watcher knows none."""
    return view(game, watcher).mine


def _hand(_: Speaker, event: c.CupLifted) -> str:
    return f"= hand {claim_in_words(event.hand)}"


def _verdict(_: Speaker, event: c.CupLifted) -> str:
    return "= holds" if event.holds else "= lie"


def _claimed(by: Speaker, event: c.Claimed) -> str:
    return f"{by.names[event.seat]} {'blind' if event.blind else 'claim'} {claim_in_words(event.claim)}"


WORDS: Words = {
    **SHARED,
    c.RolledUnder: by_chance(lambda by, v: f"roll {by.names[v.seat]} {dice(v.dice)}"),
    c.RolledOnTable: by_chance(lambda by, v: f"roll {by.names[v.seat]} {v.now}"),
    c.Slipped: by_chance(lambda _, v: f"slip {v.was} {v.now}"),
    c.Peeked: by_move(lambda by, v: f"{by.names[v.seat]} peek"),
    c.Shown: by_move(lambda by, v: f"{by.names[v.seat]} show {dice(v.dice)}"),
    c.Covered: by_move(lambda by, v: f"{by.names[v.seat]} cover {dice(v.dice)}"),
    c.Threw: by_move(lambda by, v: f"{by.names[v.seat]} throw {v.face}"),
    c.Shook: by_move(lambda by, v: f"{by.names[v.seat]} shake"),
    c.Looked: by_move(lambda by, v: f"{by.names[v.seat]} look"),
    c.Claimed: by_move(_claimed),
    c.GaveUp: by_move(lambda by, v: f"{by.names[v.seat]} fold"),
    c.Protested: by_move(lambda by, v: f"{by.names[v.seat]} protest"),
    c.CupLifted: derived(
        lambda _, v: f"= hand {claim_in_words(v.hand)}", lambda _, v: f"= {'holds' if v.holds else 'lie'}"
    ),
}
"""The functions that write the events of the cup game."""

NOTATION = Notation(
    moves=MOVES,
    read_move=read_move,
    words=WORDS,
    pool=pool,
    sees=sees,
)
