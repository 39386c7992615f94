"""Checks of the sentences that name house rules and describe their effects on the host's pages of a table."""

from itertools import pairwise

from engine.bids import events as b
from engine.core import events as e
from engine.core.actions import Absent
from tests.truth import of_any, of_bids, of_cup_options, of_mia, of_palifico, of_prices, of_pure
from tests.truth.asked import Check, Moment
from tests.truth.of_stakes import ante_of, no_pot, no_stake
from tests.truth.recording import Facts


def turns(step: int) -> Check:
    """Return a check that the turn passes to the seat that is `step` seats further (S3).

    The seats are numbered in the order in which the players joined (S2).
    """

    def check(at: Moment, _facts: Facts) -> bool:
        order = next((each.order for each in at.all_of(e.Ordered, at.whole)), ())
        if len(order) < 3 or at.table.rules.seating.value == "order":
            return True
        return all((one + step) % len(order) == other for one, other in pairwise(order))

    return check


def sleepers(leave: bool) -> Check:
    """Return a check that a player who misses two turns in a row leaves the game, or stays if `leave` is False (L2)."""

    def check(at: Moment, _facts: Facts) -> bool:
        seat = at.asked()
        began = any(isinstance(each, e.RoundBegan) for each in at.news) and at.state.round == 1
        if not began or seat is None or at.tried is not None or at.reader is not None:
            return True
        now: Moment | None = at
        for _turn in range(2 * len(at.state.players) + 2):
            asked = now.asked() if now is not None else None
            if now is None or now.state.result is not None:
                break
            now = now.dealt() if asked is None else now.after(asked, Absent())
        return now is None or now.state.result is not None or any(now.all_of(e.Left, now.whole)) == leave

    return check


def never_crooked(at: Moment, _facts: Facts) -> bool:
    """Return whether the engine never throws crooked dice (T2)."""
    return not any(at.all_of(b.Crooked, at.whole)) and not any(at.chances() or ())


def is_crooked(at: Moment, facts: Facts) -> bool:
    """Return whether the engine may throw crooked dice (T2).

    If the facts state a chance, it must be the engine's chance.
    """
    chances = at.chances()
    may = chances is None or max(chances, default=0.0) > 0
    return may and ("chance" not in facts or at.crooked_at(facts))


def no_palifico(at: Moment, _facts: Facts) -> bool:
    """Return whether the round is not a palifico round (C6)."""
    return not at.is_of_bids or not at.state.palifico


def palifico_comes(each_time: bool) -> Check:
    """Return a check that a player who comes down to one die opens a palifico round (C6).

    If `each_time` is False, this happens only the first time. The check also passes if no such round is possible any
    longer.
    """
    return of_palifico.opens_palifico(each_time, can_come=False, least=0)


def back_or_bidder(at: Moment, _facts: Facts) -> bool:
    """Return whether an exact call that is right costs the bidder something, or nobody (C5)."""
    after = at.exactly() if at.stands else None
    if after is None or not after.showdown().holds:
        return after is not None or not at.stands
    paying = {seat for seat, many in after.paid().items() if many > 0}
    return paying <= {at.state.standing.bidder}


def one_washes_up_first(at: Moment, facts: Facts) -> bool:
    """Return whether the stated number of bads ends the game, but not two players with one bad less (E4)."""
    after = at.called() if at.is_of_bids and at.stands else None
    if after is None or not any(after.all_of(b.Scored)):
        return at.is_of_bids
    bads = int(facts.get("bads", "5").split()[0])
    return of_prices.with_bads(at, bads, 0) in ("end", None) and of_prices.with_bads(at, bads - 1, bads - 1) in (
        "",
        None,
    )


def lose_dice(at: Moment, facts: Facts) -> bool:
    """Return whether the player who is wrong loses dice, or several do after a bid that is exactly right (P2, P8)."""
    after = at.called() if at.stands else None
    if after is None:
        return True
    paid = set(after.paid())
    alone = paid == {of_prices.wrong(after)}
    met = of_prices.is_met(after) and len(paid) > 1 and of_prices.met_costs_others(at, facts)
    return any(after.all_of(b.DiceLeft)) and (alone or met)


def ones_wild(at: Moment, facts: Facts) -> bool:
    """Return whether ones count for every face, except for bids that are pure by another rule of the table (C2, B4).

    In a palifico round the check passes.
    """
    return not at.is_bidding or at.state.palifico or of_pure.ones_but_not_pure(at, facts)


FORFEIT = of_prices.pays(e.ForfeitOwed, lambda _at, _after, _loser: 1)

