"""Write the computer's opinion of the moves in a replay: of a single move, and of all moves of each player."""

from collections.abc import Callable, Mapping

from bot.words.dice import whole
from bot.words.language import _, ngettext, percent_of_deed, signed_decimal
from engine.core.actions import Action
from engine.core.analysis import Decision, Report

InWords = Callable[[Action], str]
"""A function that returns a move in words: "5 fives", "Liar!"."""


def opinion(decision: Decision, in_words: InWords, said: str) -> str:
    """Return the computer's opinion of a move as a small line.

    `in_words` returns a move in words, and `said` is the sentence of the game's family (`Presenter.judged`).
    """
    better = _("nothing better")
    if not decision.is_as_good:
        # Translators: {move} is a bid, a claim or a call; {n} is a number of percentage points.
        words = ngettext("better: {move}, by {n} point", "better: {move}, by {n} points", points(decision))
        better = words.format(move=in_words(decision.best.action), n=points(decision))
    return said.format(percent=percent_of_deed(decision.made.likely), better=better)


def points(decision: Decision) -> int:
    """Return by how many percentage points the best move would have been better."""
    return round(100 * decision.lost)


def reports(by_name: Mapping[str, Report]) -> list[str]:
    """Return small lines about each player's good moves and luck, or [] if no move was judged.

    `by_name` contains the computer's report on each player. A move is good if the computer knows no better move, given
    what the player could know.
    """
    judged = {name: report for name, report in by_name.items() if report.decisions}
    if not judged:
        return []
    good = [f"{name} {report.good}/{report.decisions}" for name, report in judged.items()]
    luck = [f"{name} {signed_decimal(report.luck)}" for name, report in judged.items()]
    return [
        # Translators: {people} is a list such as “Ann 5/7 · Ben 3/4”: five of Ann’s seven moves were good.
        _("-# 🧮 Good moves: {people}").format(people=" · ".join(map(whole, good))),
        # Translators: {people} is a list such as “Ann +0.4 · Ben −1.2”.
        _("-# 🍀 Luck: {people}").format(people=" · ".join(map(whole, luck))),
    ]
