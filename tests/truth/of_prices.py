"""Checks of the sentences about what a call costs in a game of bids, and about how that game ends."""

from collections.abc import Callable

from engine.bids import events as b
from engine.core import events as e
from engine.core.events import End
from tests.truth.asked import Check, Moment
from tests.truth.recording import Facts


def wrong(at: Moment) -> int:
    """Return the seat that was wrong in the newest showdown."""
    shown = at.showdown()
    bidder = getattr(shown, "bidder", getattr(shown, "passer", -1))
    return int(shown.challenger if shown.holds else bidder)


def pays(kind: type[e.Event], much: Callable[[Moment, Moment, int], int]) -> Check:
    """Return a check that the player who is wrong pays the amount that `much` returns, and nobody else pays (P1 to P3).

    At least one of the events must be of the type `kind`. Other sentences are about the price of a call of Mia (K18).
    """

    def check(at: Moment, _facts: Facts) -> bool:
        if at.is_mia_claimed():
            return True
        after = at.called() if at.stands or at.is_passing() else None
        if after is None:
            return True
        loser = wrong(after)
        if is_met(after) and len(after.paid()) > 1:  # another sentence is about bids that are exactly met
            return met_costs_others(at, _facts)
        return any(after.all_of(kind)) and after.paid() == {loser: much(at, after, loser)}

    return check


def is_met(after: Moment) -> bool:
    """Return whether exactly as many dice count as the bid that was challenged says (P8)."""
    shown = after.showdown()
    return after.is_of_bids and not shown.exact and bool(shown.count == shown.quantity)


def met_costs_others(at: Moment, _facts: Facts) -> bool:
    """Return whether everyone but the bidder pays 1 if exactly as many dice count as the bid says (P8).

    If the bidder has left, only the caller pays.
    """
    after = at.called() if at.stands else None
    if after is None or not is_met(after):
        return True
    bidder = after.showdown().bidder
    others = at.others(bidder) if bidder in at.others() else {at.state.turn}
    return after.paid() == dict.fromkeys(others, 1)


def met_costs_the_caller(at: Moment, _facts: Facts) -> bool:
    """Return whether nobody but the caller pays if exactly as many dice count as the bid says."""
    after = at.called() if at.stands else None
    return after is None or not is_met(after) or {*after.paid()} == {at.state.turn}


def _off_by(at: Moment, after: Moment, loser: int) -> int:
    shown = after.showdown()
    return int(min(at.state.players[loser].dice, max(1, abs(shown.count - shown.quantity))))


def the_right_shed(at: Moment, _facts: Facts) -> bool:
    """Return whether exactly the players who were right shed a die (P4)."""
    shown = at.showdown() if at.is_of_bids and not at.state.playing_off else None
    if shown is None or shown.exact:
        return True
    said = {shown.bidder: True, shown.challenger: False} | dict(shown.votes)
    before = at.before.state if at.before is not None else at.state
    two = (shown.bidder, shown.challenger)  # both keep their side even if they leave (L1)
    right = {
        seat
        for seat, believes in said.items()
        if believes == shown.holds and (seat in two or not before.players[seat].left)
    }
    return at.paid() == dict.fromkeys(right, 1)


def last_with_dice_wins(at: Moment, _facts: Facts) -> bool:
    """Return whether the game ends when one player has dice left, and this player wins (E3)."""
    over = at.over()
    if over is None or not at.is_of_bids or over.why is not End.DICE:
        return over is None or not at.is_of_bids or over.why not in (End.BADS, End.PLAYOFF)
    return set(over.winners) == {s for s in at.others() if at.state.players[s].dice}


