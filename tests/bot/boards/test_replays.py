"""Test replays of finished games.

People step through them from any player's view, post a step, download the record and verify the dice.
"""

import re
from pathlib import Path

from simcord import ResponseMessage
from sqlalchemy import delete, update

from bot.history.past import Replay
from bot.presses.base import Press
from bot.presses.bids import PlaceBid
from bot.presses.codec import decode
from bot.presses.game import CallLie
from bot.presses.history import ALL, TABLE, ListGames, OpenReplay, SaveRecord, ShowProof, ShowStep, TurnReplay
from bot.presses.lobby import Start
from bot.presses.poker_cup import LookUnder, MakeClaim, PeekUnder, ShakeCup
from bot.screens.elements.widths import height
from bot.storage import Connection, schema
from engine.core.events import Hidden
from engine.poker_cup.claims import claim_in_words
from tests.bot.answers import SELECT, TEXT, Answer, walk
from tests.bot.cups import cup
from tests.bot.games.test_fair import downloaded, verified
from tests.bot.plays import agreed, doubt_it, say_something
from tests.bot.stage import Stage
from tests.swarm.witness import runs

HAND = re.compile(r"\b[1-6]{5}\b")
"""A hand of five dice as digits."""


async def game_of_bids(stage: Stage) -> Replay:
    """Play two rounds with Ann, Ben and Cleo, and return the replay."""
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", "Cleo", rounds="2")
    for _ in range(2):
        for _ in range(3):
            await stage.raise_once()
        await stage.press(await stage.to_move(), CallLie)
        await stage.time_passes(seconds=60)
    return await told(stage)


async def game_of_the_cup(stage: Stage) -> Replay:
    """Play a round with the cup and return the replay.

    The first player looks and claims the truth. The second peeks, shakes, looks and claims.
    """
    await stage.nobody_owes()
    await stage.start("Ann", "Ben", game="cup", rounds="1")
    first = await stage.to_move()
    await stage.press(first, LookUnder)
    ranking = (await cup(stage)).state.rules.ranking
    truth = claim_in_words(ranking.hand(await stage.dice(first))).replace(" ", "-")
    await stage.forge(first, MakeClaim((await stage.table()).id, (await stage.table()).version, truth, blind=False))
    second = await stage.to_move()
    (theirs,) = (await stage.press(second, PeekUnder)).ephemerals
    await stage.press(second, ShakeCup, theirs, looks=True)
    await stage.press(second, MakeClaim, theirs)
    await stage.press(first, CallLie)
    return await told(stage)


async def told(stage: Stage) -> Replay:
    table = await stage.table()
    replay = await stage.bot.services.replays.replay(stage.guild.id, table.id)
    assert replay is not None, "the game is not over"
    return replay


async def opened(stage: Stage, name: str = "Dan") -> ResponseMessage:
    """Open the replay with the button below the result, and return the ephemeral message."""
    (ephemeral,) = (await stage.press(name, OpenReplay)).ephemerals
    return ephemeral


async def go(stage: Stage, ephemeral: ResponseMessage, step: int) -> str:
    """Go to a step of the replay, and return its text."""
    await stage.press("Dan", TurnReplay, ephemeral, step=step, jump=False)
    return stage.text(ephemeral)


def said(stage: Stage, ephemeral: ResponseMessage) -> str:
    """Return the text of a step without its first two lines, which say where in the game it is."""
    return stage.text(ephemeral).split("\n", 2)[2]


async def test_the_replay_of_a_game_of_bids_goes_forward_and_back(stage: Stage) -> None:
    replay = await game_of_bids(stage)
    steps = replay.replayed.steps
    assert len(steps) == 1 + 2 * (1 + 3 + 1 + 1) + 1
    before = len(stage.public())
    ephemeral = await opened(stage)
    there = [stage.text(ephemeral)]
    for at in range(1, len(steps)):
        there.append(await go(stage, ephemeral, at))
        assert f"{at + 1} of {len(steps)}" in there[-1]
        assert sum(height(line) for line in there[-1].split("\n")) <= 24, "it fits a phone with its buttons"
    back = [await go(stage, ephemeral, at) for at in reversed(range(len(steps) - 1))]
    assert back == there[:-1][::-1]
    assert len(set(there)) == len(there)
    assert "sit down" in there[0]
    bids = [text for text in there if " bids " in text]
    assert len(bids) == 6
    assert all(re.search(r"could see: \*\*\d+%\*\* likely", text) for text in bids)
    assert sum("likely" in text for text in there) == 8
    assert sum("pays for doubting." in text or "Caught by" in text for text in there) == 2
    assert re.search("🏆|🤝", there[-1])
    assert len(stage.public()) == before, "nobody else sees any of it"


