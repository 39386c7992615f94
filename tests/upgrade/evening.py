"""Play a short evening in which one version of the bot does everything that it can do with its database.

The evening has several scenes. Between two scenes, another version can take over.
"""

import contextlib
from collections.abc import Awaitable, Callable, Iterable
from datetime import timedelta
from functools import partial
from random import Random

from bot.history import archive, export, projections
from bot.history.past import PastGames, Replays, Wanted
from bot.history.profiles import Profiles
from bot.people import Decks, NamedRulesRepository, PreferencesRepository, Seasons, SettingsRepository
from bot.people.privacy import Privacy
from bot.settings import Shards
from bot.sharing.lease import Lease
from bot.storage import processes
from bot.storage.ledger import Side
from bot.storage.sight import Sight
from bot.storage.tallies import Scope
from bot.tables.bookkeeping import keep_what_is_left
from bot.tables.duties import CallThem, Due
from bot.tables.model import Deck, Setup
from bot.tables.trouble import Trouble
from engine.core.actions import Vote
from tests.history.evening import evening as whole_game
from tests.history.evening import later
from tests.rebuilt import rebuild, recounted
from tests.tables.house import CHANNEL, GUILD, House, Sitting, person

RUNNING = {"common": 0, "firehouse": 1, "cup": 2, "joker": 3}
"""The games that are running when another version takes over, each with its channel."""
IN_A_ROW = 10
"""The channel in which several whole games are played."""
LEFT_ALONE = 20
"""The channel of a table that is played only in the second half."""
SIDES: tuple[Side, ...] = ("owes", "owed", "all")


async def settings(house: House) -> None:
    """Let people and a server make choices and change them."""
    servers, persons, rules = (
        SettingsRepository(house.store),
        PreferencesRepository(house.store),
        NamedRulesRepository(house.store),
    )
    seasons, decks = Seasons(house.store, lambda: house.now), Decks(house.store, lambda: house.now)
    for dares in ("sing\ndance\njump\nwave\nhum", "sing\ndance\njump\nwave\nyodel"):
        await decks.write(GUILD, dares, person("ann").id)
    assert await decks.of(GUILD)
    await servers.change(GUILD, clock=600, hints=False, channels=frozenset({CHANNEL}))
    await servers.change(GUILD, replays=3, channels=frozenset())
    await servers.are({GUILD}, house.now)
    await persons.change(person("ann").id, lucky="seven seas", pings=False)
    await persons.change(person("bob").id, others_see="nothing")
    await persons.forget(person("bob").id)
    kept = await rules.keep(GUILD, "Friday rules", Setup("common", {"exact": "on"}), person("ann"))
    await rules.keep(GUILD, "Friday rules", Setup("common", {"exact": "off"}), person("ann"), instead_of=kept.id)
    await rules.keep(GUILD, "Others", Setup("dudo", {"dice": "3"}), person("bob"))
    assert await rules.of(GUILD)
    await seasons.begin(GUILD, "Autumn")
    await seasons.running(GUILD)
    await house.reach.closed_dm(person("cid").id)
    for name, channel in (("bob", 700), ("cid", 701)):
        await house.reach.keep_dm_channel(person(name).id, channel)
    assert await house.reach.dm_channel(person("cid").id) == 701
    await house.reach.drop_dm_channel(person("bob").id, 700)


async def lobbies(house: House) -> None:
    """Open three lobbies. One is changed, passed on and cancelled, one closes by itself, and one stays open."""
    one = await house.lobby("common", "ann", "bob", "cid", computers=2, channel=30)
    tables, ann, bob = house.tables.lobbies, person("ann"), person("bob")
    await tables.bring_luck(one.id, bob, "black cat", house.key())
    await tables.remove_computer(one.id, ann, house.key())
    await tables.stand_up(one.id, person("cid"), house.key())
    await tables.change(one.id, ann, Setup("perudo", {"dice": "3"}, "sing"), house.key())
    await tables.pass_on(one.id, ann, bob.id, house.key())
    await tables.cancel(one.id, bob, house.key())
    await house.lobby("cup", "dora", "eve", channel=31)
    house.wait(days=1)
    await house.clock_strikes()
    await house.lobby("joker", "dora", "ann", channel=32)


