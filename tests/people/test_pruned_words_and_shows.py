"""Test that replays of games in which some bids have a word or a show are deleted like others (B4, B6)."""

import pytest

from bot.history.past import Replays
from bot.people import Privacy, SettingsRepository
from tests.databases import counted
from tests.people.test_games_with_words_and_shows import GAMES, kept, played
from tests.people.test_privacy import ANN, traces
from tests.rebuilt import rebuild
from tests.tables.house import GUILD, House
from tests.tables.test_pruning import after_all_pruning


@pytest.mark.parametrize("name", GAMES)
async def test_pruning_such_a_game_deletes_its_replay_and_changes_no_figure(house: House, name: str) -> None:
    game = await played(house, name)
    await SettingsRepository(house.store).change(GUILD, replays=3)
    house.wait(days=100)
    figures = await house.store.read(counted)
    await after_all_pruning(house)
    assert await Replays(house.store).record(GUILD, game.id) is None
    (pruned,) = await kept(house)
    assert pruned.id == game.id
    assert pruned.worth is not None, "what its figures need is kept"
    assert await house.store.read(counted) == figures
    await Privacy(house.tables.changes, house.tables.queries).forget(ANN.id)
    assert await traces(house, ANN) == set()
    rest = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == rest
