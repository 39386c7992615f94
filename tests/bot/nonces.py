"""Add nonces to the in-memory Discord. A message that is sent twice with the same nonce is posted only once."""

from datetime import datetime, timedelta
from typing import Any
from weakref import WeakKeyDictionary

import simcord.http.router as router

KEPT = timedelta(minutes=3)
"""The time for which a nonce is remembered. Discord promises "a few minutes"."""

Known = dict[tuple[str, str], tuple[datetime, Any]]

_KNOWN: WeakKeyDictionary[Any, Known] = WeakKeyDictionary()


def install() -> None:
    """Patch simcord, whose version is pinned, to enforce the nonce of a message that asks for it."""
    routes = router._ROUTES["POST"]
    at = next(at for at, (path, _) in enumerate(routes) if path == ["channels", "{channel_id}", "messages"])
    template, carry_out = routes[at]

    def once(asked: Any) -> Any:
        body = asked.json if isinstance(asked.json, dict) else {}
        if not body.get("enforce_nonce"):
            return carry_out(asked)
        now, known = asked.backend.clock.now(), _KNOWN.setdefault(asked.backend, {})
        since, done = known.get(name := (asked.path, str(body["nonce"])), (now - 2 * KEPT, None))
        if now - since > KEPT:
            since, done = known[name] = now, carry_out(asked)
        return done

    routes[at] = template, once
