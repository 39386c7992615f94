"""The achievements that players can earn in a game.

Each achievement is a small pure function of a finished game, with its title and text.

To add an achievement, write such a function under `@achievement`, and set `since` to `MINE.counting` (`versions.py`)
plus one. The bot then looks for it in all games, in the background. The function returns the seats that earn the
achievement, and its docstring says which players earn it. `earned` decides which players can earn achievements at all.
The short names are stored, so they never change. Achievements are listed in the order of this file: first those of
many games, then those of a single game.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator

import msgspec

from bot.history.game import Finished
from bot.words.language import _
from engine.core.events import Cause, ChipsMoved, End, ForfeitOwed, LivesLeft, Out, RoundBegan
from engine.core.talk import Called
from engine.games import bid_events, cup_events

FACES = frozenset(range(1, 7))

LONG, WATCH = 6, 4
"""The least number of rounds that a game needs to bring "nothing-owed" (LONG) or "clean-apron" (WATCH)."""

Earners = Callable[[Finished], Iterable[int]]

Earned = tuple[int, str]
"""A person's id, and the name of an achievement."""


class Achievement(msgspec.Struct, frozen=True):
    """An achievement that a game can bring.

    `words` returns its title and a sentence on how to earn it. `earners` returns the seats that earn it in a finished
    game. `since` is the first version of the counting (`versions`) that includes it.
    """

    emoji: str
    words: Callable[[], tuple[str, str]]
    earners: Earners
    since: int

    @property
    def title(self) -> str:
        """Return the title of the achievement in the current language."""
        return self.words()[0]

    @property
    def what(self) -> str:
        """Return the sentence on how to earn the achievement, in the current language."""
        return self.words()[1]


ACHIEVEMENTS: dict[str, Achievement] = {}
"""All achievements by their stored names, in the order in which they are listed."""


def achievement(
    name: str, emoji: str, words: Callable[[], tuple[str, str]], since: int = 6
) -> Callable[[Earners], Earners]:
    """Return a decorator that registers a function, which decides who earns the achievement `name`.

    The other arguments are those of `Achievement`.
    """

    def declare(earners: Earners) -> Earners:
        ACHIEVEMENTS[name] = Achievement(emoji, words, earners, since)
        return earners

    return declare


def earned(done: Finished) -> tuple[tuple[int, str], ...]:
    """Return the achievements that people earn in a game, as (seat, name) pairs in the order of the seats.

    The result includes achievements that people have already. A game that ended because too few players were left (L3)
    brings none. Computer players, people who joined late and people who left earn nothing.
    """
    if done.over.why is End.DESERTED:
        return ()
    by = {name: set(each.earners(done)) for name, each in ACHIEVEMENTS.items()}
    return tuple((seat, name) for seat in sorted(done.stayed()) for name, seats in by.items() if seat in seats)


@achievement("caught", "🫵", lambda: (_("Caught in the act"), _("called a lie and was right")))
def caught(done: Finished) -> Iterator[int]:
    """Yield the players who rightly called a lie."""
    return (call.seat for call in _lies_called(done))


@achievement("duck-hunter", "🦆", lambda: (_("Duck hunter"), _("caught a lie about ducks (that’s twos)")))
def duck_hunter(done: Finished) -> Iterator[int]:
    """Yield the players who caught a lie about ducks, which are twos (RULES.md, 1)."""
    ducks = {said.round for said in done.talk.said if said.challenged and not said.true and said.face == 2}
    return (call.seat for call in _lies_called(done) if call.round in ducks)


@achievement("poker-face", "🗿", lambda: (_("Poker face"), _("three lies in one game, none of them called")))
def poker_face(done: Finished) -> Iterator[int]:
    """Yield the players who told at least three lies, none of which was called."""
    lies = Counter(said.seat for said in done.talk.said if not said.true)
    found = {said.seat for said in done.talk.said if not said.true and said.challenged}
    return (seat for seat, many in lies.items() if many >= 3 and seat not in found)


@achievement("cool-head", "🧊", lambda: (_("Cool head"), _("four calls in one game, all of them right")))
def cool_head(done: Finished) -> Iterator[int]:
    """Yield the players who made at least four calls, all of them right."""
    calls = Counter(call.seat for call in done.talk.called)
    wrong = {call.seat for call in done.talk.called if not call.right}
    return (seat for seat, many in calls.items() if many >= 4 and seat not in wrong)


@achievement("bloodhound", "🐕", lambda: (_("Bloodhound"), _("caught the same liar three times in one game")))
def bloodhound(done: Finished) -> Iterator[int]:
    """Yield the players who caught at least three lies of the same player."""
    pairs = Counter((call.seat, call.accused) for call in _lies_called(done))
    return (seat for (seat, _), many in pairs.items() if many >= 3)


