"""Every game that is offered, from the lobby to the result: by buttons alone, by commands alone, and mixed."""

import pytest
from msgspec.structs import replace

from bot.presses.base import Move
from bot.presses.game import CallLie, CastVote, PlaceBid, SettleForfeit
from bot.presses.lobby import AddComputer, ChooseVariant, Join, Rematch, Start
from bot.presses.private import ShowDice
from bot.screens.variants import offered
from engine import games
from engine.common_hand.actions import Vote
from engine.common_hand.players import choose
from engine.common_hand.view import View
from engine.core.actions import Challenge, How
from engine.options import rules_for
from tests.bot.stage import Stage

BIDS = tuple(name for name in offered() if games.family(rules_for(name)).name == "common-hand")
MOST_MOVES = 400


async def by_buttons(stage: Stage, name: str, view: View) -> None:
    """As a player who knows the odds a little, with the buttons that are there."""
    state = view.state
    if state.debtors:
        await stage.press(name, SettleForfeit, debtor=state.debtors[0], how=How.PAID)
        return
    mine = await stage.view(name)
    match choose(mine, 0.5):
        case Vote(believes=believes):
            await stage.press(name, CastVote, believes=believes)
        case Challenge():
            await stage.press(name, CallLie)
        case _:
            await stage.press(name, PlaceBid)


async def by_commands(stage: Stage, name: str, view: View) -> None:
    """The same, typed; what is owed goes on the tab by itself when its time is up."""
    if view.state.debtors:
        await stage.time_passes(hours=view.state.round)
        return
    mine = await stage.view(name)
    match choose(mine, 0.5):
        case Vote(believes=believes):
            await stage.slash(name, "believe" if believes else "doubt")
        case Challenge():
            await stage.slash(name, "liar")
        case _:
            least = mine.legal.bids
            quantity, face = min((many, face) for face, many in enumerate(least) if many)
            await stage.slash(name, "bid", what=f"{quantity}x{face}")


async def play_to_the_end(stage: Stage, typed: tuple[bool, ...]) -> None:
    """Whoever is asked moves, as `typed` says in turn, until the game is over."""
    for move in range(MOST_MOVES):
        if Rematch in stage.kinds():
            return
        view = await stage.view()
        if not view.awaited:
            await stage.time_passes(seconds=30)
            continue
        name = await stage.to_move()
        before = (await stage.table()).version
        await (by_commands if typed[move % len(typed)] else by_buttons)(stage, name, view)
        assert (await stage.table()).version > before, f"nothing came of it: {stage.private[name][-1:]}"
    pytest.fail(f"no result in {MOST_MOVES} moves")


def ended(stage: Stage) -> str:
    """The result as it stands in the channel."""
    return stage.text(stage.panel())


@pytest.mark.parametrize("game", BIDS)
async def test_by_buttons_alone(both: Stage, game: str) -> None:
    await both.slash("Ann", "play")
    await both.pick("Ann", both.panel(), ChooseVariant, variant=game)
    await both.press("Ben", Join)
    await both.press("Cleo", Join)
    await shorten(both)
    await both.press("Ann", Start)
    await play_to_the_end(both, (False,))
    assert "🏆" in ended(both) or "🌊" in ended(both) or "🤝" in ended(both)


@pytest.mark.parametrize("game", BIDS)
async def test_by_commands_alone(stage: Stage, game: str) -> None:
    await stage.slash("Ann", "play", game=game)
    await stage.slash("Ben", "table join")
    await stage.slash("Ann", "table computer")
    await shorten(stage)
    await stage.slash("Ann", "table start")
    await play_to_the_end(stage, (True,))


@pytest.mark.parametrize("game", BIDS)
async def test_both_ways_with_computers(stage: Stage, game: str) -> None:
    await stage.slash("Ann", "play", game=game)
    await stage.press("Ben", Join)
    await stage.press("Ann", AddComputer)
    await shorten(stage)
    await stage.press("Ann", Start)
    await play_to_the_end(stage, (False, True))


async def shorten(stage: Stage) -> None:
    """Three rounds at most, where nothing else ends the game soon; else two dice each."""
    table = await stage.table()
    setup = table.setup
    by_dice = table.rules.counts_dice()
    options = {**setup.options, **({"dice": "2"} if by_dice else {"rounds": "3"})}
    await stage.bot.services.tables.lobbies.change(table.id, table.host, replace(setup, options=options), "short")


@pytest.mark.parametrize("game", offered())
async def test_with_a_computer_every_game_begins_with_somebodys_move(stage: Stage, game: str) -> None:
    await stage.slash("Ann", "play", game=game)
    await stage.press("Ann", AddComputer)
    await stage.press("Ann", Start)
    assert len((await stage.seen()).awaited) == 1
    assert any(issubclass(kind, Move | ShowDice) for kind in stage.kinds()), stage.kinds()
