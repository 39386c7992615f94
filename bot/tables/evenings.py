"""Evenings of several games in a channel, the night cards that sum them up, and the moments that people share."""

from collections.abc import Collection, Sequence
from functools import partial

import msgspec
from msgspec.structs import replace

from bot.history import archive, evenings
from bot.history.evenings import Catch, Story
from bot.history.game import Player
from bot.storage import Connection, event_rows, game_search, guesses, kept_games, ledger, preferences, table_rows
from bot.storage.game_search import Wanted
from bot.storage.guesses import Eye
from bot.storage.table_rows import TableRow
from bot.tables import computer_comments, encoding, owed
from bot.tables.annotations import Saw
from bot.tables.changes import Changes
from bot.tables.duties import NIGHT_FALLS, is_last_of_evening
from bot.tables.model import Forfeit, Status, TableView, Who, people
from bot.tables.past_tables import past_table
from bot.tables.table import Table
from bot.tables.trouble import Code, Trouble
from engine import games
from engine.games import AnyEvent

SAME = 2
"""The number of people that two games of one evening must have in common."""


class Applause(msgspec.Struct, frozen=True):
    """A dare that was done, as a forfeit, and the number of people who clapped for it."""

    dare: Forfeit
    claps: int


class NightCard(msgspec.Struct, frozen=True):
    """The content of a night card, which sums up an evening: its story, and the open debts among its people.

    `hidden` contains the people whose full profiles other people may not see. `eye` is the person who guessed best at
    showdowns, or None. `applause` is the dare of the evening for which most people clapped, or None if nobody or only
    one person clapped for it.
    """

    table: TableView
    story: Story
    debts: tuple[Forfeit, ...]
    hidden: frozenset[int]
    eye: Eye | None = None
    applause: Applause | None = None


class Moment(msgspec.Struct, frozen=True):
    """The best moment of a finished game.

    `hidden` contains the people whose full profiles other people may not see. `saw` are the people who guessed right at
    that showdown, or None.
    """

    table: TableView
    catch: Catch
    hidden: frozenset[int]
    saw: Saw | None = None


def begin(connection: Connection, table: Table) -> None:
    """Record the evening's earlier games at a table whose game begins, and what computer players said before it.

    The previous game gets no night card, because the evening goes on.
    """
    row = table.row
    found = game_search.find(connection, Wanted(row.guild, channel=row.channel), 1, 1).games
    last = _last(connection, table, found[0].id) if found else None
    before = last if last is not None and _goes_on(connection, last, table) else None
    if before is None:
        table.annotate(said=computer_comments.remember(last.annotations.said) if last is not None else ())
        return
    noted = before.annotations
    evening, onlookers = (*noted.evening, before.row.id), noted.onlookers
    table.annotate(evening=evening, onlookers=onlookers, said=noted.said, tonight=noted.tonight)
    before.annotate(is_night=True)
    before.row.marks.due = None
    before.save_marks(connection)


def _require_end(connection: Connection, table: Table, who: Who, manager: bool, is_new: bool) -> None:
    """Raise `Trouble` if this person may not end the evening after this table's game.

    If the request is not new (`is_new`), it was carried out before. In this case the evening may be over already.
    """
    if not manager and table.row.host != who.id:
        raise Trouble(Code.NOT_HOST, host=table.row.host_name)
    is_on = table_rows.live_table(connection, table.row.channel) is not None
    if is_on or (is_new and not is_last_of_evening(table)):
        raise Trouble(Code.NO_EVENING)


def _last(connection: Connection, table: Table, game: int) -> Table | None:
    """Return the table of the channel's last game, whose id is `game`, or None if it cannot be read any more."""
    row = table_rows.table(connection, game, lock=True)
    return Table(row, table.now) if row is not None and not row.is_newer else None


def _goes_on(connection: Connection, before: Table, table: Table) -> bool:
    """Return whether the evening of an earlier table goes on at `table`.

    It does if the earlier game ended recently, if enough people play in both games, and if neither a night card nor
    another game followed the earlier game.
    """
    ended = [each.ended for each in kept_games.of_ids(connection, [before.row.id])]
    if not ended or table.now - ended[0] > NIGHT_FALLS:
        return False
    same = set(people(before.seats)) & set(people(table.seats))
    return len(same) >= SAME and not before.annotations.is_night