@achievement(
    "long-shot", "🏹", lambda: (_("Long shot"), _("called a bid with a 7-in-8 chance of being true, and was right"))
)
def long_shot(done: Finished) -> Iterator[int]:
    """Yield the player with the best call of the game, if the call had a chance of less than one in eight."""
    best = done.moments.best_call
    if best is not None and best.likely < 1 / 8:
        yield best.seat


@achievement("tall-tale", "🎭", lambda: (_("Tall tale"), _("got away with a 1-in-10 bid or claim")))
def tall_tale(done: Finished) -> Iterator[int]:
    """Yield the player with the boldest lie of the game, if the chance that it was true was less than one in ten."""
    lie = done.moments.boldest_lie
    if lie is not None and lie.likely < 1 / 10:
        yield lie.seat


@achievement("honest", "😇", lambda: (_("Honest to the bone"), _("won with six or more bids, all of them true")))
def honest(done: Finished) -> Iterator[int]:
    """Yield the winners who made at least six bids, all of them true."""
    words = Counter(said.seat for said in done.talk.said)
    liars = {said.seat for said in done.talk.said if not said.true}
    return (seat for seat in done.over.winners if words[seat] >= 6 and seat not in liars)


@achievement("menagerie", "🐄", lambda: (_("Menagerie"), _("made a true bid on every face, aces to ants")))
def menagerie(done: Finished) -> Iterator[int]:
    """Yield the players who made a true bid on each of the six faces."""
    faces: dict[int, set[int]] = defaultdict(set)
    for said in done.talk.said:
        faces[said.seat] |= {said.face} if said.true else set()
    return (seat for seat, named in faces.items() if named >= FACES)


@achievement("nothing-owed", "🧾", lambda: (_("Clean slate"), _("six rounds without a forfeit")))
def nothing_owed(done: Finished) -> Iterator[int]:
    """Yield the players who owed no forfeit in a game of at least six rounds in which forfeits were owed (P1)."""
    owed = list(done.each(ForfeitOwed))
    if any(event.why is Cause.CHALLENGE for event in owed) and sum(1 for _ in done.each(RoundBegan)) >= LONG:
        yield from done.stayed() - {event.seat for event in owed}


@achievement("unscathed", "🛡️", lambda: (_("Not a scratch"), _("won without losing a die")))
def unscathed(done: Finished) -> Iterator[int]:
    """Yield the winners who lost no die, if another player lost all dice (P2)."""
    lost = {event.seat for event in done.each(bid_events.DiceLeft) if event.change < 0}
    if any(done.each(Out)) and not any(done.each(LivesLeft)):
        yield from set(done.over.winners) - lost


@achievement("down-to-one", "🕯️", lambda: (_("Last die burning"), _("came back from one die against five or more")))
def down_to_one(done: Finished) -> Iterator[int]:
    """Yield the winners who once had one die while all other players together had at least five (P2)."""
    if any(done.each(bid_events.Done)) or any(done.each(LivesLeft)):
        return  # if players shed dice (P4) or lose lives (P7), having one die is no disadvantage
    for thrown in done.each(bid_events.Thrown):
        pool = sum(len(dice) for _, dice in thrown.throws)
        alone = {seat for seat, dice in thrown.throws if len(dice) == 1}
        yield from alone & set(done.over.winners) if pool >= 6 else ()


@achievement("crooked", "🙃", lambda: (_("Crooked but straight"), _("rolled a cocked die and won the round anyway")))
def crooked(done: Finished) -> Iterator[int]:
    """Yield the players who showed their throw because of a crooked die (T2), but still won that round's showdown."""
    shown, spoke = set[tuple[int, int]](), done.spoke()
    for number, event in done.by_round():
        match event:
            case bid_events.Crooked():
                shown.add((number, event.seat))
            case bid_events.Revealed() if (number, event.winner()) in shown & spoke:
                yield event.winner()
            case _:
                pass


@achievement(
    "pieces-of-eight", "🪙", lambda: (_("Pieces of eight"), _("won a pot that eight or more players paid into"))
)
def pieces_of_eight(done: Finished) -> Iterator[int]:
    """Yield the player who won a whole pot into which at least eight players had paid (E6)."""
    paid = {event.seat for event in done.each(ChipsMoved) if event.amount < 0}
    took = {event.seat for event in done.each(ChipsMoved) if event.amount > 0}
    if len(paid) >= 8 and len(took) == 1:
        yield from took


@achievement("blind-luck", "🙈", lambda: (_("Blind luck"), _("passed blind, got called, and had it")))
def blind_luck(done: Finished) -> Iterator[int]:
    """Yield the players who were called a liar after passing the cup on blind (K3), although their claim was true."""
    blind = False
    for event in done.game.events:
        match event:
            case cup_events.Claimed():
                blind = event.blind
            case cup_events.CupLifted() if blind and event.holds:
                yield event.passer
            case _:
                pass


