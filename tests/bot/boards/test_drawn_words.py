"""Test the text of drawn pages in each language. Our fonts must have every character, and no word may be cut short."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any, get_args
from xml.sax.saxutils import unescape

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import replace

from bot.history.boards import BoardName, BoardPage, BoardRow, Scope
from bot.history.evenings import Catch, Liar, Story, Throw
from bot.history.game import Player
from bot.history.past import PastGame
from bot.people.preferences import Theme
from bot.pictures.charts import READABLE, ems, png
from bot.screens.elements.cards import Box, Page, Part, Text
from bot.screens.elements.cast import Cast
from bot.screens.families.poker_cup import showdown as showdown_of_the_cup
from bot.screens.pages import boards, profile_chart
from bot.screens.table import evening, evening_picture, moment, moment_picture
from bot.storage.guesses import Eye
from bot.tables.annotations import Saw
from bot.tables.evenings import Applause, Moment, NightCard
from bot.tables.model import Forfeit, Seat, Status, TableView, Who
from engine import games
from engine.bids.events import Revealed
from engine.core.dice import NOBODY
from engine.core.highlights import Best, Feat
from engine.fairness import Seed
from engine.options import rules_for
from engine.poker_cup.events import CupLifted
from engine.poker_cup.ranking import Claim, Kind
from engine.poker_cup.rules import CupRules
from engine.simulated_game import simulate
from engine.variants import VARIANTS
from tests.bot.boards.test_profiles import busy
from tests.bot.random_games import FRIENDS, table_of
from tests.charts.fonts import ours

NOW = datetime(2026, 11, 22, tzinfo=UTC)
DARES = ("sing a song", "hop", "do ten push-ups", "speak only in questions until your next turn", "bark", "tell a joke")
EYE = Eye(4, "Dan", 7, 9)
CROWD = tuple(f"{letter}mi" for letter in "ABCDEFGHIJKLMNOPQRST")
_TEXT = re.compile(r'<text x="(-?[\d.]+)"[^>]*font-size="([\d.]+)" text-anchor="(\w+)"[^>]*>(.*?)</text>')
_TINTED = re.compile(r'<tspan fill="(#\w+)">([^<]*)</tspan>')
_EMOJI = re.compile("[\u2600-\u27bf\ufe0f\U0001f000-\U0001faff]")
"""Emojis, which are drawn only if the system has a font for them. They never replace words."""


def drawn(svg: str) -> list[tuple[float, float, str, str]]:
    """Return the x coordinate, the font size, the anchor and the words of each text on a drawn page."""
    return [
        (float(x), float(size), anchor, unescape(_TINTED.sub(r"\2", said)))
        for x, size, anchor, said in _TEXT.findall(svg)
    ]


def is_readable(svg: str, width: int) -> None:
    """Assert that our fonts have every character on a page, and that each text fits and is not cut short."""
    found = drawn(svg)
    assert found
    for x, size, anchor, said in found:
        assert {sign for sign in _EMOJI.sub("", said) if ord(sign) not in ours()} == set(), said
        assert not said.endswith("…"), said
        left = {"start": x, "middle": x - size * ems(said) / 2, "end": x - size * ems(said)}[anchor]
        assert left >= 0, said
        assert left + size * ems(said) <= width, said


def catch(variant: str) -> Catch | None:
    """Return the best moment of a game that computers play under people's names.

    The first of 40 games that has such a moment is used. Return None if none of them has one.
    """
    for luck in range(40):
        told = simulate(variant, 3, {}, Seed(bytes([luck]) * 32))
        events = convert(to_builtins(told.events), tuple[games.AnyEvent, ...])
        best = games.best(rules_for(variant, told.options), events)
        if best is not None:
            return Catch(best, tuple(Player(at, name) for at, name in enumerate(FRIENDS[:3], 1)), variant, NOW, 1)
    return None


def pages(parts: tuple[Part, ...]) -> Iterator[Page]:
    for part in parts:
        if isinstance(part, Box):
            yield from pages(part.parts)
        elif isinstance(part, Page):
            yield part


def over(variant: str) -> TableView:
    return replace(table_of(3, variant, computers=False), status=Status.OVER)


@pytest.mark.usefixtures("tongue")
def test_the_picture_of_every_board_is_readable() -> None:
    asked = boards.BoardRequest(1, 2, NOW)
    for board in get_args(BoardName):
        rows = tuple(BoardRow(at, at, name, (99, 120)) for at, name in enumerate(FRIENDS[:10], 1))
        page = BoardPage(board, Scope(1), rows, None, None, 1, 1)
        is_readable(boards.picture(page, asked).svg, boards.WIDTH)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("ratings", [1, 40])
def test_the_picture_of_a_profiles_chart_is_readable(ratings: int) -> None:
    is_readable(profile_chart.chart(busy("Ann", ratings), Theme.DARK).svg, profile_chart.WIDTH)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_picture_of_a_best_moment_is_readable(variant: str) -> None:
    found = catch(variant)
    assert found is not None
    saw = Saw(found.best.round, ("Dan", "Eve", "Finn"), 1)
    (page,) = pages(moment.shared(Moment(over(variant), found, frozenset(), saw)))
    is_readable(page.svg, moment_picture.WIDTH)


def showdown(many: int, holds: bool) -> Catch:
    """Return a showdown of this many players. Each of the first twelve has one six, and nobody has a one."""
    hands = tuple((6, 2, 3, 4, 5) if seat < 12 else (2, 2, 3, 4, 5) for seat in range(many))
    count = min(many, 12)
    shown = Revealed(
        bidder=1, quantity=count + (not holds), face=6, challenger=0, in_turn=True, exact=False, votes=(),
        hands=hands, wild=1, count=count, holds=holds,
    )  # fmt: skip
    players = tuple(Player(at, name) for at, name in enumerate(CROWD[:many], 1))
    return Catch(Best(Feat.CAUGHT, 1, 0, 1, 0.14, shown), players, "dudo", NOW, 1)


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize(("many", "holds"), [(2, False), (5, True), (10, False), (20, False)])
def test_a_shared_showdown_has_all_cups_or_the_ten_best_ones(many: int, holds: bool) -> None:
    found = showdown(many, holds)
    (page,) = pages(moment.shared(Moment(over("dudo"), found, frozenset())))
    is_readable(page.svg, moment_picture.WIDTH)
    said = [words for _x, _size, _anchor, words in drawn(page.svg)]
    named = [name for name in CROWD[:many] if name in said]
    assert named == list(CROWD[: min(many, 10)])
    assert f"{min(many, 12)}/{min(many, 12) + (not holds)}" in said
    assert page.svg.count("<circle") >= len(named), "each name has a disc"
    image = png(page.svg)
    assert image[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    assert len(image) < 200_000
    assert all(name in page.alt for name in named)
    assert len(page.alt) <= moment.LONGEST_ALT


@pytest.mark.parametrize(
    ("best", "words"),
    [
        ({}, "As Bmi saw it, 14% likely to be true"),
        ({"likely": 0.0}, "Bmi knew it couldn’t be true"),
        ({"by_call": True}, "As Ami saw it, 14% likely to be right"),
        ({"feat": Feat.SURVIVED}, "The odds: 14%"),
    ],
)
def test_a_shared_showdown_says_what_was_unlikely(best: dict[str, Any], words: str) -> None:
    found = showdown(2, False)
    (page,) = pages(moment.shared(Moment(over("dudo"), replace(found, best=replace(found.best, **best)), frozenset())))
    assert words in [said for _x, _size, _anchor, said in drawn(page.svg)]
    assert f" · {words} · " in page.alt


def test_a_shared_showdown_says_how_many_cups_it_leaves_out_and_hides_names() -> None:
    (page,) = pages(moment.shared(Moment(over("dudo"), showdown(20, False), frozenset({1}))))
    said = [words for _x, _size, _anchor, words in drawn(page.svg)]
    assert "and 10 more cups" in said
    assert "Somebody" in said
    assert "Ami" not in said
    assert "Ami" not in page.alt


def shared(found: Catch) -> str:
    (page,) = pages(moment.shared(Moment(over(found.variant), found, frozenset())))
    return page.svg


@pytest.mark.parametrize(
    ("many", "name"), [(3, "Maximiliana Wolkenstein"), (6, "Marlowe"), (6, "Maximiliana"), (10, "Old Salt")]
)
def test_a_shared_showdown_has_names_whole_and_all_dice_equally_large(many: int, name: str) -> None:
    """The columns for names were as narrow for long names as for short ones. The last player has a single die."""
    found = showdown(many, False)
    shown = replace(found.best.shown, hands=(*found.best.shown.hands[:-1], (2,)))
    players = (Player(1, name), *found.players[1:])
    svg = shared(replace(found, players=players, best=replace(found.best, shown=shown)))
    assert name in [said for _x, _size, _anchor, said in drawn(svg)]
    sizes = {float(size) for size in re.findall(r'<svg x="[\d.-]+" y="[\d.-]+" width="([\d.]+)"', svg)} - {44.0}
    assert len(sizes) == 2, "dice that count, and smaller ones that do not"
    assert min(sizes) > 0.8 * max(sizes) > 14


@pytest.mark.parametrize("kind", [Kind.PAIR, Kind.TRIPS])
def test_a_shared_claim_and_the_truth_are_whole_however_long(kind: Kind) -> None:
    """The words of a long truth were cut, and the headline's third line touched the verdict."""
    others = (5, 4, 1) if kind is Kind.PAIR else (5, 4)
    claim, hand = Claim(kind, (3,), others), Claim(kind, (2,), others)
    lifted = CupLifted(passer=0, challenger=1, claim=claim, hand=hand, holds=False, under=(2, 2), table=(5, 4, 1))
    players = tuple(Player(at, name) for at, name in enumerate(("Cleopatra", "Old Salt"), 1))
    found = drawn(shared(Catch(Best(Feat.CAUGHT, 1, 1, 0, 0.1, lifted), players, "cup", NOW, 1)))
    assert not any(said.endswith("…") for _x, _size, _anchor, said in found)


