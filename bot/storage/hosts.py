"""Read the hosts and parameters of a PostgreSQL address, in all forms that PostgreSQL's own programs accept.

An address may name several hosts, for example a primary and its standby. The bot connects to the first one that
answers and that accepts writes.
"""

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from sqlalchemy import URL

if TYPE_CHECKING:
    from asyncpg import Connection

CONNECTING = 10.0
"""The seconds to wait for a connection. If there are several hosts, they share this time."""

AT_LEAST = 2.0
"""The least time in seconds for each host to answer, if there are several hosts."""

SEVERAL = re.compile(
    r"(?P<start>postgres(?:ql)?(?:\+\w+)?://(?:[^:/]*(?::[^@]*)?@)?)(?P<hosts>[^/?@]*,[^/?@]*)(?P<path>[^?]*)\??(?P<query>.*)"
)
"""Matches an address with several hosts, which are between the two slashes and the name of the database."""

WRITABLE = "read-write"
"""The default of `target_session_attrs` if an address names several hosts, because the bot writes."""


def hosts_as_parameter(text: str) -> str:
    """Return an address in which the parameter `host` lists the hosts, if there are several.

    Otherwise return it unchanged.

    SQLAlchemy cannot read several hosts in their usual place, because it reads only one port there.
    """
    found = SEVERAL.fullmatch(text)
    if found is None:
        return text
    query = f"&{found['query']}" if found["query"] else ""
    return f"{found['start']}{found['path'] or '/'}?host={found['hosts']}{query}"


def with_hosts_listed(url: URL) -> URL:
    """Return `url` with its hosts and ports as the parameters `host` and `port`, which are lists separated by commas.

    If there are several hosts, `target_session_attrs` is `WRITABLE` by default. An address without a host does not
    change. Raises `ValueError` if the hosts or ports cannot be read.
    """
    specs = [url.host] if url.host is not None else _values(url, "host")
    found = [(unquote(url.host), str(url.port or ""))] if url.host is not None else [_host(each) for each in specs]
    asked = _values(url, "port")
    asked = asked * len(found) if len(asked) == 1 else asked or [""] * len(found)
    if not found:
        return url
    if len(asked) != len(found):
        raise ValueError("there is not a port for each host")
    ports = [own or other for (_, own), other in zip(found, asked, strict=True)]
    if not all(name for name, _ in found) or not all(not port or 0 < int(port) < 2**16 for port in ports):
        raise ValueError("a host is empty, or a port is out of range")
    listed = {"host": ",".join(name for name, _ in found)} | ({"port": ",".join(ports)} if any(ports) else {})
    if len(found) > 1 and "target_session_attrs" not in url.query:
        listed["target_session_attrs"] = WRITABLE
    others = {word: value for word, value in url.query.items() if word not in ("host", "port")}
    return url.set(host=None, port=None, query={**others, **listed})


def _values(url: URL, word: str) -> list[str]:
    """Return the values of a parameter. The address may separate them by commas, or repeat the parameter."""
    value = url.query.get(word, "")
    return (value if isinstance(value, str) else ",".join(value)).split(",") if value else []


def _host(spec: str) -> tuple[str, str]:
    """Return the name (or the folder of a socket) and the port of a host.

    Examples are `h1`, `h1:5432` and `[::1]:5432`. The port is "" if there is none.
    """
    if (bracketed := re.fullmatch(r"\[([^\]]+)\](?::(\d*))?", spec)) is not None:
        return bracketed[1], bracketed[2] or ""
    if spec.startswith("/") or spec.count(":") > 1:
        return spec, ""
    name, _, port = spec.partition(":")
    return name, port


def hosts_of(url: URL) -> list[tuple[str | None, int | None]]:
    """Return the hosts and ports of an address from `with_hosts_listed`, as pairs. None means the default."""
    names, ports = _values(url, "host"), _values(url, "port")
    if not names:
        return [(None, int(ports[0]) if ports else None)]
    return [(name, int(port) if port else None) for name, port in zip(names, ports or [""] * len(names), strict=True)]


