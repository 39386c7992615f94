"""What a player may do now, step by step (K2-K9); `play` refuses everything else."""

from typing import assert_never

import msgspec

from engine.core.debts import gifts, settlements
from engine.core.dice import Hand
from engine.core.refusals import Refused, Why
from engine.core.state import Phase
from engine.single_cup.claims import HIGHEST, beats, check_form, lowest_above
from engine.single_cup.cup import holds
from engine.single_cup.hands import Claim
from engine.single_cup.state import CupGame, State, Step


class CupLegal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The legal moves of one seat.

    `show`, `cover` and `throw` are the dice that may be pulled out, covered and (one a move) thrown; `least`
    is the lowest claim that is high enough, and any well-formed claim above it is legal too.
    """

    challenge: bool = False
    peek: bool = False
    blind: bool = False
    show: Hand = ()
    cover: Hand = ()
    throw: Hand = ()
    shake: bool = False
    look: bool = False
    claim: bool = False
    least: Claim | None = None
    settle: tuple[tuple[int, str], ...] = ()
    protest: bool = False
    gift: tuple[int, ...] = ()
    leave: bool = False
    quit: bool = False


def legal(game: CupGame, seat: int) -> CupLegal:
    """Everything `seat` may do now."""
    state = game.state
    if state.phase is Phase.OVER or not 0 <= seat < len(state.players) or not state.is_in(seat):
        return CupLegal()
    may_quit = not state.players[seat].quits
    if state.phase is Phase.BETWEEN:
        return CupLegal(
            settle=settlements(state, seat), protest=may_protest(state, seat),
            gift=gifts(state, seat), leave=True, quit=may_quit,
        )  # fmt: skip
    if state.turn != seat:
        return CupLegal(leave=True, quit=may_quit)
    may = steps(state)
    claims = "claim" in may or "blind" in may
    return CupLegal(
        challenge="liar" in may, peek="peek" in may, blind="blind" in may,
        show=game.cup.dice if "show" in may else (),
        cover=state.table if "cover" in may else (),
        throw=tuple(sorted(set(state.table))) if "throw" in may else (),
        shake="shake" in may, look="look" in may, claim="claim" in may,
        least=lowest_above(state.claim(), state.rules.straights) if claims else None,
        leave=True, quit=may_quit,
    )  # fmt: skip


def steps(state: State) -> tuple[str, ...]:
    """K2: what the receiver may do; then what is right at each step of a turn (K3-K9), in RECORD.md's words."""
    match state.step:
        case Step.RECEIVED:
            return ("liar",) if state.claim() == HIGHEST else ("liar", "peek", "blind")  # K13
        case Step.ARRANGING:
            return (
                *(("show",) if state.under else ()), *(("cover", "throw") if state.table else ()),
                *(("shake",) if state.under else ()),
            )  # fmt: skip
        case Step.THROWING:
            more = ("throw",) if state.table else ()
            return (*more, "shake") if state.under else (*more, "look", "claim")  # K7
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
"""The steps at which a move would be right, were there only a die for it."""


def check_step(state: State, seat: int, word: str) -> None:
    """Raise `Refused` unless it is `seat`'s turn and `word` is a right step now (K2-K9)."""
    if state.phase is not Phase.PASSING:
        raise Refused(Why.NO_ROUND)
    if state.turn != seat:
        raise Refused(Why.NOT_YOUR_TURN, turn=state.turn)
    may = steps(state)
    if word in may:
        return
    if state.step is Step.RECEIVED and state.claim() == HIGHEST:
        raise Refused(Why.FIVE_SIXES)
    if word in ("claim", "look") and "shake" in may:
        raise Refused(Why.MUST_THROW, step=state.step, may=may)
    if state.step in _DICE_STEPS.get(word, ()):
        raise Refused(Why.NO_SUCH_DIE, step=state.step, may=may)
    raise Refused(Why.CUP_STEP, step=state.step, may=may)


def check_challenge(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may challenge now: the receiver alone, as the first thing (K2)."""
    if state.phase is not Phase.PASSING:
        raise Refused(Why.NO_ROUND)
    if state.standing is None:
        raise Refused(Why.NOTHING_TO_CHALLENGE, turn=state.turn)
    if state.turn != seat:
        raise Refused(Why.OWN_BID if state.standing.passer == seat else Why.OUT_OF_TURN, turn=state.turn)
    check_step(state, seat, "liar")


def check_claim(state: State, claim: Claim) -> None:
    """Raise `Refused` unless `claim` is well formed (K11) and beats the accepted one (K9)."""
    check_form(claim, state.rules.straights)
    if not beats(claim, state.claim()):
        least = lowest_above(state.claim(), state.rules.straights)
        raise Refused(Why.CLAIM_TOO_LOW, standing=state.claim(), least=least)


def check_dice(there: Hand, named: Hand) -> None:
    """Raise `Refused` unless the dice `named`, at least one, are among those `there`."""
    if not named or not holds(there, named):
        raise Refused(Why.NO_SUCH_DIE, named=named)  # what is there may be a secret


def may_protest(state: State, seat: int) -> bool:
    """A passer who lost, once, before the forfeit is settled (K15)."""
    return (
        state.showdown is not None and not state.showdown.holds and state.showdown.passer == seat
        and seat in state.debtors and not state.protested
    )  # fmt: skip
