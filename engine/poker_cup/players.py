"""The computer players in the game of the cup. They weigh answers and claims, and choose among the best of them."""

from engine.core.actions import Action
from engine.core.characters import Character, Choice, drawn
from engine.core.state import Phase
from engine.poker_cup import actions as a
from engine.poker_cup.beliefs import known
from engine.poker_cup.cup import without
from engine.poker_cup.odds import best_to_keep
from engine.poker_cup.state import Step
from engine.poker_cup.values import answers, claims
from engine.poker_cup.view import CupView


def choose(view: CupView, draw: float, character: Character) -> Action:
    """Return the move of `view.seat`, which must be awaited. `draw`, in [0, 1), is the player's mood.

    Equal arguments always return the same move. Raises `ValueError` if the seat is not awaited.
    """
    if view.seat is None or view.seat not in view.awaited:
        raise ValueError("nothing is awaited of this seat")
    if view.state.phase is Phase.BETWEEN:
        return a.Settle(view.seat, a.How.PAID)  # computer players' forfeits are settled immediately (L4)
    if view.state.step is Step.RECEIVED:
        return _drawn(answers(view, character), view, draw, character)
    if view.state.step is Step.ARRANGING:
        return _arrange(view)
    if view.legal.shake:
        return a.Shake()
    if view.legal.look and draw >= character.fate:
        return a.Look()
    return _drawn(claims(view), view, draw, character)


def _drawn(choices: tuple[Choice, ...], view: CupView, draw: float, character: Character) -> Action:
    """Return one of the moves by `draw` and this character's taste. Moves of more worth are likelier."""
    worths = [choice.worth + _taste(choice, view, character) for choice in choices]
    return choices[drawn(worths, draw, character.heat)].action


def _taste(choice: Choice, view: CupView, character: Character) -> float:
    """Return the worth that this character adds to a move for its own taste."""
    if isinstance(choice.action, a.PassBlind):
        return character.mirror
    if isinstance(choice.action, a.MakeClaim) and view.legal.least is not None:
        place = view.state.rules.ranking.place
        above = place(choice.action.claim) - place(view.legal.least)
        return character.boldness * above / 10 + character.honesty * choice.likely
    return 0.0


def _arrange(view: CupView) -> Action:
    """Return a move towards keeping the best dice on the table and rolling all others under the cup (K5-K7)."""
    ranking, least = view.state.rules.ranking, view.legal.least
    at = 0 if least is None else ranking.place(least)
    if view.state.standing is not None:
        at = ranking.place(view.state.standing.claim) + 1
    keep, _ = best_to_keep(known(view), at, ranking)
    table = view.state.on_table()
    stays = tuple(face for face in set(keep) for _ in range(min(keep.count(face), table.count(face))))
    if cover := without(table, stays):
        return a.Cover(cover)
    if show := without(keep, stays):
        return a.Show(show)
    return a.Shake()
