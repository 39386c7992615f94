"""Test guesses at a showdown: two buttons before the cups go up, a private box, and the line of the verdict."""

import asyncio
import re
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from bot.people.preferences import OthersSee
from bot.presses.base import Press
from bot.presses.bids import CallExact
from bot.presses.codec import encode
from bot.presses.game import CallLie, Guess
from bot.presses.history import EndEvening
from bot.presses.lobby import Join, Rematch, Start
from bot.screens.elements.amounts import LATE
from bot.screens.families.presenters import presenter
from bot.storage import Connection, guesses
from bot.storage.guesses import GuessRow
from bot.tables.annotations import Annotations
from bot.tables.guesses import sides
from bot.tables.pace import AT_ONCE, PaceName
from engine import games
from engine.bids.events import Revealed
from tests.bot.answers import descriptions, walk, words
from tests.bot.games.test_whole_games import play_on
from tests.bot.plays import agree, play_round, say_something
from tests.bot.random_games import table_of
from tests.bot.requests.test_races import ephemerals
from tests.bot.rounds.test_beats import BUSY, VERDICT, touch, unsettled
from tests.bot.screens.test_every_screen import played
from tests.bot.stage import Stage


class Guessing:
    """A stage on which the step before the first cup lasts until `lift` is called, or until all have guessed."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.seconds: list[float] = []
        self.stands, self.goes_on = asyncio.Event(), asyncio.Event()
        beats = stage.bot.services.announcer.beats
        beats.wanted, beats.stand = True, self._stand

    async def _stand(self, seconds: float) -> None:
        self.seconds.append(round(seconds, 1))
        if Guess in self.stage.kinds(self.stage.public()[-1]):
            self.stands.set()
            await self.goes_on.wait()

    async def doubt(self, call: type[Press] = CallLie) -> str:
        """Call the bid, and wait for the step before the first cup. Return the caller's name."""
        doubter = await self.stage.to_move()
        self.stands.clear()
        self.goes_on.clear()
        liar = next(encode(press) for press in self.stage.presses() if isinstance(press, call))
        await unsettled(self.stage, self.stage.people[doubter].click(self.stage.panel(), custom_id=liar))
        await asyncio.wait_for(self.stands.wait(), BUSY)
        return doubter

    async def guess(self, name: str, is_right: bool = True) -> str:
        """Guess right or wrong as this person. Return the newest private answer of the bot, to anybody.

        Return "" if the cups have gone up meanwhile, which takes the answers away.
        """
        shown = (await self.stage.seen()).state.showdown
        assert shown is not None
        pressed = [each for each in self.stage.presses(self.stage.public()[-1]) if isinstance(each, Guess)]
        (press,) = (each for each in pressed if each.true is (shown.holds is is_right))
        await touch(self.stage, name, press)
        return "".join(ephemerals(self.stage)[-1:])

    async def lift(self) -> str:
        """Let the cups go up. Return the words of the message with the verdict."""
        at = self.stage.public()[-1].id
        self.goes_on.set()
        await self.stage.env.settle()
        return words(next(each for each in self.stage.public() if each.id == at))


@pytest.fixture
async def guessing(stage: Stage) -> AsyncIterator[Guessing]:
    made = Guessing(stage)
    yield made
    made.goes_on.set()


async def test_everybody_else_guesses_before_the_cups_go_up_and_the_verdict_names_them(guessing: Guessing) -> None:
    stage = guessing.stage
    await stage.start("Ann", "Ben", "Cleo", rounds="3")
    bidder = await stage.raise_once()
    doubter = await guessing.doubt()
    assert guessing.seconds == [3.5]
    said = await guessing.guess("Dan")
    assert "👁️ You say:" in said
    for name in (bidder, doubter):
        assert "You’re in this one. Let the others guess." in await guessing.guess(name)
    before = stage.requests()
    verdict = await guessing.lift()
    assert [call for call in stage.calls_since(before) if call.startswith("PATCH")] == []
    assert VERDICT.search(verdict)
    assert "👁️ Dan saw it coming" in verdict
    assert ephemerals(stage) == [], "nothing pushes the dice off a phone's screen"
    assert Guess not in stage.kinds(stage.public()[-1])
    late = await stage.forge("Dan", Guess((await stage.table()).id, (await stage.seen()).state.round, true=True))
    assert "Too late: the cups are going up." in late.words
    await stage.restart()
    await stage.time_passes(minutes=11)
    assert any("👁️ Dan saw it coming" in words(each) for each in stage.public()), "the record of the round says it, too"