def first_without_dice_wins(owes: bool) -> Check:
    """Return a check that the first players who run out of dice win (E3).

    If `owes` is True, the last player with dice must owe a forfeit. Otherwise nobody may owe one.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        over = at.over()
        if over is None or not at.is_of_bids or over.why is not End.DICE:
            return True
        done = {each.seat: at.state.players[each.seat].shed_in for each in at.all_of(b.Done, at.whole)}
        first = {seat for seat, in_round in done.items() if in_round == min(done.values())}
        asks = any(at.all_of(e.ForfeitOwed)) and at.table.setup.owes(at.table.seats)
        return set(over.winners) == first and asks == (owes and bool(at.others() - set(done)))

    return check


def out_of_turn(at: Moment, _facts: Facts) -> bool:
    """Return whether a call out of turn earns two goods if it is right, and costs two bads if it is wrong (P3)."""
    if not at.stands or len(at.others()) < 3:
        return True
    caller = min(at.callers() - {at.state.turn}, default=-1)
    after = at.called(caller) if caller >= 0 else None
    return (
        after is not None
        and any(after.all_of(b.Scored))
        and after.paid().get(caller) == (2 if after.showdown().holds else -2)
    )


def washes_up(pair: bool, plays_off: bool = False) -> Check:
    """Return a check that the game ends when a player has the number of bads that the sentence states (E4).

    With `pair`, it must also end when two players have the smaller number that the sentence states. With `plays_off`,
    these two players must go into a play-off instead.
    """

    def check(at: Moment, facts: Facts) -> bool:
        alone, two = int(facts.get("bads", "5")), int(facts.get("pair", "3"))
        if pair and two >= alone:
            return False
        if at.stands and any(after.all_of(b.Scored) for after in [at.called()] if after is not None):
            together = "playoff" if plays_off else "end" if pair else ""
            some = {(alone, 0): "end", (alone - 1, 0): "", (two if pair else alone - 1,) * 2: together}
            return all(with_bads(at, *bads) in (brings, None) for bads, brings in some.items())
        shown = at.showdown() if at.is_of_bids and not at.state.playing_off else None
        if shown is None:
            return True
        scores = _scores_that_count(at)
        over = at.over()
        ended = over is not None and over.why is End.BADS
        at_two = sum(score <= -two for score in scores)
        if any(score <= -alone for score in scores):
            return ended
        if plays_off and at_two == 2:
            return any(at.all_of(b.PlayoffBegan)) or over is not None
        return ended == (pair and at_two > 1)

    return check


def _scores_that_count(at: Moment) -> list[int]:
    """Return the scores that decide whether the game ends. Players who left in an earlier round do not count (E4)."""
    until = at.whole.index(at.showdown())
    begun = max(place for place, each in enumerate(at.whole[:until]) if isinstance(each, e.RoundBegan))
    leaving = {each.seat for each in at.all_of(e.Left, at.whole[begun:])}
    return [each.score for seat, each in enumerate(at.state.players) if not each.left or seat in leaving]


def with_bads(at: Moment, loser: int, winner: int) -> str | None:
    """Return what a call by the next player brings if it gives its loser and its winner these numbers of bads.

    Return "end" or "playoff", "" if the game goes on, or None if it ends for another reason. Games in which two
    players come near this number are rare, so the players are given their scores here.
    """
    after = at.called()
    if after is None or after.over() is not None:  # in the last round nobody can play off (E4)
        return None
    lost, won = wrong(after), after.showdown().winner()
    if not {lost, won} <= at.others():  # nobody plays off against a player who has left
        return None
    scores = dict.fromkeys(range(len(at.state.players)), 0)
    scores |= {seat: after.paid().get(seat, 0) - bads for seat, bads in ((won, winner), (lost, loser))}
    ended = at.scoring(scores).called()
    if ended is None or (ended.over() is not None and ended.over().why is not End.BADS):
        return None
    return "end" if ended.over() is not None else "playoff" if any(ended.all_of(b.PlayoffBegan)) else ""


def has_play_off(at: Moment, facts: Facts) -> bool:
    """Return whether two players with the smaller number of bads go into a play-off (E4)."""
    return washes_up(pair=True, plays_off=True)(at, facts)


CHECKS: dict[str, Check] = {
    "Be wrong, lose a die.": pays(b.DiceLeft, lambda _at, _after, _loser: 1),
    "Be wrong, lose the difference in dice (1+).": pays(b.DiceLeft, _off_by),
    "If a called bid is exactly right, everyone but the bidder pays.": met_costs_others,
    "Be wrong, take a bad: −1 point.": pays(b.Scored, lambda _at, _after, _loser: 1),
    "Be right, shed a die: fewer is better.": the_right_shed,
    "Last player with dice wins.": last_with_dice_wins,
    "First to run out of dice wins; the last one left owes a forfeit.": first_without_dice_wins(owes=True),
    "First to run out of dice wins.": first_without_dice_wins(owes=False),
    "Out of turn: 2 goods (+2) if right, 2 bads (−2) if wrong.": out_of_turn,
    "You wash up (lose) at {bads} bads.": washes_up(pair=False),
    "You wash up (lose) at {bads} bads, or when two players reach {pair}.": washes_up(pair=True),
    "You wash up (lose) at {bads} bads; two players at {pair} go to a playoff.": has_play_off,
}
