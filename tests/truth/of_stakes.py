"""Checks of sentences about stakes and about the end of a game."""

from engine.bids import events as b
from engine.core import events as e
from engine.core.events import End
from tests.truth import of_prices
from tests.truth.asked import Check, Moment
from tests.truth.recording import Facts


def one_player_is_left(at: Moment, _facts: Facts) -> bool:
    """Return whether calls change the number of dice or of lives.

    If one of them has ended the game, return whether at most one player has any left.
    """
    over = at.over()
    if over is not None and over.why in (End.DICE, End.LIVES):
        left = "dice" if over.why is End.DICE else "lives"
        return sum(bool(getattr(at.state.players[seat], left)) for seat in at.others()) <= 1
    after = at.called() if at.stands else None
    return after is None or any(after.all_of(b.DiceLeft)) or any(after.all_of(e.LivesLeft))


def ends_after_rounds(at: Moment, facts: Facts) -> bool:
    """Return whether the game ends after the stated number of rounds at the latest (E1)."""
    most, over = int(facts.get("n", "1").replace(",", "")), at.over()
    return bool(at.state.round <= most and (over is None or over.why is not End.ROUNDS or at.state.round == most))


def ends_for(*whys: End) -> Check:
    """Return a check that a game ends only for one of these reasons, or because too few players are left (L3)."""
    return lambda at, _facts: at.over() is None or at.over().why in (*whys, End.DESERTED, End.STOPPED)


def _antes(at: Moment) -> dict[int, int]:
    began = next((n for n, each in enumerate(at.whole) if isinstance(each, e.RoundBegan)), len(at.whole))
    return {each.seat: -each.amount for each in at.all_of(e.ChipsMoved, at.whole[:began]) if each.amount < 0}


def ante_of(at: Moment, facts: Facts) -> bool:
    """Return whether each player has paid the stated number of chips (E6)."""
    chips = int(facts.get("n", "0").replace(",", ""))
    return _antes(at) == dict.fromkeys(range(len(at.state.players)), chips)


def no_pot(at: Moment, _facts: Facts) -> bool:
    """Return whether no chips have been moved (E6)."""
    return not any(at.all_of(e.ChipsMoved, at.whole))


def _asked(at: Moment, why: e.Cause) -> set[int]:
    return {each.seat for each in at.all_of(e.ForfeitOwed) if each.why is why}


def loser_owes(at: Moment, _facts: Facts) -> bool:
    """Return whether the player who is wrong after a call owes a forfeit (P1), at a table that keeps forfeits."""
    if at.table.forfeit() is None:
        return False
    after = at.called() if at.stands or at.is_passing() else None
    return after is None or (after.paid().get(of_prices.wrong(after), 0) > 0 and any(after.all_of(e.ForfeitOwed)))


def who_washes_up_owes(at: Moment, _facts: Facts) -> bool:
    """Return whether the players who wash up, and nobody else, owe a forfeit at the end (E4)."""
    over = at.over()
    if at.table.forfeit() is None or (any(at.all_of(b.DiceLeft, at.whole)) and not any(at.all_of(b.Scored, at.whole))):
        return False
    return over is None or (_asked(at, e.Cause.WASHED_UP) == set(over.losers) and not over.winners)


def last_one_owes(at: Moment, _facts: Facts) -> bool:
    """Return whether the only player who still has dice after all others have shed theirs owes a forfeit (E3)."""
    over = at.over()
    if at.table.forfeit() is None or not at.is_of_bids or any(at.all_of(b.Scored, at.whole)):
        return False
    if over is None or over.why is not End.DICE:
        return True
    left = {seat for seat in at.others() if at.state.players[seat].dice}
    return _asked(at, e.Cause.LAST) == left and any(at.all_of(b.Done, at.whole))


def nobody_owes(at: Moment, _facts: Facts) -> bool:
    """Return whether the table keeps no forfeits."""
    return at.table.forfeit() is None


def everyone_else_owes(at: Moment, _facts: Facts) -> bool:
    """Return whether every player who has not won owes the stake in words at the end (E6)."""
    over = at.over()
    if over is None or not over.winners:
        return True
    return _asked(at, e.Cause.STAKE) >= at.others() - set(over.winners)


def no_stake(at: Moment, _facts: Facts) -> bool:
    """Return whether nobody owes a stake in words (E6)."""
    return not _asked(at, e.Cause.STAKE)


PRACTICE = "-# 🤖 Against computers alone it’s practice: nobody owes anything."
"""The line of a lobby in which one person sits with computer players."""

CHECKS: dict[str, Check] = {
    "one player left": one_player_is_left,
    "{n} round": ends_after_rounds,
    "🏁 until you stop": ends_for(End.QUITS, End.TIME),
    "🪙 Ante: {n} play chip each": ante_of,
    "📝 The loser must: {stake}": loser_owes,
    "📝 The loser owes a forfeit": loser_owes,
    "📝 The loser owes {chips}": loser_owes,
    "📝 Wash up (lose)? Then: {stake}": who_washes_up_owes,
    "📝 Wash up (lose)? You owe a forfeit": who_washes_up_owes,
    "📝 Last one must: {stake}": last_one_owes,
    "📝 Last one owes {stake}": last_one_owes,
    "📝 Last one owes a forfeit": last_one_owes,
    "📝 No stakes": nobody_owes,
    PRACTICE: nobody_owes,
    "📝 Everyone who doesn’t win must: {stake}": everyone_else_owes,
    "📝 Everyone who doesn’t win owes {chips}": everyone_else_owes,
}
