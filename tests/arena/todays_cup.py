"""The computer player that played the cup game in release 0.1. It is kept as an opponent.

It decides by the odds and never bluffs.
"""

from engine.core.dice import without
from engine.core.state import Phase
from engine.poker_cup import actions as a
from engine.poker_cup.cup import with_dice
from engine.poker_cup.odds import best_to_keep as kept
from engine.poker_cup.odds import reaching
from engine.poker_cup.ranking import Claim
from engine.poker_cup.receiving import ACCEPTING
from engine.poker_cup.state import State, Step
from engine.poker_cup.view import CupView

TRUST = 0.45
"""How often an unlikely claim is still true, because the passer has looked at the dice and chosen the claim."""

BELIEVED = 0.4
"""How often the next player believes a lie."""

FATE = 0.2
"""How often a player who may look does not do so. Always looking would help others to recognize a lie."""


def choose(view: CupView, draw: float) -> a.Action:
    """Return the move of `view.seat`, whose turn it is. `draw` is a random number in [0, 1) that varies the play.

    Equal views and draws give equal moves. Raises `ValueError` if it is not that seat's turn.
    """
    if view.seat is None or view.seat not in view.awaited:
        raise ValueError("nothing is awaited of this seat")
    if view.state.phase is Phase.BETWEEN:
        return a.Settle(view.seat, a.How.PAID)  # computer players settle their forfeits immediately (L4)
    if view.state.step is Step.RECEIVED:
        return _answer(view, draw)
    if view.state.step is Step.ARRANGING:
        return _arrange(view)
    if view.legal.shake:
        return a.Shake()
    if view.state.step is Step.SHAKEN and draw >= FATE:
        return a.Look()
    return a.MakeClaim(_claim(view, draw))


def _answer(view: CupView, draw: float) -> a.Action:
    """Challenge, pass on blind, or accept the claim, whichever is most likely to turn out well (K2, K17)."""
    least, standing = view.legal.least, view.state.standing
    assert standing is not None
    if least is None:
        return a.Challenge()  # K13
    known, ranking = _known(view), view.state.rules.ranking
    true = reaching(known, standing.claim, ranking)
    if standing.looked and len(known) < ranking.dice:
        true += (1 - true) * TRUST
    higher = reaching(view.state.on_table(), least, ranking)  # the dice under the cup are rolled again
    well = higher + (1 - higher) * BELIEVED
    if 1 - true > well + (draw - 0.5) / 5:
        return a.Challenge()
    if reaching(known, least, ranking) > 0.5 and draw < FATE:
        return a.PassBlind(least)
    return ACCEPTING[view.state.rules.accepts]


def _arrange(view: CupView) -> a.Action:
    """Put the dice that are worth keeping on the table, and roll the others under the cup (K5-K7)."""
    ranking = view.state.rules.ranking
    keep, _ = kept(_known(view), ranking.place(_least(view)), ranking)
    stays = tuple(face for face in set(keep) for _ in range(min(keep.count(face), view.state.on_table().count(face))))
    if cover := without(view.state.on_table(), stays):
        return a.Cover(cover)
    if show := without(keep, stays):
        return a.Show(show)
    return a.Shake()


def _claim(view: CupView, draw: float) -> Claim:
    """Return the real hand as a claim, or a lower claim if the rules allow it (K9).

    If the real hand is too low, return the lowest claim that is high enough, or a slightly higher claim.
    """
    ranking = view.state.rules.ranking
    ladder = ranking.claims
    least = ladder.index(_least(view))
    known = _known(view)
    top = least
    if len(known) == ranking.dice:
        top = ranking.height(known)
    if top > least:
        return ladder[top - int((top - least) * draw / 2)]
    return ladder[min(least + int(6 * draw), len(ladder) - 1)]


def _least(view: CupView) -> Claim:
    """Return the lowest claim that is higher than the claim to beat."""
    least = view.state.rules.ranking.lowest_above(view.state.claim())
    assert least is not None
    return least


def _known(view: CupView) -> tuple[int, ...]:
    """Return the dice that the player knows: those on the table, and those that the player last saw under the cup."""
    return with_dice(view.state.on_table(), view.mine)


def may_cry(state: State) -> bool:
    """Return False: only the receiver may challenge (K2)."""
    return False


def would_challenge(view: CupView, draw: float) -> bool:
    """Return False: only the receiver may challenge (K2)."""
    return False
