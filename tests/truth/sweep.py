"""Play random games whose options cover most pairs of values, and collect what their screens say about the rules."""

from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from msgspec.structs import replace

from bot.presses.base import Move
from bot.presses.bids import PlaceBid, TurnBids
from bot.presses.game import CallLie
from bot.presses.poker_cup import AskToBlame, MarkDice, OpenBlind
from bot.screens.elements.cards import Box, Button, Menu, Part, Row, Text
from bot.screens.families.bids.inputs import bid_of_form
from bot.screens.families.bids.private import turned
from bot.screens.families.bids.pure import asked, possible_word
from bot.screens.families.common_house_rules import CLOCK
from bot.screens.families.narration import Hinted
from bot.screens.families.presenters import house_rules, presenter
from bot.screens.pages import guide, learning
from bot.screens.table import fairness, refusals
from bot.screens.table.cards import cards, lobby
from bot.screens.table.house_rules import current
from bot.screens.table.seats import ask_to_leave
from bot.tables.model import Deck, Status, TableView
from bot.tables.unoffered import is_offered
from bot.words.chips import as_text
from engine import games
from engine.bids.actions import Bid, CallExact, Vote
from engine.bids.legal import Legal
from engine.bids.view import View
from engine.core.actions import Absent, Action, Challenge, Deal, Gift, How, Leave, Quit, Settle
from engine.core.dice import FLYING, NOTHING, PURE
from engine.core.events import Hidden
from engine.core.refusals import Refused
from engine.core.state import BIDDING
from engine.fairness import FairDice, Seed
from engine.games import AnyGame
from engine.options import OPTIONS, rules_for
from engine.poker_cup import actions as c
from engine.poker_cup.claims import claim_from_words, unknown_claim
from engine.poker_cup.legal import CupLegal
from engine.poker_cup.ranking import Claim, Kind
from engine.poker_cup.view import CupView
from engine.variants import VARIANTS
from tests.bot.random_games import Moment as Screens
from tests.bot.random_games import chaptered, table_of
from tests.truth.asked import Moment, Tried

MOST_MOVES = 90
"""The greatest number of moves in a game."""
TRIES = 24
"""The number of random choices of options from which the best is taken for each table."""
LEFT_OUT = ("minutes", "seating")
"""Options that no sentence in scope is about."""
VALUES = {
    "crooked": ("0", "0.25"),
    "slippery": ("0", "0.5", "1"),
    "bads": ("2", "3", "5"),
    "pair-bads": ("2", "3", "6"),
    "stake": ("", "polish my boots"),
    "ante": ("0", "10"),
    "rounds": ("none", "none", "6"),
    "price": OPTIONS["price"].words(),
    "least-opening": ("1", "2", "4", "players"),
}
DICE = {"dice": ("auto", "1", "2", "3", "5")}


RARE: dict[str, tuple[dict[str, str], ...]] = {
    "firehouse": ({"playoff": "on"},) * 3,
    "perudo": (
        *({"exact-pays": "others"},) * 4,
        *({"price": "lives", "palifico": "off"},) * 4,
        {"price": "lives", "exact-pays": "others"},
    ),
    "dudo": ({"stake": as_text(3)},) * 3,
    "joker": ({},) * 4,
    "bar": ({"price": "lives", "met": "others"},) * 3,
    "cup": ({},) * 4,
}
"""Options of further tables, at which players read sentences that are rare at tables with random options."""


@cache
def options(variant: str, tables: int) -> tuple[dict[str, str], ...]:
    """Return the options of each of `tables` tables. The first table has the options of the preset.

    Each other table has the options with the most pairs of values that no earlier table had.
    """
    draw, seen = Random(variant), set[frozenset[tuple[str, str]]]()
    chosen = list[dict[str, str]]()
    for number in range(tables):
        some = [{}] if number == 0 else [_random(variant, draw) for _ in range(TRIES)]
        chosen.append(max(some, key=lambda each: len(_pairs(variant, each) - seen)))
        seen |= _pairs(variant, chosen[-1])
    return (*chosen, *RARE.get(variant, ()))


