"""Test showdowns, which the bot shows in several steps called beats: covered cups, lifted cups, and the verdict.

No other message shows the result before the verdict.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import datetime
from typing import Any

import pytest
from msgspec.structs import replace
from simcord import InteractionResult
from simcord.backend import serializers

from bot.inbox import dispatcher
from bot.presses.base import Press
from bot.presses.bids import OpenBidForm, PlaceBid
from bot.presses.codec import encode
from bot.presses.game import CallLie, Guess, LookIn, ShowDice, ShowFairness
from bot.presses.lobby import Join, Rematch
from bot.presses.poker_cup import MakeClaim
from bot.screens.elements.cards import Beat, Card, Text
from bot.screens.families.presenters import presenter
from bot.storage import table_rows
from bot.tables.pace import PaceName
from bot.tables.pending import PanelRef
from engine import games
from engine.bids.events import Revealed
from engine.core.seating import following
from tests.bot import unkind
from tests.bot.answers import words
from tests.bot.optional_fields import CHANNEL, INTERACTION
from tests.bot.people.test_windows import now
from tests.bot.random_games import table_of
from tests.bot.requests.test_held_back import promised_at_once
from tests.bot.requests.test_races import ephemerals
from tests.bot.screens.test_every_screen import played
from tests.bot.screens.test_less import texts
from tests.bot.stage import Stage
from tests.bot.transit import FIRST_ANSWER

BUSY = 60.0
"""Seconds to wait for an answer that a scene needs. A machine that is busy with other work may take so long."""

DIGITS = re.compile(r"\b[1-6]{5}\b")
"""A hand of five, in digits."""
VERDICT = re.compile(r"There (?:were|was|are|is) \W*(?:\d|none)")


class Show:
    """A stage on which a showdown has beats that take no time.

    For each beat, `pictures` has the text of the round's message, and `seconds` the time for which it would be shown.
    """

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.pictures: list[str] = []
        self.seconds: list[float] = []
        self.meanwhile: Callable[[], Awaitable[None]] | None = None
        beats = stage.bot.services.announcer.beats
        beats.wanted, beats.stand = True, self._stand

    async def _stand(self, seconds: float) -> None:
        self.seconds.append(round(seconds, 1))
        self.pictures.append(words(self.stage.public()[-1]))
        if self.meanwhile is not None:
            await self.meanwhile()


@pytest.fixture
def show(stage: Stage) -> Show:
    return Show(stage)


async def a_bid_is_doubted(stage: Stage, **options: Any) -> tuple[str, str]:
    """Start a game of two, make a bid and doubt it, and let the showdown be shown.

    Return the bidder's and the doubter's names.
    """
    await stage.start("Ann", "Ben", **options)
    bidder = await stage.raise_once()
    doubter = await stage.to_move()
    await stage.press(doubter, CallLie)
    return bidder, doubter


COUNTED = re.compile(r"^#+ Bid \d+, found (\d+) …$", re.MULTILINE)
"""Matches the running count that is shown while the cups go up, and finds its number."""

CUP = re.compile(r"^\*{0,2}\d+\*{0,2} .*\*{0,2}(Ann|Ben|Cleo)\b", re.MULTILINE)
"""Matches the line of a lifted cup, which begins with the number of its dice that count, and finds its owner."""


async def far_off_is_called(stage: Stage, *names: str, far: bool = True, **options: Any) -> tuple[str, str]:
    """Start a game, and doubt a bid that is far off, or the lowest bid. Return the names of bidder and doubter."""
    await stage.start(*names, **options)
    bidder = await stage.to_move()
    most = (await stage.view()).state.pool
    await stage.slash(bidder, "bid", what=f"{most if far else 1} sixes")
    doubter = await stage.to_move()
    await stage.press(doubter, CallLie)
    return bidder, doubter


async def test_cups_go_up_one_by_one_with_a_large_count_and_the_bidder_last(show: Show) -> None:
    """In the last round each cup goes up in a step of its own."""
    stage = show.stage
    before = stage.requests()
    bidder, doubter = await a_bid_is_doubted(stage, rounds="1")
    covered, half, lifted = show.pictures[:3]
    for picture in (covered, half, lifted):
        assert f"Liar! {doubter} doubts {bidder}:" in picture
        assert not VERDICT.search(picture)
    assert not CUP.search(covered)
    assert not COUNTED.search(covered)
    assert CUP.findall(half) == [doubter], "the bidder's cup goes up last"
    assert sorted(CUP.findall(lifted)) == sorted((bidder, doubter))
    showdown = next(each for each in stage.public() if VERDICT.search(words(each)))
    said = words(showdown)
    count = re.search(r"There \w+ (\d+|none)", said.replace("**", ""))
    assert count is not None
    assert COUNTED.findall(half)[0] <= COUNTED.findall(lifted)[0] == count[1].replace("none", "0")
    assert show.seconds[:3] == [1.4, 1.4, 1.4]
    edits = [call for call in stage.calls_since(before) if call.startswith("PATCH") and call.endswith(f"{showdown.id}")]
    assert edits == [], "all edits of the showdown use the token of the press"


async def test_a_showdown_that_was_far_off_lifts_all_cups_in_one_quick_step(show: Show) -> None:
    stage = show.stage
    await stage.nobody_owes()
    await far_off_is_called(stage, "Ann", "Ben", "Cleo", rounds="3")
    assert len(show.pictures) == 2
    assert not CUP.search(show.pictures[0])
    assert sorted(CUP.findall(show.pictures[1])) == ["Ann", "Ben", "Cleo"]
    assert show.seconds == [3.5, 1.2]


@pytest.mark.parametrize(
    ("game", "quantity", "ups"), [("dudo", 3, [1, 3]), ("dudo", 5, [1, 2, 3]), ("bluff", 3, [1, 2, 3])]
)
def test_all_other_cups_go_up_together_once_the_visible_dice_decide(game: str, quantity: int, ups: list[int]) -> None:
    """The first cup has the three sixes of the bid. In bluff the number of all sixes is the price (P2)."""
    table = table_of(3, game, computers=False)
    shown = presenter(table.rules)
    assert shown is not None
    moment = next(each for each in played(table, luck=11) if any(isinstance(new, Revealed) for new in each.news))
    (event,) = [new for new in moment.news if isinstance(new, Revealed)]
    (first, *_others) = following(games.view(moment.game).state.order, event.bidder)
    hands = tuple((6, 6, 6, 2, 2) if at == first else (2, 3, 4, 5, 5) for at in range(3))
    made = replace(event, face=6, wild=0, quantity=quantity, count=3, exact=False, hands=hands, open=())
    _covered, *steps = shown.beats(table, games.view(moment.game), (made,), PaceName.CEREMONIOUS, ())
    pictures = [list(texts(step.card.lasting))[-1].splitlines() for step in steps]
    assert [sum("?" not in line for line in picture) for picture in pictures] == ups


async def test_the_step_before_the_first_cup_has_the_bids_that_led_to_the_call(show: Show) -> None:
    stage = show.stage
    await stage.start("Ann", "Ben", rounds="3")
    first, second = await stage.raise_once(), await stage.raise_once()
    await stage.press(await stage.to_move(), CallLie)
    ladder = next(line for line in show.pictures[0].splitlines() if "→" in line)
    assert ladder.index(first) < ladder.index(second)
    assert "→" not in show.pictures[1], "then the count is what matters"


@pytest.mark.parametrize(("pace", "seconds"), [("quick", [1.0]), ("easy", [1.4, 1.2]), ("ceremonious", [2.2] * 3)])
async def test_the_beats_of_a_showdown_follow_the_tables_pace(show: Show, pace: str, seconds: list[float]) -> None:
    stage = show.stage
    await stage.bot.services.settings.change(stage.guild.id, pace=PaceName(pace))
    await far_off_is_called(stage, "Ann", "Ben", rounds="2")
    assert show.seconds == seconds


async def test_nobody_can_move_and_no_dm_is_sent_during_the_beats_of_a_showdown(show: Show) -> None:
    stage = show.stage

    async def look() -> None:
        assert set(stage.kinds(stage.public()[-1])) <= {Guess}
        assert len(stage.direct_messages("Ann")) == 1
        assert await since(stage) is None, "the pause has not begun"

    show.meanwhile = look
    await stage.nobody_owes()
    await a_bid_is_doubted(stage, rounds="3")
    assert show.pictures
    assert len(stage.direct_messages("Ann")) == 2
    assert await since(stage) is not None


async def since(stage: Stage) -> datetime | None:
    """Return when the current state of the table was first shown, or None if it is not shown yet.

    The time of a turn or a pause runs from then on.
    """
    store, table = stage.bot._store, (await stage.table()).id
    assert store is not None
    row = await store.read(lambda connection: table_rows.table(connection, table))
    assert row is not None
    return row.marks.since


async def test_the_result_follows_the_last_showdown_as_its_own_message(show: Show) -> None:
    stage = show.stage
    await a_bid_is_doubted(stage, rounds="1")
    assert show.seconds == [1.4, 1.4, 1.4, 4.0]
    showdown, result = (words(each) for each in stage.public()[-2:])
    assert show.pictures[3] == showdown, "the showdown is shown alone for a moment"
    assert "Round 1" in showdown
    assert "Round 1/1" not in result


# Presses and commands during the beats ------------------------------------------------------------------------


class Telling:
    """A stage on which the first beat of a showdown lasts until `goes_on` is set."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.stands, self.goes_on = asyncio.Event(), asyncio.Event()
        beats = stage.bot.services.announcer.beats
        beats.wanted, beats.stand = True, self._stand

    async def _stand(self, seconds: float) -> None:
        self.stands.set()
        await self.goes_on.wait()