async def test_each_view_of_a_replay_shows_only_its_own_dice(stage: Stage) -> None:
    """Before the showdown, the table's view shows no dice, and a player's view shows only that player's dice.

    The full view shows all dice.
    """
    steps = (await game_of_bids(stage)).replayed.steps
    ephemeral = await opened(stage)
    await go(stage, ephemeral, 1)
    await go(stage, ephemeral, 2)
    hands = ["".join(map(str, sorted(hand))) for hand in steps[2].dice]
    assert HAND.findall(stage.text(ephemeral)) == []
    assert stage.text(ephemeral).count("🟫") == 15
    await stage.pick("Dan", ephemeral, TurnReplay, step=2, eye=2)
    assert HAND.findall(stage.text(ephemeral)) == [hands[1]]
    assert stage.text(ephemeral).count("🟫") == 10
    await stage.pick("Dan", ephemeral, TurnReplay, step=2, eye=ALL)
    assert HAND.findall(stage.text(ephemeral)) == hands
    assert "🟫" not in stage.text(ephemeral)
    await go(stage, ephemeral, 3)
    assert HAND.findall(stage.text(ephemeral)) == hands, "the chosen view stays"
    await stage.pick("Dan", ephemeral, TurnReplay, step=3, eye=TABLE)
    for at in (4, 5, 6):
        await go(stage, ephemeral, at)
    seen = runs(stage.text(ephemeral))
    assert {tuple(map(int, hand)) for hand in hands} <= seen, "at the showdown everybody sees all"


async def test_the_replay_of_a_game_with_the_cup_goes_forward_and_back(stage: Stage) -> None:
    replay = await game_of_the_cup(stage)
    steps, ephemeral = replay.replayed.steps, await opened(stage)
    there = [stage.text(ephemeral), *[await go(stage, ephemeral, at) for at in range(1, len(steps))]]
    assert [await go(stage, ephemeral, at) for at in reversed(range(len(steps) - 1))] == there[:-1][::-1]
    assert "rolls all five" in there[1]
    assert " claims " in there[2]
    assert "could see: **100%** likely" in there[2], "the first player claimed the true dice"
    assert "peeked, shook 5" in there[3]
    assert "doubts" in there[5]
    assert "pays for doubting." in there[6] or "Caught by" in there[6]


async def test_each_view_of_a_replay_with_the_cup_shows_only_the_dice_it_knows(stage: Stage) -> None:
    """Before anybody has looked, only the full view shows the dice.

    A player's view shows them once the player has looked.
    """
    steps = (await game_of_the_cup(stage)).replayed.steps
    opener = steps[1].view.state.turn
    ephemeral = await opened(stage)
    for at, knows in ((1, False), (2, True), (3, False)):
        await go(stage, ephemeral, at)
        dice = "".join(map(str, steps[at].dice[0]))
        for eye, sees in ((TABLE, False), (opener + 1, knows), (ALL, True)):
            if decode_eye(stage, ephemeral) != eye:
                await stage.pick("Dan", ephemeral, TurnReplay, step=at, eye=eye)
            assert (dice in stage.text(ephemeral)) == sees, (at, eye)
            assert stage.text(ephemeral).count("🟫") == (0 if sees else 5)


def decode_eye(stage: Stage, ephemeral: ResponseMessage) -> int:
    """Return the number of the view that the replay shows."""
    return next(press.eye for press in stage.presses(ephemeral) if isinstance(press, TurnReplay))


async def test_the_menu_of_a_replay_leads_to_rounds_and_to_notable_moments(stage: Stage) -> None:
    replay = await game_of_bids(stage)
    ephemeral = await opened(stage)
    menus = [part for part in walk(ephemeral.components) if part["type"] == SELECT]
    places = [decode(option["value"]) for option in menus[0]["options"]]
    marks = [at for at in (replay.replayed.marks.boldest_lie, replay.replayed.marks.worst_call) if at is not None]
    turning = replay.replayed.marks.turning_point
    dear = [each.costliest.step for each in replay.analysis.reports.values() if each.costliest is not None]
    worth = [*dict.fromkeys([*marks, *([turning] if turning is not None else [])]), *dear]
    assert [place.step for place in places if isinstance(place, TurnReplay)] == [*worth, 1, 7]
    await stage.pick("Dan", ephemeral, TurnReplay, step=7)
    assert "Round 2" in stage.text(ephemeral)
    for at, words in ((replay.replayed.marks.boldest_lie, "boldest lie"), (turning, "turning point")):
        if at is not None:
            await stage.pick("Dan", ephemeral, TurnReplay, step=at)
            assert words in stage.text(ephemeral)