ENVIRONMENT = {
    **{
        word: f"PG{word.replace('_', '').upper()}"
        for word in (
            *("host", "port", "user", "password", "database", "passfile", "service", "servicefile", "krbsrvname"),
            *("sslmode", "sslcert", "sslkey", "sslrootcert", "sslcrl", "sslnegotiation", "target_session_attrs"),
            *("ssl_min_protocol_version", "ssl_max_protocol_version", "options"),
        )
    },
    "connect_timeout": "PGCONNECT_TIMEOUT",
    "channel_binding": "PGCHANNELBINDING",
    "gssencmode": "PGGSSENCMODE",
    "require_auth": "PGREQUIREAUTH",
    "sslcompression": "PGSSLCOMPRESSION",
    "sslsni": "PGSSLSNI",
    "load_balance_hosts": "PGLOADBALANCEHOSTS",
}
"""The parameters that PostgreSQL's own programs can read from their environment, with the names of the variables."""

NOT_OF_THE_DRIVER = {
    *("connect_timeout", "channel_binding", "gssencmode", "require_auth", "sslcompression", "sslsni"),
    *("load_balance_hosts", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count"),
    *("tcp_user_timeout", "fallback_application_name"),
}
"""The parameters of PostgreSQL's own programs that asyncpg would mistake for settings of the server."""


def for_programs(url: URL) -> dict[str, str]:
    """Return `url` as environment variables for PostgreSQL's own programs.

    Parameters that these programs do not know become settings of the session.
    """
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
    known = {ENVIRONMENT[word]: value for word, value in words.items() if word in ENVIRONMENT}
    unknown = {word: value for word, value in words.items() if word not in ENVIRONMENT.keys() | NOT_OF_THE_DRIVER}
    settings = [f"-c {word}={_blanks_kept(value)}" for word, value in unknown.items()]
    options = " ".join([*([known["PGOPTIONS"]] if "PGOPTIONS" in known else []), *settings])
    return {**known, "PGOPTIONS": options} if options else known


def _blanks_kept(value: str) -> str:
    return value.replace("\\", "\\\\").replace(" ", "\\ ")


class Connect:
    """Connects to the first host that answers and has the role that `target_session_attrs` asks for.

    The host that was used last is tried first. Each host gets its own share of the time, because a machine that was
    switched off does not answer at all.
    """

    def __init__(self, url: URL, **options: Any) -> None:
        """Set up connections to `url`. `options` are those of `asyncpg.connect`.

        Raises `ValueError` if the hosts or ports cannot be read.
        """
        url = with_hosts_listed(url)
        self._hosts = hosts_of(url)
        self._options = options
        limit = url.query.get("connect_timeout", "")
        own = float(limit) if isinstance(limit, str) and limit.isdecimal() and int(limit) else None
        self._timeout = own or max(CONNECTING / len(self._hosts), AT_LEAST)
        kept = {word: value for word, value in url.query.items() if word not in {*NOT_OF_THE_DRIVER, "host", "port"}}
        bare = url.set(drivername="postgresql", host=None, port=None, query=kept)
        self._dsn = bare.render_as_string(hide_password=False)

    async def __call__(self) -> "Connection":
        """Return a new connection. Raises the error of the last host if no host can be used."""
        import asyncpg  # not needed on SQLite

        failed: Exception = ConnectionRefusedError(NOT_WANTED)
        for host, port in tuple(self._hosts):
            try:
                found: Connection = await asyncpg.connect(
                    self._dsn, host=host, port=port, timeout=self._timeout, **self._options
                )
            except asyncpg.TargetServerAttributeNotMatched:
                failed = ConnectionRefusedError(NOT_WANTED)
            except (OSError, asyncpg.PostgresConnectionError, asyncpg.CannotConnectNowError) as error:
                failed = error
            else:
                self._hosts.remove((host, port))
                self._hosts.insert(0, (host, port))
                return found
        raise failed


NOT_WANTED = "no host that answers is what target_session_attrs asks for"