@pytest.fixture
async def telling(stage: Stage) -> AsyncIterator[Telling]:
    told = Telling(stage)
    yield told
    told.goes_on.set()


async def begin(telling: Telling, window: str = "", **options: Any) -> str:
    """Play a game of two up to the first beat of a showdown, and return the doubter's name.

    If `window` is a player's name, first open that player's dice.
    """
    stage = telling.stage
    await stage.start("Ann", "Ben", **options)
    await stage.raise_once()
    if window:
        await stage.press(window, ShowDice)
    doubter = await stage.to_move()
    liar = next(encode(press) for press in stage.presses() if isinstance(press, CallLie))
    await unsettled(stage, stage.people[doubter].click(stage.panel(), custom_id=liar))
    await asyncio.wait_for(telling.stands.wait(), BUSY)
    return doubter


async def touch(stage: Stage, name: str, press: Press, *, patience: float = 2) -> InteractionResult:
    """Send a press on the round's message without waiting until the bot is idle.

    A client may still show the button although the message no longer has it.
    """
    panel = stage.public()[-1]
    stored = stage.env.backend.get_message(panel.channel_id, panel.id)
    extra = {"message": dict(serializers.message_payload(stage.env.backend, stored))}
    data = {"custom_id": encode(press), "component_type": 2}
    sent = stage.people[name]._dispatch_interaction(3, stage.channel, data, extra=extra, source_message_id=panel.id)
    answer: InteractionResult = await unsettled(stage, sent, patience=patience)
    return answer


