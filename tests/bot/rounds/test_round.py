"""Test the message of a round: its panel on a phone, its showdown in beats, and the short record that stays."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.outbox.render import layout, view
from bot.presses.base import Press
from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.codec import decode
from bot.presses.game import CallLie, Guess, LeaveTable, NextRound, SettleForfeit, ShowDice, WakeUp
from bot.screens.elements.cards import (
    MOST_COMPONENTS,
    MOST_TEXT,
    Box,
    Button,
    Card,
    Menu,
    Part,
    Row,
    Text,
    characters,
    components,
)
from bot.screens.elements.widths import height
from bot.screens.families.bids.private import direct_message, mine, remote
from bot.screens.families.bids.pure import is_made_with
from bot.screens.table import cards
from bot.tables.model import Status
from bot.tables.pace import PaceName
from bot.words.dice import counted_dice, die
from engine.bids.events import Revealed
from engine.bids.tension import is_decided
from engine.core.actions import How
from engine.core.dice import NOTHING
from engine.core.policies import Absence
from engine.core.state import BIDDING, POLL
from tests.bot.answers import raw_words, walk
from tests.bot.payloads import check
from tests.bot.pseudo import without_brackets
from tests.bot.random_games import Moment, helped, moments, table_of
from tests.bot.stage import Stage
from tests.effort import examples
from tests.engine.bids import by_face

BIDS = ("common", "firehouse", "dudo", "bar", "joker", "perudo", "dahua")
# Function-scoped fixtures are allowed, because all examples of a test use the same language.
IN_A_LANGUAGE = [HealthCheck.function_scoped_fixture]
some_games = given(
    variant=st.sampled_from(BIDS),
    players=st.sampled_from([2, 3, 6, 7, 20]),
    luck=st.integers(0, 2**32),
    nasty=st.booleans(),
)


def texts(parts: Sequence[Part]) -> list[str]:
    """Return the text of each paragraph, including those in boxes."""
    found = []
    for part in parts:
        found += [part.words] if isinstance(part, Text) else texts(part.parts) if isinstance(part, Box) else []
    return found


def lines(parts: Sequence[Part]) -> int:
    """Return the number of lines that all paragraphs take on a phone."""
    return sum(height(words) for words in texts(parts))


def buttons(parts: Sequence[Part]) -> list[Button]:
    """Return all buttons in order."""
    return [button for part in parts if isinstance(part, Row) for button in part.buttons]


def fits(card: Card) -> None:
    """Assert that Discord would accept a card, both with its live parts and without them."""
    for shown in (card, Card(card.lasting)):
        parts = (*shown.lasting, *shown.live)
        assert characters(parts) <= MOST_TEXT
        assert components(parts) <= MOST_COMPONENTS
        check(view(shown).to_components())
        assert shown.lasting
        assert "<@" not in "".join(texts(parts)), "edits notify nobody, so they must not mention anybody"


@pytest.mark.usefixtures("tongue")
@some_games
@settings(max_examples=examples(60), deadline=None, suppress_health_check=IN_A_LANGUAGE)
def test_every_message_of_a_game_fits_discords_limits(variant: str, players: int, luck: int, nasty: bool) -> None:
    for moment in moments(table_of(players, variant, nasty, rounds="6"), luck):
        for card in cards.cards(moment.pending()):
            fits(card)


@pytest.mark.usefixtures("tongue")
@some_games
@example(variant="firehouse", players=6, luck=391, nasty=True)  # one player has left, and four have long scores
@example(variant="joker", players=6, luck=123616, nasty=True)  # two left in a poll, and four have long names
@settings(max_examples=examples(60), deadline=None, suppress_health_check=IN_A_LANGUAGE)
def test_a_panel_has_at_most_eight_lines_and_five_rows_of_controls(
    variant: str, players: int, luck: int, nasty: bool
) -> None:
    for moment in moments(table_of(players, variant, nasty), luck):
        if moment.view().state.phase in (BIDDING, POLL):
            card = cards.cards(moment.pending())[-1]
            assert lines((*card.lasting, *card.live)) <= 8, texts(card.lasting)
            assert sum(isinstance(part, Row | Menu) for part in card.live) <= 5


@pytest.mark.usefixtures("tongue")
@some_games
@settings(max_examples=examples(30), deadline=None, suppress_health_check=IN_A_LANGUAGE)
def test_a_result_has_at_most_eight_lines(variant: str, players: int, luck: int, nasty: bool) -> None:
    *_, last = moments(table_of(players, variant, nasty, rounds="2"), luck, moves=200)
    if last.table.status is Status.OVER:
        card = cards.cards(last.pending())[-1]
        assert lines((*card.lasting, *card.live)) <= 8, texts(card.lasting)


@given(variant=st.sampled_from(BIDS), luck=st.integers(0, 2**32))
@settings(max_examples=examples(30), deadline=None)
def test_the_buttons_of_a_panel_keep_their_places(variant: str, luck: int) -> None:
    """In every turn there are two rows with the six faces.

    The calls come next. If there are other bids, a menu follows.
    """
    for moment in moments(table_of(4, variant), luck):
        seen = moment.view()
        if seen.state.phase is not BIDDING:
            continue
        first, second, calls, *others = cards.cards(moment.pending())[-1].live
        faces = [(button.emoji, button.press) for button in buttons((first, second))]
        assert [emoji for emoji, _ in faces] == [die(face) for face in range(1, 7)]
        assert isinstance(buttons((calls,))[0].press, CallLie)
        assert any(isinstance(each, Menu) for each in others) is bool(seen.bids_in_turn())
        is_asked = moment.table.seats[seen.awaited[0]].user is not None
        usual = [bid for bid in seen.bids_in_turn() if is_made_with(bid, NOTHING)]
        for button, least in zip(buttons((first, second)), by_face(usual)[1:], strict=True):
            assert button.disabled is not (is_asked and least > 0)
            assert isinstance(button.press, PlaceBid)
            assert button.disabled or button.press.quantity >= least


@pytest.mark.usefixtures("tongue")
@some_games
@settings(max_examples=examples(30), deadline=None, suppress_health_check=IN_A_LANGUAGE)
def test_every_private_screen_fits_discords_limits(variant: str, players: int, luck: int, nasty: bool) -> None:
    for moment in moments(table_of(players, variant, nasty, computers=False), luck, moves=25):
        for seat in range(min(players, 3)):
            own = moment.view(seat)
            helps = helped(own)
            for said in (mine(moment.table, own, True, helps), remote(moment.table, own, helps, moment.told[-1])):
                assert characters(said.parts) <= MOST_TEXT
                check(layout(said.parts).to_components())
            told = direct_message(moment.table, own, 1)
            assert (told is not None) is bool(own.mine)
            assert told is None or re.match(r"🎲 \*\*\d( \d)*\*\* ", told.words), "a push shows the digits first"


def showdown(variant: str, players: int, luck: int) -> Moment:
    """Play a game of random moves, and return its first moment with a showdown."""
    table = table_of(players, variant)
    return next(each for each in moments(table, luck, 400) if any(isinstance(e, Revealed) for e in each.news))


VERDICT = re.compile(r"There (?:were|was|are|is) \W*(?:\d|none)")


@pytest.mark.parametrize("variant", BIDS)
@pytest.mark.parametrize("players", [2, 5, 20])
@pytest.mark.parametrize("pace", PaceName)
def test_the_beats_of_a_showdown_do_not_show_its_result(variant: str, players: int, pace: PaceName) -> None:
    moment = showdown(variant, players, luck=players)
    told = cards.beats(moment.pending(), pace)
    least, most = {PaceName.QUICK: (1, 1), PaceName.EASY: (2.5, 6), PaceName.CEREMONIOUS: (6, 9)}[pace]
    assert len(told) <= 4, "edits"
    asked = told[0].seconds if told[0].asks is not None else 0
    assert asked <= 4, "people have four seconds to guess"
    assert least <= sum(beat.seconds for beat in told) <= most + asked
    assert all(beat.seconds >= 1.2 for beat in told) or pace is PaceName.QUICK
    for beat in told:
        fits(beat.card)
        pressed = [button.press for row in beat.card.live if isinstance(row, Row) for button in row.buttons]
        assert all(isinstance(press, Guess) for press in pressed), "a beat has no buttons for moves"
        assert not (pressed and beat.asks is None)
        assert not VERDICT.search(str(beat.card))
    after = [card for card in cards.cards(moment.pending()) if VERDICT.search(str(card.lasting))]
    assert len(after) == 1


def test_at_a_quick_pace_all_cups_go_up_at_once() -> None:
    moment = showdown("common", 3, luck=1)
    (lifted,) = (" ".join(texts(beat.card.lasting)) for beat in cards.beats(moment.pending(), PaceName.QUICK))
    (shown,) = [event for event in moment.news if isinstance(event, Revealed)]
    assert all(pictures(shown, seat) in lifted for seat in range(3))
    assert f"# Bid {shown.quantity}, found {shown.count} …" in lifted


def pictures(shown: Revealed, seat: int) -> str:
    """Return the pictures of a hand in a showdown. Those of the dice that count are marked."""
    return counted_dice(shown.hands[seat], tuple(shown.counting().shown(shown.hands[seat])))


@pytest.mark.parametrize("luck", range(6))
def test_cups_go_up_in_turn_order_with_the_bidders_last_and_a_running_count(luck: int) -> None:
    """At the ceremonious pace each cup of three has a step of its own, until the cups that are up decide the call."""
    moment = showdown("common", 3, luck)
    (shown,) = [event for event in moment.news if isinstance(event, Revealed)]
    turns = moment.game.state.order
    covered, *said = (
        "\n".join(texts(each.card.lasting)) for each in cards.beats(moment.pending(), PaceName.CEREMONIOUS)
    )
    after = turns.index(shown.bidder) + 1
    order = [*turns[after:], *turns[:after]]
    assert covered.count("**?**") == 3
    steps = [3 - words.count("**?**") for words in said]
    decided = next(lifted for lifted in range(4) if is_decided(shown, order[:lifted]))
    assert steps == [*range(1, min(decided, 2) + 1), 3]
    for lifted, words in zip(steps, said, strict=True):
        assert all(pictures(shown, seat) in words for seat in order[:lifted])
        count = shown.counting().all(shown.hands[seat] for seat in order[:lifted])
        assert words.startswith(f"# Bid {shown.quantity}, found {count} …\n")


def test_a_showdown_that_was_shown_has_no_more_beats() -> None:
    moment = showdown("common", 3, luck=1)
    pending = moment.pending()
    assert cards.beats(pending, PaceName.EASY)
    told = [event for event in pending.news if not isinstance(event, Revealed)]
    assert not cards.beats(Moment(moment.table, moment.game, moment.told, tuple(told)).pending(), PaceName.EASY)


# At the table -----------------------------------------------------------------------------------------------------


async def test_the_record_of_a_round_with_five_bids_has_at_most_twelve_lines(stage: Stage) -> None:
    """The lines are counted on a phone. The record of the first round includes the roll-off."""
    await stage.start("Ann", "Ben", "Cleo", forfeit="sing a song")
    since = len(stage.public()) - 1
    for _ in range(5):
        await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    name, view = await stage.to_move(), await stage.view()
    await stage.press(name, SettleForfeit, debtor=view.state.debtors[0], how=How.PAID)
    assert (await stage.view()).state.round == 2
    *over, _panel = stage.public()[since:]
    assert len(over) == 1
    said = raw_words(over[0]).replace("⟦", "").replace("⟧", "")
    assert "🫵" in said
    assert height(said) <= 12, said


async def test_the_next_button_shows_how_many_players_have_pressed_it(stage: Stage) -> None:
    await stage.start("Ann", "Ben", forfeit="sing a song")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    panel = stage.panel()
    assert _labels(stage, NextRound) == ["Next (0/2)"]
    await stage.press("Ann", NextRound)
    assert stage.panel().id == panel.id
    assert _labels(stage, NextRound) == ["Next (1/2)"]
    await stage.press("Ben", NextRound)
    assert (await stage.view()).state.round == 2, "an open forfeit never blocks"
    assert "On the tab" in stage.text(stage.public()[-2])


def _labels(stage: Stage, kind: type[Press]) -> list[str]:
    """Return the labels of the buttons of this kind on the newest panel."""
    parts = walk(stage.panel().components)
    return [without_brackets(part["label"]) for part in parts if isinstance(decode(part.get("custom_id", "")), kind)]


async def test_the_panel_has_a_button_for_a_dozing_player(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    table = await stage.table()
    assert table.rules.absence is Absence.SIT_OUT, "the proposal for a table of friends"
    sleeper = await stage.to_move()
    await stage.time_passes(seconds=200)
    while await stage.to_move() != sleeper:  # the others play on, so that nobody else dozes
        await stage.raise_once()
    await stage.time_passes(seconds=400)
    assert f"💤 {sleeper} is dozing" in stage.text().replace("*", "")
    await stage.press(sleeper, WakeUp)
    seat = table.seat_of(stage.people[sleeper].id)
    assert seat not in (await stage.table()).annotations.dozing


async def test_bids_and_calls_take_one_or_two_taps(stage: Stage) -> None:
    """A bid that has a button and a challenge take one tap each. Any other bid takes two."""
    await stage.start("Ann", "Ben")
    await stage.press(await stage.to_move(), PlaceBid)  # one tap
    name, panel = await stage.to_move(), stage.panel()
    await stage.pick(name, panel, PlaceBid)  # two taps, to open the menu and to choose a bid
    assert (await stage.view()).state.bids[-1].bidder == (await stage.table()).seat_of(stage.people[name].id)
    await stage.press(await stage.to_move(), CallLie)  # one tap
    assert (await stage.view()).state.showdown is not None


async def test_the_bid_form_shows_the_players_dice_and_the_total_number(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    name = await stage.to_move()
    form = await stage.pick(name, stage.panel(), OpenBidForm)
    asked = str(form.result.modal)
    dice = " ".join(map(str, sorted(await stage.dice(name))))
    assert dice in asked
    assert "10" in asked


async def test_a_closed_bid_form_can_be_opened_again_from_the_menu(stage: Stage) -> None:
    """Discord sends nothing if a person chooses the same option of an unchanged menu again."""
    await stage.start("Ann", "Ben")
    await stage.raise_once()
    name = await stage.to_move()
    (dice,) = (await stage.press(name, ShowDice)).ephemerals
    before = stage.requests()
    for _time in range(3):
        dice = next(message for message in stage.messages() if message.id == dice.id)
        for where in (stage.panel(), dice):
            assert (await stage.pick(name, where, OpenBidForm)).result.modal is not None
    assert stage.calls_since(before) == []
    await stage.raise_once()


async def test_the_player_to_move_finds_the_moves_below_their_dice(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    mover = await stage.to_move()
    (other,) = await stage.others(mover)
    answer = await stage.press(mover, ShowDice)
    assert PlaceBid in stage.kinds(answer.ephemerals[0])
    assert stage.kinds((await stage.press(other, ShowDice)).ephemerals[0]) == []
    await stage.press(mover, PlaceBid, message=answer.ephemerals[0])
    assert await stage.to_move() == other


@pytest.mark.parametrize(("game", "signs"), [("firehouse", "💥"), ("dudo", ""), ("perudo", "")])
async def test_the_panel_says_if_anybody_may_call(english_stage: Stage, game: str, signs: str) -> None:
    """The panel says so once there is a bid.

    In a game of two it does not say so, because only the next player may call (C1, C5).
    """
    stage, called = english_stage, f"· {signs} anyone"
    await stage.start("Ann", "Ben", "Cleo", game=game)
    assert "anyone" not in stage.text()
    await stage.raise_once()
    assert (called in stage.text()) == bool(signs)
    await stage.surely("Cleo", await stage.press("Cleo", LeaveTable))
    assert "anyone" not in stage.text()


@pytest.mark.parametrize(("game", "ends"), [("perudo", ", or call Liar! or Exactly!"), ("common", ", or call Liar!")])
async def test_the_panel_names_all_moves_of_the_player_to_move(english_stage: Stage, game: str, ends: str) -> None:
    """The player may also make an exact call if the rules have exact calls (C5)."""
    stage = english_stage
    await stage.start("Ann", "Ben", game=game)
    await stage.raise_once()
    (asked,) = [line for line in stage.text().split("\n") if line.startswith("👉")]
    assert f"**{await stage.to_move()}**" in asked
    assert "beat" in asked
    assert asked.endswith(ends)


async def test_no_bid_is_highlighted_as_if_it_were_advice(stage: Stage) -> None:
    await stage.start("Ann", "Ben", "Cleo")
    await stage.raise_once()
    bids = [each for each in stage.buttons() if isinstance(decode(each.get("custom_id", "")), PlaceBid)]
    assert {each["style"] for each in bids} == {2}
