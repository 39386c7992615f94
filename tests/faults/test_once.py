"""Test requests that Discord carries out but answers with an error.

The bot does not send such a request again, so nothing is posted twice.
"""

from bot.presses.lobby import Start
from bot.sandbox.faults import Fault
from bot.tables.model import Place, Setup
from tests.faults.wire import Wire
from tests.swarm.choosing import offers, stands_for


async def lobby(wire: Wire, where: int) -> int:
    """Open a lobby with Ann and Ben and show it. Return the table."""
    lobbies, ann = wire.bot.services.tables.lobbies, wire.who("ann")
    table = await lobbies.open(Place(wire.guild, where, "The Docks", "dice"), ann, Setup("common", {}), wire.key())
    await lobbies.join(table.id, wire.who("ben"), wire.key())
    await wire.bot.services.announcer.show_again(table.id)
    return table.id


async def press_start(wire: Wire, where: int) -> None:
    message = wire.panel(where)
    (start,) = [each for each in offers(message) if isinstance(stands_for(each), Start)]
    body = {"channel": str(where), "message": str(message.id), "custom_id": start["custom_id"]}
    await wire.server.page.actions.do("click", wire.server.world.person("ann"), body)


async def test_an_answer_that_discord_carried_out_is_not_sent_again(wire: Wire) -> None:
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table)
    wire.trouble(Fault("late", "/interactions/*", "POST", times=1))
    wire.server.faults.seen.clear()
    await wire.bid(await wire.asked(table), wire.panel(where), 1, 5)
    await wire.until(wire.is_shown, table)
    await wire.until(wire.has_answered)
    assert wire.hits("late") == 1
    answers = {call: many for call, many in wire.server.faults.seen.items() if call.startswith("POST /interactions")}
    assert sum(answers.values()) == 1, answers
    assert sum("1 five" in text for text in wire.said(where)) == 1


async def test_an_answer_that_discord_did_not_carry_out_is_sent_again(wire: Wire) -> None:
    where = wire.new_channel("dice")
    table = await wire.table(where, "ann", "ben")
    await wire.until(wire.is_shown, table)
    wire.trouble(Fault("502", "/interactions/*", "POST", times=1))
    wire.server.faults.seen.clear()
    await wire.bid(await wire.asked(table), wire.panel(where), 1, 5)
    await wire.until(wire.is_shown, table)
    await wire.until(wire.has_answered)
    calls = wire.server.faults.seen
    assert sum(many for call, many in calls.items() if call.startswith("POST /interactions")) == 2
    assert not [call for call in calls if call.startswith("PATCH /channels")], "its token does it"


async def test_the_first_panel_is_posted_once_even_if_the_answer_is_lost(wire: Wire) -> None:
    """The bot cannot use a nonce here, because Discord accepts none for messages with an interaction's token."""
    where = wire.new_channel("dice")
    table = await lobby(wire, where)
    wire.trouble(Fault("late", "/webhooks/*", "POST", times=1))
    await press_start(wire, where)
    await wire.until(wire.is_shown, table)
    await wire.until(wire.has_answered)
    assert wire.hits("late") == 1
    assert len(wire.messages(where)) == 3, "the lobby, the line that seals the dice, and the panel"
