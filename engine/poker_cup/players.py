"""The computer players in the cup game. They weigh answers and claims, and choose among the best."""

from engine.core.actions import Action
from engine.core.characters import Character, Choice, drawn
from engine.core.dice import without
from engine.core.state import PASSING, Phase
from engine.poker_cup import actions as a
from engine.poker_cup.beliefs import known
from engine.poker_cup.move_values import weigh
from engine.poker_cup.odds import best_to_keep
from engine.poker_cup.state import Step
from engine.poker_cup.view import CupView


def choose(view: CupView, draw: float, character: Character) -> Action:
    """Return the move of a computer player in `view.seat`.

    `draw` is a random number in [0, 1). Equal arguments always return the same move. Raises `ValueError` if the game
    does not wait for this seat.
    """
    if view.seat is None or view.seat not in view.awaited:
        raise ValueError("nothing is awaited of this seat")
    if view.state.phase is Phase.BETWEEN:
        return a.Settle(view.seat, a.How.PAID)  # computer players' forfeits are settled immediately (L4)
    if view.state.step is Step.RECEIVED:
        return _drawn(weigh(view, character), view, draw, character)
    if (arranged := arrange(view)) is not None:
        return arranged.action
    if view.legal.shake:
        return a.Shake()
    if view.legal.look and draw >= character.fate:
        return a.Look()
    return _drawn(weigh(view, character), view, draw, character)


def _drawn(choices: tuple[Choice, ...], view: CupView, draw: float, character: Character) -> Action:
    """Choose a move by the random number `draw`.

    Moves that are worth more, or that suit the character's taste, are more likely to be chosen.
    """
    worths = [choice.worth + _taste(choice, view, character) for choice in choices]
    return choices[drawn(worths, draw, character.heat)].action


def _taste(choice: Choice, view: CupView, character: Character) -> float:
    """Return the amount that this character's taste adds to the worth of a move.

    Where a receiver throws all dice again (K17), only a likely claim tempts to pass on blind.
    """
    if isinstance(choice.action, a.PassBlind):
        return character.mirror * (1.0 if view.state.rules.opens_dice() else choice.likely)
    if isinstance(choice.action, a.MakeClaim) and view.legal.least is not None:
        place = view.state.rules.ranking.place
        above = place(choice.action.claim) - place(view.legal.least)
        return character.boldness * above / 10 + character.honesty * choice.likely
    return 0.0


def arrange(view: CupView) -> Choice | None:
    """Return the next move of a player who arranges the dice after a peek (K5-K7), or None at any other moment.

    Step by step, the player puts the best dice on the table and all others under the cup, and then shakes the cup.
    `likely` is the probability that the shake reaches the next claim.
    """
    if view.state.phase is not PASSING or view.seat not in view.awaited or view.state.step is not Step.ARRANGING:
        return None
    ranking, least = view.state.rules.ranking, view.state.least(view.state.turn)
    at = 0 if least is None else ranking.place(least)
    keep, likely = best_to_keep(known(view), at, ranking)
    table = view.state.on_table()
    stays = tuple(face for face in set(keep) for _ in range(min(keep.count(face), table.count(face))))
    if cover := without(table, stays):
        return Choice(a.Cover(cover), likely, likely)
    if show := without(keep, stays):
        return Choice(a.Show(show), likely, likely)
    return Choice(a.Shake(), likely, likely)