@pytest.mark.parametrize(
    ("claim", "dice", "true"),
    [
        (Claim(Kind.TRIPS, (4,)), ("die4", "die4", "die4", "covered", "covered"), ()),
        (Claim(Kind.FULL, (5, 3)), ("die5", "die5", "die5", "die3", "die3"), (3, 5)),
        (Claim(Kind.PAIR, (6,), (5,)), ("die6", "die6", "die5", "covered", "covered"), (5, 6)),
        (Claim(Kind.STRAIGHT, (6,)), ("die2", "die3", "die4", "die5", "die6"), (2, 3, 5, 6)),
        (Claim(Kind.QUINTS, (1,)), ("die1",) * 5, (1,)),
        (Claim(Kind.HIGH, (6,)), ("die6", *("covered",) * 4), (6,)),
    ],
)
def test_the_picture_of_a_claim_marks_the_dice_of_the_hand_that_are_true(
    claim: Claim, dice: tuple[str, ...], true: tuple[int, ...]
) -> None:
    lifted = CupLifted(passer=0, challenger=1, claim=claim, hand=Claim(Kind.HIGH, (6,), (5, 3, 2, 1)), holds=False,
                       under=(1, 2, 3), table=(5, 6))  # fmt: skip
    rules = rules_for("cup")
    assert isinstance(rules, CupRules)
    cast = Cast(tuple(Seat(at, name) for at, name in enumerate(FRIENDS[:2], 1)))
    told = showdown_of_the_cup.told(cast, rules, Best(Feat.CAUGHT, 1, 1, 0, 0.1, lifted))
    claimed, hand = told.cups
    assert claimed.dice == dice
    others = tuple(f"die{face}" for face in (1, 2, 3, 5, 6) if face not in true)
    assert hand.dice == (*(f"counting{face}" for face in true), *others)
    assert (claimed.seat, hand.seat, told.sides) == (0, NOBODY, (0, 1)), "the truth is nobody's"