async def unsettled(stage: Stage, act: Awaitable[Any], *, patience: float = 2) -> Any:
    """Await `act` without waiting until the bot is idle.

    Wait up to `patience` seconds for the first answer to the interaction that `act` sends. A scene that needs the
    answer passes `BUSY`. In other scenes no answer comes yet. Then wait a little longer for requests that follow the
    answer immediately.
    """
    settle, asked, before = stage.env._settle_internal, stage.transit.asked, _first_answers(stage)

    async def not_yet(**_: object) -> None:
        end = asyncio.get_running_loop().time() + patience
        while _first_answers(stage) == before and stage.transit.asked is not asked:
            if asyncio.get_running_loop().time() > end:
                break
            await asyncio.sleep(0.001)
        for _turn in range(200):
            await asyncio.sleep(0.001)

    stage.env._settle_internal = not_yet  # type: ignore[method-assign] # do not wait until idle
    try:
        return await act
    finally:
        stage.env._settle_internal = settle  # type: ignore[method-assign]


def _first_answers(stage: Stage) -> int:
    """Return the number of interactions that the bot has answered."""
    return sum(FIRST_ANSWER.fullmatch(call) is not None for call in stage.transit.calls)


async def test_no_page_shows_the_result_of_a_round_before_the_verdict(telling: Telling) -> None:
    """The pages are a player's dice, an open window, the leaderboard, the tab and the table itself."""
    stage = telling.stage
    await begin(telling, rounds="1", forfeit="sing a song", window="Ben")
    panel, ann, ben = stage.public()[-1], stage.people["Ann"], stage.people["Ben"]
    seen = len(stage.messages())
    table = (await stage.table()).id
    for made in (ShowDice(table), LookIn(table), ShowFairness(table)):
        await touch(stage, "Ann", made)
    await unsettled(stage, ann.slash(stage.channel, "dice"))
    await unsettled(stage, ann.slash(stage.channel, "leaderboard"))
    await unsettled(stage, ann.slash(stage.channel, "forfeits mine"))
    await unsettled(stage, ben.slash(stage.channel, "table show"))
    await unsettled(stage, ann.user.slash("forfeits mine"))
    said = [words(each) for each in stage.messages()[1:]]  # the lobby names the stakes
    assert not [each for each in said if "sing" in each or VERDICT.search(each)]
    assert words(stage.public()[-1]) == words(panel)
    assert len(stage.direct_messages("Ann")) == 1
    telling.goes_on.set()
    await stage.env.settle()
    assert any(VERDICT.search(words(each)) for each in stage.messages())
    assert "sing a song" in "\n".join(words(each) for each in stage.messages()[seen:])


