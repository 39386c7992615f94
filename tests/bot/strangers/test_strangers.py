"""Let strangers search for secrets of private places.

They use every command, every offered press, and forged presses.
"""

from collections import Counter

import pytest

from bot.presses.history import SaveRecord, ShowProof
from tests.bot.stage import Stage
from tests.bot.strangers.forging import Forger
from tests.bot.strangers.leaks import Found, rows_of, secrets_of
from tests.bot.strangers.outings import OUTINGS, go, show_off, subjects, visitor_on
from tests.bot.strangers.server import CELLAR, PLAIN, House, furnished
from tests.bot.strangers.visiting import Visitor


@pytest.mark.timeout(1800)
async def test_strangers_find_no_word_of_private_places(english_stage: Stage) -> None:
    stage = english_stage
    house = await furnished(stage)
    stage.bot.driver.halt()  # otherwise the driver could act during a press
    await an_insider_reads_it(stage, house)
    found, unlike, counts = list[Found](), list[str](), Counter[str]()
    before, _ = await rows_of(stage, house)
    for turn, outing in enumerate(OUTINGS):
        visitor = await visitor_on(stage, house, outing)
        unlike += await go(visitor, outing, turn)
        found, counts = [*found, *visitor.found], counts + visitor.counts
    after, _ = await rows_of(stage, house)
    for insider in await show_off(stage, house):
        found += insider.found
        counts += Counter({f"{kind} of insiders": many for kind, many in insider.counts.items()})
    assert not found, "\n".join(map(str, found))
    assert not unlike, "\n".join(unlike)
    assert before == after, "strangers changed something in a private place"
    assert counts["open words"] > 5, f"the strangers read too few public words: {counts}"  # more if one of them owes


async def an_insider_reads_it(stage: Stage, house: House) -> None:
    """Check that the search finds secrets if there are any, by letting a player of a private place search."""
    place = house.private[CELLAR]
    insider = Visitor(stage, house, place.people[0], house.garden, await secrets_of(stage, house, PLAIN))
    await insider.type("forfeits settle")
    told = (await insider.type("help")).response
    assert told is not None
    about = next(each for each in await subjects(stage, house, None) if each.channel == place.channel.id)
    for kind in (SaveRecord, ShowProof):
        await Forger(insider, told).forge(kind, about, 0)
    found = {each.what for each in insider.found}
    assert {place.root, place.people[1]} <= found
    assert found & insider.secrets.ids, "a link to a message there"
    assert any(each.startswith("forfeit ") for each in found), "a debt that can be settled"
