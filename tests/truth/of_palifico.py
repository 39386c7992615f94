"""Checks of the sentences about palifico rounds (C6)."""

from collections.abc import Callable, Iterator

from engine.bids import events as b
from engine.bids.actions import Bid
from tests.truth.asked import Check, Moment
from tests.truth.of_prices import wrong
from tests.truth.recording import Facts


def opens_palifico(each_time: bool, can_come: bool = True, least: int = 3) -> Check:
    """Return a check that a player who comes down to one die opens a palifico round.

    If `each_time` is False, the player opens such a round only the first time. With `can_come`, the check also fails
    if no such round is possible any longer. At least `least` players must be left. If it is 0, the check says nothing
    about rounds of two players.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        if can_come and at.stands and not _may_come_down(at, least):
            return False
        if (again := _comes_down_again(at)) is not None:
            return again == each_time
        if not at.is_of_bids or at.state.playing_off or not any(at.all_of(b.Revealed)):
            return True
        earlier = at.whole[: len(at.whole) - len(at.news)]
        was = {each.seat for each in at.all_of(b.DiceLeft, earlier) if each.dice == 1 and each.change < 0}
        now = {each.seat for each in at.all_of(b.DiceLeft) if each.dice == 1 and each.change < 0}
        chance = (now if each_time else now - was) & at.others()
        begun = at.dealt()
        if begun is None:
            return True
        if not least and len(at.others()) == 2:
            return True
        opens = bool(chance) and len(at.others()) >= least
        return bool(begun.state.palifico) == opens and (not opens or begun.state.opener in chance)

    return check


def may_be_of_two(at: Moment, _facts: Facts) -> bool:
    """Return whether a palifico round begins if two players are left and one comes down to one die for the first time.

    The check passes if this does not happen now.
    """
    came_down = {each.seat for each in at.all_of(b.DiceLeft) if each.dice == 1 and each.change < 0} & at.others()
    earlier = at.whole[: len(at.whole) - len(at.news)]
    again = {each.seat for each in at.all_of(b.DiceLeft, earlier) if each.dice == 1}
    begun = at.dealt() if came_down - again and len(at.others()) == 2 and not at.state.playing_off else None
    return begun is None or bool(begun.state.palifico)


def _comes_down_again(at: Moment) -> bool | None:
    """Return whether a player who comes down to one die for the second time opens a palifico round.

    Return None if no such player would lose a call now. Games in which a player wins dice back are rare, so the player
    is given a second die here.
    """
    lost = at.called() if at.stands and len(at.others()) > 2 else None
    loser = wrong(lost) if lost is not None else -1
    if not any(each.seat == loser and each.dice == 1 and each.change < 0 for each in at.all_of(b.DiceLeft, at.whole)):
        return None
    if lost is not None and len(lost.paid()) > 1:  # of several who come down to one die, another may open (P8)
        return None
    again = at.holding(loser, 2).called()
    if again is None or again.state.players[loser].dice != 1 or again.dealt() is None:
        return None
    begun = again.dealt()
    return begun is not None and bool(begun.state.palifico) and begun.state.opener == loser


def _may_come_down(at: Moment, least: int) -> bool:
    """Return whether a palifico round is still possible: enough players are left, and calls cost dice."""
    after = at.called()
    costs_dice = after is None or any(after.all_of(b.DiceLeft))
    has_several = any(at.state.players[seat].dice > 1 for seat in at.others()) or any(at.all_of(b.DiceLeft, at.whole))
    return len(at.others()) >= least and costs_dice and has_several


def may_change(who: Callable[[Moment, int], bool]) -> Check:
    """Return a check that in a palifico round exactly the players for whom `who` is true may change the face.

    The check fails if any face is wild in a palifico round.
    """

    def check(at: Moment, facts: Facts) -> bool:
        if not at.is_bidding or not at.state.palifico:
            return True
        if at.state.standing is None:
            opened = at.handed_on()
            return opened is None or check(opened, facts)
        if any(at.counting(face) != {face} for face in range(1, 7)):
            return False
        holds = [each.holding(each.state.turn, dice) for each in _raised(at) for dice in (1, 2)]
        return all(_may_change(each, who) for each in holds)

    return check


def _may_change(at: Moment, who: Callable[[Moment, int], bool]) -> bool:
    faces = {face for _many, face in at.bids()} - {at.state.standing.face}
    room = at.state.standing.quantity < at.state.pool
    return bool(faces) == who(at, at.state.turn) if room else not faces or who(at, at.state.turn)


def _raised(at: Moment) -> Iterator[Moment]:
    """Yield this moment, and then the moment after each further raise by one die of the same face.

    Stop when every player has had a turn.
    """
    now: Moment | None = at
    for _player in range(len(at.others()) + 1):
        if now is None:
            return
        yield now
        now = now.after(now.state.turn, Bid(now.state.standing.quantity + 1, now.state.standing.face))


def _another_with_one(at: Moment, seat: int) -> bool:
    return bool(at.state.players[seat].dice == 1 and seat != at.state.opener)


CHECKS: dict[str, Check] = {
    "Each time you’re down to one die (3+ players left), you open a palifico: no wilds, fixed face.": opens_palifico(
        True
    ),
    "Your first time down to one die (3+ players left), you open a palifico: no wilds, fixed face.": opens_palifico(
        False
    ),
    "Each time you’re down to one die, you open a palifico: no wilds, fixed face.": opens_palifico(True, least=2),
    "Your first time down to one die, you open a palifico: no wilds, fixed face.": opens_palifico(False, least=2),
    "Others with one die may change it.": may_change(_another_with_one),
    "Only the opener may change it.": may_change(lambda at, seat: seat == at.state.opener),
    "🥁 **Palifico!** Nothing wild; only others with one die may change the face": may_change(_another_with_one),
    "🥁 **Palifico!** Nothing wild; only the opener may change the face": may_change(
        lambda at, seat: seat == at.state.opener
    ),
    "🥁 **Palifico!** Nothing wild; nobody may change the face": may_change(lambda _at, _seat: False),
}