async def test_open_windows_have_no_buttons_during_the_beats_of_a_showdown(telling: Telling) -> None:
    """The bidder's window would otherwise still offer moves of a round that is over."""
    stage = telling.stage
    await stage.start("Ann", "Ben", "Cleo", rounds="3")
    windows = {name: (await stage.press(name, ShowDice)).ephemerals[0] for name in ("Ann", "Ben", "Cleo")}
    await stage.raise_once()
    doubter = await stage.to_move()
    assert stage.kinds(now(stage, windows[doubter]))
    liar = next(encode(press) for press in stage.presses() if isinstance(press, CallLie))
    await unsettled(stage, stage.people[doubter].click(stage.panel(), custom_id=liar))
    await asyncio.wait_for(telling.stands.wait(), BUSY)
    await stage.bot.services.announcer.drain(5)
    for window in windows.values():
        assert stage.kinds(now(stage, window)) == []
        assert "🥁 The call’s in. Watch the table!" in words(now(stage, window))
        assert DIGITS.search(words(now(stage, window)).replace(" ", "")), "the reader's own dice stay"
    telling.goes_on.set()
    await stage.env.settle()
    assert not any("The call’s in" in words(now(stage, window)) for window in windows.values())


async def test_private_notes_about_moves_go_when_the_call_is_in(telling: Telling) -> None:
    """They would be no longer true, and push the showdown off a phone."""
    stage = telling.stage
    await stage.start("Ann", "Ben", "Cleo", game="mia")
    name = await stage.to_move()
    await stage.press(name, MakeClaim, (await stage.press(name, ShowDice)).ephemerals[0], said="41")
    other = await stage.to_move()
    (window,) = (await stage.press(other, ShowDice)).ephemerals
    assert "believe it" in words(now(stage, window))
    third = next(each for each in ("Ann", "Ben", "Cleo") if each not in (name, other))
    assert "Not yet" in (await stage.slash(third, "claim", what="65")).words
    assert any("Not yet" in said for said in ephemerals(stage))
    liar = next(encode(press) for press in stage.presses() if isinstance(press, CallLie))
    await unsettled(stage, stage.people[other].click(stage.panel(), custom_id=liar))
    await asyncio.wait_for(telling.stands.wait(), BUSY)
    await stage.bot.services.announcer.drain(5)
    assert "believe it" not in words(now(stage, window))
    assert words(now(stage, window)).endswith("🥁 The call’s in. Watch the table!")
    assert not any("Not yet" in said for said in ephemerals(stage))
    telling.goes_on.set()
    await stage.env.settle()


