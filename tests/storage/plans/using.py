"""Use a database in every way in which the bot uses it: store a row of each kind, and then read everything."""

import contextlib
from datetime import timedelta
from functools import partial
from random import Random
from typing import get_args

import pytest
from sqlalchemy import Connection, update

from bot.history import archive as history
from bot.history import versions
from bot.history.boards import BoardName, Boards, Scope
from bot.history.past import PastGames, Replays, Wanted
from bot.history.profiles import Profiles
from bot.history.recounting import Recount
from bot.history.versions import Version
from bot.history.worth import stored, worth
from bot.people import (
    Decks,
    Members,
    NamedRulesRepository,
    PreferencesRepository,
    Privacy,
    Puzzles,
    Seasons,
    SettingsRepository,
)
from bot.people.preferences import DmStyle
from bot.settings import Shards
from bot.sharing.lease import Lease
from bot.storage import achievements, countings, facts, kept_games, ledger, old_tables, processes, schema, servers
from bot.storage.batches import Batches
from bot.storage.ledger import Side
from bot.storage.sight import Sight, Venue
from bot.storage.vitals import vitals
from bot.tables import Tables
from bot.tables.bookkeeping import LOOKED_FOR, keep_what_is_left, place_debts
from bot.tables.model import Deck, Setup
from bot.tables.outages import AFTER_LEAVING
from bot.tables.pending import PanelRef
from bot.tables.trouble import Trouble
from tests.storage.plans.filling import KEYS, MANY
from tests.tables.house import CHANNEL, GUILD, House, Sitting, person

OTHER = GUILD + 3000
"""Another server, from which the bot was removed."""
DORA = person("dora")
DARES = "sing\ndance\njump\nwave\nhum"
GAMES: dict[str, dict[str, object]] = {
    "common": {"rounds": 2, "computers": 1},
    "joker": {"dice": 2},
    "cup": {"rounds": 1},
    "firehouse": {"bads": 2},
}
"""Short games, one of each kind of price."""


async def a_first_time(house: House) -> None:
    """Store at least one row of each kind."""
    await SettingsRepository(house.store).change(GUILD, replays=3)
    await SettingsRepository(house.store).change(GUILD, language="de")
    await PreferencesRepository(house.store).change(DORA.id, dms=DmStyle.ONE)
    await PreferencesRepository(house.store).language(DORA.id, "pt-BR")
    await NamedRulesRepository(house.store).keep(GUILD, "Friday rules", Setup("common"), person("ann"))
    await Decks(house.store, lambda: house.now).write(GUILD, DARES, person("ann").id)
    await Puzzles(house.store, lambda: house.now).answer(house.now.date().toordinal(), GUILD, DORA.id, "liar")
    seasons = Seasons(house.store, lambda: house.now)
    await seasons.begin(GUILD, "Spring")
    await seasons.close(GUILD)
    await house.reach.closed_dm(DORA.id)
    await house.reach.keep_dm_channel(DORA.id, CHANNEL)
    await _outage(house)
    for _ in range(2):  # the first table is one without duties, because there will be many copies of it
        sitting = await house.game("common", "ann", "bob", rounds=1)
        await sitting.a_lie()
        await sitting.guess("dora")
    await _at_the_door(house)
    await Members(house.store, lambda: house.now).note(GUILD, [person(name).id for name in ("ann", "bob")], [])
    await house.store.write(lambda c: achievements.add_many(c, {(GUILD, DORA.id, "first"): (1, house.now)}))
    await Recount(house.store, lambda: house.now, rest=0).to_the_end()
    await house.store.write(_clear_the_first)
    await house.tables.time.prune()
    assert await house.store.read(lambda c: ledger.of_server(c, GUILD, 0, 1))


def _clear_the_first(connection: Connection) -> None:
    game = next(history.games(connection))
    kept_games.clear(connection, game.id, stored(worth(game)))