async def test_the_show_here_button_posts_a_step_from_which_anybody_can_go_on(stage: Stage) -> None:
    await game_of_bids(stage)
    ephemeral = await opened(stage)
    await go(stage, ephemeral, 1)
    await stage.pick("Dan", ephemeral, TurnReplay, eye=ALL)
    shown, before = said(stage, ephemeral), len(stage.public())
    await stage.press("Dan", ShowStep, ephemeral)
    (posted,) = stage.public()[before:]
    assert "Dan shares a moment from a game" in stage.text(posted)
    assert shown in stage.text(posted)
    (theirs,) = (await stage.press("Ben", OpenReplay, posted)).ephemerals
    assert "2 of " in stage.text(theirs)
    assert "🟫" in stage.text(theirs), "Ben begins with the table's view"


async def test_the_downloaded_record_can_be_replayed(stage: Stage, tmp_path: Path) -> None:
    await game_of_bids(stage)
    ephemeral = await opened(stage)
    record = downloaded(stage, await stage.press("Dan", SaveRecord, ephemeral))
    assert "@players ann ben cleo" in record
    assert verified(record, tmp_path)


async def test_verifying_a_game_proves_every_die_in_words(both: Stage, tmp_path: Path) -> None:
    replay = await game_of_bids(both)
    answer = await both.slash("Dan", "history", show="verify")
    dice = sum(len(hand) for step in replay.replayed.steps for hand in shown_hands(step.events))
    assert f"All {dice} dice came from the seed" in answer.words
    table = await both.table()
    assert table.commitment in answer.words
    assert table.seed is not None
    assert table.seed in answer.words
    assert "3 salts are made only from Join, lucky words and the sealing message’s ID" in answer.words
    assert "python -m engine verify game-1.dice" in answer.words
    assert verified(downloaded(both, answer), tmp_path)


def shown_hands(events: tuple[object, ...]) -> list[tuple[int, ...]]:
    """Return all hands that were thrown in these events, including those of the roll-off."""
    thrown = [hand for event in events if isinstance(event, Hidden) for _, hand in getattr(event, "throws", ())]
    return [*thrown, *(event.dice for event in events if type(event).__name__ == "RollOff")]  # type: ignore[attr-defined]


async def test_verifying_reports_dice_that_do_not_match_the_seed(stage: Stage) -> None:
    """The test changes a player's lucky words in the database, from which the dice are computed."""
    await game_of_bids(stage)

    def forge(connection: Connection) -> None:
        forged = '["1","other words","3"]'
        connection.execute(update(schema.players).where(schema.players.c.seat == 1).values(brought=forged))

    assert stage.bot._store is not None
    await stage.bot._store.write(forge)
    answer = await stage.slash("Dan", "history", show="verify", number=1)
    assert "⚠️ **This doesn’t add up.** Ask the people who" in answer.words
    assert "came from the seed" not in answer.words


