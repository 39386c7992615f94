"""Test a person's language.

It is the language that the person has chosen. Otherwise it is the language in which the bot last saw their Discord.
"""

import asyncio
import threading
from functools import partial

from sqlalchemy import event

from bot.people import PreferencesRepository
from bot.people.preferences import LANGUAGE_HOLDS
from bot.storage import preferences
from tests.tables.house import House, person

ANN = person("ann").id


async def seen(house: House) -> str:
    """Return the stored language of Ann's Discord."""
    return (await house.store.read(partial(preferences.languages, users=[ANN])))[ANN].seen


async def test_a_chosen_language_has_precedence_over_discords_last_seen_one(house: House) -> None:
    people = PreferencesRepository(house.store)
    assert await people.language(ANN, "pt-BR") == "pt-BR"
    assert await people.language(ANN, "ja") == "ja"
    assert await seen(house) == "ja"
    await people.change(ANN, language="de")
    assert await people.language(ANN, "ja") == "de"
    await people.forget(ANN)
    assert await people.language(ANN, "ja") == "ja"


async def test_a_language_chosen_in_another_process_is_known_within_a_minute(house: House) -> None:
    passed = 0.0
    people = PreferencesRepository(house.store, lambda: passed)
    assert await people.language(ANN, "ja") == "ja"
    await PreferencesRepository(house.store).change(ANN, language="fr")
    assert await people.language(ANN, "ja") == "ja", "it is not read at every press"
    passed = LANGUAGE_HOLDS + 1
    assert await people.language(ANN, "ja") == "fr"


async def test_a_language_read_during_a_change_is_not_cached(sqlite_house: House) -> None:
    people, store = PreferencesRepository(sqlite_house.store), sqlite_house.store
    assert await people.language(ANN, "ja") == "ja"
    gate = threading.Event()
    before = asyncio.create_task(store.write(lambda _: gate.wait(20)))
    changing = asyncio.create_task(people.change(ANN, language="fr"))
    await asyncio.sleep(0)  # now it waits for that write
    assert await people.language(ANN, "ja") == "ja"
    gate.set()
    await asyncio.gather(before, changing)
    assert await people.language(ANN, "ja") == "fr"


async def test_a_language_read_just_before_a_change_is_not_cached(sqlite_house: House) -> None:
    people, read, gate = PreferencesRepository(sqlite_house.store), threading.Event(), threading.Event()

    def linger(*_: object) -> None:
        read.set()
        gate.wait(20)

    event.listen(sqlite_house.store.engines[1], "after_cursor_execute", linger)
    asking = asyncio.create_task(people.language(ANN, "ja"))
    await asyncio.to_thread(read.wait, 20)
    await people.change(ANN, language="fr")
    gate.set()
    await asking
    assert await people.language(ANN, "ja") == "fr"
