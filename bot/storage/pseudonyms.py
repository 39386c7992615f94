"""The numbers that take the place of people who are being forgotten.

A person gets another number on each server. While they are being forgotten there, some of their games have their id and
others have their number. Counting such games therefore needs both.
"""

import secrets

from sqlalchemy import Connection

from bot.storage import facts, servers

FORGETS = "forgets "
"""The beginning of the name of a stored fact: a person is being forgotten. The value is the time of the last step."""

INSTEAD = "instead of "
"""The beginning of the name of a stored fact: the number of a person, and the server on which they are being forgotten.

It exists until the person is forgotten there, so that all their rows on a server get the same number.
"""

_LEAST = 2**40
"""The numbers are at most minus this one. Other negative ids are those of computer players."""


def begin(connection: Connection, user: int, guild: int) -> int:
    """Return the number of a person on a server. From now on, their games there may have this number."""
    servers.hold(connection, guild)
    kept = (facts.fact(connection, f"{INSTEAD}{user}") or "").split()
    if len(kept) == 2 and int(kept[1]) == guild:
        return int(kept[0])
    number = -_LEAST - secrets.randbelow(2**62)
    facts.set_fact(connection, f"{INSTEAD}{user}", f"{number} {guild}")
    return number


def end(connection: Connection, user: int) -> None:
    """Record that a person has been forgotten on a server, which the caller has locked. The number stays unknown."""
    facts.drop_fact(connection, f"{INSTEAD}{user}")


def people(connection: Connection, guild: int) -> dict[int, int]:
    """Return the people who are being forgotten on a server, by their numbers. The caller has locked the server.

    An older version may have gone on with a person, and left the number behind.
    """
    found = {}
    for name, value in facts.facts_named(connection, INSTEAD).items():
        user, (number, where) = name.removeprefix(INSTEAD), value.split()
        if int(where) == guild and facts.fact(connection, f"{FORGETS}{user}") is not None:
            found[int(number)] = int(user)
    return found
