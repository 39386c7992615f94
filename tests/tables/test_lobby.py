"""Tests of the lobby: opening, joining, leaving, changing options, and starting."""

from hashlib import sha256

import pytest

from bot.tables.model import LONGEST_FORFEIT, MOST_SEATS, Setup
from bot.tables.trouble import Code, Trouble
from engine.bids.rules import Rules
from engine.core.refusals import OptionsClash, OptionValue, Reason, Refused, UnknownOption, UnknownVariant
from tests.tables.house import House, person, place


async def test_a_lobby_commits_to_its_dice_before_anybody_joins(house: House) -> None:
    table = await house.tables.lobbies.open(place(), person("ann"), Setup("common", {"rounds": "10"}), house.key())
    assert (table.status, table.host, [seat.name for seat in table.seats]) == ("lobby", person("ann"), ["ann"])
    assert len(table.commitment) == 64
    assert table.seed is None
    assert (await house.tables.queries.at(place().channel)) == table


async def test_the_seed_shown_at_the_end_is_the_one_committed_to(house: House) -> None:
    sitting = await house.game("common", "ann", "bob", rounds=1)
    before = await sitting.info()
    assert before.seed is None
    await sitting.a_lie()
    after = await sitting.info()
    assert after.status == "over"
    assert after.seed is not None
    assert sha256(bytes.fromhex(after.seed)).hexdigest() == before.commitment == after.commitment


async def test_a_channel_has_one_table(house: House) -> None:
    sitting = await house.lobby("common", "ann")
    with pytest.raises(Trouble) as trouble:
        await house.lobby("firehouse", "bob")
    assert (trouble.value.code, trouble.value.facts["table"]) == (Code.TABLE_HERE, sitting.id)
    await house.lobby("firehouse", "bob", channel=1)
    assert len(await house.tables.queries.live()) == 2


