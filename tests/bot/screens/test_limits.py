"""Test that the worst cases fit Discord's limits: twenty players with long names, and long games of computers."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Literal

import pytest
from msgspec.structs import replace

from bot.outbox.drawn import UNICODE, EmojiSet, Sheet
from bot.outbox.render import layout, modal, view
from bot.screens.elements.cards import MOST_COMPONENTS, MOST_TEXT, Box, Card, Text, characters, components
from bot.screens.elements.widths import columns, height
from bot.screens.families.bids.inputs import other_bid
from bot.screens.pages import guide
from bot.screens.table import fairness, forfeits
from bot.screens.table import options as host_options
from bot.screens.table.cards import cards, lobby
from bot.tables.model import LONGEST_LUCKY, Brought, Forfeit, Place, Seat, Setup, Status, TableView, Who
from bot.tables.pending import Pending, chapters
from bot.words.cleaning import clean, person, plain_person
from bot.words.dice import MARK
from engine import games
from engine.bids.view import View
from engine.core.actions import Action, Challenge, Deal, How, Settle
from engine.core.events import Event, Hidden
from engine.fairness import FairDice, Seed
from engine.options import rules_for
from engine.variants import VARIANTS
from tests.bot.payloads import check, check_modal
from tests.bot.uploaded_emojis import PICTURED

NASTY = "*_~`|>[]()#@*_~`|>[]()#@*_~`|>[]"  # 32 characters, each of which must be escaped
MOST_PLAIN_TEXT = 2000
NOW = datetime(2026, 7, 1, tzinfo=UTC)


def table_of(players: int, variant: str, status: Status = Status.PLAYING, **options: str) -> TableView:
    brought = Brought("9" * 20, (NASTY * 2)[:LONGEST_LUCKY], "9" * 20)
    seats = tuple(
        Seat(2**62 + n if n % 2 else None, f"{NASTY[:-2]}{n}", "d" * 64, brought=brought) for n in range(players)
    )
    setup = Setup(variant, options, forfeit="*" * 80)
    place = Place(2**62, 2**62 + 1, NASTY, NASTY)
    return TableView(
        id=2**31,
        place=place,
        host=Who(2**62 + 1, NASTY),
        status=status,
        setup=setup,
        rules=setup.rules(),
        seats=seats,
        commitment="f" * 64,
        seed="e" * 64 if status is Status.OVER else None,
        game=1,
        game_number=1,
        version=99_999,
        deadline=NOW,
        ends_at=None,
    )


CHANCE = FairDice(Seed(b"s" * 32), {})


def played(players: int, variant: str, showdowns: int) -> tuple[list[Event], games.AnyGame]:
    """Play this many rounds in which players only raise and challenge. Return the public events and the game."""
    events, game = games.start(rules_for(variant), players, CHANCE)
    told, done = [*events], 0
    while done < showdowns and (seen := seen_from(game, None)).state.result is None:
        seat, action = next_move(game, seen)
        done += isinstance(action, Challenge)
        events, game = games.play(game, seat, action, CHANCE)
        told += [event for event in events if not isinstance(event, Hidden)]
    return told, game


def next_move(game: games.AnyGame, seen: View) -> tuple[int | None, Action]:
    if seen.state.debtors:
        return seen.state.debtors[0], Settle(seen.state.debtors[0], How.TAB)
    if not seen.awaited:
        return None, Deal()
    if seen.state.standing is not None and seen.state.standing.quantity >= len(seen.state.players):
        return seen.state.turn, Challenge()
    return seen.state.turn, seen_from(game, seen.state.turn).legal.bids[-1]


def seen_from(game: games.AnyGame, seat: int | None) -> View:
    seen = games.view(game, seat)
    assert isinstance(seen, View)
    return seen


@pytest.mark.parametrize("variant", ["common", "firehouse"])
@pytest.mark.parametrize("players", [2, 8, 20])
@pytest.mark.parametrize("showdowns", [0, 1, 2, 5])
def test_all_news_of_a_long_game_fits_discords_limits(variant: str, players: int, showdowns: int) -> None:
    events, game = played(players, variant, showdowns)
    seen = seen_from(game, None)
    info = table_of(players, variant, Status.PLAYING if seen.state.result is None else Status.OVER)
    told = tuple(tuple(event for _, event in chapter) for chapter in chapters(list(enumerate(events))))
    shown = cards(Pending(replace(info, view=seen), tuple(events), len(events), (), None, True, told))
    for card in shown:
        fits(card)
    assert sum("There " in str(card.lasting) for card in shown) == showdowns


def payload(shown: Sheet, looks: EmojiSet = UNICODE) -> list[dict[str, Any]]:
    shown.looks = looks
    return shown.to_components()


def fits(shown: Card) -> None:
    parts = (*shown.lasting, *shown.live)
    assert characters(parts) <= MOST_TEXT
    assert components(parts) <= MOST_COMPONENTS
    check(payload(view(shown)))
    check(payload(view(shown), PICTURED))
    assert shown.lasting, "a folded message must not be empty"


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", ["common", "firehouse"])
@pytest.mark.parametrize("players", [1, 2, 20])
def test_every_lobby_fits_discords_limits(variant: str, players: int) -> None:
    options = {"rounds": "100", "minutes": "10080", "direction": "counterclockwise", "exact": "on", "crooked": "0.02"}
    info = table_of(players, variant, Status.LOBBY, **options)
    fits(lobby(info))
    check_modal(modal(host_options.options_form(info)).to_dict())


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("players", [2, 20])
@pytest.mark.parametrize("record", [None, "@record 1\n"])
def test_the_proof_of_the_dice_fits_discords_limits(players: int, record: str | None) -> None:
    info = table_of(players, "common", Status.OVER)
    ephemerals = list(fairness.opened(info, record))
    for ephemeral in (*ephemerals, fairness.brought(info, 2**62 + 1)):
        assert characters(ephemeral.parts) <= MOST_TEXT
        check(payload(layout(ephemeral.parts)))
    assert [ephemeral.file for ephemeral in ephemerals[:-1]] == [None] * (len(ephemerals) - 1)
    assert (ephemerals[-1].file is None) == (record is None)
    said = str([ephemeral.parts for ephemeral in ephemerals])
    assert said.count("d" * 64) == players
    assert "e" * 64 in said
    assert "f" * 64 in said
    check_modal(modal(fairness.lucky_form(info, 2**62 + 1)).to_dict())
    assert len(fairness.lucky_words(info)) < 800


@pytest.mark.usefixtures("tongue")
def test_the_bid_form_fits_discords_limits() -> None:
    _, game = games.play(played(20, "common", 0)[1], None, Deal(), CHANCE)
    mine = seen_from(game, seen_from(game, None).state.turn)
    check_modal(modal(other_bid(table_of(20, "common"), mine)).to_dict())


@pytest.mark.usefixtures("tongue")
def test_a_long_tab_fits_discords_limits() -> None:
    me, other = Who(1, NASTY), Who(2, NASTY)
    owed = [Forfeit(n, 1, me, other, "*" * 80, "owed", "common", NOW, 1) for n in range(60)]
    due = [Forfeit(n, 1, other, me, "*" * 80, "owed", "common", NOW, 1) for n in range(60, 120)]
    paid = [Forfeit(n, 1, other, me, "*" * 80, "paid", "common", NOW, 1) for n in range(120, 180)]
    for ephemeral in (forfeits.mine(1, [*owed, *due], paid), forfeits.settle(1, [*owed, *due], paid)):
        assert characters(ephemeral.parts) <= MOST_TEXT
        check(payload(layout(ephemeral.parts)))


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("state", ["paid", "waived", "owed"])
def test_the_line_about_a_settled_forfeit_fits_discords_limits(state: Literal["paid", "waived", "owed"]) -> None:
    me, other = Who(2**62, NASTY), Who(2**62 + 1, NASTY)
    line = Forfeit(2**31, 2**62, me, other, "*" * 80, state, "firehouse", NOW, 2**62, 2**31, 2**62)
    assert len(forfeits.notice(line, other).words) <= MOST_PLAIN_TEXT


@pytest.mark.usefixtures("tongue")
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("dice", ["1", "10"])
def test_how_to_play_fits_discords_limits(variant: str, dice: str) -> None:
    """The text also fits with emojis for the dice, each of which takes about thirty characters."""
    options = {} if variant in ("cup", "mia") else {"dice": dice, "crooked": "0.02"}
    for ephemeral in (guide.the_game(variant), guide.this_table(table_of(20, variant, Status.LOBBY, **options))):
        check(payload(layout(ephemeral.parts)))
        words = "".join(words_of(ephemeral.parts))
        assert len(MARK.sub("<:counting6:1234567890123456789>", words)) <= MOST_TEXT


def words_of(parts: Iterable[Any]) -> Iterator[str]:
    """Yield the text of every paragraph, including those in boxes."""
    for part in parts:
        if isinstance(part, Text):
            yield part.words
        elif isinstance(part, Box):
            yield from words_of(part.parts)


@pytest.mark.usefixtures("tongue")
def test_the_help_fits_discords_limits() -> None:
    for here in (None, table_of(20, "common")):
        ephemeral = guide.help_card(here, 2**62 + 1, "https://example.org/help")
        check(payload(layout(ephemeral.parts)))
        assert characters(ephemeral.parts) <= MOST_TEXT
        assert components(ephemeral.parts) <= MOST_COMPONENTS


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("sing <@123> a song", "sing a song"),
        ("two\nlines", "two lines"),
        ("right\u202eleft", "rightleft"),
        ("x" * 90, "x" * 79 + "…"),
        ("\u200b\u2066 \t", ""),
    ],
)
def test_typed_text_is_cleaned(typed: str, kept: str) -> None:
    assert clean(typed) == kept


@pytest.mark.parametrize("name", ["محمد 7", "שרה", "Zoë محمد"])
def test_a_right_to_left_name_does_not_reverse_the_text_around_it(name: str) -> None:
    """Invisible marks isolate the name. Without them, a number after the name would be drawn before it."""
    assert person(name) == plain_person(name) == f"\u2068{name}\u2069"
    assert person("Zoë 7") == plain_person("Zoë 7") == "Zoë 7"
    assert height(f"**{person(name)}** · 3 owed") == 1


@pytest.mark.parametrize("sign", ["👨‍👩‍👧‍👦", "🏴‍☠️", "👩🏽‍🚀", "\U0001fa77", "🇩🇪"])
def test_emojis_of_any_number_of_code_points_have_the_same_width(sign: str) -> None:
    assert columns(f"Ann {sign}") == columns("Ann 🎲")


@pytest.mark.parametrize("words", ["", " ", "\n"])
def test_a_text_without_words_cannot_be_built(words: str) -> None:
    """Discord would refuse the whole message because of the empty text (50035)."""
    with pytest.raises(ValueError, match="without words"):
        Text(words)
