"""Test chips as forfeits: what losers owe is a number of play chips, and those of a pair are one sum."""

import re
from typing import Any

import pytest

from bot.presses.game import CallLie, Clap, SettleForfeit
from bot.presses.history import CrossOff, SettleInList
from bot.presses.lobby import ChooseChips, OpenStakes, Start, UseWords
from bot.tables.model import Deck, Forfeit
from engine.core.actions import How
from tests.bot.games.test_evening import again, nights
from tests.bot.games.test_stakes import _lines, listed, play_one
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage


async def for_chips(stage: Stage, *names: str, chips: int = 3, **options: Any) -> None:
    """Start a game in which losers owe chips."""
    await stage.sit(*names, **options)
    page = await stage.press("Ann", OpenStakes)
    await stage.pick("Ann", page.ephemerals[0], ChooseChips, chips=chips)
    await stage.press("Ann", Start)


async def test_the_host_chooses_chips_beside_words_and_decks(english_stage: Stage) -> None:
    stage = english_stage
    await stage.sit("Ann", "Ben")
    page = (await stage.press("Ann", OpenStakes)).ephemerals[0]
    await stage.pick("Ann", page, ChooseChips, chips=5)
    assert (await stage.table()).setup.deck is None
    assert "📝 The loser owes 5 chips" in stage.text()
    form = await stage.pick("Ann", page, UseWords)
    await stage.fill("Ann", form, forfeit="")
    assert (await stage.table()).setup.deck is Deck.GENTLE


async def test_the_host_types_any_number_of_chips_up_to_100(english_stage: Stage) -> None:
    stage = english_stage
    await stage.sit("Ann", "Ben")
    page = (await stage.press("Ann", OpenStakes)).ephemerals[0]
    for chips, typed, said in ((7, "7 chips", "7 chips"), (100, "100", "100 chips"), (1, "🪙 1", "1 chip")):
        form = await stage.pick("Ann", page, UseWords)
        await stage.fill("Ann", form, forfeit=typed)
        assert f"📝 The loser owes {said}" in stage.text()
        assert (await stage.table()).setup.deck is None
        assert ChooseChips((await stage.table()).id, chips) in stage.offered(page)
    for words in ("101 chips", "7 chips and dip"):
        form = await stage.pick("Ann", page, UseWords)
        stage.typed.add(words)
        await stage.fill("Ann", form, forfeit=words)
        assert f"📝 The loser must: {words}" in stage.text()


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("firehouse", "📝 Wash up (lose)? Then: 3 chips"),
        ("joker", "📝 Last one owes 3 chips"),
        ("dudo", "📝 Everyone who doesn’t win owes 3 chips"),
    ],
)
async def test_in_other_games_chips_are_for_the_whole_game(english_stage: Stage, game: str, said: str) -> None:
    await english_stage.sit("Ann", "Ben", game=game)
    page = (await english_stage.press("Ann", OpenStakes)).ephemerals[0]
    await english_stage.pick("Ann", page, ChooseChips, chips=3)
    assert said in english_stage.text()


async def test_the_chips_of_a_pair_are_one_sum_and_are_settled_as_one(english_stage: Stage) -> None:
    """Of nine forfeits between two players, at least five are owed by the same player."""
    stage = english_stage
    await for_chips(stage, "Ann", "Ben", rounds="9")
    for _ in range(9):
        await stage.raise_once()
        await play_one(stage)
    owed = dict.fromkeys(("Ann", "Ben"), 0)
    for each in await stage.bot.services.debts.forfeits(stage.guild.id, stage.people["Ann"].id):
        owed[each.debtor.name] += 3
    debtor, creditor = sorted(owed, key=lambda name: -owed[name])
    mine = await listed(stage, debtor)
    assert f"📝 You owe {creditor} {owed[debtor]} chips" in _lines(stage, mine)
    tab = (await stage.slash(debtor, "forfeits mine")).words
    assert f"You owe {creditor} **{owed[debtor]} chips**" in tab
    assert f"{debtor} owes you **{owed[debtor]} chips**" in (await stage.slash(creditor, "forfeits mine")).words
    await stage.press(debtor, SettleInList, mine, how="paid")
    assert not await debts_of(stage, debtor), "all chips of the pair are settled"
    line = stage.public()[-1]
    assert Clap not in stage.kinds(line)
    assert f"{owed[debtor]} chips**" in stage.text(line)
    await stage.press(creditor, CrossOff, line, how="unpaid")
    assert len(await debts_of(stage, debtor)) * 3 == owed[debtor], "they are owed again, as one"
    await again(stage)
    (card,) = await the_night(stage)
    owes = rf"{debtor} owes {creditor} \d+ chips|\w+ owes \w+ \d+ chips \(\+1 more\)"
    assert re.search(owes, card.replace("**", "").replace("\u00a0", " ")), "each pair's chips are one sum"


async def debts_of(stage: Stage, debtor: str) -> list[Forfeit]:
    user = stage.people[debtor].id
    return [each for each in await stage.bot.services.debts.forfeits(stage.guild.id, user) if each.debtor.id == user]


async def the_night(stage: Stage) -> list[str]:
    await stage.time_passes(hours=3)
    return nights(stage)


async def test_the_chips_of_a_round_are_settled_like_any_forfeit(english_stage: Stage) -> None:
    stage = english_stage
    await for_chips(stage, "Ann", "Ben", "Cleo", chips=1, rounds="2")
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    state, seats = (await stage.view()).state, (await stage.table()).seats
    loser, winner = seats[state.debtors[0]].name, seats[state.creditor].name
    assert f"📝 {loser} owes {winner} 1 chip" in stage.text().replace("**", "")
    await stage.press(loser, SettleForfeit, how=How.TAB)
    assert f"You owe {winner} **1 chip**" in (await stage.slash(loser, "forfeits mine")).words
    await play_on(stage, 2)
