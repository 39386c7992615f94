"""What one seat may know: everything public, what it saw under the cup, and what it may do."""

import msgspec

from engine.core.dice import NOBODY, Hand
from engine.core.standings import Result
from engine.core.state import Phase, Player
from engine.single_cup.absence import awaited
from engine.single_cup.legal import CupLegal, legal
from engine.single_cup.rules import CupRules
from engine.single_cup.state import CupGame, Showdown, StandingClaim, Step


class CupView(msgspec.Struct, frozen=True):
    """A game as `seat` sees it; as an onlooker sees it where `seat` is None.

    `seen` is what the seat last saw of the dice now under the cup, sorted; on a slippery table (K14) it may no
    longer be true. `under` is how many lie there, `table` the public dice, of which `thrown` were rolled this turn.
    `standing` is the claim to beat, `showdown` the last one while the next round has not begun.
    """

    seat: int | None
    seen: Hand
    legal: CupLegal
    awaited: tuple[int, ...]
    rules: CupRules
    phase: Phase
    step: Step
    players: tuple[Player, ...]
    still_in: tuple[int, ...]
    order: tuple[int, ...]
    round: int
    opener: int
    turn: int
    under: int
    table: Hand
    thrown: Hand
    standing: StandingClaim | None
    challenger: int
    debtors: tuple[int, ...]
    creditor: int
    gift_open: bool
    protested: bool
    time_up: bool
    showdown: Showdown | None
    result: Result | None


def view(game: CupGame, seat: int | None = None) -> CupView:
    """Everything that `seat` may know and nothing more; an onlooker (None) sees what is public."""
    state = game.state
    running = state.phase is Phase.PASSING
    return CupView(
        seat=seat,
        seen=game.cup.seen(NOBODY if seat is None else seat),
        legal=CupLegal() if seat is None else legal(game, seat),
        awaited=awaited(state) if state.phase is not Phase.OVER else (),
        rules=state.rules, phase=state.phase, step=state.step, players=state.players, still_in=state.seats_in(),
        order=state.order, round=state.round, opener=state.opener, turn=state.turn, under=state.under,
        table=tuple(sorted(state.table + state.thrown)), thrown=state.thrown,
        standing=state.standing if running else None, challenger=state.challenger, debtors=state.debtors,
        creditor=state.creditor, gift_open=state.gift_open, protested=state.protested, time_up=state.time_up,
        showdown=state.showdown, result=state.result,
    )  # fmt: skip