@achievement("all-five", "🖐️", lambda: (_("All five"), _("claimed five of a kind, got called, and had it")))
def all_five(done: Finished) -> Iterator[int]:
    """Yield the players who were called a liar after claiming five of a kind, although their claim was true (K10)."""
    own = None
    for number, event in done.by_round():
        match event:
            case cup_events.Claimed():
                own = number, event.seat, event.claim
            case cup_events.CupLifted() if event.holds and event.claim.kind == "quints":
                if own == (number, event.passer, event.claim):
                    yield event.passer
            case _:
                pass


@achievement(
    "empty-threat",
    "🎈",
    lambda: (_("Empty threat"), _("made somebody give up on a lie")),
    since=8,
)
def empty_threat(done: Finished) -> Iterator[int]:
    """Yield the players who made another player give up, by a false claim. Only the highest one allows that (K18)."""
    last = {said.round: said for said in done.talk.said}
    for number, event in done.by_round():
        if isinstance(event, cup_events.GaveUp) and not last[number].true:
            yield event.to


@achievement("fire-bell", "🔔", lambda: (_("Fire bell"), _("called Bang! out of turn and was right")))
def fire_bell(done: Finished) -> Iterator[int]:
    """Yield the players who rightly called Bang! out of turn (C1). The clock never makes this call for a player."""
    for shown in done.each(bid_events.Revealed):
        if not (shown.in_turn or shown.exact or shown.holds):
            yield shown.challenger


@achievement(
    "clean-apron", "🧽", lambda: (_("Clean apron"), _("four rounds without a bad while somebody else washed up"))
)
def clean_apron(done: Finished) -> Iterator[int]:
    """Yield the players who got no bad in a game of at least four rounds in which another player washed up (P3, E4)."""
    bad = {event.seat for event in done.each(bid_events.Scored) if event.change < 0}
    if done.over.losers and sum(1 for _ in done.each(bid_events.Revealed)) >= WATCH:
        yield from done.stayed() - bad - set(done.over.losers)


@achievement(
    "one-plate-short",
    "🍽️",
    lambda: (_("One plate short"), _("came within one bad of washing up, but somebody else did")),
)
def one_plate_short(done: Finished) -> Iterator[int]:
    """Yield the players who were once one bad from washing up, if another player washed up (E4).

    They must have had at least four bads at that moment.
    """
    bads = getattr(done.game.rules, "bads", 0)
    if done.over.losers:
        deep = {event.seat for event in done.each(bid_events.Scored) if -event.score >= max(4, bads - 1)}
        yield from deep - set(done.over.losers)


@achievement("last-orders", "🍻", lambda: (_("Last call"), _("won Bar dice with a call")))
def last_orders(done: Finished) -> Iterator[int]:
    """Yield the winner of a game of `bar` that ended with a call by the winner (E3)."""
    last = max((event.number for event in done.each(RoundBegan)), default=0)
    if done.game.variant == "bar" and done.over.why in (End.DICE, End.LIVES):
        for call in done.talk.called[-1:]:
            if call.right and call.round == last and call.seat in done.over.winners:
                yield call.seat


@achievement("empty-cup", "🃏", lambda: (_("Empty cup"), _("first to shed every die")))
def empty_cup(done: Finished) -> Iterator[int]:
    """Yield the player who shed the last die before all others (P4, E3)."""
    first = [event.seat for event in done.each(bid_events.Done) if event.place == 1]
    return iter(first if len(first) == 1 else ())


@achievement("lone-voice", "🦉", lambda: (_("Lone voice"), _("voted alone against everyone and was right")))
def lone_voice(done: Finished) -> Iterator[int]:
    """Yield the players whose vote in a poll was right although all others, at least two, voted against it (C4)."""
    own = {(number, event.seat) for number, event in done.by_round() if isinstance(event, bid_events.Voted)}
    for number, event in done.by_round():
        if isinstance(event, bid_events.Revealed) and len(event.votes) >= 3:
            right = [seat for seat, believes in event.votes if believes is event.holds]
            if len(right) == 1 and (number, right[0]) in own:
                yield right[0]


@achievement("calza", "🎯", lambda: (_("Calza!"), _("called a bid exactly right")))
def calza(done: Finished) -> Iterator[int]:
    """Yield the players who called a bid exactly right (C5)."""
    return (call.seat for call in done.talk.called if call.exact and call.right)


@achievement("palifico", "👑", lambda: (_("Palifico!"), _("opened a palifico round and won it")))
def palifico(done: Finished) -> Iterator[int]:
    """Yield the players who opened a palifico round, acted in it themselves, and won its showdown (C6)."""
    opened, spoke = (0, -1), done.spoke()
    for event in done.game.events:
        match event:
            case RoundBegan():
                opened = (event.number, event.opener if event.palifico else -1)
            case bid_events.Revealed() if opened[1] == event.winner() and opened in spoke:
                yield event.winner()
            case _:
                pass


def _lies_called(done: Finished) -> Iterator[Called]:
    return (call for call in done.talk.called if call.right and not call.exact)
