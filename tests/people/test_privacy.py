"""Test the export of a person's data, and the deletion of a person.

After the deletion, no stored data names the person, and the statistics of the others still agree.
"""

import logging
from collections.abc import Iterator
from functools import partial
from random import Random
from typing import Any

import pytest
from msgspec import json
from sqlalchemy import Connection, Table, select

from bot.history import export
from bot.history.boards import Scope
from bot.history.packing import unpacked
from bot.people import Decks, Members, NamedRulesRepository, PreferencesRepository, Privacy, Puzzles
from bot.people.preferences import DmStyle
from bot.storage import about_person, ledger, personal, schema
from bot.storage.columns import CALLED, WHO
from bot.tables.model import Deck, ForfeitWord, Setup, Who
from bot.tables.trouble import Code, Trouble
from tests.databases import counted
from tests.history.evening import evening, later
from tests.rebuilt import rebuild
from tests.tables.house import GUILD, House, person

ANN = Who(person("ann").id, "Ännchen of the Sea")
NOBODYS = {
    ("tables", "channel_name"),
    ("tables", "guild_name"),
    ("tables", "outage"),
    ("processes", "name"),
    *(
        (table, "name")
        for table in ("tallies", "levels", "openings", "seasons", "named_rules", "achievements", "marks", "last_ids")
    ),
    ("servers", "guild"),
    ("server_settings", "guild"),
    ("scopes", "place"),
    *((table, "season") for table in ("forfeits", "games")),
    *((table, "scope") for table in ("tallies", "levels")),
    *((table, "number") for table in ("countings", "counted_gains", "counted_forfeits")),
    ("countings", "openings"),
}
"""Columns that hold numbers or names of things. The names in `OF_THINGS` are such columns in every table."""
OF_THINGS = (
    *("id", "guild", "channel", "parent", "table_id", "panel_channel", "panel_message", "game", "forfeit"),
    *("puzzle_channel", "line", "message", "role"),
)


APART = (schema.tables, schema.tallies)
"""Tables whose rows are changed in special ways when a person is forgotten."""


def marked() -> list[Table]:
    """Return all database tables that have a column about a person."""
    tables = schema.metadata.sorted_tables
    return [table for table in tables if personal.columns(table, WHO) or personal.columns(table, CALLED)]


def privacy(house: House) -> Privacy:
    return Privacy(house.tables.changes, house.tables.queries)


def everywhere(connection: Connection) -> Iterator[tuple[str, str]]:
    """Yield each value in the database as text, with its table and column. Packed values are unpacked."""
    for table in schema.metadata.sorted_tables:
        for row in connection.execute(select(table)).mappings():
            for name, value in row.items():
                if isinstance(value, bytes):
                    value = unpacked(value) if value.startswith(b"BZh") else value
                    yield f"{table.name}.{name}", value.decode()
                else:
                    yield f"{table.name}.{name}", str(value)


async def traces(house: House, who: Who, *more: str) -> set[str]:
    """Return each place in the database where a person's id, name or words occur."""
    marks = (str(who.id), who.name, *more)
    found = await house.store.read(lambda connection: list(everywhere(connection)))
    return {where for where, value in found if any(mark in value for mark in marks)}


async def a_season(house: House) -> None:
    """Play evenings of all kinds with ann, and store everything that can be stored about her.

    At the end she leaves a table.
    """
    luck = Random(5)
    for channel, variant in enumerate(("common", "firehouse", "perudo", "cup", "common")):
        await evening(house, luck, variant, channel)
    await later(house, luck)
    await PreferencesRepository(house.store).change(ANN.id, lucky="ann was here", dms=DmStyle.ONE)
    await house.reach.closed_dm(ANN.id)
    await house.reach.keep_dm_channel(ANN.id, 700)
    await Puzzles(house.store, lambda: house.now).answer(house.now.date().toordinal(), GUILD, ANN.id, "liar")
    await PreferencesRepository(house.store).language(ANN.id, "de")
    await NamedRulesRepository(house.store).keep(GUILD, "Friday rules", Setup("common"), Who(ANN.id, ANN.name))
    await Decks(house.store, lambda: house.now).write(GUILD, "sing\ndance\njump\nwave\nhum", ANN.id)
    lobby = await house.lobby("bar", "bob", "cid", channel=7)
    await house.tables.lobbies.join(lobby.id, ANN, house.key())
    await house.tables.lobbies.bring_luck(lobby.id, ANN, "ann was here", house.key())
    await house.start(lobby.id, person("bob"))
    await house.tables.lobbies.leave(lobby.id, ANN.id, house.key())
    await _put_out(house)
    await Members(house.store, lambda: house.now).note(GUILD, [person("bob").id], [ANN.id])
    watched = await house.game("common", "bob", "cid", channel=9, rounds=1)
    await watched.a_lie()
    await house.tables.guesses.guess(watched.id, ANN, 1, is_true=True)
    swept = await house.lobby("bar", "bob", "cid", channel=8)
    await house.tables.lobbies.end(swept.id, ANN, house.key(), manager=True)