async def test_joining_twice_takes_one_seat(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob")
    with pytest.raises(Trouble, match="already seated"):
        await house.tables.lobbies.join(sitting.id, person("bob"), house.key())
    assert len((await sitting.info()).seats) == 2


async def test_a_repeated_click_is_answered_and_changes_nothing(house: House) -> None:
    sitting = await house.lobby("common", "ann")
    first = await house.tables.lobbies.join(sitting.id, person("bob"), "i:77")
    again = await house.tables.lobbies.join(sitting.id, person("bob"), "i:77")
    assert again == first == await sitting.info()


async def test_a_repeated_click_opens_only_one_table(house: House) -> None:
    first = await house.tables.lobbies.open(place(), person("ann"), Setup("common"), "i:5")
    again = await house.tables.lobbies.open(place(), person("ann"), Setup("common"), "i:5")
    assert first.id == again.id
    assert await house.tables.queries.live() == (first.id,)


async def test_a_new_host_follows_one_who_leaves_and_the_last_player_closes_the_lobby(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob", computers=1)
    table = await house.tables.lobbies.stand_up(sitting.id, person("ann"), house.key())
    assert table.host == person("bob")
    table = await house.tables.lobbies.stand_up(sitting.id, person("bob"), house.key())
    assert table.status == "closed"
    assert await house.tables.queries.at(place().channel) is None
    with pytest.raises(Trouble, match="gone"):
        await house.tables.lobbies.join(sitting.id, person("cid"), house.key())


async def test_computer_players_at_twenty_seats_have_different_names(sqlite_house: House) -> None:
    sitting = await sqlite_house.lobby("common", "ann", computers=MOST_SEATS - 1)
    table = await sitting.info()
    assert len({seat.name for seat in table.seats}) == MOST_SEATS
    with pytest.raises(Trouble, match="lobby full"):
        await sqlite_house.tables.lobbies.add_computer(sitting.id, person("ann"), sqlite_house.key())
    with pytest.raises(Trouble, match="lobby full"):
        await sqlite_house.tables.lobbies.join(sitting.id, person("bob"), sqlite_house.key())
    table = await sqlite_house.tables.lobbies.remove_computer(sitting.id, person("ann"), sqlite_house.key())
    assert len(table.seats) == MOST_SEATS - 1


async def test_strangers_cannot_change_the_table(sqlite_house: House) -> None:
    house = sqlite_house
    sitting = await house.lobby("common", "ann", "bob")
    for call in (
        house.tables.lobbies.add_computer(sitting.id, person("eve"), house.key()),
        house.tables.lobbies.remove_computer(sitting.id, person("eve"), house.key()),
        house.tables.lobbies.stand_up(sitting.id, person("eve"), house.key()),
    ):
        with pytest.raises(Trouble, match="not seated"):
            await call
    for name in ("bob", "eve"):
        for call in (
            house.start(sitting.id, person(name)),
            house.tables.lobbies.change(sitting.id, person(name), Setup("firehouse"), house.key()),
            house.tables.lobbies.cancel(sitting.id, person(name), house.key(), manager=False),
            house.tables.lobbies.end(sitting.id, person(name), house.key(), manager=False),
        ):
            with pytest.raises(Trouble, match="not host") as trouble:
                await call
            assert trouble.value.facts["host"] == "ann"
    with pytest.raises(Trouble, match="no computer"):
        await house.tables.lobbies.remove_computer(sitting.id, person("ann"), house.key())


async def test_a_manager_of_the_server_may_cancel_a_lobby(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob")
    table = await house.tables.lobbies.cancel(sitting.id, person("eve"), house.key(), manager=True)
    assert table.status == "closed"


async def test_the_host_can_change_the_game_only_in_the_lobby(house: House) -> None:
    sitting = await house.lobby("common", "ann", "bob")
    table = await house.tables.lobbies.change(
        sitting.id, person("ann"), Setup("firehouse", {"bads": "3"}, "wash up", 60), house.key()
    )
    assert isinstance(table.rules, Rules)
    assert (table.setup.variant, table.rules.bads, table.setup.forfeit, table.setup.clock) == (
        "firehouse",
        3,
        "wash up",
        60,
    )
    await house.start(sitting.id, person("ann"))
    with pytest.raises(Trouble, match="game running"):
        await house.tables.lobbies.change(sitting.id, person("ann"), Setup("common"), house.key())
    with pytest.raises(Trouble, match="game running"):
        await house.tables.lobbies.join(sitting.id, person("cid"), house.key())


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        (Setup("common", clock=29), Code.CLOCK_RANGE),
        (Setup("common", clock=604_801), Code.CLOCK_RANGE),
        (Setup("common", forfeit="x" * (LONGEST_FORFEIT + 1)), Code.FORFEIT_LENGTH),
    ],
)
async def test_a_setup_that_is_out_of_range_is_refused_and_no_lobby_opens(
    sqlite_house: House, setup: Setup, code: Code
) -> None:
    with pytest.raises(Trouble) as trouble:
        await sqlite_house.tables.lobbies.open(place(), person("ann"), setup, sqlite_house.key())
    assert trouble.value.code is code
    assert await sqlite_house.tables.queries.live() == ()


@pytest.mark.parametrize(
    ("variant", "options", "why"),
    [
        ("whist", {}, UnknownVariant),
        ("common", {"hats": "2"}, UnknownOption),
        ("common", {"rounds": "101"}, OptionValue),
        ("common", {"verdict": "poll"}, OptionsClash),
    ],
)
async def test_invalid_options_are_refused(
    sqlite_house: House, variant: str, options: dict[str, str], why: type[Reason]
) -> None:
    with pytest.raises(Refused) as refusal:
        await sqlite_house.tables.lobbies.open(place(), person("ann"), Setup(variant, options), sqlite_house.key())
    assert isinstance(refusal.value.reason, why)
    sitting = await sqlite_house.lobby("common", "ann")
    with pytest.raises(Refused):
        await sqlite_house.tables.lobbies.change(sitting.id, person("ann"), Setup(variant, options), sqlite_house.key())
    assert (await sitting.info()).setup.variant == "common"


async def test_a_game_needs_two_seats(house: House) -> None:
    sitting = await house.lobby("common", "ann")
    with pytest.raises(Trouble, match="need players"):
        await house.start(sitting.id, person("ann"))
    assert (await sitting.info()).status == "lobby"


async def test_a_person_finds_their_own_tables_with_the_newest_first(house: House) -> None:
    one = await house.lobby("common", "ann", "bob")
    two = await house.lobby("common", "cid", "ann", channel=1)
    assert [table.id for table in await house.tables.queries.of(person("ann").id)] == [two.id, one.id]
    await two.leave("ann")
    assert [table.id for table in await house.tables.queries.of(person("ann").id)] == [one.id]
    assert await house.tables.queries.of(person("eve").id) == ()


async def test_an_unknown_table_is_refused(sqlite_house: House) -> None:
    for call in (
        sqlite_house.tables.queries.table(99),
        sqlite_house.tables.queries.see(99, None),
        sqlite_house.tables.showing.pending(99),
        sqlite_house.tables.lobbies.join(99, person("ann"), "i:1"),
    ):
        with pytest.raises(Trouble, match="unknown table"):
            await call


async def test_a_person_sits_at_no_more_tables_than_a_menu_can_list(sqlite_house: House) -> None:
    house = sqlite_house
    first, *_ = [await house.lobby("common", "ann", channel=channel) for channel in range(house.limits.person)]
    other = await house.lobby("common", "bob", channel=90)
    for call in (
        house.tables.lobbies.open(place(91), person("ann"), Setup("common"), house.key()),
        house.tables.lobbies.join(other.id, person("ann"), house.key()),
    ):
        with pytest.raises(Trouble, match="too many tables"):
            await call
    await first.leave("ann")
    await house.tables.lobbies.join(other.id, person("ann"), house.key())
