"""A game of the cup told again: step by step, with what each claim and call looked like to whoever made it."""

from engine.core.dice import Hand
from engine.core.events import Challenged, Event
from engine.core.replaying import Replaying
from engine.poker_cup.actions import Action, Challenge, MakeClaim, PassBlind, Peek, Shake
from engine.poker_cup.cup import with_dice
from engine.poker_cup.events import Claimed, CupLifted, Peeked, RolledUnder, Shook, Slipped
from engine.poker_cup.odds import reaching
from engine.poker_cup.state import CupGame
from engine.poker_cup.story import ClaimMoment


def likely(game: CupGame, event: Event) -> float | None:
    """How likely a claim is true, or a call right, to whoever has just made it; None for anything else."""
    if not isinstance(event, Claimed | Challenged):
        return None
    known = with_dice(game.state.on_table(), game.hidden.seen(event.seat))
    true = reaching(known, game.state.claims[-1].claim, game.state.rules.ranking)
    return true if isinstance(event, Claimed) else 1 - true


def made(event: Event) -> Action | None:
    """The claim or answer that an event was."""
    match event:
        case Claimed(claim=claim, blind=blind):
            return PassBlind(claim) if blind else MakeClaim(claim)
        case Challenged():
            return Challenge()
        case Peeked():
            return Peek()
        case Shook():
            return Shake()
        case _:
            return None


def says(moment: ClaimMoment, event: Event) -> bool:
    """Whether this is the claim that a moment is about."""
    return isinstance(event, Claimed) and (event.seat, event.claim) == (moment.seat, moment.claim)


def calls(moment: ClaimMoment, event: Event) -> bool:
    """Whether this is the call that a moment is about."""
    return isinstance(event, Challenged) and event.seat == moment.seat


def seen(game: CupGame) -> tuple[Hand, ...]:
    """What each seat last saw of the dice that are now under the cup."""
    return tuple(game.hidden.seen(seat) for seat in range(len(game.state.players)))


REPLAYING = Replaying(
    ends=frozenset({RolledUnder, Claimed, Slipped, Challenged}),
    goes_with=frozenset({Slipped}),
    lifted=CupLifted,
    seen=seen,
    dice=lambda game: (game.hidden.dice,),
    likely=likely,
    made=made,
    says=says,
    calls=calls,
)
"""The steps of the cup: a throw under it and what led there, a claim (K14: and what slipped), a call, the showdown."""
