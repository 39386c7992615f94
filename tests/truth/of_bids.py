"""Checks of the sentences about games of bids."""

from collections.abc import Callable, Iterator

from engine.bids import events as b
from engine.bids.actions import Bid
from engine.core import events as e
from engine.core.events import End
from engine.core.state import BIDDING, POLL
from tests.truth.asked import Moment
from tests.truth.recording import Facts

Check = Callable[[Moment, Facts], bool]
Bidding = Callable[[int, int, int, int], bool]
"""Returns whether a bid of `q` dice of face `f` may follow one of `q0` of `f0` (B4). The order is q, f, q0, f0."""

# The throw ---------------------------------------------------------------------------------------------------------


def dice_each(at: Moment, facts: Facts) -> bool:
    """Return whether everybody began with the stated number of dice (T1)."""
    return _begin_with(at, int(facts.get("n", "5")))


def dice_by_players(at: Moment, _facts: Facts) -> bool:
    """Return whether everybody began with five dice, or with three if at least five people play."""
    return _begin_with(at, 3 if len(at.state.players) >= 5 else 5)


def _begin_with(at: Moment, dice: int) -> bool:
    has_lost = any(at.all_of(b.DiceLeft, at.whole))
    return not at.is_bidding or has_lost or all(each.dice == dice for each in at.state.players)


def wild_are(count: Callable[[Moment, int], set[int]]) -> Check:
    """Return a check that exactly the numbers that `count` returns count for a bid on a face (C2).

    In a palifico round the check passes.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        plays = at.is_bidding and not at.state.palifico
        return not plays or all(at.counting(face) == count(at, face) for face in range(1, 7))

    return check


def _ones_until(at: Moment, face: int) -> set[int]:
    are_bid = any(each.face == 1 for each in at.state.bids)
    return {face} if are_bid else {face, 1}


# Bids --------------------------------------------------------------------------------------------------------------


def raises_by(may: Bidding) -> Check:
    """Return a check that exactly the bids that `may` allows may follow the current bid (B4)."""

    def check(at: Moment, _facts: Facts) -> bool:
        if not at.stands or at.state.palifico:
            return True
        bid, pool = at.state.standing, range(1, at.state.pool + 1)
        said = {(q, f) for q in pool for f in range(1, 7) if may(q, f, bid.quantity, bid.face)}
        return said == at.bids()

    return check


def _jokers(q: int, f: int, q0: int, f0: int) -> bool:
    ours, theirs = (2 * q if f == 1 else q, f == 1, f), (2 * q0 if f0 == 1 else q0, f0 == 1, f0)
    return ours > theirs


def _aces(q: int, f: int, q0: int, f0: int) -> bool:
    if (f == 1) == (f0 == 1):
        return q > q0 or (q == q0 and f > f0)
    return 2 * q >= q0 if f == 1 else q > 2 * q0


def two_for_four(at: Moment, _facts: Facts) -> bool:
    """Return whether a bid of another face is beaten by half as many ones, rounded up, and by no fewer (B4)."""
    if not at.stands or at.state.palifico or at.state.standing.face == 1:
        return True
    least = -(-at.state.standing.quantity // 2)
    return (least, 1) in at.bids() and (least - 1, 1) not in at.bids()


def ones_cannot_open(at: Moment, _facts: Facts) -> bool:
    """Return whether ones may not open a round, and a bid of n ones must be followed by 2n + 1 of another face (B4).

    More than 2n + 1 of another face, and more ones, are also allowed.
    """
    if not at.is_bidding or at.state.palifico:
        return True
    bid = at.state.standing
    if bid is None:
        return all(face != 1 for _many, face in at.bids())
    return bid.face != 1 or all(face == 1 or many > 2 * bid.quantity for many, face in at.bids())


def ones_never_open(at: Moment, facts: Facts) -> bool:
    """Return whether `ones_cannot_open` is true and the round is not a palifico round."""
    return ones_cannot_open(at, facts) and not at.state.palifico if at.is_of_bids else True


# Palifico (C6) -----------------------------------------------------------------------------------------------------


def opens_palifico(each_time: bool, can_come: bool = True) -> Check:
    """Return a check that a player who comes down to one die opens a palifico round.

    If `each_time` is False, the player opens such a round only the first time. With `can_come`, the check also fails
    if no such round is possible any longer.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        if can_come and at.stands and not _may_come_down(at):
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
        opens = bool(chance) and len(at.others()) > 2
        return bool(begun.state.palifico) == opens and (not opens or begun.state.opener in chance)

    return check