async def test_a_running_game_shows_only_its_seal(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.press(await stage.to_move(), PlaceBid)
    table = await stage.table()
    answer = await stage.slash("Dan", "history", show="verify")
    assert table.commitment in answer.words
    assert "stay sealed" in answer.words
    assert not any(message.attachments for message in answer.ephemerals)
    looks: list[Press] = [OpenReplay(table.id), TurnReplay(table.id, 1, ALL), ShowStep(table.id, 1, ALL)]
    for press in (*looks, SaveRecord(table.id), ShowProof(table.id)):
        assert "no record of that game" in (await stage.forge("Ann", press)).words
    assert "No games yet. `/play` opens a table." in (await stage.slash("Dan", "history", show="replay")).words
    assert "No games yet. `/play` opens a table." in (await stage.slash("Dan", "history")).words


async def test_history_lists_past_games_and_opens_them(stage: Stage) -> None:
    await game_of_bids(stage)
    (page,) = (await stage.slash("Dan", "history")).ephemerals
    assert re.search(r"`1\.` .* · 2 rounds", stage.text(page))
    (listed, ephemeral) = (await stage.pick("Dan", page, OpenReplay)).ephemerals
    assert listed.id == page.id
    assert "sit down" in stage.text(ephemeral)
    theirs = await stage.slash("Dan", "history", who=stage.people["Cleo"])
    assert "`1.`" in theirs.words
    assert "`1.`" not in (await stage.slash("Dan", "history", who=stage.people["Dan"])).words
    assert "`1.`" in (await stage.slash("Dan", "history", here=True)).words
    assert "`1.`" not in (await stage.slash("Dan", "history", game="cup")).words
    elsewhere = stage.guild.create_text_channel("elsewhere")
    assert "`1.`" not in (await stage.slash("Dan", "history", elsewhere, here=True)).words


async def test_another_server_learns_nothing_of_a_game(stage: Stage) -> None:
    replay = await game_of_bids(stage)
    other = stage.env.create_guild("The Crown")
    there = other.create_text_channel("bar")
    eve = other.add_member(stage.env.create_user("Eve", global_name="Eve"))
    stage.people["Eve"], stage.private["Eve"] = eve, []
    assert "There’s no game 1" in (await stage.slash("Eve", "history", there, show="replay", number=1)).words
    assert "There’s no game 1" in (await stage.slash("Eve", "history", there, show="verify", number=1)).words
    assert "No games yet. `/play` opens a table." in (await stage.slash("Eve", "history", there)).words
    services = stage.bot.services
    assert await services.replays.replay(other.id, replay.game.id) is None
    assert await services.replays.record(other.id, replay.game.id) is None
    assert await services.replays.proof(other.id, replay.game.id) is None


async def test_a_replay_calls_a_forgotten_player_somebody(stage: Stage) -> None:
    await game_of_bids(stage)
    ephemeral = await opened(stage)
    assert "Ben" in stage.text(ephemeral)
    store = stage.bot._store
    assert store is not None

    def forget(connection: Connection) -> None:
        ben = schema.players.c.user == stage.people["Ben"].id
        connection.execute(update(schema.players).where(ben).values(user=None, name="", brought=None))

    await store.write(forget)
    assert "Ben" not in await go(stage, ephemeral, 1)
    everything = stage.text(ephemeral) + await go(stage, ephemeral, 2) + await go(stage, ephemeral, 3)
    assert "Somebody" in everything
    assert "🤖" not in everything
    await store.write(purge)
    assert "Try `/history`" in (await stage.press("Dan", TurnReplay, ephemeral, step=4, jump=False)).words
    assert "Try `/history`" in (await stage.slash("Dan", "history", show="replay", number=1)).words
    assert "There’s no game 2" in (await stage.slash("Dan", "history", show="replay", number=2)).words


def purge(connection: Connection) -> None:
    """Delete all finished games."""
    connection.execute(delete(schema.games))


async def test_a_die_that_turned_in_the_pass_is_named_only_in_the_full_view(english_stage: Stage) -> None:
    stage = english_stage
    await stage.nobody_owes()
    await agreed(stage, "Ann", "Ben", game="cup", slippery="1", rounds="1")
    await stage.press("Ann", Start)
    await say_something(stage)
    await doubt_it(stage)
    ephemeral = await opened(stage)
    await go(stage, ephemeral, 1)
    assert "During the pass" not in await go(stage, ephemeral, 2)
    await stage.pick("Dan", ephemeral, TurnReplay, step=2, eye=ALL)
    assert "During the pass" in stage.text(ephemeral)


async def test_a_replay_survives_a_restart_and_forged_ids(stage: Stage) -> None:
    replay = await game_of_bids(stage)
    ephemeral = await opened(stage)
    await stage.restart()
    assert "2 of " in await go(stage, ephemeral, 1)
    beyond = await stage.forge("Dan", TurnReplay(replay.game.id, 10**6, 20), message=ephemeral)
    assert isinstance(beyond, Answer)
    assert f"{len(replay.replayed.steps)} of " in stage.text(ephemeral)
    assert "As the table saw it" in stage.text(ephemeral), "nobody sits in seat 20"
    older = await stage.forge("Dan", ListGames(edge=1), message=ephemeral)
    assert "No more games" in older.words + stage.text(ephemeral)


async def test_the_replay_of_an_interrupted_round_ends_with_the_result(stage: Stage) -> None:
    await stage.start("Ann", "Ben")
    await stage.surely("Ben", await stage.slash("Ben", "table leave"))
    replay = await told(stage)
    assert len(replay.replayed.steps) >= 2
    ephemeral = await opened(stage)
    await stage.press("Dan", TurnReplay, ephemeral, step=len(replay.replayed.steps) - 1, jump=True)
    assert "Ben" in "".join(part["content"] for part in walk(ephemeral.components) if part["type"] == TEXT)
