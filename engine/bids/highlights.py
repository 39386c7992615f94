"""Find the highlights of a finished bidding game in its events."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import msgspec

from engine.bids.counting import Counting, Stash, counting
from engine.bids.events import BidMade, DiceLeft, ExactCalled, PlayoffBegan, Revealed, Thrown, ThrownAgain
from engine.bids.evolve import FOLDS
from engine.bids.play import initial
from engine.bids.price import stands
from engine.bids.rules import Rules, Wild
from engine.bids.state import State
from engine.core.dice import NOTHING, Called, Hand
from engine.core.events import Challenged, Event, Ordered, PlayedFor, RoundBegan
from engine.core.highlights import Best, Feat, Highlights, Moment, Standing, least_likely, told, turning_point


def standing(state: State) -> Standing:
    """Return the position of each player who has not left. A greater tuple is better.

    In a playoff, only its two players have positions (E4).
    """
    if state.playing_off:
        return {seat: (state.players[seat].dice,) for seat in state.playing_off if not state.players[seat].left}
    amount = stands(state)
    return {seat: amount(player) for seat, player in enumerate(state.players) if not player.left}


class BidMoment(Moment, frozen=True):
    """A highlight about a bid on `quantity` dice of `face`. `count` is the number of dice that counted for it.

    `exact` is True if the bid was called exact.
    """

    quantity: int
    face: int
    count: int
    exact: bool = False
    called: Called = NOTHING


class Dice(NamedTuple):
    """The dice of all players at one moment of a round, and those that lay in the open, by seat (B6)."""

    hands: tuple[Hand, ...]
    open: tuple[Hand, ...]

    def seen(self, seat: int) -> tuple[Stash, ...]:
        """Return all stashes as a seat saw them: it knew its own dice, and those of others that lay in the open."""
        others = [Stash(dice, len(hand) - len(dice)) for hand, dice in zip(self.hands, self.open, strict=True)]
        return (Stash(self.hands[seat]), *others[:seat], *others[seat + 1 :])


class Round(msgspec.Struct, frozen=True):
    """A round with a showdown. Each of its `bids` has the numbers that counted for it when it was made.

    `dice` has the dice at the moment of each bid and, as the last entry, those of the showdown.

    `called` is False if the challenge was played for an absent player (L2). `by_clock` has the bids that were played
    for absent players.
    """

    number: int
    bids: tuple[tuple[BidMade, Counting], ...]
    called: bool
    showdown: Revealed
    by_clock: tuple[BidMade, ...] = ()
    dice: tuple[Dice, ...] = ()


def highlights(rules: Rules, events: Iterable[Event]) -> Highlights[BidMoment]:
    """Return the highlights of a whole game by `rules`.

    Public events are enough if nobody shows dice (B6), because a showdown reveals all other dice. Rounds without a
    showdown have no highlights. Probabilities depend only on the dice, not on the bids.
    """
    lies: list[BidMoment] = []
    calls: list[BidMoment] = []
    losses: list[BidMoment] = []
    mistakes: list[BidMoment] = []
    events = tuple(events)
    for played in rounds(rules, events):
        lies += _lies(played)
        right, wrong, challenger = played.showdown.winner(), played.showdown.loser(), played.showdown.challenger
        if played.called or wrong != challenger:
            losses.append(_moment(played, wrong, right))
        if played.called and wrong == challenger:
            mistakes.append(losses[-1])
        if played.called and right == challenger:
            calls.append(_moment(played, right, wrong))
    return told(lies, calls, losses, mistakes, turning_point(_scenes(rules, events), standing))


BOLD, RARE, SURVIVED = 0.5, 0.25, 0.5
"""A caught lie is a feat if it was bold, or if the catch was rare.