def hidden(connection: Connection, users: Collection[int]) -> frozenset[int]:
    """Return the people among `users` whose full profiles other people may not see."""
    chosen = preferences.chosen(connection, preferences.PEOPLE, list(users))
    return frozenset(user for user, row in chosen.items() if row["others_see"] != "everything")


class Evenings:
    """Operations on evenings and their night cards, and on the best moments of finished games."""

    def __init__(self, changes: Changes) -> None:
        self._changes = changes

    async def night_card(self, table_id: int) -> NightCard | None:
        """Return the night card that is due after this table's game, or None if there is none to post.

        No card is due if the evening had only one game, if it goes on, if nothing in it is worth telling, or if its
        card was posted already.
        """

        def work(connection: Connection) -> NightCard | None:
            table = self._changes.loader.look(connection, table_id)
            found = _night_card(connection, table) if is_last_of_evening(table) else None
            return found if found is not None and found.story.is_worth_telling() else None

        return await self._changes.store.read(work)

    async def told(self, table_id: int) -> None:
        """Record that the night card of this table's evening was posted."""
        await self._changes.change_marks(table_id, lambda _, table: table.annotate(is_night=True))

    async def require_end(self, table_id: int, who: Who, manager: bool) -> None:
        """Raise `Trouble`, as `end` does, if this person may not end the evening now."""

        def work(connection: Connection) -> None:
            _require_end(connection, self._changes.loader.look(connection, table_id), who, manager, is_new=True)

        await self._changes.store.read(work)

    async def end(self, table_id: int, who: Who, key: str, manager: bool) -> NightCard:
        """End the evening with this table's game, and return its night card.

        Only the host and server managers may do this. Raises `Trouble` with NOT_HOST for other people, and with
        NO_EVENING if the evening is over or goes on with another game.
        """

        def work(connection: Connection, table: Table) -> NightCard:
            is_new = table_rows.answer(connection, key, table_id, table.now)
            _require_end(connection, table, who, manager, is_new)
            table.annotate(is_night=True)
            return _night_card(connection, table)

        async with self._changes.alone(table_id):
            return await self._changes.change_marks(table_id, work)

    async def share(self, table_id: int, key: str) -> Moment:
        """Return the best moment of a game, and record that it was shown to everybody. This is possible only once.

        Raises `Trouble` with NO_MOMENT if the game has no such moment, and with ALREADY_SHARED if it was shown before.
        """

        def work(connection: Connection, table: Table) -> Moment:
            if table_rows.answer(connection, key, table_id, table.now) and table.annotations.shared:
                raise Trouble(Code.ALREADY_SHARED)
            catch = best(connection, table)
            if catch is None:
                raise Trouble(Code.NO_MOMENT)
            table.annotate(shared=True)
            found = saw(connection, table, catch.best.round)
            return Moment(table.info(), catch, hidden(connection, people(table.seats)), found)

        async with self._changes.alone(table_id):
            try:
                return await self._changes.change_marks(table_id, work)
            except Trouble as trouble:
                if trouble.code is not Code.UNKNOWN_TABLE:
                    raise
            return await self._changes.store.write(partial(self._share_past, table_id=table_id, key=key))

    def _share_past(self, connection: Connection, table_id: int, key: str) -> Moment:
        """Return the best moment of a kept game whose table has no row any more, as `share` does."""
        table = past_table(connection, table_id, self._changes.now())
        kept = kept_games.game(connection, table_id)
        if table is None or kept is None:
            raise Trouble(Code.UNKNOWN_TABLE)
        is_new = table_rows.answer(connection, key, table_id, table.now)
        catch = _best_of(table, archive.game_from_row(kept, ()).events)
        if catch is None:
            raise Trouble(Code.NO_MOMENT)
        if not kept_games.share(connection, table_id) and is_new:
            raise Trouble(Code.ALREADY_SHARED)
        return Moment(table.info(), catch, hidden(connection, people(table.seats)))