async def test_a_press_before_the_verdict_is_answered_without_showing_the_result(telling: Telling) -> None:
    stage = telling.stage
    await begin(telling, rounds="3", forfeit="sing a song")
    before = len(ephemerals(stage))
    table = await stage.table()
    for name in ("Ann", "Dan"):
        answer = await touch(stage, name, PlaceBid(table.id, table.version - 1, 2, 5), patience=BUSY)
        assert answer.acknowledged
    await unsettled(stage, stage.people["Ann"].slash(stage.channel, "bid", what="5 ducks"), patience=BUSY)
    said = ephemerals(stage)[before:]
    assert len(said) == 2, "Ann's second answer replaces her first one"
    assert not any("sing" in each or "Between rounds" in each for each in said)


async def test_a_second_call_in_the_last_showdown_does_not_tell_that_it_is_the_last(telling: Telling) -> None:
    stage = telling.stage
    doubter = await begin(telling, rounds="1")
    table = await stage.table()
    before = len(ephemerals(stage))
    await touch(stage, doubter, CallLie(table.id, table.version - 1), patience=BUSY)
    assert ephemerals(stage)[before:] == ["👁️ Too late: the cups are going up."]
    telling.goes_on.set()
    await stage.env.settle()
    assert "The game is over" in (await stage.forge(doubter, CallLie(table.id, table.version - 1))).words