async def _recount(house: House) -> None:
    """Count all figures again twice, look for new achievements, and notice what older versions did meanwhile."""
    mine, recount = versions.MINE, Recount(house.store, lambda: house.now, lambda guild: guild == GUILD, 0)
    recount._games = Batches(house.store, most=1)  # the copies of games have no players
    numbers = partial(countings.numbers, guild=GUILD)
    assert await house.store.read(partial(countings.has_figures, number=GUILD))
    with pytest.MonkeyPatch.context() as patch:
        for figures, new in ((1, 0), (2, 0), (2, 3)):
            patch.setattr(versions, "MINE", Version(mine.figures + figures, mine.achievements + new))
            await recount._tidy()
            assert await recount._todo()
            for _ in range(60):  # to delete the many figures of the first counting would take too long
                await recount._step(GUILD)
                for number in await house.store.read(numbers):
                    recount._places.setdefault(number, KEYS + MANY - 10)
            await (await house.game("common", "ann", "bob", rounds=1)).a_lie()
    await house.store.read(partial(countings.any_older, counting=mine.counting, now=house.now))


async def everything(house: House) -> None:
    """Start the bot, play some evenings, ask every question that people can ask, and carry out timed duties."""
    await _start(house)
    await _evenings(house)
    await _choices(house)
    await _looks(house)
    await _recount(house)
    await _outage(house)
    await _time(house)
    await _privacy(house)


async def _start(house: House) -> None:
    """Do everything that a process does before the first press, with and without a lease of shards."""
    await house.store.write(lambda c: facts.set_fact(c, LOOKED_FOR, "before"))
    await keep_what_is_left(house.store)
    lease = Lease(house.store, Shards(0, 0, 2), lambda: house.now)
    await lease.wait()
    await house.store.write(lambda c: processes.check(c, lease._process or 0))
    await house.store.write(lambda c: processes.renew(c, lease._process or 0, house.now))
    await lease.leave()
    await house.store.write(lambda c: processes.identify(c, 0, house.now))
    await SettingsRepository(house.store).joined(GUILD)
    await SettingsRepository(house.store, Lease(house.store, Shards(1, 1, 2), lambda: house.now)).are([], house.now)
    await house.store.read(lambda c: facts.fact(c, "commands"))
    await house.store.write(lambda c: facts.set_fact(c, "commands", "1"))


async def _evenings(house: House) -> None:
    """Play games with people, computer players and timeouts, a rematch and forfeits.

    All games end except for one.
    """
    luck = Random(7)
    seasons = Seasons(house.store, lambda: house.now)
    await seasons.begin(GUILD, "Summer")
    for channel, (variant, options) in enumerate(GAMES.items(), 1):
        sitting = await house.game(variant, "ann", "bob", channel=channel, clock=60, **options)
        house.wait(seconds=61)
        await house.clock_strikes()
        await sitting.play_on(luck)
    sitting = await _a_dare(house)
    house.wait(seconds=61)
    await house.clock_strikes()
    await sitting.play_on(luck)
    again = await house.tables.lobbies.rematch(sitting.id, person("ann"), house.key())
    await house.tables.lobbies.cancel(again.id, person("ann"), house.key())
    drawn = await house.game("common", "ann", "bob", channel=7, rounds=1, deck=Deck.SERVER)
    await drawn.a_lie()
    drawn = await house.game("common", "ann", "bob", channel=7, rounds=1, deck=Deck.SERVER)
    await drawn.a_lie()
    await house.tables.evenings.night_card(drawn.id)
    await house.tables.showing.ending(drawn.id)
    await house.debts.of_game(drawn.id)
    with contextlib.suppress(Trouble):
        await house.tables.evenings.share(drawn.id, house.key())
    await house.tables.evenings.end(drawn.id, person("ann"), house.key(), manager=True)
    running = await house.game("bar", "bob", "cid", channel=6)
    await _at_the_door(house)
    await _troubles(house, running.id)
    for side in get_args(Side):
        await house.debts.tab(GUILD, side, person("ann").id, Sight(person("cid").id, frozenset()))
        await house.debts.near(GUILD, side, person("ann").id, person("cid").id)
        await house.debts.many_open(GUILD, side, person("ann").id)
    await house.debts.let_go(GUILD, person("ann").id)
    await house.store.write(_as_of_an_earlier_version)
    await place_debts(house.store)
    await house.debts.said_paid(GUILD, person("ann").id)
    await house.debts.settle_all(GUILD, person("ann").id, "paid")
    await house.debts.settle_all(GUILD, person("bob").id, "waived")
    await seasons.close(GUILD)


