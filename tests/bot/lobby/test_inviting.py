"""Test inviting somebody with a mention, and making another player the host."""

from simcord import MemberActor, UserHandle

from bot.presses.game import OpenMore
from bot.presses.lobby import AcceptInvite, InviteChosen, OpenOptions, PassOnHost, Start, TakeSeat
from tests.bot.answers import Answer
from tests.bot.stage import Stage


def line(stage: Stage, word: str) -> str:
    """Return the newest public message that contains `word`, or "" if there is none."""
    return next((message.content for message in reversed(stage.public()) if word in message.content), "")


async def test_an_invitation_pings_one_person_and_seats_them(stage: Stage) -> None:
    await stage.sit("Ann")
    ben = stage.people["Ben"]
    await stage.slash("Ann", "table invite", who=ben)
    sent = next(message for message in stage.public() if f"<@{ben.id}>" in message.content)
    await stage.press("Ben", AcceptInvite, sent)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ann", "Ben"]
    assert "Ben" in stage.text()
    assert line(stage, "sits down") or line(stage, "Ben")
    assert sum(Start in stage.kinds(message) for message in stage.public()) == 1


async def test_only_players_can_invite_and_the_same_guest_only_every_few_minutes(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    cleo = stage.people["Cleo"]
    assert "not at this table" in (await stage.slash("Dan", "table invite", who=cleo)).words
    assert "Invited" in (await stage.slash("Ann", "table invite", who=cleo)).words
    assert "just invited" in (await stage.slash("Ben", "table invite", who=cleo)).words
    assert "They’re already here." in (await stage.slash("Ben", "table invite", who=stage.people["Ann"])).words
    await stage.time_passes(minutes=6)
    assert "Invited" in (await stage.slash("Ben", "table invite", who=cleo)).words


async def test_a_person_who_is_not_on_the_server_cannot_be_invited(stage: Stage) -> None:
    await stage.sit("Ann")
    stranger = stage.env.create_user("Dan", global_name="Dan")
    assert "isn’t on this server yet." in (await stage.slash("Ann", "table invite", who=stranger)).words
    assert "invites" not in stage.text()


async def test_an_invitation_stays_valid_if_somebody_else_accepts_it(stage: Stage) -> None:
    await stage.sit("Ann")
    await stage.slash("Ann", "table invite", who=stage.people["Ben"])
    sent = next(message for message in stage.public() if "invites" in message.content)
    await stage.press("Cleo", AcceptInvite, sent)
    await stage.press("Ben", AcceptInvite, sent)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ann", "Cleo", "Ben"]


async def test_a_guest_who_is_invited_to_a_running_game_is_offered_a_seat(stage: Stage) -> None:
    await stage.start("Ann", computers=1)
    await stage.slash("Ann", "table invite", who=stage.people["Ben"])
    sent = next(message for message in stage.public() if "invites" in message.content)
    answer = await stage.press("Ben", AcceptInvite, sent)
    assert TakeSeat in stage.kinds(answer.ephemerals[0])


async def test_the_host_can_make_another_player_the_host(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    asked = await stage.slash("Ann", "table host", who=stage.people["Ben"])
    assert "Only they can make you host again." in asked.words
    assert (await stage.table()).host.name == "Ann"
    await stage.surely("Ann", asked)
    assert "Ben is the host now" in stage.text(asked.ephemerals[0]).replace("*", "")
    assert (await stage.table()).host.name == "Ben"
    assert "Ben 👑" in stage.text()
    assert "Ben" in (await stage.press("Ann", OpenOptions)).words
    assert "Ben" in (await stage.slash("Ann", "table host", who=stage.people["Ann"])).words
    assert "Only a person at this table" in (await stage.slash("Ben", "table host", who=stage.people["Dan"])).words


async def test_nobody_can_make_themselves_the_host(stage: Stage) -> None:
    await stage.start("Ann", "Ben", computers=1)
    table = await stage.table()
    for name in ("Ben", "Dan"):
        assert "Ann" in (await stage.forge(name, PassOnHost(table.id, stage.people["Ben"].id))).words
    assert await stage.table() == table


async def test_a_guest_can_be_invited_from_discords_own_menu_of_people(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    cleo, bot = stage.people["Cleo"], stage.guild.add_member(stage.env.create_user("robot", bot=True))
    assert "That’s a bot." in (await _choose(stage, "Ann", bot)).words
    assert "They’re already here." in (await _choose(stage, "Ann", stage.people["Ben"])).words
    assert (
        "isn’t on this server yet."
        in (await _choose(stage, "Ann", stage.env.create_user("Dan", global_name="Dan"))).words
    )
    assert "Invited" in (await _choose(stage, "Ann", cleo)).words
    sent = next(message for message in stage.public() if f"<@{cleo.id}>" in message.content)
    await stage.press("Cleo", AcceptInvite, sent)
    assert [seat.name for seat in (await stage.table()).seats] == ["Ann", "Ben", "Cleo"]


async def _choose(stage: Stage, name: str, who: MemberActor | UserHandle) -> Answer:
    """Open the page More, and invite `who` with Discord's menu of people on that page."""
    (more,) = (await stage.press(name, OpenMore)).ephemerals
    return await stage.pick_from(name, more, InviteChosen((await stage.table()).id), who)