def _pairs(variant: str, chosen: dict[str, str]) -> set[frozenset[tuple[str, str]]]:
    rules = rules_for(variant, chosen)
    said = [
        (word, option.of(rules)) for word, option in OPTIONS.items() if word not in LEFT_OUT and option.is_of(rules)
    ]
    return {frozenset(two) for two in combinations(said, 2)}


def _random(variant: str, draw: Random) -> dict[str, str]:
    chosen: dict[str, str] = {}
    words = [word for word in OPTIONS if word not in LEFT_OUT]
    for word in draw.sample(words, len(words)):
        values = (VALUES | DICE).get(word) or OPTIONS[word].words()
        if values and draw.random() < 0.6:
            try:
                rules = rules_for(variant, chosen | {word: (value := draw.choice(values))})
            except Refused:
                continue
            if is_offered(rules):
                chosen[word] = value
    return chosen


def table(variant: str, number: int, chosen: Mapping[str, str]) -> TableView:
    """Return the table with this number. It has two to five people, and usually a stake."""
    draw = Random(f"{variant} {number}")
    made = table_of(draw.choice((2, 3, 3, 4, 5)), variant, computers=False, **dict[str, Any](chosen))
    forfeit = made.setup.forfeit if draw.random() < 0.7 else ""
    stakes, waits, draws = draw.random() < 0.6, draw.random() < 0.5, draw.random() < 0.3
    deck, forfeit = Deck.SILLY if draws else None, as_text(3) if stakes and draw.random() < 0.2 else forfeit
    setup = replace(made.setup, forfeit=forfeit, stakes=stakes, wait_settled=waits, deck=deck)
    return replace(made, setup=setup, rules=setup.rules())


def played(at: TableView, luck: str) -> Iterator[Moment]:
    """Yield each moment of a game at this table. The players make random legal moves, and they rarely leave."""
    draw, dice = Random(luck), FairDice(Seed(luck.encode().ljust(32, b"-")[:32]), {})
    news, game = games.start(at.rules, len(at.seats), dice)
    whole, before = news, None
    for _ in range(MOST_MOVES):
        over = game.state.result is not None
        yield Moment(replace(at, status=Status.OVER if over else Status.PLAYING), game, before, news, whole)
        if over:
            return
        seat, action = _move(game, draw)
        before = game
        news, game = games.play(game, seat, action, dice)
        whole = (*whole, *news)


def _move(game: AnyGame, draw: Random) -> tuple[int | None, Action]:
    state = game.state
    if state.debtors and (act := _before_it_is_settled(game, draw)) is not None:
        return act
    if state.debtors:
        return state.debtors[0], Settle(state.debtors[0], How.TAB)
    if draw.random() < 0.015:
        seat = draw.choice(state.seats_in())
        return seat, Leave() if draw.random() < 0.5 or state.players[seat].quits else Quit()
    awaited = games.awaited(game)
    if not awaited:
        return None, Deal()
    if draw.random() < 0.02:
        return awaited[0], Absent()
    legal: Any = games.legal(game, awaited[0])
    if isinstance(legal, Legal) and legal.exact and draw.random() < 0.3 and _is_exact(game):
        return awaited[0], CallExact()
    early = [seat for seat in state.seats_in() if games.legal(game, seat).challenge and seat != awaited[0]]
    if early and draw.random() < 0.15:
        return draw.choice(early), Challenge()
    return awaited[0], _of_bids(game, legal, draw) if isinstance(legal, Legal) else _of_the_cup(game, awaited[0], draw)


def _is_exact(game: Any) -> bool:
    """Return whether as many dice count for the present bid as it says. A right exact call is rare otherwise."""
    bid = game.state.standing
    return bid is not None and game.state.counting(bid).all(game.hidden) == bid.quantity