async def _put_out(house: House) -> None:
    """Let a host put ann out of a table, and invite her again. Then let ann put somebody out of her own table."""
    theirs = await house.lobby("bar", "bob", "cid", channel=10)
    await house.tables.lobbies.join(theirs.id, ANN, house.key())
    await house.tables.lobbies.put_out(theirs.id, person("bob"), ANN.id, house.key())
    await house.tables.lobbies.invite(theirs.id, ANN.id, house.key())
    hers = await house.lobby("bar", "ann", "cid", channel=11)
    await house.tables.lobbies.put_out(hers.id, ANN, person("cid").id, house.key())
    await house.tables.lobbies.cancel(hers.id, ANN, house.key())
    await _removed(house)


async def _removed(house: House) -> None:
    """Let a table remove ann from a game, after she has asked about somebody else and has agreed to a removal."""
    sitting, moves = await house.game("bar", "bob", "ann", "cid", "dora", channel=12), house.tables.moves
    await moves.ask_to_remove(sitting.id, ANN, True, person("dora").id, house.key())
    await moves.ask_to_remove(sitting.id, person("bob"), False, person("cid").id, house.key())
    await moves.agree_to_remove(sitting.id, ANN.id, 2, house.key())
    await house.follow(sitting.id)
    await moves.ask_to_remove(sitting.id, person("bob"), False, ANN.id, house.key())
    await moves.agree_to_remove(sitting.id, person("dora").id, 1, house.key())
    await house.follow(sitting.id)
    await house.tables.lobbies.leave(sitting.id, person("dora").id, house.key())


def test_every_column_about_people_is_marked_and_handled() -> None:
    """A new column about a person must be marked.

    The lists in `personal` say what happens to a column when a person is forgotten.
    """
    known = [*personal.DROPPED, *personal.RENAMED, *APART]
    assert len(known) == len(set(known))
    assert set(known) == set(marked())
    for table in schema.metadata.sorted_tables:
        for column in table.columns:
            is_number = str(column.type) == "BIGINT" and column.name not in OF_THINGS
            is_name = "name" in column.name or column.name in ("by", "user", "who", "host", "lucky", "brought")
            if (is_number or is_name) and (table.name, column.name) not in NOBODYS:
                is_people = (table.name, column.name) == ("people", "id")
                assert column.info in (WHO, CALLED) or is_people, f"whose is {table.name}.{column.name}?"


