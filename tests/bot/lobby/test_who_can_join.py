"""Test tables for invited people, and tables of a size."""

from bot.presses.game import CallQuits
from bot.presses.lobby import (
    AcceptInvite,
    AddComputer,
    ChooseSeats,
    ChooseVariant,
    InvitedOnly,
    Join,
    OpenDoor,
    Rematch,
    Start,
    TakeSeat,
    WaitForNext,
)
from tests.bot.answers import Answer
from tests.bot.stage import Stage

ASK = "Ask Ann or anyone else seated to invite you."


async def seated(stage: Stage) -> list[str]:
    return [seat.name for seat in (await stage.table()).seats]


async def let_in_only_the_invited(stage: Stage, host: str = "Ann") -> Answer:
    """Open the page "Who can join", and switch "Invite-only" on."""
    (page,) = (await stage.press(host, OpenDoor)).ephemerals
    return await stage.press(host, InvitedOnly, page, only=True)


async def choose_seats(stage: Stage, many: int) -> Answer:
    (page,) = (await stage.press("Ann", OpenDoor)).ephemerals
    return await stage.pick("Ann", page, ChooseSeats, seats=many)


async def invite(stage: Stage, by: str, who: str) -> Answer:
    """Let one person invite another, and let that person press the button of the invitation."""
    await stage.slash(by, "table invite", who=stage.people[who])
    mark = f"<@{stage.people[who].id}>"
    sent = next(message for message in reversed(stage.public()) if mark in message.content)
    return await stage.press(who, AcceptInvite, sent)


async def test_join_says_whom_to_ask_and_anybody_seated_invites(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await let_in_only_the_invited(stage)
    assert "✉️ invite-only" in stage.text()
    assert ASK in (await stage.press("Cleo", Join)).words
    assert await seated(stage) == ["Ann", "Ben"]
    await invite(stage, "Ben", "Cleo")
    assert await seated(stage) == ["Ann", "Ben", "Cleo"]
    assert ASK in (await stage.slash("Dan", "table join")).words


async def test_an_invitation_is_for_one_person_at_a_table_for_the_invited(stage: Stage) -> None:
    await stage.sit("Ann")
    await let_in_only_the_invited(stage)
    await stage.slash("Ann", "table invite", who=stage.people["Ben"])
    sent = next(message for message in stage.public() if "invites" in message.content)
    assert ASK in (await stage.press("Cleo", AcceptInvite, sent)).words
    await stage.press("Ben", AcceptInvite, sent)
    assert await seated(stage) == ["Ann", "Ben"]


async def test_the_switch_opens_the_table_again_and_another_game_keeps_it(stage: Stage) -> None:
    await stage.sit("Ann")
    await let_in_only_the_invited(stage)
    await stage.pick("Ann", stage.panel(), ChooseVariant, variant="bar")
    assert ASK in (await stage.press("Ben", Join)).words
    (page,) = (await stage.press("Ann", OpenDoor)).ephemerals
    await stage.press("Ann", InvitedOnly, page, only=False)
    await stage.press("Ben", Join)
    assert await seated(stage) == ["Ann", "Ben"]


async def test_only_the_host_chooses_who_can_join(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    (page,) = (await stage.press("Ben", OpenDoor)).ephemerals
    assert "Only Ann, the host" in (await stage.press("Ben", InvitedOnly, page, only=True)).words
    assert "Only Ann, the host" in (await stage.pick("Ben", page, ChooseSeats, seats=4)).words
    setup = (await stage.table()).setup
    assert (setup.invited_only, setup.most()) == (False, 20)


async def test_latecomers_take_no_seat_without_an_invitation(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", computers=1)
    await let_in_only_the_invited(stage)
    await stage.press("Ann", Start)
    for name in ("Cleo", "Dan"):
        (offered,) = (await stage.slash(name, "table join")).ephemerals
        assert ASK in (await stage.press(name, TakeSeat, offered)).words
        assert ASK in (await stage.press(name, WaitForNext, offered)).words
    assert not (await stage.table()).waiting
    (offered,) = (await invite(stage, "Ben", "Cleo")).ephemerals
    await stage.press("Cleo", WaitForNext, offered)
    assert [each.who.name for each in (await stage.table()).waiting] == ["Cleo"]


async def test_the_next_game_of_the_evening_is_for_the_invited_too(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await let_in_only_the_invited(stage)
    panel = stage.panel()
    await stage.slash("Ann", "table invite", who=stage.people["Cleo"])
    await stage.press("Ann", Start, panel)
    await stage.surely("Ann", await stage.press("Ann", CallQuits))
    await stage.surely("Ben", await stage.press("Ben", CallQuits))
    assert ASK in (await stage.press("Dan", Rematch)).words
    await stage.press("Ann", Rematch)
    assert ASK in (await stage.press("Dan", Join)).words
    await stage.press("Cleo", Join)
    assert await seated(stage) == ["Ann", "Ben", "Cleo"]


async def test_a_table_of_three_seats_is_full_with_three(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await choose_seats(stage, 3)
    assert "🪑 2 of 3:" in stage.text().replace("*", "")
    await stage.press("Cleo", Join)
    assert {Join, AddComputer}.isdisjoint(stage.kinds())
    table = await stage.table()
    assert "The table is full (3 seats)" in (await stage.forge("Dan", Join(table.id))).words
    assert "The table is full (3 seats)" in (await stage.forge("Ann", AddComputer(table.id))).words
    assert await seated(stage) == ["Ann", "Ben", "Cleo"]


async def test_a_table_cannot_have_fewer_seats_than_players(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo")
    (page,) = (await stage.press("Ann", OpenDoor)).ephemerals
    seats = [press.seats for press in stage.offered(page) if isinstance(press, ChooseSeats)]
    assert seats == [*range(3, 21)]
    table = await stage.table()
    for many in (1, 2, 21):
        assert "newest buttons" in (await stage.forge("Ann", ChooseSeats(table.id, many))).words
    assert (await stage.table()).setup.most() == 20


async def test_the_next_game_has_the_same_number_of_seats(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await choose_seats(stage, 2)
    await stage.press("Ann", Start)
    (offered,) = (await stage.slash("Cleo", "table join")).ephemerals
    assert "The table is full (2 seats)" in (await stage.press("Cleo", WaitForNext, offered)).words
