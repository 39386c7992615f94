"""People's answers to the daily puzzles, and the servers on which a puzzle was or will be posted."""

from sqlalchemy import Connection, and_, case, delete, func, insert, or_, select, update

from bot.storage import schema as db
from bot.storage.preferences import IS_UNDERSTOOD

_A, _S = db.puzzle_answers.c, db.server_settings.c


def answer(connection: Connection, day: int, guild: int, user: int, said: str) -> str:
    """Store a person's answer to the puzzle of a day if it is their first. Return the stored answer."""
    given = connection.execute(select(_A.answer).where(_A.day == day, _A.user == user)).scalar()
    if given is not None:
        return str(given)
    values = {"day": day, "user": user, "guild": guild, "answer": said}
    connection.execute(insert(db.puzzle_answers).values(values))
    return said


def tried(connection: Connection, day: int, guild: int, best: str) -> tuple[int, int]:
    """Return the number of people on a server who gave the `best` answer to a day's puzzle, and of all who answered."""
    right = func.coalesce(func.sum(case((_A.answer == best, 1), else_=0)), 0)
    row = connection.execute(select(right, func.count()).where(_A.day == day, _A.guild == guild)).one()
    return int(row[0]), int(row[1])


def wanted(connection: Connection, day: int, hour: int) -> list[tuple[int, int]]:
    """Return the servers on which the puzzle of a day is to be posted by this hour, each with its channel.

    Servers on which it was posted already are left out.
    """
    is_new = or_(_S.puzzle_posted.is_(None), _S.puzzle_posted < day)
    query = select(_S.guild, _S.puzzle_channel).where(_S.puzzle_channel.is_not(None), _S.puzzle_hour <= hour, is_new)
    query = query.where(IS_UNDERSTOOD)
    return [(row.guild, row.puzzle_channel) for row in connection.execute(query)]


def take(connection: Connection, guild: int, day: int) -> bool:
    """Record that the puzzle of a day is posted on a server. Return False if that was recorded before."""
    is_new = or_(_S.puzzle_posted.is_(None), _S.puzzle_posted < day)
    taken = connection.execute(
        update(db.server_settings).where(and_(_S.guild == guild, is_new, IS_UNDERSTOOD)).values(puzzle_posted=day)
    )
    return taken.rowcount == 1


def prune(connection: Connection, day: int) -> None:
    """Delete the answers to puzzles of days before `day`."""
    connection.execute(delete(db.puzzle_answers).where(_A.day < day))
