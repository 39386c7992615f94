"""Checks of the sentences that the lessons of both families share."""

import re
from collections.abc import Callable
from typing import Any

from bot.screens.families.teaching import LEARNER
from engine.core import events as e
from engine.core.actions import Challenge, Deal, How, Settle
from engine.core.state import BETWEEN
from tests.truth.asked import Check, Moment
from tests.truth.learner import claims_truth, held, made
from tests.truth.recording import Facts


def sides(at: Moment) -> tuple[int, int]:
    """Return the seats of the showdown's bidder or passer and of its caller.

    Return -1 twice if there is no showdown.
    """
    shown = at.showdown()
    return (-1, -1) if shown is None else (getattr(shown, "bidder", getattr(shown, "passer", -1)), shown.challenger)


def judged(caller: bool, holds: bool | None = None) -> Check:
    """Return a check of the showdown in the last step.

    `caller` is True if the learner called, and False if the learner was called. The facts name the other player.
    `holds` says whether the bid or claim was true. Exactly the player who was wrong pays (P1, P7).
    """

    def check(at: Moment, facts: Facts) -> bool:
        if not is_called(at, facts, caller):
            return False
        spoke, called = sides(at)
        is_true = at.showdown().holds
        return [*at.paid()] == [called if is_true else spoke] and holds in (None, is_true)

    return check


def is_called(at: Moment, facts: Facts, caller: bool) -> bool:
    """Return whether the learner called, or was called if `caller` is False. The facts name the other player."""
    spoke, called = sides(at)
    learner, other = (called, spoke) if caller else (spoke, called)
    return learner == LEARNER and at.is_named(other, facts)


def called_on(caller: bool, words: Callable[[Any], str]) -> Check:
    """Return a check of the last step's call, and that the stated bid or claim was called.

    `caller` is True if the learner called, and False if the learner was called.
    """

    def check(at: Moment, facts: Facts) -> bool:
        stated = facts.get("bid", facts.get("claim"))
        return is_called(at, facts, caller) and stated in (None, words(at.showdown()))

    return check


def owes(is_learner: bool, let_off: bool | None = None) -> Check:
    """Return a check that the learner, or the named player, got the only forfeit of the last step (P1).

    `let_off` says whether the winner must have waived the forfeit. None allows both.
    """

    def check(at: Moment, facts: Facts) -> bool:
        debtors = [each.seat for each in at.all_of(e.ForfeitOwed)]
        if len(debtors) != 1 or (debtors[0] == LEARNER) is not is_learner or not at.is_named(debtors[0], facts):
            return False
        ways = {each.debtor: each.how for each in at.all_of(e.Settled)}
        return let_off is None or (ways.get(debtors[0]) == How.WAIVED) is let_off

    return check


def opens_next(is_learner: bool) -> Check:
    """Return a check that the learner, or the named player, was right and opens the next round (O1)."""

    def check(at: Moment, facts: Facts) -> bool:
        after = at.after(None, Deal())
        if after is None or at.showdown() is None:
            return False
        opener = after.state.opener
        return opener == at.showdown().winner() and (opener == LEARNER) is is_learner and at.is_named(opener, facts)

    return check


def fewest_win(at: Moment, facts: Facts) -> bool:
    """Return whether the game is over, the facts have each player's forfeits, and the fewest forfeits have won (E5)."""
    over, counts = at.over(), [player.forfeits for player in at.state.players]
    if over is None or set(over.winners) != {seat for seat, many in enumerate(counts) if many == min(counts)}:
        return False
    return [int(each) for each in re.findall(r" (\d+)(?: ·|$)", facts.get("counts", ""))] == counts


def wins(is_learner: bool) -> Check:
    """Return a check of whether the learner is one of the winners, or of who the winners are."""

    def check(at: Moment, facts: Facts) -> bool:
        over = at.over()
        if over is None or (LEARNER in over.winners) is not is_learner:
            return False
        return is_learner or at.named(facts.get("names", "")) == set(over.winners)

    return check


def two_rounds(at: Moment, facts: Facts) -> bool:
    """Return whether the game has not begun yet, has two rounds, and is played against the two named players."""
    if at.state.round or at.named(facts.get("names", "")) != {1, 2}:
        return False
    now: Moment | None = at
    while now is not None and now.state.result is None:
        now = _moved_on(now)
    return now is not None and now.state.round == 2


def _moved_on(at: Moment) -> Moment | None:
    """Return the moment after a settlement, a deal, a call, or the lowest bid or claim."""
    if at.state.debtors:
        return at.after(at.state.debtors[0], Settle(at.state.debtors[0], How.TAB))
    if at.state.phase is BETWEEN:
        return at.dealt()
    return at.after(at.asked(), Challenge()) or at.handed_on()


def bluffs(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner's own dice did not make the learner's last bid or claim true."""
    if at.is_of_bids:
        return any(bid.seat == LEARNER and not held(at, bid) for bid, _opens in made(at))
    return claims_truth(at) is False


CHECKS: dict[str, Check] = {
    "Two rounds against {names}. Just practice: it doesn’t count.": two_rounds,
    "{name} told the truth, so you pay for doubting.": judged(caller=True, holds=True),
    "Good call! Too good to be true. {name} pays.": judged(caller=True, holds=False),
    "You told the truth, so {name} pays for doubting.": judged(caller=False, holds=True),
    "A bluff! That’s allowed: nobody can see.": bluffs,
    "📝 You owe a **forfeit**, like a song. This time they let you off.": owes(is_learner=True, let_off=True),
    "📝 You owe a **forfeit**, like a song.": owes(is_learner=True, let_off=False),
    "📝 {name} owes a **forfeit**, like a song.": owes(is_learner=False),
    "➡️ You were right, so you open the next round.": opens_next(is_learner=True),
    "➡️ {name} was right and opens the next round.": opens_next(is_learner=False),
    "🏁 **Game over.** Forfeits: {counts}. The lowest number wins.": fewest_win,
    "🏆 {names} wins this time.": wins(is_learner=False),
    "🏆 **You win!**": wins(is_learner=True),
}