async def _at_the_door(house: House) -> None:
    """Invite a person to a lobby, put them out, refuse them a seat, and close the lobby."""
    lobby, lobbies, bob = await house.lobby("bar", "ann", channel=30), house.tables.lobbies, person("bob")
    await lobbies.invite(lobby.id, bob.id, house.key())
    await lobbies.join(lobby.id, bob, house.key())
    await lobbies.put_out(lobby.id, person("ann"), bob.id, house.key())
    with contextlib.suppress(Trouble):
        await lobbies.join(lobby.id, bob, house.key())
    await lobbies.cancel(lobby.id, person("ann"), house.key())


async def _a_dare(house: House) -> Sitting:
    """Guess at a showdown, swap the loser's dare, do it, and clap for it. Return the table."""
    sitting = await house.game(
        "common", "ann", "bob", channel=5, clock=60, rounds=2, wait_settled=True, deck=Deck.SILLY
    )
    liar, caller = await sitting.a_lie()
    await sitting.guess("dora")
    await house.tables.guesses.seen_in(await house.tables.showing.pending(sitting.id))
    state, seats = (await sitting.view()).state, (await sitting.info()).seats
    (debtor,) = (person(seats[seat].name) for seat in state.debtors)
    winner = person(caller if debtor.name == liar else liar)
    await house.tables.dares.swap(sitting.id, winner.id, state.round, house.key())
    for line in await house.debts.forfeits(GUILD, debtor.id):
        await house.debts.settle_forfeit(line.id, line.debtor.id, "paid", house.key())
    await house.tables.dares.clap(sitting.id, 0, winner.id, house.key())
    return sitting


def _as_of_an_earlier_version(connection: Connection) -> None:
    """Store Ann's and Bob's forfeits as an earlier version did, which did not store whether a forfeit is private."""
    it = schema.forfeits.c
    connection.execute(
        update(schema.forfeits).where(it.debtor.in_([person("ann").id, person("bob").id])).values(private=None)
    )


async def _troubles(house: House, table: int) -> None:
    """Postpone a duty, close and reopen somebody's DMs, and use a table that another process is showing."""
    await house.tables.timers.put_off(table)
    await house.reach.closed_dm(person("bob").id)
    await house.reach.dm_open(person("bob").id)
    await house.reach.keep_dm_channel(person("bob").id, CHANNEL)
    assert await house.reach.dm_channel(person("bob").id) == CHANNEL
    await house.reach.drop_dm_channel(person("bob").id, CHANNEL)
    for shards in (Shards(0, 0, 2), Shards(1, 1, 2)):
        sharing = Lease(house.store, shards, lambda: house.now)
        tables = Tables(house.store, lambda: house.now, bytes, sharing=sharing)
        await tables.timers.due(house.now)
        await house.store.read(partial(vitals, now=house.now, mine=sharing.mine))
        await tables.showing.shown(await tables.showing.pending(table), PanelRef(7, 1, 1))
        await tables.queries.waits_elsewhere(table)
        await tables.latecomers.wait(table, person("eve"))
        await tables.latecomers.give_up(table, person("eve"))


async def _choices(house: House) -> None:
    """Use /settings, /me, /houserules and /season."""
    servers, persons, rules = (
        SettingsRepository(house.store),
        PreferencesRepository(house.store),
        NamedRulesRepository(house.store),
    )
    await servers.change(GUILD, hints=False)
    await servers.forget(GUILD)
    await servers.change(GUILD, replays=1)
    await persons.of([person("ann").id, person("bob").id])
    await servers.load_languages()
    await persons.change(person("ann").id, lucky="ann was here")
    for locale in ("ja", "fr"):
        await persons.language(person("ann").id, locale)
    await persons.forget(person("cid").id)
    kept = await rules.keep(GUILD, "Ann's rules", Setup("common"), person("ann"), venue=Venue(CHANNEL))
    await rules.keep(GUILD, "Ann's rules", Setup("bar"), person("ann"), kept.id)
    await rules.one(GUILD, kept.id)
    await rules.called(GUILD, "ann's rules")
    await rules.of(GUILD)
    decks = Decks(house.store, lambda: house.now)
    for typed in (DARES, f"{DARES}\nyodel", DARES):
        await decks.write(GUILD, typed, person("ann").id)
    await decks.of(GUILD)
    await rules.forget(GUILD, (await rules.keep(GUILD, "Bob's rules", Setup("bar"), person("bob"))).id)
    await Seasons(house.store, lambda: house.now).of(GUILD)
    await servers.change(GUILD, puzzle_channel=CHANNEL, puzzle_hour=0)
    puzzles = Puzzles(house.store, lambda: house.now)
    await puzzles.due()
    await puzzles.answer(puzzles.today(), GUILD, person("ann").id, "liar")
    await puzzles.tried(puzzles.today(), GUILD)