async def test_the_token_of_a_press_that_waits_can_show_the_verdict(
    telling: Telling, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to the press is deferred after 1.5 s. Then its token can edit the message that shows the verdict."""
    stage = telling.stage
    await begin(telling, rounds="3")
    liar = next(sent.path for sent in reversed(stage.env.http_requests) if sent.path.endswith("/callback"))
    by_liar = f"/webhooks/{stage.bot.application_id}/{liar.split('/')[3]}/messages/@original"
    stage.env.inject_error("PATCH", by_liar, status=404, code=10015, message="Unknown Webhook", times=None)
    stage.tokens_expire()
    monkeypatch.setattr(dispatcher, "promise_in_time", promised_at_once)
    await touch(stage, "Ann", ShowDice((await stage.table()).id))
    before = stage.requests()
    telling.goes_on.set()
    await stage.env.settle()
    assert [call for call in stage.calls_since(before) if call.startswith("PATCH")] == []
    assert VERDICT.search(stage.text())


async def test_a_new_table_opens_below_the_result(telling: Telling) -> None:
    stage = telling.stage
    await begin(telling, rounds="1")
    await unsettled(stage, stage.people["Cleo"].slash(stage.channel, "play"))
    assert not [each for each in stage.public() if Join in stage.kinds(each)], "the new table waits for the verdict"
    assert "One moment: a showdown’s on. Your table opens right below it." in ephemerals(stage)[-1]
    telling.goes_on.set()
    await stage.env.settle()
    kinds = [stage.kinds(each) for each in stage.public()]
    (lobby,) = [at for at, kind in enumerate(kinds) if Join in kind]
    (result,) = [at for at, kind in enumerate(kinds) if Rematch in kind]
    assert result < lobby


async def test_a_dozing_player_is_answered_before_the_verdict(telling: Telling) -> None:
    """The player also counts as back at once, although the panel shows that only later (L2)."""
    stage = telling.stage
    await begin(telling, rounds="3")
    table = await stage.table()
    await stage.bot.services.tables.changes.change_marks(table.id, lambda _, draft: draft.annotate(missed=(0, 1)))
    answer = await touch(stage, "Ann", OpenBidForm(table.id, table.version - 1), patience=BUSY)
    assert answer.acknowledged
    assert telling.goes_on.is_set() is False
    assert (await stage.table()).annotations.missed == (1,)


async def test_a_stopping_bot_shows_the_verdict_at_once(telling: Telling) -> None:
    """`hurry` ends all beats immediately."""
    stage = telling.stage
    beats = stage.bot.services.announcer.beats
    beats.stand = beats._until_hurried
    beats.hurry()
    before = asyncio.get_running_loop().time()
    await a_bid_is_doubted(stage, rounds="1")
    assert asyncio.get_running_loop().time() - before < 3
    assert VERDICT.search(stage.text(stage.public()[-2]))


async def test_other_tables_do_not_wait_for_the_verdict(telling: Telling) -> None:
    """The bot can show another channel's table of the same server at once."""
    stage = telling.stage
    await begin(telling, rounds="3")
    other = stage.guild.create_text_channel("elsewhere")
    announcer = stage.bot.services.announcer
    assert announcer.curtain.is_down((await stage.table()).id)
    await asyncio.wait_for(announcer.curtain.lifted(lambda table: table.place.channel == other.id), 1)


async def test_a_buried_showdown_is_shown_at_the_bottom(show: Show) -> None:
    stage = show.stage
    unkind.keep(INTERACTION, "channel")
    unkind.keep(CHANNEL, "last_message_id")
    await stage.start("Ann", "Ben", rounds="3")
    await stage.raise_once()
    await stage.chat("Cleo")
    stage.age_panel(seconds=61)
    await stage.press(await stage.to_move(), CallLie)
    assert not COUNTED.search(show.pictures[0])
    assert COUNTED.search(show.pictures[-1])
    public = [words(each) for each in stage.public()]
    chat = next(number for number, text in enumerate(public) if "pizza" in text)
    assert [number for number, text in enumerate(public) if "Round 1" in text] == [chat + 1]


async def test_a_beat_that_cannot_be_shown_is_left_out(show: Show) -> None:
    stage = show.stage
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", rounds="3")
    await stage.raise_once()
    stage.env.inject_error("PATCH", "/webhooks/*", status=500, times=1)
    stage.env.inject_error("PATCH", f"/channels/{stage.channel.id}/messages/*", status=500, times=1)
    await stage.press(await stage.to_move(), CallLie)
    assert len(show.seconds) == 3
    text = "\n".join(words(each) for each in stage.public())
    assert VERDICT.search(text)
    assert "Round 2" in text


async def test_a_beat_that_discord_delays_is_left_out_and_the_others_come_in_time(stage: Stage) -> None:
    """Because of a rate limit, the second edit would take longer than the beat lasts."""
    await stage.start("Ann", "Ben", rounds="3")
    announcer, panel = stage.bot.services.announcer, stage.panel()
    edit, calls, loop = announcer.messages.edit, list[int](), asyncio.get_running_loop()

    async def held_back(*args: Any) -> bool:
        calls.append(1)
        await asyncio.sleep(60 if len(calls) == 2 else 0)
        return await edit(*args)

    announcer.messages.edit = held_back  # type: ignore[method-assign, assignment] # simcord has no rate limits
    shown = [f"beat {number}" for number in range(3)]
    stage.typed |= {*shown}
    told = [Beat(Card((Text(each),)), 0.05) for each in shown]
    began = loop.time()
    await announcer.beats.tell(PanelRef(panel.channel_id, panel.id, 1), told, None)
    assert loop.time() - began < 30
    assert len(calls) == 3
    assert "beat 2" in words(stage.public()[-1])
