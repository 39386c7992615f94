"""Find out from a game's events what happened in it.

RULES.md and the sentence about each figure define what counts. The module uses no code of the bot or the engine.
Events are plain JSON values, as they are stored.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.season.cup import Cup
from tests.season.odds import at_least, exactly

Plain = dict[str, Any]

WILD = {"common": "none", "cup": "none", "firehouse": "red", "bar": "none", "bluff": "sixes"}
"""The wild numbers of RULES.md, section 2. In games that are not listed, ones are wild."""

CUPS = {"cup": 5, "mia": 2}
"""The games with one cup, and the number of dice in it."""


@dataclass
class Said:
    """Holds a bid or claim that was resolved: its player, truth, round and face, and whether it was challenged."""

    seat: int
    true: bool
    challenged: bool
    round: int
    face: int = 0


class Call(NamedTuple):
    """Holds a call: the caller, the called player, whether it was right, whether it was exact, and the round."""

    seat: int
    accused: int
    right: bool
    exact: bool
    round: int


class Dice(NamedTuple):
    """Holds the dice of one moment by seat: whole hands, and the dice of them that lie in the open (B6)."""

    hands: dict[int, list[int]]
    open: dict[int, list[int]]

    def after(self, event: Plain) -> "Dice":
        """Return the dice after an event of a game of bids."""
        match event["event"]:
            case "round":
                return Dice({}, {})
            case "roll":
                return Dice({**self.hands, **dict(event["throws"])}, self.open)
            case "again":
                return Dice({**self.hands, event["seat"]: [*event["shown"], *event["dice"]]}, self.open)
            case "bid":
                opened = [*self.open.get(event["seat"], ()), *event.get("show", ())]
                return Dice(self.hands, {**self.open, event["seat"]: opened})
            case _:
                return self

    def counting(self, bid: Plain, wild: int) -> int:
        """Return how many dice count for a bid (C2)."""
        return sum(die in (bid["face"], wild) for hand in self.hands.values() for die in hand)


@dataclass
class Told:
    """Holds the facts of one game: its result, its bids, claims and calls, and the figures of each seat."""

    result: Plain | None = None
    said: list[Said] = field(default_factory=list)
    calls: list[Call] = field(default_factory=list)
    bold: list[tuple[float, int]] = field(default_factory=list)
    """The chance that each false bid or claim was true, and the seat that made it, if nobody challenged it.

    The chance is computed for the bidder, or for the player who accepted the claim.
    """
    sharp: list[tuple[float, int]] = field(default_factory=list)
    """The chance that each right call was right, as the caller sees it, and the caller's seat."""
    thrown: Counter[tuple[int, int]] = field(default_factory=Counter)
    driest: list[int] = field(default_factory=list)
    """In a game with losers and no winners, the seats with the best score among those who did not wash up or leave."""
    bads: Counter[int] = field(default_factory=Counter)
    goods: Counter[int] = field(default_factory=Counter)
    chips: dict[int, int] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)


BELIEVES = ("peek", "shake", "claim", "fold")
"""The events by which a player answers a claim without a challenge. A shake answers it if no peek came before."""


def told(variant: str, options: dict[str, str], events: list[Plain], seats: int) -> Told:
    """Return the facts of a game. They are empty for a game without a result (L5)."""
    game = Told()
    ends = [event for event in events if event["event"] == "over"]
    if not ends or ends[-1]["why"] == "stopped":
        return game
    game.result = ends[-1]
    _figures(events, game)
    if variant in CUPS:
        _claims(CUPS[variant], options, events, game)
    else:
        _bids(options.get("wild", WILD.get(variant, "ones")), events, game)
    game.places = _places(events, ends[-1], seats)
    if ends[-1]["losers"] and not ends[-1]["winners"]:
        gone = {event["seat"] for event in events if event["event"] == "leave"}
        scores = {at: game.goods[at] - game.bads[at] for at in range(seats) if at not in gone | set(ends[-1]["losers"])}
        game.driest = [at for at, score in scores.items() if score == max(scores.values())]
    return game


def _figures(events: list[Plain], game: Told) -> None:
    """Count the dice thrown, the bads, the goods and the chips."""
    for event in events:
        match event["event"]:
            case "roll":
                game.thrown.update((seat, die) for seat, dice in event["throws"] for die in dice)
            case "again":
                game.thrown.update((event["seat"], die) for die in event["dice"])
            case "roll-under":
                game.thrown.update((event["seat"], die) for die in event["dice"])
            case "roll-table":
                game.thrown[event["seat"], event["now"]] += 1
            case "score":
                (game.bads if event["change"] < 0 else game.goods)[event["seat"]] += abs(event["change"])
            case "chips":
                game.chips[event["seat"]] = game.chips.get(event["seat"], 0) + event["amount"]