def events(connection: Connection, row: TableRow) -> list[AnyEvent]:
    """Return all events of a table's game up to the state in this row, including hidden events."""
    return [encoding.event(each) for each in event_rows.events(connection, row.id, upto=row.seq)]


def best(connection: Connection, table: Table) -> Catch | None:
    """Return the best moment of a game, or None if it has none or was not played to its end."""
    return _best_of(table, events(connection, table.row)) if table.game is not None else None


def _best_of(table: Table, told: Sequence[AnyEvent]) -> Catch | None:
    if table.status is not Status.OVER:
        return None
    found = games.best(table.setup.rules(), told)
    players = tuple(Player(seat.user, seat.name, seat.user is None) for seat in table.seats)
    if found is None:
        return None
    setup, row = table.setup, table.row
    return Catch(found, players, setup.variant, row.marks.changed, row.id, setup.face_names)


def _night_card(connection: Connection, table: Table) -> NightCard:
    told = evenings.story(connection, [*table.annotations.evening, table.row.id])
    if told.catch is not None:
        told = replace(told, catch=_as_named(connection, told.catch, table))
    there = _everybody(told)
    debts = ledger.between(connection, table.row.guild, table.row.channel, there, 0, owed.MOST)
    eye = best_eye(connection, [*table.annotations.evening, table.row.id])
    users = {*there, *([eye.user] if eye is not None else [])}
    lines, best_dare = owed.lines(connection, debts), _applause(connection, table)
    return NightCard(table.info(), told, lines, hidden(connection, users), eye, best_dare)


def saw(connection: Connection, table: Table, number: int) -> Saw | None:
    """Return the people who guessed right in round `number`, or None if nobody did."""
    found = guesses.right(connection, table.row.id, number)
    hiding = hidden(connection, [user for user, _name in found])
    called = {seat.user: seat.name for seat in table.seats}
    names = tuple(called.get(user, name) for user, name in found if user not in hiding)
    return Saw(number, names, len(found) - len(names)) if found else None


FEWEST = 5
"""The fewest guesses of the person with the best eye of an evening."""


def best_eye(connection: Connection, evening: Sequence[int]) -> Eye | None:
    """Return the person who guessed best in these games, or None if nobody guessed right and often enough.

    The largest share of right guesses counts, and then the number of guesses.
    """
    found = [each for each in guesses.eyes(connection, evening) if each.guesses >= FEWEST and each.right]
    return max(found, key=lambda each: (each.right / each.guesses, each.guesses, -each.user), default=None)


FEWEST_CLAPS = 2
"""The number of people who have to clap for a dare before the night card names it."""


def _applause(connection: Connection, last: Table) -> Applause | None:
    """Return the dare of the evening for which most people clapped, the earliest of several; or None.

    `last` is the table of the evening's last game.
    """
    claps: dict[int, tuple[int, ...]] = {}
    for game in last.annotations.evening:
        row = table_rows.table(connection, game)
        claps |= Table(row, last.now).annotations.claps if row is not None and not row.is_newer else {}
    claps |= last.annotations.claps
    best = max(sorted(claps), key=lambda number: len(claps[number]), default=0)
    if len(claps.get(best, ())) < FEWEST_CLAPS:
        return None
    dare = next(iter(owed.lines(connection, ledger.of_ids(connection, [best]))), None)
    return Applause(dare, len(claps[best])) if dare is not None else None


def _as_named(connection: Connection, catch: Catch, last: Table) -> Catch:
    """Return `catch` with nicknames for the faces if the table of its game used them.

    The games of an evening may have different house rules.
    """
    row = table_rows.table(connection, catch.game)
    named = row is not None and not row.is_newer and Table(row, last.now).setup.face_names
    return replace(catch, face_names=named)


def _everybody(told: Story) -> Sequence[int]:
    users = {player.user for game in told.games for player in game.players}
    return sorted(user for user in users if user is not None and user > 0)
