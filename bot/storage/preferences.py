"""The choices of servers for their tables, the choices of people for themselves, and named house rules.

Each server or person has one row. Those who have chosen nothing have no row.
"""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, delete, func, literal, select, text, update

from bot.storage import ALL, Condition, ids
from bot.storage import schema as db
from bot.storage.bulk import Upsert

Row = Mapping[str, Any]
"""The values of a row by column name, without the key."""

SERVERS, PEOPLE = db.server_settings, db.preferences
"""The tables with the choices of servers and with the choices of people."""

FORM = 1
"""The newest form of a server's choices that this version of the bot can read. It writes them in this form."""

IS_UNDERSTOOD: Condition = SERVERS.c.form <= FORM
"""The condition that this version of the bot can read a server's choices."""

_SEEN = Upsert(db.locales, replaced=("locale",))


def chosen(connection: Connection, whose: Table, keys: Collection[int]) -> dict[int, Row]:
    """Return the choices of these servers or people, by id. `whose` is `SERVERS` or `PEOPLE`.

    Servers and people who have chosen nothing are left out, and so are servers whose choices a newer version of the
    bot has written.
    """
    (key,) = whose.primary_key
    found = connection.execute(select(whose).where(key.in_(keys), _understood(whose))).mappings()
    return {row[key]: {str(name): row[name] for name in row if name not in (key.name, "form")} for row in found}


def choose(connection: Connection, whose: Table, key: int, row: Row, changes: Row) -> bool:
    """Store `changes` in a row. If there is no row yet, store the whole `row` with these changes.

    Two changes at the same time do not undo each other. Return False if a newer version of the bot has written the
    row. In that case nothing changes.
    """
    changes = {**changes, **({"form": FORM} if whose is SERVERS else {})}
    upsert = Upsert(whose, replaced=changes, where=_understood(whose)).statement(connection)
    return connection.execute(upsert, {_key(whose): key, **row, **changes}).rowcount == 1


def forget(connection: Connection, user: int) -> None:
    """Delete the choices of a person."""
    connection.execute(delete(PEOPLE).where(PEOPLE.c.user == user))


def is_newer(connection: Connection, guild: int) -> bool:
    """Return whether a newer version of the bot has written a server's choices."""
    newer = select(SERVERS.c.guild).where(SERVERS.c.guild == guild, ~IS_UNDERSTOOD)
    return connection.execute(newer).first() is not None


def _understood(whose: Table) -> Condition:
    return IS_UNDERSTOOD if whose is SERVERS else ALL


def replays(connection: Connection) -> dict[int, int]:
    """Return the number of months for which each server keeps replays, by server.

    Servers that keep replays without a time limit are left out, and so are servers whose choices a newer version has
    written.
    """
    it = SERVERS.c
    query = select(it.guild, it.replays).where(it.replays.is_not(None), IS_UNDERSTOOD)
    return {row.guild: row.replays for row in connection.execute(query)}


def server_languages(connection: Connection) -> dict[int, str]:
    """Return the languages of the servers, by server. Servers without a language are left out."""
    it = SERVERS.c
    query = select(it.guild, it.language).where(text("language <> ''"), IS_UNDERSTOOD)
    return {row.guild: row.language for row in connection.execute(query)}


class Language(msgspec.Struct, frozen=True):
    """The language that a person chose, and the person's last known language in Discord.

    Either is "" if there is none.
    """

    chosen: str = ""
    seen: str = ""

    @property
    def now(self) -> str:
        """Return the language in which the bot addresses the person.

        This is the chosen language or, if none was chosen, the language in Discord.
        """
        return self.chosen or self.seen


def languages(connection: Connection, users: Collection[int]) -> dict[int, Language]:
    """Return the `Language` of each of these people. Its fields are "" for a person whom the bot has never seen."""
    it, seen = PEOPLE.c, db.locales.c
    query = select(seen.user, func.coalesce(it.language, ""), seen.locale).outerjoin(PEOPLE, it.user == seen.user)
    found = connection.execute(query.where(seen.user.in_(users)))
    return dict.fromkeys(users, Language()) | {user: Language(*both) for user, *both in found}


