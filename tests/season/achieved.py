"""Find the achievements that a game earns, from its events and from the sentence that defines each achievement."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from tests.season.telling import Plain, Told

LATE = ("deserted", "stopped")
"""Ends that bring no achievements (L3, L5)."""
Earned = Iterator[tuple[int, str]]


def achieved(variant: str, options: dict[str, str], events: list[Plain], game: Told) -> set[tuple[int, str]]:
    """Return the achievements of a game as pairs of seat and name, except those of players who left.

    Return an empty set if the game has no result, was stopped (L5), or had too few players left (L3).
    """
    if game.result is None or game.result["why"] in LATE:
        return set()
    found = {*_by_talk(game), *_by_showdowns(events, game), *_by_claims(events, game)}
    found |= {*_by_the_end(options, events, game)}
    if variant == "bar" and game.result["why"] in ("dice", "lives") and game.calls:
        last = game.calls[-1]
        if last.right and last.round == _rounds(events) and last.seat in game.result["winners"]:
            found.add((last.seat, "last-orders"))
    return found - {(each["seat"], name) for each in events if each["event"] == "leave" for _, name in found}


def _by_talk(game: Told) -> Earned:
    """Yield the achievements for bids, claims and calls, such as the boldest lie and the least likely right call."""
    assert game.result is not None
    words, lies, found = Counter[int](), Counter[int](), set[int]()
    faces: dict[int, set[int]] = defaultdict(set)
    for said in game.said:
        words[said.seat] += 1
        if said.true:
            faces[said.seat].add(said.face)
        else:
            lies[said.seat] += 1
            found |= {said.seat} if said.challenged else set()
    yield from ((seat, "poker-face") for seat, many in lies.items() if many >= 3 and seat not in found)
    yield from ((seat, "honest") for seat in game.result["winners"] if words[seat] >= 6 and not lies[seat])
    yield from ((seat, "menagerie") for seat in faces if faces[seat] >= {1, 2, 3, 4, 5, 6})
    ducks = {said.round for said in game.said if said.challenged and not said.true and said.face == 2}
    pairs, calls = Counter[tuple[int, int]](), Counter[int]()
    for call in game.calls:
        calls[call.seat] += 1
        if call.right and call.exact:
            yield call.seat, "calza"
        elif call.right:
            pairs[call.seat, call.accused] += 1
            yield call.seat, "caught"
            if call.round in ducks:
                yield call.seat, "duck-hunter"
    yield from ((seat, "bloodhound") for (seat, _), many in pairs.items() if many >= 3)
    wrong = {call.seat for call in game.calls if not call.right}
    yield from ((seat, "cool-head") for seat, many in calls.items() if many >= 4 and seat not in wrong)
    for name, moments, below in (("tall-tale", game.bold, 1 / 10), ("long-shot", game.sharp, 1 / 8)):
        if moments and (best := min(moments, key=lambda moment: moment[0]))[0] < below:
            yield best[1], name


def _by_showdowns(events: list[Plain], game: Told) -> Earned:
    """Yield the achievements for the dice shown at showdowns."""
    spoke = {(word.round, word.seat) for word in game.said} | {(call.round, call.seat) for call in game.calls}
    number, opener, bent, own = 0, -1, set[int](), set[int]()
    for at, event in enumerate(events):
        clock = at > 0 and events[at - 1]["event"] == "plays"
        match event["event"]:
            case "round":
                number, bent, own = event["number"], set(), set()
                opener = event["opener"] if event["palifico"] else -1
            case "crooked":
                bent.add(event["seat"])
            case "vote" if not clock:
                own.add(event["seat"])
            case "revealed":
                won = event["bidder"] if event["holds"] != event["exact"] else event["challenger"]
                if (number, won) in spoke:
                    yield from ((won, "crooked") for _ in bent & {won})
                    yield from ((won, "palifico") for _ in {opener} & {won})
                if not (event["in_turn"] or event["exact"] or event["holds"]):
                    yield event["challenger"], "fire-bell"
                right = [seat for seat, believes in event["votes"] if believes == event["holds"]]
                if len(event["votes"]) >= 3 and len(right) == 1 and right[0] in own:
                    yield right[0], "lone-voice"


def _by_claims(events: list[Plain], game: Told) -> Earned:
    """Yield the achievements for true claims that were challenged, and for false ones on which somebody gave up."""
    claim, by_clock, number = events[0], False, 0
    for at, event in enumerate(events):
        match event["event"]:
            case "round":
                number = event["number"]
            case "fold" if not by_clock:
                last = [said for said in game.said if said.round == number][-1]
                yield from ((last.seat, "empty-threat") for _ in range(not last.true))
            case "claim":
                claim, by_clock = event, events[at - 1]["event"] == "plays"
            case "lifted" if event["holds"]:
                yield from ((event["passer"], "blind-luck") for _ in range(claim["blind"]))
                if claim["claim"][0] == "quints" and not by_clock:
                    yield event["passer"], "all-five"


def _by_the_end(options: dict[str, str], events: list[Plain], game: Told) -> Earned:
    """Yield the achievements that depend on the whole game."""
    assert game.result is not None
    winners, losers = set(game.result["winners"]), set(game.result["losers"])
    of = defaultdict[str, list[Plain]](list)
    for event in events:
        of[event["event"]].append(event)
    everybody = set(game.places)
    if any(each["why"] == "challenge" for each in of["forfeit"]) and len(of["round"]) >= 6:
        yield from ((seat, "nothing-owed") for seat in everybody - {each["seat"] for each in of["forfeit"]})
    if of["out"] and not of["lives"]:
        unlucky = {each["seat"] for each in of["dice"] if each["change"] < 0}
        yield from ((seat, "unscathed") for seat in winners - unlucky)
    for throw in of["roll"] if not of["done"] + of["lives"] else []:
        held = {seat: len(dice) for seat, dice in throw["throws"]}
        yield from ((seat, "down-to-one") for seat in winners if held.get(seat) == 1 and sum(held.values()) >= 6)
    first = [each["seat"] for each in of["done"] if each["place"] == 1]
    if len(first) == 1:
        yield first[0], "empty-cup"
    paid = {each["seat"] for each in of["chips"] if each["amount"] < 0}
    took = {each["seat"] for each in of["chips"] if each["amount"] > 0}
    if len(paid) >= 8 and len(took) == 1:
        yield took.pop(), "pieces-of-eight"
    if losers:
        if len(of["revealed"]) >= 4:
            yield from ((seat, "clean-apron") for seat in everybody - losers - set(game.bads))
        deep = max(4, int(options.get("bads", "5")) - 1)
        yield from (
            (each["seat"], "one-plate-short")
            for each in of["score"]
            if -each["score"] >= deep and each["seat"] not in losers
        )


def _rounds(events: list[Plain]) -> int:
    return max((event["number"] for event in events if event["event"] == "round"), default=0)
