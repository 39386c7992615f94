"""The legal moves of a player, step by step (K2-K9); `play` refuses everything else."""

from typing import assert_never

from engine.core import view as core
from engine.core.debts import gifts, settlements
from engine.core.dice import Hand
from engine.core.refusals import NoRound, NotYourTurn, OutOfTurn, OwnBid, Reason, Refused
from engine.core.state import BETWEEN, OVER, PASSING
from engine.poker_cup.claims import check_form
from engine.poker_cup.cup import holds
from engine.poker_cup.ranking import Claim
from engine.poker_cup.receiving import answers
from engine.poker_cup.refusals import (
    ClaimTooLow,
    MustThrow,
    NoSuchDie,
    NotAtThisStep,
    NothingBeatsIt,
    NothingClaimed,
    RolledThisTurn,
)
from engine.poker_cup.state import CupGame, State, Step


class CupLegal(core.Legal, frozen=True, omit_defaults=True):
    """The legal moves of one seat.

    `show`, `cover` and `throw` are the dice that may be pulled out, covered and (one in each move) thrown; `least` is
    the lowest claim that is high enough, and any well-formed claim above it is legal too.
    """

    peek: bool = False
    blind: bool = False
    show: Hand = ()
    cover: Hand = ()
    throw: Hand = ()
    shake: bool = False
    look: bool = False
    claim: bool = False
    least: Claim | None = None
    protest: bool = False


NOTHING = CupLegal()


def legal(game: CupGame, seat: int) -> CupLegal:
    """Return everything that `seat` may do now."""
    state = game.state
    if state.phase is OVER or not state.is_in(seat):
        return NOTHING
    may_quit = not state.players[seat].quits
    if state.phase is BETWEEN:
        ways, protest = settlements(state, seat), may_protest(state, seat)
        return CupLegal(settle=ways, protest=protest, gift=gifts(state, seat), leave=True, quit=may_quit)
    if state.turn != seat:
        return CupLegal(leave=True, quit=may_quit)
    may = steps(state)
    claims = "claim" in may or "blind" in may
    return CupLegal(
        challenge="liar" in may,
        peek="peek" in may,
        blind="blind" in may,
        show=game.hidden.dice if "show" in may else (),
        cover=state.table if "cover" in may else (),
        throw=tuple(sorted(set(state.table))) if "throw" in may else (),
        shake="shake" in may,
        look="look" in may,
        claim="claim" in may,
        least=state.rules.ranking.lowest_above(state.claim()) if claims else None,
        leave=True,
        quit=may_quit,
    )


def steps(state: State) -> tuple[str, ...]:
    """Return the receiver's moves (K2), otherwise the moves at this step of a turn (K3-K9), in RECORD.md's words."""
    match state.step:
        case Step.RECEIVED:
            return answers(state)
        case Step.ARRANGING:
            on_table = ("cover", "throw") if state.table else ()
            return ("show", *on_table, "shake") if state.under else on_table
        case Step.THROWING:
            more = ("throw",) if state.table else ()
            return (*more, "shake") if state.under else (*more, "claim")  # K7, K8
        case Step.SHAKEN:
            return ("look", "claim")
        case Step.LOOKED:
            return ("show", "claim") if state.under else ("claim",)
        case step:
            assert_never(step)


_DICE_STEPS = {
    "show": (Step.ARRANGING, Step.LOOKED),
    "cover": (Step.ARRANGING,),
    "throw": (Step.ARRANGING, Step.THROWING),
    "shake": (Step.ARRANGING, Step.THROWING),
}
"""The steps at which a move would be legal if there were a die for it."""


def check_step(state: State, seat: int, word: str, face: int = 0) -> None:
    """Raise `Refused` unless it is `seat`'s turn and `word` is a legal step now (K2-K9); `face` is the die to throw."""
    if state.phase is not PASSING:
        raise Refused(NoRound())
    if state.turn != seat:
        raise Refused(NotYourTurn(state.turn))
    if word not in steps(state):
        raise Refused(_why_not(state, word, face))


def _why_not(state: State, word: str, face: int) -> Reason:
    """Return why `word` is not a legal step."""
    may = steps(state)
    if state.step is Step.RECEIVED and state.at_top():
        return NothingBeatsIt()
    if word in ("claim", "look") and "shake" in may:
        return MustThrow(may)
    if word == "throw" and state.step is Step.THROWING and face in state.thrown:
        return RolledThisTurn()
    return NoSuchDie() if state.step in _DICE_STEPS.get(word, ()) else NotAtThisStep(may)


def check_challenge(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may challenge now: only the receiver, as the first step (K2)."""
    if state.phase is not PASSING:
        raise Refused(NoRound())
    if not state.claims:
        raise Refused(NothingClaimed(state.turn))
    if state.turn != seat:
        raise Refused(OwnBid() if state.claims[-1].passer == seat else OutOfTurn(state.turn))
    check_step(state, seat, "liar")


def check_claim(state: State, claim: Claim) -> None:
    """Raise `Refused` unless `claim` is well formed (K11) and beats the accepted one (K9)."""
    ranking, standing = state.rules.ranking, state.claim()
    check_form(claim, ranking)
    if standing is not None and not ranking.beats(claim, standing):
        least = ranking.lowest_above(standing)
        assert least is not None, "nobody accepts the highest claim (K13)"
        raise Refused(ClaimTooLow(standing, least))


def check_dice(there: Hand, named: Hand) -> None:
    """Raise `Refused` unless the dice `named`, at least one, are among those `there`, which may be a secret."""
    if not named or not holds(there, named):
        raise Refused(NoSuchDie())


def check_throw(state: State, face: int) -> None:
    """Raise `Refused` unless a table die that shows `face` has not been rolled yet in this turn (K6)."""
    if face in state.thrown and face not in state.table:
        raise Refused(RolledThisTurn())
    check_dice(state.table, (face,))


def may_protest(state: State, seat: int) -> bool:
    """Return whether a passer who lost may protest: once, before the forfeit is settled (K15)."""
    last = state.showdown
    caught = last is not None and not last.holds and last.passer == seat
    return caught and seat in state.debtors and not state.protested