def see_locale(connection: Connection, user: int, locale: str) -> None:
    """Store the language that Discord last reported for a person."""
    _SEEN.write(connection, [(user, locale[:10])])


class SeatPreferences(msgspec.Struct, frozen=True):
    """A person's preferences whenever they sit down: their lucky words ("" for none), and the look of their dice."""

    lucky: str = ""
    dice: str = ""


def seat_preferences(connection: Connection, users: Collection[int]) -> dict[int, SeatPreferences]:
    """Return the `SeatPreferences` of each of these people."""
    it = PEOPLE.c
    found = connection.execute(select(it.user, it.lucky, it.dice).where(it.user.in_(users)))
    return dict.fromkeys(users, SeatPreferences()) | {row.user: SeatPreferences(row.lucky, row.dice) for row in found}


def dm_styles(connection: Connection, users: Collection[int]) -> dict[int, str]:
    """Return the style of DMs that each of these people chose. People who chose none are left out."""
    it = PEOPLE.c
    return {row.user: row.dms for row in connection.execute(select(it.user, it.dms).where(it.user.in_(users)))}


class Totals(msgspec.Struct, frozen=True):
    """Two numbers about a person: their kept games, and their different achievements on all servers."""

    games: int
    achievements: int


def totals(connection: Connection, users: Collection[int], most: int) -> dict[int, Totals]:
    """Return the numbers of games and achievements of these people, by person.

    At most `most` games of a person are counted, so that the single statement reads at most `most` rows of their
    games.
    """
    wanted, seats, held = sorted(set(users)), db.players.c, db.achievements.c
    if not wanted:
        return {}
    counts = []
    for user in wanted:
        some = select(literal(1)).where(seats.user == user).limit(most).subquery()
        counts.append(select(func.count()).select_from(some).scalar_subquery())
        counts.append(select(func.count(held.name.distinct())).where(held.user == user).scalar_subquery())
    found = list(connection.execute(select(*counts)).one())
    return {user: Totals(*found[2 * at : 2 * at + 2]) for at, user in enumerate(wanted)}


def _key(whose: Table) -> str:
    (key,) = whose.primary_key
    return key.name


_RULES = db.named_rules.c


def kept_rules(connection: Connection, guild: int) -> list[Row]:
    """Return all named house rules of a server, in the order of their names."""
    query = select(db.named_rules).where(_RULES.guild == guild).order_by(_RULES.key)
    return [dict(row) for row in connection.execute(query).mappings()]


def rules_by_id(connection: Connection, guild: int, number: int) -> Row | None:
    """Return a server's house rules with this id, or None."""
    return _rules_where(connection, _RULES.guild == guild, _RULES.id == number)


def rules_by_key(connection: Connection, guild: int, key: str) -> Row | None:
    """Return a server's house rules with this `key`, or None.

    The key is the name in the form that is used for comparison.
    """
    return _rules_where(connection, _RULES.guild == guild, _RULES.key == key)


def count_rules(connection: Connection, guild: int) -> int:
    """Return the number of named house rules that a server keeps."""
    return connection.execute(select(func.count()).where(_RULES.guild == guild)).scalar_one()


def add_rules(connection: Connection, row: Row) -> None:
    """Store new house rules."""
    ids.add_row(connection, db.named_rules, row)


def change_rules(connection: Connection, number: int, row: Row) -> None:
    """Replace columns of the house rules with the id `number`."""
    connection.execute(update(db.named_rules).where(_RULES.id == number).values(dict(row)))


def forget_rules(connection: Connection, guild: int, number: int) -> None:
    """Delete a server's house rules with the id `number`."""
    connection.execute(delete(db.named_rules).where(_RULES.guild == guild, _RULES.id == number))


def _rules_where(connection: Connection, *which: Any) -> Row | None:
    found = connection.execute(select(db.named_rules).where(*which)).mappings().one_or_none()
    return dict(found) if found is not None else None
