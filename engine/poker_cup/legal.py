"""The legal moves of a player, step by step (K2-K9). `play` refuses all other moves."""

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
from engine.poker_cup.rules import Ranks
from engine.poker_cup.state import CupGame, State, Step


class CupLegal(core.Legal, frozen=True, omit_defaults=True):
    """The legal moves of one seat.

    `show` and `cover` list the dice that may be pulled out of the cup and put back under it. `throw` lists the dice
    that may be rolled on the table, one in each move. `least` is the lowest legal claim. Every well-formed claim above
    it is legal too.
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
    give_up: bool = False


NOTHING = CupLegal()


def legal(game: CupGame, seat: int) -> CupLegal:
    """Return all legal moves of `seat`."""
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
        give_up="fold" in may,
        least=state.least(seat) if claims else None,
        leave=True,
        quit=may_quit,
    )


def steps(state: State) -> tuple[str, ...]:
    """Return the words of the moves that are legal at this step of a turn, as in RECORD.md (K2-K9)."""
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
            return ("show", "claim") if state.under and state.rules.opens_dice() else ("claim",)
        case step:
            assert_never(step)


_DICE_STEPS = {
    "show": (Step.ARRANGING, Step.LOOKED),
    "cover": (Step.ARRANGING,),
    "throw": (Step.ARRANGING, Step.THROWING),
    "shake": (Step.ARRANGING, Step.THROWING),
}
"""The steps at which a move with dice is legal, provided that there is a die for it."""


def check_step(state: State, seat: int, word: str, face: int = 0) -> None:
    """Raise `Refused` unless it is `seat`'s turn and the move `word` is legal at this step (K2-K9).

    `face` is the die to throw, if the move is a throw.
    """
    if state.phase is not PASSING:
        raise Refused(NoRound())
    if state.turn != seat:
        raise Refused(NotYourTurn(state.turn))
    if word not in steps(state):
        raise Refused(_why_not(state, word, face))


def _why_not(state: State, word: str, face: int) -> Reason:
    """Return why the move `word` is not legal at this step."""
    may = steps(state)
    if state.step is Step.RECEIVED and (top := state.claim()) is not None and state.at_top():
        return NothingBeatsIt(top, may)
    if word in ("claim", "look") and "shake" in may:
        return MustThrow(may)
    if word == "throw" and state.step is Step.THROWING and face in state.thrown:
        return RolledThisTurn()
    lacks_die = state.step in _DICE_STEPS.get(word, ()) and state.rules.opens_dice()
    return NoSuchDie() if lacks_die else NotAtThisStep(may)


def check_challenge(state: State, seat: int) -> None:
    """Raise `Refused` unless `seat` may challenge now. Only the receiver may, as the first step of a turn (K2)."""
    if state.phase is not PASSING:
        raise Refused(NoRound())
    if not state.claims:
        raise Refused(NothingClaimed(state.turn))
    if state.turn != seat:
        raise Refused(OwnBid() if state.claims[-1].passer == seat else OutOfTurn(state.turn))
    check_step(state, seat, "liar")


def check_claim(state: State, claim: Claim) -> None:
    """Raise `Refused` unless `claim` has a correct form (K11) and is high enough after the accepted claim (K9, K20)."""
    standing = state.claim()
    check_form(claim, state.rules.ranking)
    if standing is not None and not state.is_enough(claim, state.turn):
        least = state.least(state.turn)
        assert least is not None, "nobody accepts the highest claim (K13)"
        raise Refused(ClaimTooLow(standing, least))


def check_dice(there: Hand, named: Hand) -> None:
    """Raise `Refused` unless `named` contains dice and all of them are among `there`.

    The error does not say which dice are missing, because `there` may be secret.
    """
    if not named or not holds(there, named):
        raise Refused(NoSuchDie())


def check_throw(state: State, face: int) -> None:
    """Raise `Refused` unless a die on the table shows `face` and was not rolled in this turn (K6)."""
    if face in state.thrown and face not in state.table:
        raise Refused(RolledThisTurn())
    check_dice(state.table, (face,))


def may_protest(state: State, seat: int) -> bool:
    """Return whether `seat` may protest.

    A passer who lost may protest once, before the forfeit is settled (K15).
    """
    last = state.showdown
    caught = last is not None and not last.holds and last.passer == seat
    may_be_blamed = state.rules.ranks is Ranks.POKER  # K17
    return may_be_blamed and caught and seat in state.debtors and not state.protested