def _comes_down_again(at: Moment) -> bool | None:
    """Return whether a player who comes down to one die for the second time opens a palifico round.

    Return None if no such player would lose a call now. Games in which a player wins dice back are rare, so the player
    is given a second die here.
    """
    lost = at.called() if at.stands and len(at.others()) > 2 else None
    loser = wrong(lost) if lost is not None else -1
    if not any(each.seat == loser and each.dice == 1 and each.change < 0 for each in at.all_of(b.DiceLeft, at.whole)):
        return None
    again = at.holding(loser, 2).called()
    if again is None or again.state.players[loser].dice != 1 or again.dealt() is None:
        return None
    begun = again.dealt()
    return begun is not None and bool(begun.state.palifico) and begun.state.opener == loser


def _may_come_down(at: Moment) -> bool:
    """Return whether a palifico round is still possible: at least three players are left, and calls cost dice."""
    after = at.called()
    costs_dice = after is None or any(after.all_of(b.DiceLeft))
    has_several = any(at.state.players[seat].dice > 1 for seat in at.others()) or any(at.all_of(b.DiceLeft, at.whole))
    return len(at.others()) > 2 and costs_dice and has_several


def about(each: bool) -> Check:
    """Return a check that the number in the sentence is the average number of dice that count for a face (C2).

    With `each`, this number must be right for every face. Otherwise a face must be wild, and the number must be right
    for all other faces.
    """

    def check(at: Moment, facts: Facts) -> bool:
        if not at.is_of_bids or at.state.phase not in (BIDDING, POLL):
            return True
        wild = 0 if each else at.state.wild()
        faces = [face for face in range(1, 7) if face != wild]
        counts = {round(at.state.pool * len(at.counting(face)) / 6) for face in faces}
        return counts == {int(facts.get("n", -1))} and (each or wild > 0)

    return check


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


# Calls -------------------------------------------------------------------------------------------------------------


def anyone_bangs(at: Moment, _facts: Facts) -> bool:
    """Return whether everybody but the bidder may call, and the button for the call says Bang! (C1)."""
    word = not at.labels or at.labels == {"Bang!"}
    return not at.stands or (word and at.callers() == at.others(at.state.standing.bidder))


def next_calls(at: Moment, _facts: Facts) -> bool:
    """Return whether only the next player may call, and the button for the call says Liar! (C1)."""
    word = not at.labels or at.labels == {"Liar!"}
    return not at.stands or (word and at.callers() == {at.state.turn})


def then_all_vote(check: Check) -> Check:
    """Return a check that `check` passes and that all others vote after a call (C4)."""

    def votes(at: Moment, facts: Facts) -> bool:
        polls = not at.stands or len(at.others()) < 3 or at.called() is None
        return check(at, facts) and polls

    return votes


def no_vote(check: Check) -> Check:
    """Return a check that `check` passes and that nobody votes after a call."""
    return lambda at, facts: check(at, facts) and (not at.stands or at.called() is not None)


def anyone_exact(at: Moment, _facts: Facts) -> bool:
    """Return whether anybody but the bidder may call exact (C5)."""
    return not at.stands or at.exact_callers() == at.others(at.state.standing.bidder)


def next_exact(at: Moment, _facts: Facts) -> bool:
    """Return whether only the next player may call exact (C5)."""
    return not at.stands or at.exact_callers() == {at.state.turn}