def _bids(wild: str, events: list[Plain], game: Told) -> None:
    """Add the bids and calls of rounds with a showdown (C2, C3, C5), except those that the clock made (L2).

    A bid is judged by the dice of its moment, since dice may be thrown again later (B6).
    """
    bids: list[tuple[Plain, int, bool]] = []
    moments: list[Dice] = []
    dice = Dice({}, {})
    now, red, playoff, called, round_now = wild, 0, False, True, 0
    for at, event in enumerate(events):
        clock = at > 0 and events[at - 1]["event"] == "plays"
        dice = dice.after(event)
        match event["event"]:
            case "playoff":
                playoff = True
            case "round":
                now, bids, moments = "none" if event["palifico"] or playoff else wild, [], []
                round_now = event["number"]
            case "red":
                red = event["face"]
            case "bid":
                ones = any(bid["face"] == 1 for bid, _, _ in bids) or event["face"] == 1
                is_pure = event.get("called") in ("pure", "kept")
                bids.append((event, 0 if is_pure else _number(now, red, ones=ones), clock))
                moments.append(dice)
            case "liar" | "exact-call":
                called = not clock
            case "revealed":
                counts = [each.counting(bid, number) for each, (bid, number, _) in zip(moments, bids, strict=True)]
                for (bid, _, by_clock), count in zip(bids, counts, strict=True):
                    if not by_clock:
                        last = bid is bids[-1][0]
                        game.said.append(Said(bid["seat"], count >= bid["quantity"], last, round_now, bid["face"]))
                bid, exact = bids[-1][0], event["exact"]
                count = dice.counting(bid, bids[-1][1])
                right = count == bid["quantity"] if exact else count < bid["quantity"]
                if called:
                    game.calls.append(Call(event["challenger"], bid["seat"], right, exact, round_now))
                game.bold += [
                    (_likely(bid, number, each, bid["seat"], exact=False), bid["seat"])
                    for (bid, number, _), each, count in zip(bids[:-1], moments, counts, strict=False)
                    if count < bid["quantity"]
                ]
                if called and right:
                    likely = _likely(bid, bids[-1][1], dice, event["challenger"], exact=exact)
                    game.sharp.append((likely if exact else 1 - likely, event["challenger"]))


def _likely(bid: Plain, wild: int, dice: Dice, seat: int, *, exact: bool) -> float:
    """Return the chance that a bid holds, or is exact, for a player who sees only their own dice and open ones."""
    seen = [*dice.hands.get(seat, ()), *(die for other, open_ in dice.open.items() if other != seat for die in open_)]
    own = sum(die in (bid["face"], wild) for die in seen)
    unseen = sum(map(len, dice.hands.values())) - len(seen)
    return (exactly if exact else at_least)(bid["quantity"] - own, unseen, wild not in (0, bid["face"]))


def _number(wild: str, red: int, *, ones: bool) -> int:
    """Return the wild number, or 0 if no number is wild."""
    return {"none": 0, "ones": 1, "fives": 5, "sixes": 6, "red": red, "ones-until-bid": 0 if ones else 1}[wild]


def _claims(dice: int, options: dict[str, str], events: list[Plain], game: Told) -> None:
    """Add the calls, and each claim that a player answered (K2, K12).

    A player answers a claim by looking, by rolling again (K17), by passing the cup on blind, by giving up (K18), or by
    a challenge. Leave out claims and calls that the clock made (L2). `dice` is the number of dice.
    """
    cup, standing, by_clock = Cup(dice, options.get("straights") == "on"), None, False
    claim: Said | None = None
    called, round_now = True, 0
    for at, event in enumerate(events):
        clock = at > 0 and events[at - 1]["event"] == "plays"
        kind = event["event"]
        if kind == "round" or (kind == "roll-under" and len(event["dice"]) == dice):
            standing, claim = None, None
        round_now = event["number"] if kind == "round" else round_now
        if standing is not None and kind in BELIEVES and not (claim or cup.reaches(standing["claim"])):
            game.bold.append((cup.likely(event["seat"], standing["claim"]), standing["seat"]))
        if standing is not None and claim is None and kind in (*BELIEVES, "lifted"):
            claim = Said(standing["seat"], cup.reaches(standing["claim"]), challenged=False, round=round_now)
            if not by_clock:
                game.said.append(claim)
        match kind:
            case "liar":
                called = not clock
            case "claim":
                standing, by_clock, claim = event, clock, None
            case "lifted":
                assert claim is not None
                assert cup.dice() == sorted(event["under"] + event["table"]), "the dice differ from those of the event"
                claim.challenged = True
                if called:
                    game.calls.append(Call(event["challenger"], event["passer"], not claim.true, False, round_now))
                    if not claim.true:
                        likely = 1 - cup.likely(event["challenger"], event["claim"])
                        game.sharp.append((likely, event["challenger"]))
        cup.take(event)


def _places(events: list[Plain], result: Plain, seats: int) -> dict[int, int]:
    """Return each player's place, by seat.

    Winners come first. Then come players who got rid of their dice, in order, and then players who stayed in. Then
    come players who went out, beginning with the last round, and then losers. Players who left earlier come last, and
    the first of them to leave is at the very end. Players who went out in the same round share a place.
    """
    left: list[int] = []
    shed: dict[int, int] = {}
    out: dict[int, int] = {}
    number = 0
    for event in events:
        match event["event"]:
            case "round":
                number = event["number"]
            case "leave" if event["seat"] not in shed and event["seat"] not in out:
                left.append(event["seat"])
            case "out" if event["seat"] not in left:
                out[event["seat"]] = number
            case "done" if event["place"]:
                shed[event["seat"]] = event["place"]
    rank: dict[int, tuple[int, int]] = dict.fromkeys(range(seats), (2, 0))
    rank |= {seat: (3, -when) for seat, when in out.items()}
    rank |= {seat: (1, place) for seat, place in shed.items()}
    rank |= dict.fromkeys(result["losers"], (4, 0))
    rank |= dict.fromkeys(result["winners"], (0, 0))
    rank |= {seat: (5, -when) for when, seat in enumerate(left)}
    return {seat: 1 + sum(other < mine for other in rank.values()) for seat, mine in rank.items()}