async def _looks(house: House) -> None:
    """Read tables, boards, profiles, rivals, old games, replays, and the figures for operators."""
    ann, bob, queries = person("ann").id, person("bob").id, house.tables.queries
    await queries.at(CHANNEL + 6)
    await queries.of(ann)
    await queries.live()
    await queries.live_in(GUILD, CHANNEL + 6)
    await queries.blocked_lobbies()
    await queries.live_places()
    members = Members(house.store, lambda: house.now)
    boards, profiles, past = Boards(house.store), Profiles(house.store), PastGames(house.store)
    for board in get_args(BoardName):
        for page in (1, 100, 400):
            await boards.page(Scope(GUILD), board, page, ann)
            near = await boards.near(Scope(GUILD), board, page)
            await members.to_ask_about(GUILD, near)
    await members.note(GUILD, [ann], [bob])
    await members.is_here(GUILD, bob)
    (season, *_) = await Seasons(house.store, lambda: house.now).of(GUILD)
    await boards.winners(Scope(GUILD))
    await boards.podium(GUILD, season.id)
    await boards.computers(GUILD, "common_hand", ["Ada", "Bo"])
    await Profiles(house.store).achievements(ann, None)
    await profiles.of(GUILD, ann, house.now)
    await profiles.between(GUILD, ann, bob)
    await profiles.most_met(GUILD, ann)
    newest = await past.page(Wanted(GUILD))
    for user in (None, ann):
        for channel in (None, CHANNEL + 1):
            for variant in ("", "common"):
                await past.page(Wanted(GUILD, user, channel, variant))
                await past.page(Wanted(GUILD, user, channel, variant, edge=2_000_000))
                await past.page(Wanted(GUILD, user, channel, variant, edge=2, newer=True))
    sight = Sight(ann, frozenset({CHANNEL}), frozenset({CHANNEL}), frozenset({CHANNEL}), manages=True)
    await past.page(Wanted(GUILD, sight=sight, practice=False))
    game = await past.newest(GUILD, CHANNEL + 1, sight)
    await past.is_hidden(GUILD, game or 0, sight)
    await past.is_newer(game or 0)
    await past.unsure(game or 0, sight)
    await past.venue(GUILD, CHANNEL + 1)
    await SettingsRepository(house.store).require_readable(GUILD)
    await past.numbered(GUILD, newest.games[0].number)
    await past.counted(GUILD)
    await Replays(house.store).replay(GUILD, game or 0)
    await Replays(house.store).proof(GUILD, game or 0)
    await house.store.read(partial(vitals, now=house.now, mine=house.tables.changes.sharing.mine))


async def _outage(house: House) -> None:
    await house.tables.time.beat()
    house.wait(minutes=10)
    await house.tables.time.resume()
    await house.tables.time.catch_up()


async def _time(house: House) -> None:
    """Prune the database as the bot does every six hours, after another server has been gone for a month.

    On a busy machine, one run may not be enough to delete the data of that server. The next run goes on.
    """
    await SettingsRepository(house.store).left(OTHER, house.now - timedelta(days=31))
    house.wait(hours=6)
    assert await house.tables.time.prune()
    while await house.store.read(partial(servers.left_before, moment=house.now - AFTER_LEAVING)):
        assert await house.tables.time.prune()
    await house.tables.time.prune()  # the last run may have stopped before the expired replays
    await house.store.write(lambda c: kept_games.share(c, 1))
    await house.store.write(partial(old_tables.remove_events, table=1, up_to=0))  # as of a table with many events


async def _privacy(house: House) -> None:
    """Export everything about a person, then forget the person."""
    for table in await house.tables.queries.of(person("ann").id):
        await house.tables.lobbies.leave(table.id, person("ann").id, house.key())
    privacy = Privacy(house.tables.changes, house.tables.queries)
    assert [text async for text in privacy.everything(person("ann").id)]
    await privacy.forget(person("ann").id)
    await privacy.resume()