def _before_it_is_settled(game: AnyGame, draw: Random) -> tuple[int, Action] | None:
    """Return a gift of the winner or a protest, or None if neither is legal, or in half of all cases."""
    seats = range(len(game.state.players)) if draw.random() < 0.5 else ()
    for seat in seats:
        legal: Any = games.legal(game, seat)
        if legal.gift:
            return seat, Gift(draw.choice(legal.gift))
        if isinstance(legal, CupLegal) and legal.protest:
            return seat, c.Protest()
    return None


def _of_bids(game: Any, legal: Legal, draw: Random) -> Action:
    if legal.vote:
        return Vote(draw.random() < 0.5)
    if legal.exact and draw.random() < 0.15:
        return CallExact()
    if legal.challenge and (not legal.bids or draw.random() < 0.4):
        return Challenge()
    least = draw.choice(legal.bids)
    many = min(legal.most_on(least), least.quantity + draw.choice((0, 0, 0, 1)))
    may = [die for die in legal.show if die in game.state.counting(least).numbers][: len(legal.show) - 1]
    show = draw.sample(may, draw.randint(0, len(may))) if draw.random() < 0.5 else []
    return Bid(many, least.face, least.called, tuple(show))


def _of_the_cup(game: AnyGame, seat: int, draw: Random) -> Action:
    legal: Any = games.legal(game, seat)
    assert isinstance(legal, CupLegal)
    ways: list[Action] = []
    ways += [Challenge()] * legal.challenge + [c.Peek()] * (2 * legal.peek)
    ways += [c.PassBlind(_higher(game, legal, draw))] if legal.blind else []
    ways += [c.Shake()] * legal.shake + [c.Look()] * legal.look + [c.GiveUp()] * legal.give_up
    ways += [c.Show(legal.show[:1])] if legal.show else []
    ways += [c.Cover(legal.cover[:1])] if legal.cover else []
    ways += [c.Throw(draw.choice(legal.throw))] if legal.throw else []
    ways += [c.MakeClaim(_higher(game, legal, draw))] * 3 if legal.claim else []
    if legal.claim and draw.random() < 0.1:
        return c.MakeClaim(game.state.rules.ranking.top)  # type: ignore[union-attr]
    return draw.choice(ways)


def _higher(game: AnyGame, legal: CupLegal, draw: Random) -> Claim:
    """Return the lowest claim that is legal, or one that is up to 40 claims higher."""
    ranking: Any = game.state.rules.ranking  # type: ignore[union-attr]
    least = legal.least or ranking.claims[0]
    step = ranking.claims.index(least) + draw.choice((0, 0, 0, 1, 10, 40))
    claim: Claim = ranking.claims[min(step, len(ranking.claims) - 1)]
    return claim


# Shown sentences ----------------------------------------------------------------------------------------------------


def screens(at: Moment) -> tuple[str, frozenset[str]]:
    """Return the texts of the table's newest card, and the labels of the card's buttons that call a bid."""
    told = chaptered([event for event in at.whole if not isinstance(event, Hidden)])[-1:]
    news = tuple(event for event in at.news if not isinstance(event, Hidden))
    seen = replace(at.table, view=games.view(at.game))
    pending = Screens(seen, at.game, told, news, at.whole).pending()
    card = cards(pending)[-1]
    labels = (each.label for each in _buttons(card.live) if isinstance(each.press, CallLie))
    return said((*card.lasting, *card.live)), frozenset(labels)


def practice(at: Moment) -> tuple[Moment, str]:
    """Return the table as a lobby in which one person sits with computer players, and the texts of its card."""
    one, *others = at.table.seats
    seats = (one, *(replace(each, user=None) for each in others))
    alone = replace(at.table, seats=seats, status=Status.LOBBY)
    card = lobby(alone)
    return replace(at, table=alone), said((*card.lasting, *card.live))