CHECKS: dict[str, Check] = {
    "{n} die each": of_bids.dice_each,
    "Dice by player count": of_bids.dice_by_players,
    "Ones wild": ones_wild,
    "Ones wild until they’re bid": of_bids.CHECKS["Ones are wild until somebody bids ones."],
    "A red die": of_bids.CHECKS["The opener’s extra red die is wild."],
    "Wild: {faces}": of_bids.wild_is,
    "Open with any number of dice": of_bids.opens_with(lambda _at, _facts: 1),
    "Open with {n}+ die": of_bids.CHECKS["Open with at least {n} die."],
    "Open with more dice than players": of_bids.CHECKS["Open with more dice than there are players."],
    "More dice or a higher face, not both": of_bids.CHECKS[
        "Bid more dice of the same face, or the same number of a higher face."
    ],
    "A palifico round even if only two are left": of_palifico.may_be_of_two,
    "An exactly right bid costs the caller": of_prices.met_costs_the_caller,
    "An exactly right bid costs everyone else": of_prices.met_costs_others,
    "Five different faces: none counts": of_bids.different_are(0),
    "Five different faces: as ever": of_bids.different_are(1),
    "Five that all count: five": of_bids.alike_are(5, 5),
    "Five that all count: six": of_bids.alike_are(6, 6),
    "Five that all count: six or seven": of_bids.alike_are(6, 7),
    "No cocked dice": never_crooked,
    "Cocked dice, {chance}": is_crooked,
    "Everyone sees the cocked roll, then it’s rolled again": is_crooked,
    "More dice, same face or higher": of_bids.CHECKS["Bid more dice, same face or higher."],
    "More dice, any face": of_bids.CHECKS["Bid more dice, any face."],
    "More dice or a higher face": of_bids.CHECKS["Bid more dice, or the same number of a higher face."],
    "Faces never go down": of_bids.CHECKS["Raise the number, the face or both; neither may go down."],
    "A higher face, or more of the same": of_bids.CHECKS["Bid a higher face, or more dice of the same face."],
    "A bid of ones counts double": of_bids.CHECKS["Beat the last bid; a bid of ones counts double."],
    "A bid of ones takes half as many dice": of_bids.CHECKS[
        "Raise the number or face; switching to ones takes half as many."
    ],
    "No palifico": no_palifico,
    "No effect: a player already washes up at {bads}.": one_washes_up_first,
    "Palifico": palifico_comes(False),
    "Palifico each time": palifico_comes(True),
    "The first time you’re down to one die, you open a round with nothing wild": palifico_comes(False),
    "Each time you’re down to one die, you open a round with nothing wild": palifico_comes(True),
    "Others with one die may change the face": of_palifico.CHECKS["Others with one die may change it."],
    "Nobody may change the face": of_palifico.may_change(lambda _at, _seat: False),
    "Only the opener may change the face": of_palifico.CHECKS["Only the opener may change it."],
    "Only the next player may call": of_bids.next_calls,
    "Anyone may call": of_bids.anyone_bangs,
    "Exact calls in turn": of_bids.next_exact,
    "Calza": of_bids.anyone_exact,
    "Win a lost die or life back; in games without either, the bidder pays": back_or_bidder,
    "Exact: everyone else pays": of_bids.exact_pays(lambda at, _after: at.others(at.state.turn)),
    "Exact: the bidder pays": of_bids.exact_pays(lambda at, _after: {at.state.standing.bidder}),
    "Forfeits": FORFEIT,
    "Lose dice": lose_dice,
    "Shed dice": of_prices.the_right_shed,
    "One die at a time": of_prices.CHECKS["Be wrong, lose a die."],
    "As many dice as the bid was off by": of_prices.CHECKS["Be wrong, lose the difference in dice (1+)."],
    "Clockwise": turns(1),
    "Counterclockwise": turns(-1),
    "No pot": no_pot,
    "Ante of {n}": ante_of,
    "No extra stake": no_stake,
    "Any number of rounds": lambda at, _facts: at.over() is None or at.over().why is not e.End.ROUNDS,
    "The house plays for dozing players": sleepers(leave=False),
    "Out after two missed turns": sleepers(leave=True),
    "The winner opens": of_any.CHECKS["The winner opens."],
    "The loser opens": of_any.CHECKS["The loser opens."],
    "The caller opens": of_any.CHECKS["The caller opens."],
    **of_mia.HOUSE_RULES,
    **of_cup_options.HOUSE_RULES,
    **of_pure.HOUSE_RULES,
    "Everyone opens in turn": of_any.CHECKS["Everyone opens in turn."],
    "The player after this round’s opener": of_any.CHECKS["Everyone opens in turn."],
}
