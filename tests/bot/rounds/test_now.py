"""Test that every refusal says truthfully whose turn it is, or what the game waits for."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from msgspec.structs import replace

from bot.presses.game import CallLie, SettleForfeit
from bot.presses.lobby import Join
from bot.screens.table import refusals
from bot.tables.model import Place, Seat, Setup, Status, TableView, Who
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.bids.actions import Bid, CallExact, Vote
from engine.bids.view import View
from engine.core.actions import Action, Challenge, Deal, Gift, How, Quit, Settle
from engine.core.refusals import NoRound, Refused
from engine.core.state import OVER, POLL
from engine.fairness import FairDice, Seed
from tests.bot.pseudo import heard
from tests.bot.stage import Stage

NAMES = ("Ann", "Ben", "Cleo")
DICE = FairDice(Seed(b"now"), {})
ANYTHING: tuple[Action, ...] = (
    *(Bid(many, face) for many in (0, 1, 3, 15, 99) for face in (1, 4, 9)),
    *(Challenge(), CallExact(), Vote(True), Quit()),
    *(Settle(debtor, how) for debtor in range(3) for how in How),
    *(Gift(seat) for seat in range(3)),
)
"""Actions that people try, which may be illegal."""


def table(variant: str, options: dict[str, str], status: Status = Status.PLAYING) -> TableView:
    setup = Setup(variant, options, "sing a song")
    seats = tuple(Seat(number, name) for number, name in enumerate(NAMES, 1))
    noon = datetime(2026, 7, 1, tzinfo=UTC)
    place = Place(1, 2, "The Anchor", "dice")
    return TableView(7, place, Who(1, "Ann"), status, setup, setup.rules(), seats, "", None, 7, 1, 3, noon, None)


def phases(variant: str, **options: str) -> Iterator[tuple[str, games.AnyGame]]:
    """Play a game to its end. Yield the name of each phase in which people may press, with the game in that phase."""
    _, game = games.start(table(variant, options).rules, len(NAMES), DICE)
    yield "before", game
    _, game = games.play(game, None, Deal(), DICE)
    yield "opening", game
    _, game = games.play(game, game.state.turn, Bid(14, 6), DICE)
    yield "a bid stands", game
    _, game = games.play(game, game.state.turn, Challenge(), DICE)
    while game.state.phase is POLL:
        yield "a poll", game
        _, game = games.play(game, game.state.turn, Vote(True), DICE)
    yield "after", game
    for debtor in game.state.debtors:
        _, game = games.play(game, debtor, Settle(debtor, How.TAB), DICE)
    yield "settled", game
    for seat in (0, 1):
        _, game = games.play(game, seat, Quit(), DICE)
    assert game.state.phase is OVER
    yield "over", game


GAMES: list[tuple[str, dict[str, str]]] = [
    ("common", {}),
    ("common", {"gift": "on", "exact": "on"}),
    ("firehouse", {}),
    ("dudo", {"exact": "on"}),
    ("joker", {}),
    ("perudo", {}),
]


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize(("variant", "options"), GAMES)
def test_every_refusal_describes_the_present_phase(variant: str, options: dict[str, str]) -> None:
    told = 0
    for phase, game in phases(variant, **options):
        for seat in range(len(NAMES)):
            view = games.view(game, seat)
            assert isinstance(view, View)
            for action in ANYTHING:
                try:
                    games.play(game, seat, action, DICE)
                except Refused as refused:
                    status = Status.OVER if phase == "over" else Status.PLAYING
                    seen = replace(table(variant, options, status), view=view, seat=seat)
                    said = heard(refusals.sentence(refused, seen), *NAMES, "sing a song")
                    assert len(said) <= 300
                    assert_present(said, view, seat, phase)
                    told += 1
    assert told > 50


def assert_present(said: str, view: View, seat: int, phase: str) -> None:
    """Assert that a refusal describes the current phase, and describes no other phase."""
    state, asked = view.state, [NAMES[each] for each in view.awaited]
    claims = {
        "It’s your turn.": view.awaited == (seat,) and not state.debtors,
        "Not yet: it’s": bool(view.awaited) and seat not in view.awaited,
        "The next round starts by itself.": phase in ("before", "after", "settled") and not view.awaited,
        "Between rounds": phase in ("before", "after", "settled"),
        "Nobody has bid": state.standing is None and not state.debtors and phase == "opening",
        "This game is over": phase == "over",
        "No round is on right now.": phase in ("before", "after", "settled"),
        "Wait until this round is over.": phase in ("opening", "a bid stands", "a poll"),
        "There’s no vote right now.": phase != "a poll",
    }
    assert [claim for claim, true in claims.items() if claim in said and not true] == [], said
    if phase == "over":
        assert "over" in said, said
    elif state.debtors:
        faulty = any(words in said for words in ("The forfeit comes first", "can say it’s paid;", "Pick a third"))
        assert faulty or "must: **sing a song**" in said, said
    elif not view.awaited:
        assert "Between rounds" in said or "next round starts" in said, said
    elif seat in view.awaited:
        faulty = any(word in said for word in ("🔼", "🎲", "1️⃣", "🫵 Nothing beats"))  # the bid is wrong
        assert faulty or "your turn" in said or "It’s your turn to vote: do you believe the bid?" in said, said
    else:
        is_in_poll = phase == "a poll" and "vote" in said  # the sentence says so
        assert is_in_poll or any(name in said for name in asked), said


@pytest.mark.usefixtures("any_language")
@pytest.mark.parametrize("code", [Code.STALE_PANEL, Code.NOT_STARTED, Code.GAME_RUNNING])
def test_a_tables_refusal_names_its_present_state(code: Code) -> None:
    game = dict(phases("common"))["a bid stands"]
    view = games.view(game, None)
    name = NAMES[view.awaited[0]]
    said = heard(refusals.sentence(Trouble(code), replace(table("common", {}), view=view, seat=None)), *NAMES)
    assert said.endswith(f"It’s **{name}**’s turn.")
    said = heard(
        refusals.sentence(Trouble(code), replace(table("common", {}, Status.LOBBY), view=None, seat=None)), *NAMES
    )
    assert said.endswith("The table is still filling up; **Ann** starts the game.")
    said = heard(
        refusals.sentence(Trouble(code), replace(table("common", {}, Status.CLOSED), view=view, seat=None)), *NAMES
    )
    assert said.endswith((".", "buttons."))


async def test_a_bid_between_rounds_is_refused_with_the_open_forfeit(stage: Stage) -> None:
    await stage.start("Ann", "Ben", forfeit="sing a song")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    view, seats = await stage.view(), (await stage.table()).seats
    debtor = seats[view.state.debtors[0]].name
    for name in ("Ann", "Ben"):
        answer = await stage.slash(name, "bid", what="5 ducks")
        owes = "you must" if name == debtor else f"**{debtor}** must"
        assert f"Between rounds: {owes}: **sing a song**." in answer.words
    await stage.press(debtor, SettleForfeit, how=How.PAID)


@pytest.mark.usefixtures("any_language")
def test_a_refusal_names_a_forfeit_only_if_it_is_owed() -> None:
    """If the table waits for the forfeit, the refusal says so.

    Nobody owes a forfeit without stakes, and nobody owes one in a practice game (L4).
    """
    game = dict(phases("common"))["after"]
    debtor, info = game.state.debtors[0], table("common", {})

    def said(by: TableView, seat: int = 1 - debtor) -> str:
        sentence = refusals.sentence(Refused(NoRound()), replace(by, view=games.view(game, seat), seat=seat))
        return heard(sentence, *NAMES, "sing a song")

    assert said(info, debtor).endswith("Between rounds: you must: **sing a song**.")
    assert said(info).endswith(f"Between rounds: **{NAMES[debtor]}** must: **sing a song**.")
    waits = replace(info, setup=replace(info.setup, wait_settled=True))
    assert said(waits).endswith(f"The next round waits: **{NAMES[debtor]}** must: **sing a song**.")
    without = replace(info, setup=replace(info.setup, stakes=False))
    practice = replace(info, seats=(info.seats[0], *(Seat(None, name) for name in NAMES[1:])))
    for nothing_owed in (without, practice):
        assert "sing" not in said(nothing_owed)


async def test_the_refusal_of_a_late_join_says_whose_turn_it_is(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    name, at = await stage.to_move(), (await stage.table()).id
    assert f"It’s **{name}**’s turn." in (await stage.forge("Dan", Join(at))).words


async def test_a_refusal_in_a_dm_is_about_the_persons_only_table(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    mover = await stage.to_move()
    (other,) = await stage.others(mover)
    answer: Any = await stage.people[other].user.slash("liar")
    assert answer.response is not None
    assert f"It’s **{mover}**’s turn." in stage.text(answer.response)


async def test_at_a_table_of_two_nothing_is_said_about_calls_out_of_turn(english_stage: Stage) -> None:
    """With two players left every call is in turn (C1)."""
    await english_stage.start("Ann", "Ben", game="firehouse")
    await english_stage.raise_once()
    assert "Out of turn" not in english_stage.text()