async def test_the_answer_to_a_guess_counts_the_readers_own_dice_and_nobody_elses(guessing: Guessing) -> None:
    """The step before the cups never shows them, because everybody sees it."""
    stage = guessing.stage
    await stage.start("Ann", "Ben", "Cleo", "Dan", game="dudo")
    bidder = await stage.raise_once()
    doubter = await guessing.doubt()
    third = next(name for name in ("Ann", "Ben", "Cleo") if name not in (bidder, doubter))
    shown = (await stage.seen()).state.showdown
    assert isinstance(shown, Revealed)
    seat = next(at for at, each in enumerate((await stage.table()).seats) if each.name == third)
    count = shown.counting().stash(shown.hands[seat])
    assert f"{count} of your own dice count" in await guessing.guess(third)
    assert "of your own dice" not in words(stage.public()[-1])


async def test_a_second_guess_changes_the_box_and_one_in_a_later_round_opens_another(
    guessing: Guessing,
) -> None:
    stage = guessing.stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="9")
    await stage.raise_once()
    await guessing.doubt()
    before = len(ephemerals(stage))
    await guessing.guess("Dan", is_right=False)
    assert "So far tonight" not in await guessing.guess("Dan")
    assert len(ephemerals(stage)) == before + 1
    assert "👁️ Dan saw it coming" in await guessing.lift()
    for expired in (False, True):
        await stage.raise_once()
        await guessing.doubt()
        if expired:
            stage.tokens_expire()
        said = await guessing.guess("Dan", is_right=False)
        assert f"So far tonight: 1 of {1 + expired} right" in said
        assert "saw it" not in await guessing.lift()
        assert len(ephemerals(stage)) == before, "the box goes with its round"


async def test_an_exact_call_asks_whether_it_is_exact(guessing: Guessing) -> None:
    stage = guessing.stage
    await stage.start("Ann", "Ben", "Cleo", game="perudo")
    await stage.raise_once()
    standing = (await stage.view()).state.standing
    assert standing is not None
    quantity = standing.quantity
    await guessing.doubt(CallExact)
    labels = " ".join(part["label"] for part in walk(stage.public()[-1].components) if "label" in part)
    assert f"Exactly {quantity}" in labels
    assert f"Not {quantity}" in labels
    said = await guessing.guess("Dan")
    assert re.search(rf"You say: \W*(Exactly|Not) {quantity}", said)


async def test_the_step_ends_early_once_all_who_sit_there_have_guessed(guessing: Guessing) -> None:
    stage = guessing.stage
    await stage.start("Ann", "Ben", "Cleo", rounds="2")
    bidder = await stage.raise_once()
    doubter = await guessing.doubt()
    (third,) = {"Ann", "Ben", "Cleo"} - {bidder, doubter}
    await guessing.guess(third)
    await stage.env.settle()
    assert not guessing.goes_on.is_set()
    assert f"👁️ {third} saw it coming" in words(stage.public()[-1])


async def test_the_time_of_the_next_round_counts_only_the_seconds_that_the_guesses_took(guessing: Guessing) -> None:
    stage = guessing.stage
    stage.freeze_time()
    stage.bot.services.tables.changes.pace = replace(AT_ONCE, pause=10)
    await stage.start("Ann", "Ben", "Cleo", game="bar")
    bidder, clock = await stage.raise_once(), asyncio.get_running_loop().time
    began = clock()
    doubter = await guessing.doubt()
    (third,) = {"Ann", "Ben", "Cleo"} - {bidder, doubter}
    await guessing.guess(third)
    await stage.env.settle()
    took = clock() - began
    (shown,) = re.findall(r"Next round <t:(\d+):R>", words(stage.public()[-1]))
    assert guessing.seconds[0] == 3.5
    others = stage.bot.now().timestamp() + 10 + sum(guessing.seconds[1:])
    assert others <= int(shown) - LATE <= others + min(took, 3.5) + 1


