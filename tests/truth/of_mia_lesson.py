"""Checks of the sentences in the lesson about Mia, and in its sample round."""

import re

from bot.screens.families.teaching import LEARNER
from engine.core import events as e
from engine.core.actions import Challenge, Deal
from engine.poker_cup import events as c
from tests.truth.asked import Check, Moment
from tests.truth.learner import SURE
from tests.truth.of_cup_lessons import chance, goes_around, rolls_all
from tests.truth.of_mia import believe_or_blind, loser, loses_lives, receiver
from tests.truth.of_samples import first_roll, in_turn
from tests.truth.recording import Facts


def most_lives_win(at: Moment, facts: Facts) -> bool:
    """Return whether the game is over by its last round, and the most of the stated lives have won (E1)."""
    over, counts = at.over(), [player.lives for player in at.state.players]
    if over is None or set(over.winners) != {seat for seat, many in enumerate(counts) if many == max(counts)}:
        return False
    return [int(each) for each in re.findall(r" (\d+)(?: ·|$)", facts.get("counts", ""))] == counts


def loses(at: Moment, facts: Facts) -> bool:
    """Return whether the learner lost the stated number of lives in the last step (P7)."""
    return any(-each.change == int(facts.get("n", "1")) for each in _lost(at))


def has_left(at: Moment, facts: Facts) -> bool:
    """Return whether the learner lost lives in the last step and has the stated number left."""
    return any(each.lives == int(facts.get("n", "-1")) for each in _lost(at))


def _lost(at: Moment) -> list[e.LivesLeft]:
    return [each for each in at.all_of(e.LivesLeft) if each.seat == LEARNER]


def opens_next(is_learner: bool) -> Check:
    """Return a check that the learner, or the named player, was wrong and opens the next round (O1)."""

    def check(at: Moment, facts: Facts) -> bool:
        after = at.after(None, Deal())
        opener = after.state.opener if after is not None else -1
        return opener == loser(at) != -1 and (opener == LEARNER) is is_learner and at.is_named(opener, facts)

    return check


def looks_likely(at: Moment, facts: Facts) -> bool:
    """Return whether the learner has got a likely claim and may believe it."""
    return receiver(at) == LEARNER and chance(at) >= SURE and believe_or_blind(at, facts)


def unlikely(at: Moment, _facts: Facts) -> bool:
    """Return whether the learner has got an unlikely claim and may call it."""
    return receiver(at) == LEARNER and 1 - chance(at) >= SURE and at.after(LEARNER, Challenge()) is not None


CHECKS: dict[str, Check] = {
    "One cup with two dice goes around. Claim a **roll**, true or not, and pass it on. "
    "The next player believes it, rolls and claims higher, or calls Liar!": goes_around(2),
    "**The roll.** You roll both dice under the cup. Nobody has seen them yet, not even you.": rolls_all(True, 2),
    "**The roll.** {name} rolls both dice under the cup and looks.": rolls_all(False, 2),
    "🏁 **Game over.** Lives: {counts}. A real game goes on until only one player has lives left.": most_lives_win,
    "💔 You lose a life. {left}": loses,
    "You have {n} left.": has_left,
    "➡️ You were wrong, so you open the next round.": opens_next(is_learner=True),
    "➡️ {name} was wrong and opens the next round.": opens_next(is_learner=False),
    "💡 You have the cup, and the claim looks likely: **Believe** it, roll both dice and claim more.": looks_likely,
    "💡 Few rolls are that high. Too good to be true: call **Liar!**": unlikely,
}
"""The checks of the sentences that the lesson shows."""

SAMPLES: dict[str, Check] = {
    "**1. Roll.** {name} rolls both dice under the cup and looks:": first_roll(2),
    "**2. Believe and beat it.** {name} rolls both dice again, unseen by anyone else:": in_turn(1, c.Shook, c.Looked),
    "💔 {name} loses a life and has {left} left": loses_lives,
}
"""The checks of the sentences that the sample round shows."""
