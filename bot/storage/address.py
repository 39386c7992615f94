"""DATABASE_URL: read and checked, and the engines for what it names.

No sentence here quotes the address: where it is written wrongly, a part of the password may stand anywhere in it.
"""

import uuid
from functools import partial
from typing import Any

import asyncpg
from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from bot.settings import CannotStart

FORMS = "sqlite:///path/to/file or postgresql://user:password@host/database"
CONNECTING = 10.0
"""Seconds within which a connection is made, or the server is away."""
SSL_MODES = ("disable", "allow", "prefer", "require", "verify-ca", "verify-full")

UNREADABLE = (
    f"DATABASE_URL cannot be read: it looks like {FORMS}; signs such as @ : / ? # % in a name or a password are "
    "written as % and two hexadecimal digits."
)
UNKNOWN_KIND = f"DATABASE_URL names a kind of database that the bot does not know: it looks like {FORMS}."
NO_FILE = (
    "DATABASE_URL names no file for SQLite: it has three slashes and then a path, as in sqlite:///data/games.sqlite."
)
BAD_SSL_MODE = f"sslmode in DATABASE_URL is one of {', '.join(SSL_MODES)}; the one that is set is none of these."


def read(text: str | URL) -> URL:
    """The address that `text` is, of a kind that the bot knows. Raises `CannotStart`."""
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise CannotStart(UNREADABLE) from None
    kind = url.drivername.partition("+")[0]
    if kind == "sqlite":
        if url.host is not None or not url.database or url.database.startswith((":", "file:")):
            raise CannotStart(NO_FILE)
        return url
    if kind not in ("postgresql", "postgres"):
        raise CannotStart(UNKNOWN_KIND)
    if url.port is not None and not 0 < url.port < 2**16:
        raise CannotStart(UNREADABLE)
    if url.query.get("sslmode", SSL_MODES[0]) not in SSL_MODES:
        raise CannotStart(BAD_SSL_MODE)
    return url


FOR_PROGRAMS = (
    *("host", "port", "user", "password", "database", "passfile", "service", "servicefile", "krbsrvname"),
    *("sslmode", "sslcert", "sslkey", "sslrootcert", "sslcrl", "ssl_min_protocol_version", "ssl_max_protocol_version"),
    "target_session_attrs",
)
"""Words of an address that PostgreSQL's own programs know: PGHOST and so on in their environment."""


def for_programs(url: URL) -> dict[str, str]:
    """The environment that says to PostgreSQL's own programs what `url` says; what none of them knows is a setting."""
    given = {
        "host": url.host,
        "port": url.port,
        "user": url.username,
        "password": url.password,
        "database": url.database,
    }
    words = {word: str(value) for word, value in given.items() if value is not None}
    for word, value in url.query.items():
        words["database" if word == "dbname" else word] = value if isinstance(value, str) else ",".join(value)
    known = {f"PG{word.replace('_', '').upper()}": words[word] for word in FOR_PROGRAMS if word in words}
    settings = [f"-c {word}={_blanks_kept(value)}" for word, value in words.items() if word not in FOR_PROGRAMS]
    return {**known, "PGOPTIONS": " ".join(settings)} if settings else known


def _blanks_kept(value: str) -> str:
    return value.replace("\\", "\\\\").replace(" ", "\\ ")


def postgresql(url: URL, patience: float | None = None, is_pooled: bool = False, **options: Any) -> AsyncEngine:
    """An engine for the PostgreSQL at `url`, where one statement may take so many seconds (None: any).

    `is_pooled`: a pooler stands between, which gives each transaction any of its connections. So no statement is kept
    prepared beyond its own transaction, under a name that no other has.

    asyncpg reads the address by itself, as PostgreSQL's own programs do: `sslmode`, `sslrootcert` and the like
    mean what they mean there, and what no program knows is a setting of the session.
    """
    connect = partial(asyncpg.connect, dsn(url), timeout=CONNECTING, command_timeout=patience)
    if not is_pooled:
        return create_async_engine("postgresql+asyncpg://", async_creator=connect, hide_parameters=True, **options)

    def pooled() -> Any:
        return engine.sync_engine.dialect.loaded_dbapi.connect(
            async_creator_fn=partial(connect, statement_cache_size=0),
            prepared_statement_cache_size=0,
            prepared_statement_name_func=lambda: f"s{uuid.uuid4().hex}",
        )

    engine = create_async_engine("postgresql+asyncpg://", creator=pooled, hide_parameters=True, **options)
    return engine


def dsn(url: URL) -> str:
    """The address as PostgreSQL's own programs take it. It has the password in it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