async def test_a_ping_is_deleted_before_the_cups_go_up(guessing: Guessing) -> None:
    """The player who was pinged calls Liar. During the showdown, the table does not wait for them any more."""
    stage = guessing.stage
    stage.bot.services.tables.changes.pace = replace(AT_ONCE, calls=True)
    await stage.start("Ann", "Ben", "Cleo", clock="180")
    await stage.raise_once()
    await stage.time_passes(seconds=31)
    (ping,) = [
        message.id for message in stage.public() if str(stage.people[await stage.to_move()].id) in message.content
    ]
    before = stage.requests()
    await guessing.doubt()
    assert ping not in [message.id for message in stage.public()]
    assert sum("DELETE" in each for each in stage.calls_since(before)) == 1
    await guessing.lift()
    assert sum("DELETE" in each for each in stage.calls_since(before)) == 1


@pytest.mark.parametrize(("pace", "game"), [("quick", "common"), ("easy", "joker")])
async def test_nobody_guesses_at_the_quick_pace_or_after_a_poll(guessing: Guessing, pace: str, game: str) -> None:
    stage = guessing.stage
    await stage.bot.services.settings.change(stage.guild.id, pace=PaceName(pace))
    await stage.start("Ann", "Ben", game=game)
    await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    assert guessing.seconds
    assert not guessing.stands.is_set()


@pytest.mark.parametrize("game", ["common", "cup"])
async def test_two_people_who_play_alone_are_not_asked_until_an_onlooker_guesses(guessing: Guessing, game: str) -> None:
    """Both of them know the answer. Dan guesses while Cleo plays, so that he may guess after she has left, too."""
    stage = guessing.stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", game=game, rounds="1")
    await play_round(stage)
    assert guessing.seconds[0] == 1.4
    assert not guessing.stands.is_set()
    await stage.press("Ann", Rematch)
    for name in ("Ben", "Cleo"):
        await stage.press(name, Join)
    await agree(stage, rounds="9")
    await stage.press("Ann", Start)
    await say_something(stage)
    await guessing.doubt()
    await guessing.guess("Dan")
    assert "👁️ Dan saw it coming" in await guessing.lift()
    await stage.surely("Cleo", await stage.slash("Cleo", "table leave"))
    await say_something(stage)
    await guessing.doubt()
    assert "So far tonight: 1 of 1 right" in await guessing.guess("Dan")


@pytest.mark.parametrize("game", ["common", "cup"])
def test_nobody_is_asked_if_only_a_computer_player_could_guess(game: str) -> None:
    """Seat 1 is a computer player. If the two people doubt each other, they see the cups go up at once."""
    table, asked = table_of(3, game, rounds="9"), set[bool]()
    for moment in played(table, luck=11):
        shown, view = presenter(table.rules), games.view(moment.game)
        assert shown is not None
        for step in shown.beats(moment.table, view, moment.news, PaceName.EASY, ())[:1]:
            assert view.state.showdown is not None
            others = {0, 2} - {*sides(view.state.showdown)}
            assert bool(step.asks) is bool(others)
            assert ("Everybody else" in str(step.card)) is bool(others)
            asked.add(bool(others))
    assert asked == {True, False}


async def test_nobody_is_asked_about_a_claim_that_everybody_knows_to_be_true(guessing: Guessing) -> None:
    """Every throw of Mia is at least 31, so the cup goes up at once."""
    stage = guessing.stage
    await stage.start("Ann", "Ben", "Cleo", game="mia")
    await stage.slash(await stage.to_move(), "claim", what="31")
    await stage.press(await stage.to_move(), CallLie)
    assert guessing.seconds[0] == 1.4
    assert not guessing.stands.is_set()
    assert any("can never be a lie" in words(each) for each in stage.public())