async def games_to_their_end(house: House) -> None:
    """Play games in which players leave, vote to stop and time out, and in which debts are settled in every way."""
    luck = Random(3)
    for variant in ("common", "cup", "firehouse"):
        await whole_game(house, luck, variant, IN_A_ROW)
    await later(house, luck)


async def games_begin(house: House) -> None:
    """Begin games that another version will continue: a game in a round, a game before a vote, and a game of the cup.

    A latecomer waits for a seat.
    """
    luck = Random(4)
    for variant, channel in RUNNING.items():
        sitting = await house.game(variant, "ann", "bob", "cid", computers=1, channel=channel, forfeit="sing")
        await sitting.play_on(luck, 4)
    table = await house.tables.queries.at(CHANNEL + RUNNING["common"])
    assert table is not None
    await house.tables.latecomers.wait(table.id, person("eve"))
    await house.tables.latecomers.take(table.id, person("fay"), 3)
    await house.tables.latecomers.give_up(table.id, person("eve"))
    house.wait(seconds=40)
    await called(house, table.id)


async def called(house: House, table: int) -> None:
    """Remind the players whose turn it is, if that is the table's next duty."""
    due = await house.tables.timers.next(table)
    if isinstance(due, Due) and isinstance(due.duty, CallThem):
        house.now = max(house.now, due.at)
        await house.call(due, due.duty)


async def the_end_of_a_process(house: House) -> None:
    """End a process, which then releases its shards. Start another process an hour later."""
    await house.tables.time.beat()
    if house.store.is_shared:
        lease = Lease(house.store, Shards(0, 0, 1), lambda: house.now)
        await lease.wait()
        await house.store.write(partial(processes.renew, process=lease._process or 0, now=house.now))
        await house.store.write(partial(processes.identify, bucket=0, now=house.now))
        await house.store.read(partial(processes.check, process=lease._process or 0))
        await lease.leave()
    await house.reopen()
    house.wait(hours=1)
    await keep_what_is_left(house.store)
    await recounted(house.store)
    await house.tables.time.resume()
    await house.tables.time.catch_up()


async def games_go_on(house: House) -> None:
    """Continue the games that another process began, and end those that are still running."""
    luck = Random(5)
    joker = await house.tables.queries.at(CHANNEL + RUNNING["joker"])
    assert joker is not None
    await ahead(house, Sitting(house, joker.id), luck)
    for channel in RUNNING.values():
        table = await house.tables.queries.at(CHANNEL + channel)
        assert table is not None
        await Sitting(house, table.id).play_on(luck, 10)
        if (await house.tables.queries.table(table.id)).status == "playing":
            await house.tables.lobbies.end(table.id, person("ann"), house.key(), manager=True)


async def ahead(house: House, sitting: Sitting, luck: Random) -> None:
    """Let a player vote before their turn to vote (C4), if there is a vote within twenty moves."""
    for _ in range(20):
        seen = (await sitting.see()).view
        if seen is None or (await sitting.info()).status != "playing":
            return
        for name in ("ann", "bob", "cid"):
            mine = (await sitting.see(name)).view
            if mine is not None and getattr(mine.legal, "ahead", False):
                await house.tables.moves.vote(
                    sitting.id, person(name).id, mine.state.round, Vote(believes=True), house.key()
                )
                return
        await sitting.play_on(luck, 1)


