"""Test that the bot privately offers a seat to a bystander who presses a button."""

from typing import Any

from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.codec import decode
from bot.presses.game import CallLie, LookIn, OpenMore, SettleForfeit
from bot.presses.history import OpenReplay, TurnReplay
from bot.presses.lobby import AskForSeat, GiveUpSeat, Join, Rematch, StandUp, TakeSeat, WaitForNext
from engine.core.actions import How
from tests.bot.games.test_whole_games import play_on
from tests.bot.stage import Stage


async def test_a_bystander_who_presses_a_button_is_offered_the_computers_seat(both: Stage) -> None:
    await both.start("Ann", "Ben", computers=1, rounds="3")
    before = await both.table()
    answer = await both.press("Dan", PlaceBid)
    assert "not at this table" in answer.words
    assert "next round, with its dice and score." in answer.words
    taken = await both.press("Dan", TakeSeat, answer.ephemerals[0])
    assert "Next round you take over" in both.text(answer.ephemerals[0]) + taken.words
    assert (await both.table()).version == before.version
    await play_on(both, 1)
    table = await both.table()
    (seat,) = [seat for seat in table.seats if seat.name == "Dan"]
    assert seat.instead_of == next(each.name for each in before.seats if each.user is None)
    assert seat.since == 2


async def test_a_bystander_without_a_free_seat_is_offered_one_in_the_rematch(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    answer = await stage.press("Dan", PlaceBid)
    assert "This game is full. Join the next one!" in answer.words
    await stage.press("Dan", WaitForNext, answer.ephemerals[0])
    again = await stage.press("Dan", PlaceBid)
    assert "You’re in the next game" in again.words, "the answer is about the waiting seat, not a new offer"
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    await stage.press("Ann", Rematch)
    assert [seat.name for seat in (await stage.table()).seats][-1] == "Dan"


async def test_a_latecomer_can_give_up_the_seat_and_just_watch(stage: Stage) -> None:
    await stage.start("Ann", "Ben", computers=1)
    answer = await stage.slash("Dan", "table join")
    await stage.press("Dan", TakeSeat, answer.ephemerals[0])
    await stage.press("Dan", GiveUpSeat, answer.ephemerals[0])
    assert "OK, enjoy the show." in stage.text(answer.ephemerals[0])
    assert (await stage.table()).waiting == ()


async def test_the_command_to_join_seats_a_newcomer_and_refuses_a_player(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    await stage.slash("Dan", "table join")
    assert [seat.name for seat in (await stage.table()).seats] == ["Ann", "Ben", "Dan"]
    assert "You’re already here." in (await stage.slash("Dan", "table join")).words


async def test_only_people_who_do_not_play_are_offered_a_computers_seat(english_stage: Stage) -> None:
    """The panel is public, so the button is on the private page behind More. A player may still ask by a command."""
    stage = english_stage
    await stage.start("Ann", "Ben", computers=1)
    assert AskForSeat not in stage.kinds()
    (of_ann,) = (await stage.press("Ann", OpenMore)).ephemerals
    assert AskForSeat not in stage.kinds(of_ann)
    (of_dan,) = (await stage.press("Dan", OpenMore)).ephemerals
    labels = [each["label"] for each in stage.buttons(of_dan) if is_press(each, AskForSeat)]
    assert labels == ["Take a computer’s seat"]
    assert "Take over from" in (await stage.press("Dan", AskForSeat, of_dan)).words
    said = (await stage.slash("Ben", "table join")).words
    assert "You’re in this game already. Computers’ seats are for people who aren’t." in said


def is_press(button: dict[str, Any], kind: type[Press]) -> bool:
    """Return whether a button, as Discord stores it, makes a press of this kind."""
    return isinstance(decode(button.get("custom_id", "")), kind)


async def test_a_bystander_who_presses_a_button_of_a_lobby_is_offered_a_seat(stage: Stage) -> None:
    await stage.sit("Ann", "Ben")
    answer = await stage.forge("Dan", StandUp((await stage.table()).id))
    assert "not at this table" in answer.words
    await stage.press("Dan", Join, answer.ephemerals[0])
    assert "Dan" in stage.text()


async def test_a_seat_that_was_offered_twice_goes_to_the_first_who_takes_it(stage: Stage) -> None:
    """The second person reads that the seat is taken, and is offered a seat in the next game."""
    await stage.start("Ann", "Ben", computers=1)
    first, second = await stage.press("Cleo", PlaceBid), await stage.press("Dan", PlaceBid)
    await stage.press("Cleo", TakeSeat, first.ephemerals[0])
    answer = await stage.press("Dan", TakeSeat, second.ephemerals[0])
    assert "That seat is taken." in answer.words
    await stage.press("Dan", WaitForNext, answer.ephemerals[0])
    assert [(each.who.name, each.seat is None) for each in (await stage.table()).waiting] == [
        ("Cleo", False),
        ("Dan", True),
    ]


async def test_a_latecomer_reads_that_a_practice_game_still_does_not_count(stage: Stage) -> None:
    await stage.start("Ann", computers=2, rounds="1")
    answer = await stage.press("Dan", PlaceBid)
    await stage.press("Dan", TakeSeat, answer.ephemerals[0])
    assert "Practice game: doesn’t count." in stage.text(answer.ephemerals[0])


async def test_the_next_round_names_the_latecomer_and_the_replaced_player(stage: Stage) -> None:
    await stage.start("Ann", "Ben", computers=1, rounds="3")
    computer = next(seat.name for seat in (await stage.table()).seats if seat.user is None)
    offered = await stage.press("Dan", PlaceBid)
    await stage.press("Dan", TakeSeat, offered.ephemerals[0])
    await the_round_is_over(stage)
    assert "🪑 Next in: Dan for" in stage.text().replace("*", "")
    assert computer in stage.text()
    assert len(await stage.dice("Dan")) == 5


async def the_round_is_over(stage: Stage) -> None:
    """Play until round 2 begins: bid, doubt the bid, pay the forfeit and wait for the next round."""
    for _ in range(60):
        view = await stage.view()
        if view.state.round == 2:
            return
        if view.state.debtors:
            debtor = view.state.debtors[0]
            name = (await stage.table()).seats[debtor].name
            await stage.press(name, SettleForfeit, debtor=debtor, how=How.PAID)
        elif not view.awaited:
            await stage.time_passes(minutes=1)
        elif view.state.standing is not None:
            await stage.press(await stage.to_move(), CallLie)
        else:
            await stage.press(await stage.to_move(), PlaceBid)
    raise AssertionError("the round does not end")


async def test_a_bystander_can_open_the_rematch_and_becomes_its_host(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    await play_on(stage, 1)
    await stage.press("Dan", Rematch)
    table = await stage.table()
    assert sorted(seat.name for seat in table.seats) == ["Ann", "Ben", "Dan"]
    assert table.host.name == "Dan"


async def test_past_rounds_keep_the_name_of_the_computer_that_played_them(english_stage: Stage) -> None:
    """The card of the round, the page in a DM and the replay name the computer, not the person who took its seat."""
    stage = english_stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", computers=1, rounds="2")
    computer = next(seat.name for seat in (await stage.table()).seats if seat.user is None)
    await stage.press("Dan", TakeSeat, (await stage.press("Dan", PlaceBid)).ephemerals[0])
    await the_round_is_over(stage)
    (first,) = [stage.text(message) for message in stage.public() if "Round 1" in stage.text(message)]
    assert computer in first
    assert "Dan" not in first
    away = (await stage.forge("Ann", LookIn((await stage.table()).id))).words
    assert computer in away.split("Round 2")[0]
    await play_on(stage, 1)
    page = (await stage.press("Cleo", OpenReplay)).ephemerals[0]
    assert computer in stage.text(page)
    replay = await stage.bot.services.replays.replay(stage.guild.id, (await stage.table()).id)
    assert replay is not None
    steps = replay.replayed.steps
    await stage.press("Cleo", TurnReplay, page, step=len(steps) - 1)
    assert "Dan" in stage.text(page)
    await stage.pick("Cleo", page, TurnReplay, step=next(at for at, step in enumerate(steps) if step.round))
    assert (computer in stage.text(page), "Dan" in stage.text(page)) == (True, False)