def _marks(view: CupView) -> Iterator[int]:
    """Yield the marks of one die under the cup, of all dice there, and of one on the table, if such dice may be moved.

    The dice under the cup are the first in their row.
    """
    if view.legal.shake and view.legal.show:
        yield from (1, (1 << view.state.under) - 1)
    if view.legal.shake and view.legal.throw:
        yield 1 << view.state.under


def private(at: Moment, draw: Random) -> Iterator[tuple[Moment, str]]:
    """Yield the private pages of two readers, each with the moment as that reader sees it.

    The readers are the player whose turn it is, and a random player.
    """
    if at.state.result is not None:
        return
    for seat in {draw.randrange(len(at.state.players)), at.asked()} - {None}:
        view = games.view(at.game, seat)
        shown, seen = presenter(view), replace(at.table, view=view, seat=seat)
        assert shown is not None
        parts = shown.mine(seen, view, False, Hinted(odds=True)).parts
        if isinstance(view, CupView) and view.legal.blind and shown.turned is not None:
            parts += shown.turned(seen, view, OpenBlind(seen.id, seen.version), False, Hinted()).parts
        parts += ask_to_leave(seen) if not at.state.players[seat].left else ()
        if isinstance(view, CupView) and shown.turned is not None:
            for marks in _marks(view):
                parts += shown.turned(seen, view, MarkDice(seen.id, seen.version, marks), False, Hinted()).parts
        for asking in (CallLie(seen.id, seen.version), AskToBlame(seen.id, seen.version)):
            first = shown.asked_first(seen, view, asking)
            parts += first.parts if first is not None else ()
        words = ""
        if not isinstance(view, CupView) and (word := possible_word(view)) is not NOTHING and view.legal.may_bid():
            parts += turned(seen, view, TurnBids(seen.id, seen.version, word), False, Hinted(odds=True)).parts
            menus = (field.menu for field in asked(view) if field.menu is not None)
            words = "\n".join(choice.label for menu in menus for choice in menu.choices)
        if isinstance(view, View) and view.legal.show:
            parts += turned(seen, view, TurnBids(seen.id, seen.version, marks=1), False, Hinted()).parts
        for move in _misclicks(seen, view):
            slip = shown.misclick(seen, view, move)
            parts += slip.parts if slip is not None else ()
        if at.showdown() is not None:
            told = chaptered([event for event in at.whole if not isinstance(event, Hidden)])
            parts += shown.remote(seen, view, Hinted(), told[-1]).parts
        yield at.seen_as(reader=seat), f"{said(parts)}\n{words}"


def _misclicks(table: TableView, view: Any) -> Iterator[Move]:
    """Yield a call, and the greatest bid on each face that may be bid."""
    yield CallLie(table.id, table.version)
    if not isinstance(view, CupView):
        bids = (replace(each, quantity=view.legal.most) for each in view.legal.bids)
        yield from (PlaceBid.of(table.id, table.version, bid) for bid in bids)


def said(parts: tuple[Part, ...]) -> str:
    """Return all texts of a message, with the labels of its buttons and the lines of its menus."""
    return "\n".join((*_texts(parts), *_labels(parts)))


def _labels(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Row):
            yield from (each.label for each in part.buttons if each.label)
        elif isinstance(part, Menu):
            yield from (line for each in part.choices for line in (each.label, each.about) if line)


def lasting(at: Moment) -> str:
    """Return the texts of How to play for this table, and of the answer to somebody who joins."""
    seen = replace(at.table, view=games.view(at.game))
    return "\n".join((*_texts(guide.this_table(seen).parts), *_texts(fairness.brought(seen, 100).parts)))


def helping() -> str:
    """Return the texts of /help and of the choice of lessons."""
    return "\n".join((*_texts(guide.help_card(None, 1, "").parts), *_texts(learning.choice())))