def test_nobody_is_asked_about_a_bid_that_the_dice_in_the_open_decide() -> None:
    """Ann has put a die into the open that counts for her bid of one (B6). A bid of two is open until a cup goes up."""
    table, asked = replace(table_of(3, "bluff", computers=False), annotations=Annotations(onlookers=True)), {}
    shown = presenter(table.rules)
    assert shown is not None
    moment = next(each for each in played(table, luck=11) if any(isinstance(new, Revealed) for new in each.news))
    (event,) = [new for new in moment.news if isinstance(new, Revealed)]
    hands = tuple((6, *hand[1:]) if at == event.bidder else hand for at, hand in enumerate(event.hands))
    opened = tuple(int(at == event.bidder) for at in range(3))
    for quantity in (1, 2):
        made = replace(event, face=6, wild=0, quantity=quantity, exact=False, hands=hands, open=opened)
        (first, *_others) = shown.beats(table, games.view(moment.game), (made,), PaceName.EASY, ())
        asked[quantity] = first.asks is not None
    assert asked == {1: False, 2: True}


async def test_people_guess_at_a_claim_of_the_cup(guessing: Guessing) -> None:
    stage = guessing.stage
    await stage.start("Ann", "Ben", "Cleo", game="cup", rounds="2")
    await stage.slash(await stage.to_move(), "claim", what="five sixes")
    await guessing.doubt()
    await guessing.guess("Dan")
    assert "👁️ Dan saw it coming" in await guessing.lift()


async def test_hidden_profiles_are_only_counted(guessing: Guessing) -> None:
    stage = guessing.stage
    await stage.nobody_owes()
    stage.come("Eve", "Finn", "Gus", "Hal")
    for name in ("Dan", "Eve"):
        await stage.bot.services.preferences.change(stage.people[name].id, others_see=OthersSee.BOARDS)
    await stage.start("Ann", "Ben", "Hal", rounds="9")
    for names, line in (
        (("Dan",), "👁️ 1 person saw it coming"),
        (("Dan", "Eve", "Finn", "Gus", "Cleo"), "👁️ Finn, Gus and 3 more saw it coming"),
    ):
        await stage.raise_once()
        await guessing.doubt()
        for name in names:
            await guessing.guess(name)
        assert line in await guessing.lift()


async def test_the_night_card_names_the_best_eye_of_five_guesses(stage: Stage) -> None:
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="2")
    await play_on(stage, 3)
    await guessed(stage, "Dan", (True, True, True, True))
    await guessed(stage, "Cleo", (True, True, True, True))
    await stage.press("Ann", Rematch)
    await stage.press("Ann", Start)
    await play_on(stage, 3)
    await guessed(stage, "Dan", (False, True))
    before = len(stage.messages())
    await stage.surely("Ann", await stage.press("Ann", EndEvening))
    night = "\n".join(descriptions(each) for each in stage.messages()[before:])
    assert "👁️ Sharpest eye: Dan, 5 of 6" in night.replace("**", "")
    assert "Cleo, 4" not in night.replace("**", "")


async def guessed(stage: Stage, name: str, right: tuple[bool, ...]) -> None:
    """Store guesses of a person at the newest table, one in each round."""
    table, user, now = (await stage.table()).id, stage.people[name].id, stage.bot.now()

    def work(connection: Connection) -> None:
        for number, is_right in enumerate(right, 1):
            row = GuessRow(table, number, user, stage.guild.id, name, is_true=True, is_right=is_right, at=now)
            guesses.keep(connection, row)

    await stage.bot.services.tables.changes.store.write(work)


async def test_guesses_are_deleted_after_two_days(stage: Stage) -> None:
    await stage.start("Ann", "Ben", rounds="1")
    store, table = stage.bot.services.tables.changes.store, (await stage.table()).id
    stage.bot.now = lambda: datetime(2026, 1, 1, tzinfo=UTC)
    await guessed(stage, "Dan", (True,))
    assert len(await store.read(lambda c: guesses.eyes(c, [table]))) == 1
    stage.bot.now = lambda: datetime(2026, 1, 4, tzinfo=UTC)
    await stage.bot.services.tables.time.prune()
    assert await store.read(lambda c: guesses.eyes(c, [table])) == []