A lie is bold if its probability of being true was below `BOLD`. A catch is rare if its probability of being right was
below `RARE`. `SURVIVED` is the assumed probability of surviving a palifico round.
"""


def best(rules: Rules, events: Iterable[Event]) -> Best | None:
    """Return the least likely feat of a whole game by `rules`, or None if there was none.

    Its probability depends only on the dice, not on the bids.
    """
    events = tuple(events)
    return least_likely([*_catches(rules, events), *_survivals(events)])


def _catches(rules: Rules, events: Iterable[Event]) -> Iterator[Best]:
    """Yield bold lies that were caught and exact calls that were right.

    Challenges that were played for absent players (L2) are left out.
    """
    for played in (each for each in rounds(rules, events) if each.called):
        shown, right = played.showdown, _moment(played, played.showdown.challenger, played.showdown.bidder)
        told = played.number, shown.challenger, shown.bidder
        if shown.exact and shown.holds:
            yield Best(Feat.EXACT, *told, right.likely, shown, by_call=True)
        elif not shown.exact and not shown.holds:
            true = _moment(played, shown.bidder, shown.challenger).likely
            if true < BOLD or right.likely < RARE:
                yield Best(Feat.CAUGHT, *told, min(true, right.likely), shown, by_call=right.likely < true)


def _survivals(events: Iterable[Event]) -> Iterator[Best]:
    """Yield each palifico round that its opener survived.

    The opener must have been in the showdown. Other players must have lost or gained dice in it, but not the opener.
    Several players may lose a die at once (P8).
    """
    began: RoundBegan | None = None
    shown: Revealed | None = None
    paid: list[int] = []
    for event in (*events, None):
        match event:
            case Revealed():
                shown, paid = event, []
            case DiceLeft():
                paid.append(event.seat)
            case RoundBegan() | None:
                if began is not None and began.palifico and shown is not None and paid:
                    survived = began.opener in {shown.bidder, shown.challenger} - {*paid}
                    found = Best(Feat.SURVIVED, began.number, began.opener, paid[0], SURVIVED, shown)
                    yield from [found] if survived else []
                began, shown = event, None


def rounds(rules: Rules, events: Iterable[Event]) -> Iterator[Round]:
    """Yield every round that had a showdown."""
    number, bids, until_bid, playing_off, called, by_clock = 0, list[BidMade](), False, False, True, False
    for_absent: list[BidMade] = []
    round_events: list[Event] = []
    for event in events:
        match event:
            case PlayoffBegan():
                playing_off = True
            case RoundBegan(palifico=palifico):
                number, bids, for_absent, round_events = event.number, [], [], []
                until_bid = rules.wild is Wild.ONES_UNTIL_BID and not (palifico or playing_off)
            case BidMade():
                bids.append(event)
                for_absent += [event] if by_clock else []
            case Challenged():
                called = not by_clock
            case ExactCalled():
                called = True
            case Revealed():
                counted = tuple(_counted(bids, event, until_bid=until_bid))
                moments = tuple(_moments(round_events, event.hands))
                yield Round(number, counted, called, event, tuple(for_absent), moments)
        by_clock = isinstance(event, PlayedFor)
        round_events.append(event)


def _moments(events: Sequence[Event], last: tuple[Hand, ...]) -> Iterator[Dice]:
    """Yield the dice at each bid of a round, and at its end. `last` has the hands of the showdown.

    Dice that were thrown again are known only if `events` has hidden events.
    """
    thrown = any(isinstance(event, ThrownAgain) for event in events)
    hands = list(last)
    opened: list[Hand] = [()] * len(last)
    for event in events:
        if isinstance(event, Thrown) and thrown:
            for seat, hand in event.throws:
                hands[seat] = hand
        elif isinstance(event, ThrownAgain):
            hands[event.seat], opened[event.seat] = (*event.shown, *event.dice), event.shown
        elif isinstance(event, BidMade):
            yield Dice(tuple(hands), tuple(opened))
    yield Dice(last, tuple(opened))


def _scenes(rules: Rules, events: Sequence[Event]) -> Iterator[tuple[State, Event]]:
    """Yield every event with the state before it. Yield nothing for an incomplete game."""
    players = next((len(event.order) for event in events if isinstance(event, Ordered)), 0)
    if not players:
        return
    state = initial(rules, players).state
    for event in events:
        yield state, event
        state = FOLDS[type(event)](state, event)


def _counted(bids: Iterable[BidMade], shown: Revealed, *, until_bid: bool) -> Iterator[tuple[BidMade, Counting]]:
    """Yield each bid with the numbers that counted when it was made.

    These are the numbers of the showdown, unless ones are wild only until a player bids them (C2).
    """
    ones_bid = False
    for bid in bids:
        ones_bid = ones_bid or bid.face == 1
        yield bid, counting(bid, (0 if ones_bid else 1) if until_bid else shown.wild, shown.hand_rules())


def _lies(played: Round) -> Iterator[BidMoment]:
    """Yield the false bids that the next player raised instead of challenging."""
    for ((made, counts), (raised, _)), dice in zip(pairwise(played.bids), played.dice, strict=False):
        if (count := counts.all(dice.hands)) < made.quantity:
            likely = counts.likely(dice.seen(made.seat))
            told = played.number, made.seat, raised.seat, likely, made.quantity, made.face, count
            yield BidMoment(*told, called=made.called)


def _moment(played: Round, seat: int, other: int) -> BidMoment:
    """Return the showdown as a moment of `seat`, who is one of its two players.

    The moment includes the probability that `seat` was right. The bidder is judged by the dice of the bid, and not by
    those that they threw again after it (B6).
    """
    showdown = played.showdown
    dice = played.dice[-1 if seat == showdown.challenger else -2]
    counts, seen = showdown.counting(), dice.seen(seat)
    said = counts.likely_exact(seen) if showdown.exact else counts.likely(seen)
    likely = said if (seat == showdown.challenger) == showdown.exact else 1 - said
    return BidMoment(
        played.number,
        seat,
        other,
        likely,
        showdown.quantity,
        showdown.face,
        showdown.count,
        showdown.exact,
        showdown.called,
    )
