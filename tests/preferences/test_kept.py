"""Test that the settings of servers and people are stored on each kind of database."""

import asyncio

import msgspec
import pytest
from sqlalchemy import event

from bot.people import DmStyle, Hints, Preferences, PreferencesRepository, ServerSettings, SettingsRepository
from bot.people.preferences import COUNTED, NEWCOMER
from bot.tables.pace import PaceName
from bot.tables.trouble import Code, Trouble
from engine.core.refusals import Refused
from tests.tables.house import GUILD, House, person

OTHER = GUILD + 1


async def test_a_server_that_has_chosen_nothing_has_the_defaults(house: House) -> None:
    assert await SettingsRepository(house.store).of(GUILD) == ServerSettings()


async def test_every_setting_of_a_server_survives_a_restart(house: House) -> None:
    chosen = ServerSettings(
        game="firehouse",
        pace=PaceName.QUICK,
        clock=None,
        channels=(2**62, 7),
        stakes=False,
        threads=True,
        hints=False,
        pings=False,
    )
    for field in msgspec.structs.fields(ServerSettings):
        await SettingsRepository(house.store).change(GUILD, **{field.name: getattr(chosen, field.name)})
    await house.reopen()
    assert await SettingsRepository(house.store).of(GUILD) == chosen
    assert await SettingsRepository(house.store).of(OTHER) == ServerSettings()


async def test_a_change_applies_at_once_and_forgetting_restores_the_defaults(house: House) -> None:
    servers = SettingsRepository(house.store)
    assert (await servers.of(GUILD)).hints
    assert await servers.change(GUILD, hints=False) == await servers.of(GUILD) == ServerSettings(hints=False)
    assert await servers.forget(GUILD) == await servers.of(GUILD) == ServerSettings()


async def test_two_simultaneous_changes_of_a_server_are_both_kept(house: House) -> None:
    one, other = SettingsRepository(house.store), SettingsRepository(house.store)
    await asyncio.gather(one.change(GUILD, pings=False), other.change(GUILD, clock=600))
    assert await SettingsRepository(house.store).of(GUILD) == ServerSettings(pings=False, clock=600)


async def test_the_settings_of_a_server_are_read_once(house: House) -> None:
    servers, statements = SettingsRepository(house.store), Statements(house)
    for _ in range(3):
        await servers.of(GUILD)
    assert len(statements.seen) == 1


@pytest.mark.parametrize("chosen", [{"game": "poker"}, {"clock": 29}, {"clock": 2**62}, {"channels": tuple(range(26))}])
async def test_invalid_settings_are_refused_and_change_nothing(house: House, chosen: dict[str, object]) -> None:
    servers = SettingsRepository(house.store)
    with pytest.raises((Refused, Trouble)):
        await servers.change(GUILD, **chosen)
    assert await servers.of(GUILD) == await SettingsRepository(house.store).of(GUILD) == ServerSettings()


async def test_a_server_may_choose_at_most_25_channels(house: House) -> None:
    many = tuple(range(2**62, 2**62 + 25))
    assert (await SettingsRepository(house.store).change(GUILD, channels=many)).channels == many
    with pytest.raises(Trouble) as trouble:
        await SettingsRepository(house.store).change(GUILD, channels=(*many, 1))
    assert (trouble.value.code, trouble.value.facts["most"]) == (Code.TOO_MANY_CHANNELS, 25)


async def test_every_preference_of_a_person_survives_a_restart(house: House) -> None:
    ann, bob = person("ann").id, person("bob").id
    chosen = Preferences(DmStyle.ONE, False, Hints.OFF, "three blind mice")
    for field in msgspec.structs.fields(Preferences):
        if field.name not in COUNTED:
            await PreferencesRepository(house.store).change(ann, **{field.name: getattr(chosen, field.name)})
    await house.reopen()
    assert await PreferencesRepository(house.store).of([ann, bob]) == {ann: chosen, bob: Preferences()}
    assert await PreferencesRepository(house.store).forget(ann) == Preferences()


async def test_reading_the_preferences_of_20_people_takes_two_statements(house: House) -> None:
    persons, users = PreferencesRepository(house.store), [person(f"guest{number}").id for number in range(20)]
    await persons.change(users[3], pings=False)
    statements = Statements(house)
    found = await persons.of(users)
    assert [user for user in users if not found[user].pings] == [users[3]]
    assert len(statements.seen) == 2
    assert await persons.of([]) == {}


async def test_a_person_counts_as_a_newcomer_for_three_games(house: House) -> None:
    persons, ann, bob = PreferencesRepository(house.store), person("ann").id, person("bob").id
    for games in range(NEWCOMER + 1):
        mine = await persons.of_one(ann)
        assert (mine.games, mine.hinted()) == (games, games < NEWCOMER)
        sitting = await house.game("common", "ann", computers=1, rounds=1, channel=games)
        await sitting.quit("ann")
    mine = await persons.of_one(ann)
    assert mine.games == NEWCOMER
    assert not mine.hinted()
    assert (await persons.change(ann, hints=Hints.ON)).hinted()
    assert not (await persons.change(ann, hints=Hints.OFF)).hinted()
    assert (await persons.of_one(bob)).hinted()


async def test_stored_lucky_words_are_cleaned_and_cut(house: House) -> None:
    persons, ann = PreferencesRepository(house.store), person("ann").id
    assert (await persons.change(ann, lucky="  three\nblind <@1> mice ")).lucky == "three blind mice"
    assert len((await persons.change(ann, lucky="\u0958" * 90)).lucky) <= 80
    assert len((await persons.change(ann, lucky="x" * 90)).lucky) == 40
    assert (await persons.change(ann, lucky="\u200b ")).lucky == ""


async def test_stored_lucky_words_are_used_at_every_table_of_their_owner(house: House) -> None:
    persons = PreferencesRepository(house.store)
    await persons.change(person("ann").id, lucky="seven")
    await persons.change(person("bob").id, lucky="eleven")
    sitting = await house.lobby("common", "ann", "bob", "cid", rounds=1)
    assert [seat.brought.lucky for seat in (await sitting.info()).seats] == ["seven", "eleven", ""]
    await house.tables.lobbies.bring_luck(sitting.id, person("ann"), "nine", house.key())
    assert (await sitting.info()).seats[0].brought.lucky == "nine", "for once other words"
    await house.start(sitting.id, person("ann"))
    await house.follow(sitting.id)
    await sitting.a_lie()
    again = await house.tables.lobbies.rematch(sitting.id, person("ann"), house.key())
    assert {seat.name: seat.brought.lucky for seat in again.seats} == {"ann": "seven", "bob": "eleven", "cid": ""}


class Statements:
    """Records the SELECT statements that the store's connections for reading execute from now on."""

    def __init__(self, house: House) -> None:
        self.seen: list[str] = []
        event.listen(house.store.engines[-1], "before_cursor_execute", self._note)

    def _note(self, connection: object, cursor: object, statement: str, *_: object) -> None:
        self.seen += [statement] if statement.startswith("SELECT") else []