def agreed(at: Moment) -> str:
    """Return the names and effects of the table's house rules, as the host reads them."""
    rules = [rule for each in house_rules(at.table.rules) for rule in each.rules]
    values = [current(at.table.setup, rule) for rule in rules if rule.option != CLOCK]
    said = [words for value in values if value is not None for words in (value.label, value.about)]
    return "\n".join(filter(None, (*said, *(rule.aside(at.table.rules) for rule in rules))))


def _texts(parts: tuple[Part, ...]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Box):
            yield from _texts(part.parts)
        elif isinstance(part, Text):
            yield part.words


def _buttons(parts: tuple[Part, ...]) -> Iterator[Button]:
    for part in parts:
        if isinstance(part, Row):
            yield from part.buttons


def refused(at: Moment, draw: Random) -> Iterator[tuple[Moment, str]]:
    """Yield some moves that the engine refuses, each with the sentence that the player reads."""
    seats = {at.state.turn, draw.randrange(len(at.state.players))} - {-1}
    for seat in seats:
        for action in _attempts(at, draw):
            try:
                games.play(at.game, seat, action, FairDice(Seed(b"r" * 32), {}))
            except Refused as refusal:
                view = games.view(at.game, seat)
                shown = presenter(view)
                assert shown is not None
                seen = replace(at.table, view=view, seat=seat)
                yield at.seen_as(tried=Tried(seat, action)), refusals.sentence(refusal, seen)
    if at.before is None:
        yield at, _unread(at)


def _unread(at: Moment) -> str:
    """Return the refusal of words that the bot can read neither as a bid nor as a claim."""
    try:
        if at.is_of_bids:
            bid_of_form(at.table.id, 0, "several", "5")
        raise Refused(unknown_claim(at.state.rules.ranking))
    except Refused as refusal:
        return refusals.sentence(refusal, at.table)


def _attempts(at: Moment, draw: Random) -> list[Action]:
    if at.is_of_bids:
        face, pool = draw.randint(1, 6), at.state.pool
        many = draw.randint(1, max(1, pool))
        named = [Bid(many, face, PURE), Bid(many, face, FLYING), Bid(many, 1, FLYING)]
        shows = _shows(at, face) if at.state.phase is BIDDING else ()
        bids = [Bid(0, face), Bid(pool + 1, face), Bid(many, face), Bid(1, 1), *named, *shows]
        return [*bids, Challenge(), CallExact(), Vote(True)]
    standing = at.state.standing
    same = standing.claim if standing is not None else claim_from_words(["high", "6"])
    throws: list[Action] = [c.Throw(face) for face in range(1, 7)]
    ways: list[Action] = [Challenge(), c.Shake(), c.Look(), c.Protest(), c.Show((1, 1)), c.Cover((6, 6)), *throws]
    return [*ways, c.MakeClaim(same), c.PassBlind(same), c.MakeClaim(draw.choice(ODD_CLAIMS))]


def _shows(at: Moment, face: int) -> Iterator[Action]:
    """Yield a bid with a die to show that the player may not hold, and one with all dice that the player holds (B6)."""
    for least in at.legal(at.state.turn).bids[:1]:
        yield replace(Bid.of(least), show=(face,))
        yield replace(Bid.of(least), show=at.legal(at.state.turn).show or (face,))


ODD_CLAIMS = (
    Claim(Kind.STRAIGHT, (6,)),
    Claim(Kind.STRAIGHT, (3,)),
    Claim(Kind.FULL, (3,)),
    Claim(Kind.PAIR, (5, 4)),
    Claim(Kind.FULL, (5, 5)),
    Claim(Kind.TWO_PAIRS, (1, 4)),
    Claim(Kind.HIGH, (6,), (2, 4)),
    Claim(Kind.PAIR, (5,), (6, 4, 3, 2)),
    Claim(Kind.TWO_DICE, (3, 4)),
)
"""A straight, and claims each with a flaw (K11, K16)."""


PRESETS = tuple(VARIANTS)