def exact_pays(right: Callable[[Moment, Moment], set[int]]) -> Check:
    """Return a check that the seats that `right` returns pay if an exact call is right (C5).

    If the call is wrong, the caller must pay. In both cases the caller must open the next round if they are still in
    the game.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        after = at.exactly() if at.stands else None
        if after is None:
            return not at.stands
        caller, shown = at.state.turn, after.showdown()
        paying = {seat for seat, many in after.paid().items() if many > 0}
        opener = after.opens()
        plays_off = bool(after.state.playing_off)  # the latest loser opens a play-off (E4)
        opens = opener is None or opener == caller or caller not in after.others() or plays_off
        return opens and paying == (right(at, after) if shown.holds else {caller})

    return check


def a_die_back(at: Moment, facts: Facts) -> bool:
    """Return whether nobody pays for an exact call that is right, and a wrong one costs the caller a die (C5)."""
    after = at.exactly() if at.stands else None
    if after is not None and not after.showdown().holds and not any(after.all_of(b.DiceLeft)):
        return False
    return exact_pays(lambda _at, _after: set())(at, facts)


# The price ---------------------------------------------------------------------------------------------------------


def wrong(at: Moment) -> int:
    """Return the seat that was wrong in the newest showdown."""
    shown = at.showdown()
    bidder = getattr(shown, "bidder", getattr(shown, "passer", -1))
    return int(shown.challenger if shown.holds else bidder)


def pays(kind: type[e.Event], much: Callable[[Moment, Moment, int], int]) -> Check:
    """Return a check that the player who is wrong pays the amount that `much` returns, and nobody else pays (P1 to P3).

    At least one of the events must be of the type `kind`.
    """

    def check(at: Moment, _facts: Facts) -> bool:
        after = at.called() if at.stands or at.is_passing() else None
        if after is None:
            return True
        loser = wrong(after)
        return any(after.all_of(kind)) and after.paid() == {loser: much(at, after, loser)}

    return check


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
        scores = [each.score for seat, each in enumerate(at.state.players) if not each.left]
        over = at.over()
        ended = over is not None and over.why is End.BADS
        at_two = sum(score <= -two for score in scores)
        if any(score <= -alone for score in scores):
            return ended
        if plays_off and at_two == 2:
            return any(at.all_of(b.PlayoffBegan)) or over is not None
        return ended == (pair and at_two > 1)

    return check


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
    "{n} die each.": dice_each,
    "5 dice each (3 if 5+ play).": dice_by_players,
    "Nothing is wild.": wild_are(lambda _at, face: {face}),
    "Ones are wild.": wild_are(lambda _at, face: {face, 1}),
    "Ones are wild until somebody bids ones.": wild_are(_ones_until),
    "The opener’s red die is wild.": wild_are(lambda at, face: {face, at.state.red}),
    "Bid more dice, same face or higher.": raises_by(lambda q, f, q0, f0: q > q0 and f >= f0),
    "Bid more dice, any face.": raises_by(lambda q, _f, q0, _f0: q > q0),
    "Bid more dice, or the same number of a higher face.": raises_by(lambda q, f, q0, f0: (q, f) > (q0, f0)),
    "Raise the number or the face, and lower neither.": raises_by(
        lambda q, f, q0, f0: q >= q0 and f >= f0 and (q, f) != (q0, f0)
    ),
    "Bid a higher face, or more dice of the same face.": raises_by(lambda q, f, q0, f0: (f, q) > (f0, q0) and f >= f0),
    "Beat the last bid; ones count double.": raises_by(_jokers),
    "Raise the number or the face; ones take half as many.": raises_by(_aces),
    "2 ones count as much as 4 fives, and ones win ties.": two_for_four,
    "You can’t open with ones (except in a palifico); switching back takes double plus one.": (ones_cannot_open),
    "You can’t open with ones; switching back takes double plus one.": ones_never_open,
    "Each time you’re down to one die (3+ players left), open a palifico: nothing wild, one face.": opens_palifico(
        True
    ),
    "Your first time at one die (3+ players left), open a palifico: nothing wild, one face.": opens_palifico(False),
    "Any other player down to one die may change it.": may_change(_another_with_one),
    "Only the opener may change it.": may_change(lambda at, seat: seat == at.state.opener),
    "🥁 **Palifico!** Nothing wild; only another player down to one die may change the face": may_change(
        _another_with_one
    ),
    "🥁 **Palifico!** Nothing wild; only the opener may change the face": may_change(
        lambda at, seat: seat == at.state.opener
    ),
    "🥁 **Palifico!** Nothing wild; nobody may change the face": may_change(lambda _at, _seat: False),
    "A cocked roll ({chance}) is shown to everyone, then rolled again.": lambda at, facts: at.crooked_at(facts),
    "about {n} of each": about(each=True),
    "about {n} of any face, counting wilds": about(each=False),
    "Anyone may call Bang!": no_vote(anyone_bangs),
    "Anyone may call Bang! Then everyone votes.": then_all_vote(anyone_bangs),
    "Only the next player may call Liar!": no_vote(next_calls),
    "The next player may call Liar! Then everyone votes.": then_all_vote(next_calls),
    "Anyone but the bidder may call Exactly!": anyone_exact,
    "The next player may call Exactly! too.": next_exact,
    "Right: win a die back; wrong: lose one. The caller opens.": a_die_back,
    "If right, everyone else pays; if wrong, the caller does. The caller opens.": exact_pays(
        lambda at, _after: at.others(at.state.turn)
    ),
    "If right, the bidder pays; if wrong, the caller does. The caller opens.": exact_pays(
        lambda at, _after: {at.state.standing.bidder}
    ),
    "Be wrong, lose a die.": pays(b.DiceLeft, lambda _at, _after, _loser: 1),
    "Be wrong, lose as many dice as the bid was off by, at least one.": pays(b.DiceLeft, _off_by),
    "Be wrong, take a bad: −1.": pays(b.Scored, lambda _at, _after, _loser: 1),
    "Be right, shed a die: fewer is better.": the_right_shed,
    "Last player with dice wins.": last_with_dice_wins,
    "First to run out of dice wins; the last one left owes a forfeit.": first_without_dice_wins(owes=True),
    "First to run out of dice wins.": first_without_dice_wins(owes=False),
    "Out of turn: 2 goods (+2) if right, 2 bads if wrong.": out_of_turn,
    "You wash up (lose) at {bads} bads.": washes_up(pair=False),
    "You wash up (lose) at {bads} bads, or when two players reach {pair}.": washes_up(pair=True),
    "You wash up (lose) at {bads} bads; two players at {pair} go to a playoff.": has_play_off,
}