@pytest.mark.long_on_postgresql
async def test_no_data_names_a_forgotten_person_and_others_keep_their_figures(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    """No column, record or log line has the person's id, name or words.

    A rebuild of the figures changes nothing.
    """
    caplog.set_level(logging.DEBUG, "bot")
    await a_season(house)
    told = await traces(house, ANN, "ann was here")
    assert told >= {"people.id", "players.user", "tallies.user", "tables.seats", "forfeits.debtor", "preferences.lucky"}
    assert told >= {
        "tables.ended_by",
        "named_rules.by_name",
        "meetings.other",
        "ratings.who",
        "put_out.user",
        "put_out.host",
        "closed_dms.user",
        "dm_channels.user",
        "locales.user",
    }
    before = await house.store.read(counted)
    games = set(await house.store.read(lambda c: list(c.execute(select(schema.games.c.id)).scalars())))
    await privacy(house).forget(ANN.id)
    assert await traces(house, ANN, "ann was here") == set()
    assert str(ANN.id) not in caplog.text
    for game in games:
        text = await house.store.read(partial(export.game, game_id=game, names=True))
        assert text is not None
        assert "ann" not in text.split()
    after = await house.store.read(counted)
    others = [row for row in before if row.get("user", 0) not in (ANN.id, 0) and row.get("other") != ANN.id]
    assert others
    assert all(row in after for row in others), "figures of others stay"
    board = await house.boards.page(Scope(GUILD), "wins", 1, ANN.id)
    assert board.own is None
    assert board.rows
    await house.store.write(rebuild)
    assert await house.store.read(counted) == after


async def test_the_other_person_can_settle_forfeits_with_a_forgotten_person(house: House) -> None:
    """The other person can waive the forfeit of a forgotten debtor.

    The other person can also mark a debt to a forgotten creditor as paid, and nobody can contradict that.
    """
    sitting = await house.game("common", "ann", "bob", rounds=2)
    for _ in range(2):
        liar, caller = await sitting.a_lie()
        if (await sitting.info()).status == "playing":
            await sitting.settle(caller, liar, "tab")
    lines = await house.debts.forfeits(GUILD, person("bob").id)
    await privacy(house).forget(ANN.id)
    tab = await house.debts.forfeits(GUILD, person("bob").id)
    assert [line.id for line in tab] == [line.id for line in lines]
    for line in tab:
        somebody = line.debtor if line.debtor.id < 0 else line.creditor
        assert somebody is not None
        assert (somebody.id < 0, somebody.name) == (True, "")
        said: ForfeitWord = "paid" if line.debtor.id == person("bob").id else "waived"
        await house.debts.settle_forfeit(line.id, person("bob").id, said, house.key())
    assert await house.debts.forfeits(GUILD, person("bob").id) == ()
    kept = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == kept


async def test_a_forfeit_between_two_forgotten_people_is_waived(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", rounds=1)
    await sitting.a_lie()
    await privacy(house).forget(person("ann").id)
    await privacy(house).forget(person("bob").id)
    states = await house.store.read(lambda c: set(c.execute(select(schema.forfeits.c.state)).scalars()))
    assert states == {ledger.WAIVED}


async def test_a_person_at_a_table_must_leave_before_being_forgotten(house: House) -> None:
    """A person who sits at a table has to leave it first. Until then nothing is deleted."""
    sitting = await house.game("dudo", "ann", "bob", "cid", rounds=2)
    before = await traces(house, person("ann"))
    with pytest.raises(Trouble) as why:
        await privacy(house).forget(ANN.id)
    assert why.value.code is Code.STILL_SEATED
    assert why.value.facts == {"channels": ((await sitting.info()).place.channel,)}
    assert await traces(house, person("ann")) == before
    await sitting.leave("ann")
    await privacy(house).forget(ANN.id)
    assert "ann" not in {seat.name for seat in (await sitting.info()).seats}
    table = await sitting.play_on(Random(1))
    assert table.status == "over", "the others play to the end"
    assert await traces(house, person("ann")) == set()
    kept = await house.store.read(counted)
    await house.store.write(rebuild)
    assert await house.store.read(counted) == kept
    again = await house.tables.lobbies.rematch(sitting.id, person("bob"), house.key())
    assert {seat.user for seat in again.seats} == {person("bob").id, person("cid").id}


async def test_a_forgotten_person_who_comes_back_counts_as_a_new_person(house: House) -> None:
    for _ in range(2):
        sitting = await house.game("common", "ann", "bob", rounds=1)
        await sitting.a_lie()
        await privacy(house).forget(person("ann").id)
    users = await house.store.read(lambda c: list(c.execute(select(schema.players.c.user)).scalars()))
    assert len({user for user in users if user is not None and user < 0}) == 2, "two evenings, two strangers"
    await house.store.write(rebuild)


async def test_an_export_says_who_was_removed_who_asked_and_who_agreed(house: House) -> None:
    await _removed(house)
    told: dict[str, dict[str, Any]] = {}
    for name in ("ann", "bob", "dora"):
        (copy,) = [json.decode(text) async for text in privacy(house).everything(person(name).id)]
        (told[name],) = (each for each in copy["tables"] if each["removal_asked"] or each["asked_to_remove_somebody"])
        told[name]["games"] = copy["games"]
    assert (told["ann"]["removed"], len(told["ann"]["removal_asked"])) == (True, 1)
    assert (len(told["ann"]["asked_to_remove_somebody"]), len(told["ann"]["agreed_to_removals"])) == (1, 1)
    assert (told["bob"]["removed"], len(told["bob"]["asked_to_remove_somebody"])) == (False, 2)
    assert (told["dora"]["removed"], len(told["dora"]["removal_asked"])) == (False, 1)
    (game,) = told["ann"]["games"]
    assert game["put_out"] is True


@pytest.mark.long_on_postgresql
async def test_an_export_has_all_data_of_a_person_and_no_dice_of_others(house: House) -> None:
    """The file has the person's own seats, figures, forfeits, settings and records.

    For a running game, it has only the person's own dice.
    """
    await a_season(house)
    sitting = await house.game("common", "ann", "bob", channel=9, clock=None)
    files = [json.decode(text) async for text in privacy(house).everything(ANN.id)]
    told = files[0]
    assert told.keys() >= {table.name for table in marked()} - {"players"}
    games = [game for each in files for game in each["games"]]
    assert [game["id"] for game in games] == await house.store.read(lambda c: about_person.games_of(c, ANN.id))
    assert all("@seed" in game["record"] and "@players p1" in game["record"] for game in games)
    (live,) = [table for table in told["tables"] if table["id"] == sitting.id]
    mine = (await sitting.see("ann")).view
    theirs = (await sitting.see("bob")).view
    assert mine is not None
    assert theirs is not None
    assert live["dice"] == list(mine.mine)
    assert "seed" not in live
    assert list(theirs.mine) != live["dice"]
    assert str(list(theirs.mine)) not in json.encode(live).decode().replace(",", ", ")
    (here,) = told["people"]
    assert here["asked"] == here["gone"] is not None, "when Discord said that the person had left the server"
    for table in marked():
        if table not in (schema.players, schema.tables, schema.openings):  # openings are deleted some time after a game
            assert told[table.name], table.name
    assert str(person("bob").id) not in {str(row.get("user")) for row in told["tallies"]}


async def test_claps_guesses_and_dares_of_an_evening_are_in_the_copy_and_go_with_the_person(house: House) -> None:
    """The winner swaps the loser's dare. The third player guesses, and claps once the dare is done."""
    sitting = await house.game("common", "ann", "bob", "cid", rounds=2, deck=Deck.GENTLE)
    await sitting.a_lie()
    table, state = await sitting.info(), (await sitting.view()).state
    loser, winner = table.seats[state.debtors[0]].name, table.seats[state.creditor].name
    (third,) = {"ann", "bob", "cid"} - {loser, winner}
    swap = table.annotations.swap
    assert swap is not None
    await sitting.guess(third)
    await house.tables.dares.swap(sitting.id, person(winner).id, 1, house.key())
    await sitting.settle(loser, loser, "paid")
    await house.tables.dares.clap(sitting.id, 0, person(third).id, house.key())
    copies = {}
    for name in (loser, winner, third):
        (text,) = [text async for text in privacy(house).everything(person(name).id)]
        copies[name] = json.decode(text)
    (debt,) = copies[loser]["forfeits"]
    assert debt["text"] == swap.instead, "the dare that the winner chose"
    assert copies[winner]["forfeits"][0]["text"] == swap.instead
    assert [seat["claps"] for seat in copies[third]["tables"]] == [[debt["id"]]]
    assert [(guess["round"], guess["is_true"]) for guess in copies[third]["guesses"]] == [(1, True)]
    assert [seat["calls"] for name in (loser, winner) for seat in copies[name]["tables"]] == [1, 1]
    assert not any(copies[name]["guesses"] or copies[name]["tables"][0]["claps"] for name in (loser, winner))
    for name in (third, winner):
        await sitting.leave(name)
    for name in (third, winner, loser):
        await privacy(house).forget(person(name).id)
        assert await traces(house, person(name)) == set()
    noted = (await sitting.info()).annotations
    assert (noted.claps, noted.tonight) == ({debt["id"]: ()}, {})


async def test_an_export_of_many_games_has_several_files(sqlite_house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.people.json_files.LARGEST", 2_000)
    for channel in range(4):
        sitting = await sqlite_house.game("common", "ann", "bob", rounds=1, channel=channel)
        await sitting.a_lie()
    files = [json.decode(text) async for text in privacy(sqlite_house).everything(person("ann").id)]
    assert len(files) > 1
    assert [game["id"] for each in files for game in each.get("games", [])] == [1, 2, 3, 4]


async def test_an_export_is_read_a_few_rows_at_a_time(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has the same rows as one that is read at once. Ann is on either side of her forfeits and meetings."""
    await a_season(house)
    (whole,) = [json.decode(text) async for text in privacy(house).everything(ANN.id)]
    monkeypatch.setattr(about_person, "PAGE", 2)
    (stepwise,) = [json.decode(text) async for text in privacy(house).everything(ANN.id)]
    assert stepwise == whole
    assert all(len({row[side] for row in whole["meetings"]}) > 2 for side in ("user", "other"))


async def test_an_export_has_the_names_but_not_the_ids_of_other_people(house: House) -> None:
    await a_season(house)
    other = await house.game("common", "ann", "bob", channel=9)
    await other.a_lie()
    files = [text async for text in privacy(house).everything(ANN.id)]
    everything = b"".join(files).decode()
    for name in ("bob", "cid", "dora", "eve"):
        assert str(person(name).id) not in everything, name
    assert str(ANN.id) in everything
    file = json.decode(files[0])
    assert {"bob", "cid"} <= {row["other"] for row in file["meetings"]}
    sides = {row[side] for row in file["forfeits"] for side in ("debtor", "creditor")}
    assert "bob" in sides
    assert all(len(game["players"]) > 1 for game in file["games"])
    assert "bob" in {name for game in file["games"] for name in game["players"]}
