"""Test the menu "Remove…" of a lobby: computers for everybody seated, and people for the host."""

from bot.presses.game import OpenMore, Stay
from bot.presses.lobby import AcceptInvite, Join, PutOut, StandUp, Start, SurelyPutOut, TakeOut
from tests.bot.answers import Answer
from tests.bot.stage import Stage

MOST_CONTROLS = 9


async def seated(stage: Stage) -> list[str]:
    return [seat.name for seat in (await stage.table()).seats]


async def put_out(stage: Stage, host: str, who: str) -> Answer:
    """Let the host put a person out, and return the answer to the confirmation."""
    return await stage.surely(host, await stage.press(host, PutOut, who=stage.people[who].id))


async def test_the_host_puts_a_person_out_who_then_sits_down_only_if_invited(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo")
    asked = await stage.press("Ann", PutOut, who=stage.people["Ben"].id)
    assert "For 12 hours" in asked.words
    assert await seated(stage) == ["Ann", "Ben", "Cleo"]
    assert "is out" in (await stage.surely("Ann", asked)).words
    assert await seated(stage) == ["Ann", "Cleo"]
    assert "Ann, the host, removed you." in (await stage.press("Ben", Join)).words
    assert "Ann, the host, removed you." in (await stage.slash("Ben", "table join")).words
    assert await seated(stage) == ["Ann", "Cleo"]
    assert "Invited" in (await stage.slash("Cleo", "table invite", who=stage.people["Ben"])).words
    sent = next(message for message in stage.public() if "invites" in message.content)
    await stage.press("Ben", AcceptInvite, sent)
    assert await seated(stage) == ["Ann", "Cleo", "Ben"]


async def test_it_counts_for_twelve_hours_at_tables_of_this_host_in_this_channel(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await put_out(stage, "Ann", "Ben")
    await stage.slash("Ann", "table end")
    other = stage.guild.create_text_channel("more-dice")
    await stage.slash("Ann", "play", channel=other)
    await stage.press("Ben", Join, channel=other)
    assert "Ben" in stage.text(stage.panel(other))
    await stage.slash("Cleo", "play")
    await stage.press("Ben", Join)
    assert await seated(stage) == ["Cleo", "Ben"]
    await stage.press("Ben", StandUp)
    await stage.slash("Cleo", "table end")
    await stage.restart()
    await stage.slash("Ann", "play")
    assert "removed you" in (await stage.press("Ben", Join)).words
    await stage.slash("Ann", "table end")
    await stage.time_passes(hours=12, seconds=1)
    await stage.slash("Ann", "play")
    await stage.press("Ben", Join)
    assert await seated(stage) == ["Ann", "Ben"]


async def test_only_the_host_is_offered_people_and_only_the_host_can_put_them_out(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo", computers=2)
    ann, cleo = stage.people["Ann"].id, stage.people["Cleo"].id
    (more,) = (await stage.press("Ben", OpenMore)).ephemerals
    assert not [each for each in stage.offered(more) if isinstance(each, PutOut)]
    assert len([each for each in stage.offered(more) if isinstance(each, TakeOut)]) == 2
    table = await stage.table()
    for forged in (PutOut(table.id, cleo), SurelyPutOut(table.id, cleo)):
        assert "Only Ann, the host, can do that." in (await stage.forge("Ben", forged)).words
    assert "already left" in (await stage.forge("Ann", PutOut(table.id, ann))).words
    assert await stage.table() == table


async def test_anybody_seated_takes_a_chosen_computer_out(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", computers=3)
    names = await seated(stage)
    (more,) = (await stage.press("Ben", OpenMore)).ephemerals
    first = next(each for each in stage.offered(more) if isinstance(each, TakeOut))
    await stage.pick("Ben", more, TakeOut, who=first.who)
    assert await seated(stage) == [*names[:2], *names[3:]]
    (page,) = [each for each in stage.messages() if each.id == more.id]
    assert first not in stage.offered(page)
    assert "already left" in (await stage.forge("Ann", first)).words


async def test_a_button_of_an_earlier_version_takes_the_last_computer_out(stage: Stage) -> None:
    await stage.sit("Ann", computers=2)
    names = await seated(stage)
    await stage.forge("Ann", f"unrobot:{(await stage.table()).id}")
    assert await seated(stage) == names[:2]


async def test_a_host_has_at_most_nine_controls_under_more(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo", computers=2)
    (more,) = (await stage.press("Ann", OpenMore)).ephemerals
    assert len(stage.presses(more)) + len(stage.menus(more)) <= MOST_CONTROLS


async def test_the_slower_one_of_the_host_and_a_person_who_leaves_reads_what_happened(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo")
    ben = stage.people["Ben"].id
    asked = await stage.press("Ann", PutOut, who=ben)
    surely = stage.presses(asked.ephemerals[0])[0]
    (more,) = (await stage.press("Ben", OpenMore)).ephemerals
    await stage.surely("Ann", asked)
    assert "not at this table" in (await stage.press("Ben", StandUp, more)).words
    assert "already left" in (await stage.forge("Ann", surely)).words
    assert await seated(stage) == ["Ann", "Cleo"]


async def test_a_person_who_was_put_out_of_a_lobby_that_has_begun_stays(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo")
    (page,) = (await stage.press("Ann", PutOut, who=stage.people["Ben"].id)).ephemerals
    await stage.press("Ann", Start)
    assert "Too late" in (await stage.forge("Ann", stage.presses(page)[0])).words
    assert await seated(stage) == ["Ann", "Ben", "Cleo"]


async def test_a_person_keeps_the_question_and_changes_nothing(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    (asked,) = (await stage.press("Ann", PutOut, who=stage.people["Ben"].id)).ephemerals
    await stage.press("Ann", Stay, asked)
    assert await seated(stage) == ["Ann", "Ben"]


async def test_who_was_put_out_waits_for_no_seat_in_a_game_of_that_host(stage: Stage) -> None:
    await stage.sit("Ann", "Ben", "Cleo", computers=1)
    await put_out(stage, "Ann", "Ben")
    await stage.press("Ann", Start)
    offered = await stage.slash("Ben", "table join")
    (page,) = offered.ephemerals
    for press in stage.presses(page):
        assert "Ann, the host, removed you." in (await stage.forge("Ben", press)).words
    assert not (await stage.table()).waiting