@pytest.mark.parametrize("variant", ["dudo", "cup", "mia", "firehouse"])
def test_all_words_of_shared_pictures_can_be_read_on_a_phone(variant: str) -> None:
    """A phone shows these pictures 340 pixels wide, and letters of less than 11 pixels are hard to read there."""
    found = catch(variant)
    assert found is not None
    saw = Saw(found.best.round, ("Dan", "Eve", "Finn"), 1)
    (shown,) = pages(moment.shared(Moment(over(variant), found, frozenset(), saw)))
    for page in (shown, picture(an_evening(variant))):
        words = [(size, said) for _x, size, _anchor, said in drawn(page.svg) if len(said) > 1]
        assert min(words)[0] >= READABLE, min(words)


PEOPLE = tuple(Player(at, name) for at, name in enumerate(("Ann", "Ben", "Cleo"), 1))


Won = int | tuple[int, ...]
"""The seat of the winner of a game, or the seats of several."""


def an_evening(
    variant: str = "dudo",
    won: tuple[Won, ...] = (1, 2, 0),
    dares: tuple[str, ...] = DARES,
    hidden: int = 0,
) -> NightCard:
    """Return an evening with every kind of story.

    `won` are the winners' seats of each game, and Ann owes Ben each of the dares.
    """
    each = [(seat,) if isinstance(seat, int) else seat for seat in won]
    past = tuple(PastGame(at, at, 1, variant, NOW, PEOPLE, 3, seats, ()) for at, seats in enumerate(each, 1))
    debts = tuple(
        Forfeit(at, 1, Who(1, "Ann"), Who(2, "Ben"), dare, "owed", variant, NOW, 1) for at, dare in enumerate(dares, 1)
    )
    story = Story(past, Liar(PEOPLE[0], 7, 3), catch(variant), Throw(PEOPLE[1], 6, 4, 5))
    claps = Applause(Forfeit(9, 1, Who(1, "Ann"), None, "sing a song", "paid", variant, NOW, 1), 3)
    return NightCard(over(variant), story, debts, frozenset({hidden}), EYE, claps)


