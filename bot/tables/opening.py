"""Opens tables: checks that there is room for another table, checks its set-up, and stores a row with sealed dice."""

from collections.abc import Sequence
from datetime import datetime

from msgspec.structs import replace

from bot.settings import Limits
from bot.storage import Connection, kept_games, limits, preferences, table_people, table_rows
from bot.storage.preferences import SeatPreferences
from bot.storage.table_rows import Marks, TableRow
from bot.tables import encoding
from bot.tables.annotations import Annotations
from bot.tables.duties import GRACE
from bot.tables.model import (
    LONGEST_CLOCK,
    LONGEST_FORFEIT,
    SHORTEST_CLOCK,
    Place,
    Seat,
    Setup,
    Status,
    Who,
    called,
    people,
)
from bot.tables.table import Table, named
from bot.tables.trouble import Code, Trouble
from bot.tables.unoffered import is_offered
from bot.words.cleaning import told_apart
from engine.fairness import Seed
from engine.variants import VARIANTS


def room_for(connection: Connection, most: Limits, user: int) -> None:
    """Raise `Trouble` if a person already sits at as many tables as allowed.

    The person's row stays locked until the transaction ends.
    """
    limits.lock_people(connection, [user])
    if limits.count_tables_of(connection, user) >= most.person:
        raise Trouble(Code.TOO_MANY_TABLES, most=most.person)


def room_for_another(
    connection: Connection, most: Limits, guild: int, host: int, seats: tuple[Seat, ...]
) -> tuple[Seat, ...]:
    """Return those `seats` whose people may sit at another table on this server, and the seats of all computer players.

    Raises `Trouble` if the host may not sit at another table, or if the server already has as many open tables as
    allowed.
    """
    people = {seat.user for seat in seats if seat.user is not None} | {host}
    limits.lock_people(connection, people, guild)
    full = {user for user in people if limits.count_tables_of(connection, user) >= most.person}
    if host in full:
        raise Trouble(Code.TOO_MANY_TABLES, most=most.person)
    if limits.count_tables_on(connection, guild) >= most.server:
        raise Trouble(Code.SERVER_FULL, most=most.server)
    return tuple(seat for seat in seats if seat.user not in full)


def new_table(
    connection: Connection,
    place: Place,
    host: Who,
    seats: tuple[Seat, ...],
    setup: Setup,
    seed: Seed,
    now: datetime,
    limits: Limits,
    number: int = 1,
    noted: Annotations = Annotations(),  # noqa: B008 - frozen
) -> Table:
    """Open a table and seal its dice. At first only people's saved lucky words are mixed into the dice.

    People who already sit at as many tables as allowed get no seat. Raises `Trouble` if the host is one of these
    people, if a table is open in this channel, or if the server already has as many open tables as allowed.
    """
    check(setup)
    if (there := table_rows.live_table(connection, place.channel)) is not None:
        raise Trouble(Code.TABLE_HERE, table=there.id)
    first, seats = seats[0], room_for_another(connection, limits, place.guild, host.id, seats)
    setup = setup if seats[0] == first else without_the_first(setup)
    seats = _with_names_apart(_with_what_they_keep(connection, seats))
    noted = replace(noted, favorites=kept_games.favorites(connection, place.guild))
    row = _row_of_lobby(place, host, seats, setup, seed, now)
    row.number, row.indexed, row.marks.meanwhile = number, row.writes, encoding.encode(noted)
    row.id = table_rows.insert_table(connection, row)
    table_people.write(connection, {row.id: named(row.host, seats, (), noted)})
    table_rows.seat_people(connection, row.id, people(seats))
    return Table(row, now)


def _with_names_apart(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with distinct names. Equal names get numbers, in the order of the seats."""
    names = told_apart([seat.name for seat in seats])
    return tuple(replace(seat, name=name) for seat, name in zip(seats, names, strict=True))


def _row_of_lobby(
    place: Place, host: Who, seats: tuple[Seat, ...], setup: Setup, seed: Seed, now: datetime
) -> TableRow:
    """Return the row of a table that has just been opened."""
    return TableRow(
        guild=place.guild,
        channel=place.channel,
        guild_name=place.guild_name[:100],
        channel_name=place.channel_name[:100],
        host=host.id,
        host_name=called(seats, host)[:100],
        status=Status.LOBBY,
        setup=encoding.encode(setup),
        seats=encoding.encode(seats),
        commitment=seed.commitment(),
        seed=seed.reveal(),
        marks=Marks(changed=now, due=now + GRACE),
        parent=place.parent,
        private=place.is_private or None,
        form=encoding.form(setup),
    )


def check(setup: Setup) -> None:
    """Raise `Refused` or `Trouble` if a set-up is not possible."""
    if not is_offered(setup.rules()) or setup.variant not in VARIANTS:
        raise Trouble(Code.NOT_PLAYED_HERE)
    if len(setup.forfeit) > LONGEST_FORFEIT:
        raise Trouble(Code.FORFEIT_LENGTH, most=LONGEST_FORFEIT)
    if setup.clock is not None and not SHORTEST_CLOCK <= setup.clock <= LONGEST_CLOCK:
        raise Trouble(Code.CLOCK_RANGE, low=SHORTEST_CLOCK, high=LONGEST_CLOCK)


def without_the_first(setup: Setup) -> Setup:
    """Return the set-up after its first seat was removed.

    The player in that seat was to open the game. Now a roll-off decides (S5), or the next player in order of play
    opens (S4).
    """
    return setup if setup.in_play else replace(setup, no_roll_off=False)


def _with_what_they_keep(connection: Connection, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    kept = preferences.seat_preferences(connection, people(seats))
    return tuple(_with(seat, kept[seat.user]) if seat.user is not None else seat for seat in seats)


def _with(seat: Seat, kept: SeatPreferences) -> Seat:
    return replace(seat, brought=replace(seat.brought, lucky=kept.lucky), look=kept.dice)
