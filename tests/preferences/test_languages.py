"""The language in which a person reads: what they chose, or their Discord's, which is kept as last seen."""

from functools import partial

from bot.people import PreferencesRepository
from bot.people.preferences import LANGUAGE_HOLDS
from bot.storage import preferences
from tests.tables.house import House, person

ANN = person("ann").id


async def seen(house: House) -> str:
    """What is kept of Ann."""
    return (await house.store.read(partial(preferences.languages, users=[ANN])))[ANN].seen


async def test_discords_language_is_kept_as_last_seen_and_a_choice_goes_before_it(house: House) -> None:
    people = PreferencesRepository(house.store)
    assert await people.language(ANN, "pt-BR") == "pt-BR"
    assert await people.language(ANN, "ja") == "ja"
    assert await seen(house) == "ja"
    await people.change(ANN, language="de")
    assert await people.language(ANN, "ja") == "de"
    await people.forget(ANN)
    assert await people.language(ANN, "ja") == "ja"


async def test_what_was_chosen_in_another_process_is_known_within_a_minute(house: House) -> None:
    passed = 0.0
    people = PreferencesRepository(house.store, lambda: passed)
    assert await people.language(ANN, "ja") == "ja"
    await PreferencesRepository(house.store).change(ANN, language="fr")
    assert await people.language(ANN, "ja") == "ja", "it is not read at every press"
    passed = LANGUAGE_HOLDS + 1
    assert await people.language(ANN, "ja") == "fr"