def picture(night: NightCard) -> Page:
    """Return the picture of an evening, which always has the same size."""
    (page,) = pages(evening.night_card(night))
    image = png(page.svg)
    assert image[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big")
    assert len(image) < 200_000
    return page


def texts_on(page: Page) -> list[str]:
    return [words for _x, _size, _anchor, words in drawn(page.svg)]


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_picture_of_an_evening_is_readable(variant: str) -> None:
    night = an_evening(variant)
    assert night.applause is not None
    best = replace(night.applause, dare=replace(night.applause.dare, text="whistle"))
    page = picture(replace(night, applause=best))
    is_readable(page.svg, evening_picture.WIDTH)
    words = " ".join(texts_on(page))
    left = len(DARES) - sum(map(words.count, DARES))
    assert re.search(rf"\D{left}\D", words.split(DARES[0])[-1]), "it counts the debts for which it has no room"


@pytest.mark.parametrize(
    ("won", "words"),
    [
        ((1, 1, 0), "Ben won the night, 2 of 3 games"),
        ((1, 0), "Ben and Ann tied, 1 win each"),
        ((1, 0, 0, 1), "Ben and Ann tied, 2 wins each"),
        ((1, (1, 0)), "Ben won the night: 2 wins, some shared"),
    ],
)
def test_the_card_of_an_evening_says_first_and_largest_who_won(won: tuple[Won, ...], words: str) -> None:
    page = picture(an_evening(won=won))
    _place, (_x, size, _anchor, headline), *others = drawn(page.svg)
    assert headline == words
    assert size > max(each for _x, each, _anchor, said in others if len(said) > 1)
    assert page.alt.splitlines()[0] == f"🏆 {words}"


def test_a_tie_of_many_names_two_of_them_and_an_evening_without_a_winner_says_good_night() -> None:
    many = tuple(Player(at, name) for at, name in enumerate(CROWD[:5], 1))
    games = tuple(PastGame(at, at, 1, "dudo", NOW, many, 5, (at,), ()) for at in range(5))
    night = an_evening()
    page = picture(replace(night, story=replace(night.story, games=games)))
    assert page.alt.splitlines()[0] == "🏆 Ami, Bmi and 3 others tied, 1 win each"
    lost = tuple(replace(game, winners=()) for game in games)
    page = picture(replace(night, story=replace(night.story, games=lost)))
    assert page.alt.splitlines()[0] == "🌙 Good night!"
    assert "Good night!" in texts_on(page)


def test_the_card_of_an_evening_tells_the_best_story_first_and_drops_the_weakest() -> None:
    page = picture(an_evening(dares=()))
    sizes = {said: size for _x, size, _anchor, said in drawn(page.svg)}
    labels = ["Moment of the night", "Dare of the night", "Liar of the night"]
    assert [said for said in sizes if said in labels] == labels
    best = list(sizes)[list(sizes).index("Moment of the night") + 1]
    assert sizes[best] > sizes["Ann, 7 lies, 3 caught"]
    for weakest in ("Sharpest eye", "Roll of the night"):
        assert weakest not in sizes
        assert weakest not in page.alt


@pytest.mark.parametrize("dares", [DARES[:1], DARES[:2], DARES])
def test_the_card_of_an_evening_counts_its_debts_as_its_description_does(dares: tuple[str, ...]) -> None:
    page = picture(an_evening(dares=dares))
    said, debts = " ".join(texts_on(page)), [line for line in page.alt.splitlines() if line.startswith("📝")]
    assert debts
    assert all(line.removeprefix("📝 ") in said for line in debts)
    assert not any("2026" in line for line in debts), "a debt needs no date"
    others = re.findall(r"\(\+(\d+) more\)", said)
    assert len(debts) + sum(map(int, others)) == len(dares)


def test_every_word_on_the_card_of_an_evening_is_in_its_description() -> None:
    page = picture(an_evening())
    assert [said for said in texts_on(page) if len(said) > 1 and said not in page.alt] == []


@pytest.mark.parametrize("many", range(1, 13))
def test_a_number_and_its_noun_are_never_in_two_lines(many: int) -> None:
    """The number is pushed through the whole width of a line."""
    dare = f"{'o ' * many}do 10 push-ups and 10 more"
    night = an_evening()
    assert night.applause is not None
    best = replace(night.applause, dare=replace(night.applause.dare, text=dare))
    page = picture(replace(night, applause=best))
    assert not any(said.endswith(("10", "(3")) for said in texts_on(page)), texts_on(page)


def test_a_name_on_the_card_of_an_evening_has_the_color_of_its_seat() -> None:
    """Ben won most, but his seat is the second one. Ann's name is hidden, so nothing on the card has her color."""
    night = an_evening(won=(1, 1, 0), hidden=1)
    page = picture(replace(night, story=replace(night.story, liar=Liar(PEOPLE[1], 7, 3)), debts=()))
    tinted = {(unescape(name), ink) for ink, name in _TINTED.findall(page.svg)}
    assert ("Ben", moment_picture.INKS[1]) in tinted
    assert "Somebody" not in dict(tinted)
    assert page.svg.count(f'r="19" fill="{moment_picture.INKS[1]}"') == 1


def good_night(days: int, computers: bool = True, hidden: int = 0) -> str:
    """Return the words of the card of an evening so many days later, which has as many games more. Ben won it."""
    night = an_evening(won=(1, 1, 0), hidden=hidden)
    games = (*night.story.games[:-1], replace(night.story.games[-1], number=days, ended=NOW + timedelta(days)))
    table = over("dudo")
    table = replace(
        table, seats=(*table.seats[:2], *([Seat(None, "Marlowe"), Seat(None, "Ghost")] if computers else []))
    )
    (box,) = evening.night_card(replace(night, table=table, story=replace(night.story, games=games)))
    assert isinstance(box, Box)
    (text,) = [part.words for part in box.parts if isinstance(part, Text)]
    return text.removeprefix("## 🌙 Good night!").strip()


def test_evenings_end_with_different_last_words_of_computer_players() -> None:
    """A line may name the winner of the night, but never a person with a hidden profile."""
    said = [good_night(days) for days in range(1, 43)]
    assert len(set(said)) == 6, "each line of both computer players"
    assert all(good_night(days) != good_night(days + 7) for days in range(42))
    assert all(one != other for one, other in pairwise(said))
    assert any("Ben" in each for each in said)
    assert all(not re.search("Ben|Somebody", good_night(days, hidden=2)) for days in range(1, 10))
    assert good_night(1, computers=False) == ""


def test_long_names_and_dares_leave_the_card_of_an_evening_its_size() -> None:
    long = "Maximiliana Wolkenstein-Rodenegg"
    people = (replace(PEOPLE[0], name=long), *PEOPLE[1:])
    night = an_evening(
        won=(0, 0, 1), dares=("read the last bid like a weather forecast in the voice of a pirate " * 2,)
    )
    games = tuple(replace(game, players=people) for game in night.story.games)
    page = picture(replace(night, story=replace(night.story, games=games, liar=Liar(people[0], 7, 3))))
    headline = " ".join(texts_on(page)[1:3])
    assert headline == f"{long} won the night, 2 of 3 games"