async def one_table_alone(house: House) -> None:
    """Play a whole game at a new table, begin a rematch, and play some other games."""
    luck = Random(6)
    sitting = await house.game("common", "ann", "bob", channel=LEFT_ALONE, forfeit="dance", rounds=2, wait_settled=True)
    await sitting.play_on(luck)
    assert (await sitting.info()).status == "over"
    again = await house.tables.lobbies.rematch(sitting.id, person("ann"), house.key())
    await house.start(again.id, person("ann"))
    await house.follow(again.id)
    await whole_game(house, luck, "perudo", LEFT_ALONE + 1)
    drawn = await house.game("common", "ann", "bob", channel=LEFT_ALONE + 2, rounds=1, deck=Deck.SERVER)
    await drawn.a_lie()
    drawn = await house.game("common", "ann", "bob", channel=LEFT_ALONE + 2, rounds=1, deck=Deck.SERVER)
    await drawn.a_lie()
    with contextlib.suppress(Trouble):
        await house.tables.evenings.share(drawn.id, house.key())
    await house.tables.evenings.end(drawn.id, person("ann"), house.key(), manager=False)


async def what_is_asked(house: House) -> None:
    """Read leaderboards, profiles, old games with their records and proofs, and open debts."""
    ann, bob = person("ann").id, person("bob").id
    for board in projections.RANKED:
        await house.boards.page(Scope(GUILD), board, 1, ann)  # type: ignore[arg-type]
    await house.boards.page(Scope(GUILD, period=f"{house.now:%Y-%m}"), "wins", 2, bob)
    profiles, replays, past = Profiles(house.store), Replays(house.store), PastGames(house.store)
    await profiles.of(GUILD, ann, house.now)
    await profiles.between(GUILD, ann, bob)
    await profiles.most_met(GUILD, ann)
    await Profiles(house.store).achievements(ann, GUILD)
    for wanted in (Wanted(GUILD), Wanted(GUILD, user=ann), Wanted(GUILD, channel=CHANNEL + IN_A_ROW)):
        await past.page(wanted)
    game = await past.newest(GUILD, CHANNEL + IN_A_ROW, Sight(ann, frozenset({CHANNEL + IN_A_ROW})))
    assert game is not None
    assert await replays.replay(GUILD, game) is not None
    assert await replays.proof(GUILD, game) is not None
    assert await house.store.read(partial(export.game, game_id=game, names=True))
    assert await house.store.read(lambda connection: [each.id for each in archive.games(connection, GUILD)])
    for side in SIDES:
        await house.debts.tab(GUILD, side, ann, Sight(ann, frozenset()))
    await house.tables.queries.of(ann)


async def who_goes(house: House) -> None:
    """Close a season, settle all debts, forget a person, delete old data, and count everything again."""
    await Seasons(house.store, lambda: house.now).close(GUILD)
    for name in ("ann", "bob", "cid"):
        await house.debts.settle_all(GUILD, person(name).id, "paid")
    rules = NamedRulesRepository(house.store)
    await rules.forget(GUILD, (await rules.of(GUILD))[-1].id)
    privacy = Privacy(house.tables.changes, house.tables.queries)
    for table in await house.tables.queries.of(person("fay").id):
        await house.tables.lobbies.leave(table.id, person("fay").id, house.key())
    assert [text async for text in privacy.everything(person("fay").id)]
    await privacy.forget(person("fay").id)
    await house.reach.dm_open(person("cid").id)
    house.now += timedelta(days=100)
    await house.clock_strikes()
    await house.tables.time.prune()
    await house.store.write(rebuild)
    await SettingsRepository(house.store).left(GUILD + 1, house.now)


Scene = Callable[[House], Awaitable[None]]
FIRST_HALF: tuple[Scene, ...] = (settings, lobbies, games_to_their_end, games_begin)
SECOND_HALF: tuple[Scene, ...] = (the_end_of_a_process, one_table_alone, games_go_on, what_is_asked, who_goes)
EVENING = (*FIRST_HALF, *SECOND_HALF)


async def play(house: House, scenes: Iterable[Scene]) -> None:
    """Play these scenes of the evening, in order."""
    for scene in scenes:
        await scene(house)
