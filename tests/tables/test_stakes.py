"""Tests of games in which nobody owes anything: games at tables without stakes, and practice games (L4)."""

from bot.storage import ledger
from bot.tables.model import Setup
from tests.databases import counted, of_the_server
from tests.rebuilt import rebuild
from tests.tables.house import GUILD, House, Sitting, person, place


async def without_stakes(house: House, *names: str, rounds: int = 1) -> Sitting:
    setup = Setup("common", {"rounds": str(rounds)}, stakes=False)
    table = await house.tables.lobbies.open(place(), person(names[0]), setup, house.key())
    for name in names[1:]:
        await house.tables.lobbies.join(table.id, person(name), house.key())
    await house.start(table.id, person(names[0]))
    await house.follow(table.id)
    return Sitting(house, table.id)


async def test_without_stakes_a_forfeit_counts_and_the_table_does_not_wait(house: House) -> None:
    sitting = await without_stakes(house, "ann", "bob", "cid", rounds=2)
    liar, _ = await sitting.a_lie()
    view, table = await sitting.view(), await sitting.info()
    assert view.state.round == 2, "nothing waited"
    assert {seat.name: player.forfeits for seat, player in zip(table.seats, view.state.players, strict=True)} == {
        name: int(name == liar) for name in ("ann", "bob", "cid")
    }


async def test_without_stakes_no_forfeit_goes_on_the_tab_but_the_game_counts(house: House) -> None:
    sitting = await without_stakes(house, "ann", "bob")
    liar, caller = await sitting.a_lie()
    assert (await sitting.info()).status == "over"
    assert await house.store.read(lambda c: ledger.of_server(c, GUILD, 0, 10)) == []
    tallied = await house.store.read(counted)
    figures = {(row["name"], row["user"]): row["amount"] for row in of_the_server(tallied)}
    assert figures["wins", person(caller).id] == 1
    assert figures["wins", person(liar).id] == 0
    assert not {"forfeits", "paid", "waived"} & {name for name, _ in figures}
    await house.store.write(rebuild)
    assert await house.store.read(counted) == tallied


async def test_without_stakes_a_player_who_leaves_owes_nothing(house: House) -> None:
    sitting = await without_stakes(house, "ann", "bob", "cid", rounds=9)
    await sitting.leave("bob")
    await sitting.leave("ann")
    assert await house.store.read(lambda c: ledger.of_server(c, GUILD, 0, 10)) == []


async def test_in_practice_the_game_never_waits_for_a_forfeit(house: House) -> None:
    """L4: a person who has lost to a computer player need not press a button."""
    sitting = await house.game("common", "ann", computers=1, rounds=3)
    while (await sitting.info()).status == "playing":
        assert await sitting.awaited() == ["ann"]
        view = await sitting.view("ann")
        assert not view.state.debtors
        await (sitting.liar("ann") if view.legal.challenge else sitting.bid(view.state.pool, 6, "ann"))
    assert sum(player.forfeits for player in (await sitting.view()).state.players) == 3


async def test_a_rematch_uses_the_servers_present_setting_of_stakes(house: House) -> None:
    sitting = await without_stakes(house, "ann", "bob")
    await sitting.a_lie()
    again = await house.tables.lobbies.rematch(sitting.id, person("ann"), house.key(), stakes=True)
    assert again.setup.stakes
