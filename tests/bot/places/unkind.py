"""Make the in-memory Discord refuse a request for which the bot lacks a permission, as Discord itself does."""

from typing import Any

import simcord.http.router
import simcord.interactions
from simcord.backend import Backend, errors, serializers
from simcord.backend.errors import BackendError
from simcord.backend.models import Channel
from simcord.http.router import RequestContext

from bot.operating.inviting import NEEDED
from bot.sandbox.adapter import LocalDiscord, Request
from bot.sandbox.adapter.backing import Backing
from bot.sandbox.errors import RefusalError
from bot.sandbox.strict_places import check_place

INVITED_WITH = NEEDED
"""The permissions for which the invitation in README.md asks."""

_dispatch: Any = simcord.http.router.dispatch
_check_faults: Any = simcord.http.router._check_faults
_payload: Any = simcord.interactions.base_payload


def _refuse(backend: Backend, method: str, path: str) -> None:
    """Raise an error if Discord would refuse the request that was logged last."""
    _check_faults(backend, method, path)
    if not isinstance(backend, Backing):  # a `Backing` checks requests itself
        _check(backend, method, path)


def _dispatch_and_note(backend: Backend, method: str, path: str, **more: Any) -> Any:
    """Carry out a request. If it is refused, record its number and Discord's error code."""
    number = len(backend.http_requests)
    try:
        return _dispatch(backend, method, path, **more)
    except BackendError as error:
        refused_by(backend)[number] = error.code
        raise


def refused_by(backend: Backend) -> dict[int, int]:
    """Return Discord's error code for each refused request, by the request's number."""
    found: dict[int, int] = backend.__dict__.setdefault("refused", {})
    return found


def _check(backend: Backend, method: str, path: str) -> None:
    body = backend.http_requests[-1].json
    said = (body.get("data") or body) if isinstance(body, dict) else {}
    files: Any = [(each.get("filename", ""), None, None) for each in said.get("attachments") or () if "id" in each]
    parts = path.strip("/").split("/")
    guild = backend.guilds.get(int(parts[1])) if parts[0] == "guilds" else None
    if guild is not None and backend.bot_user.id not in guild.members:
        raise errors.unknown_guild()
    if files and getattr(backend, "refuses_files", False):
        raise errors.invalid_form_body("files: not with these components")
    try:
        check_place(LocalDiscord.over(backend), Request(method, path, body, files=files))
    except RefusalError as error:
        raise BackendError(error.status, error.code, error.message, errors=error.errors) from None
    if method == "POST" and parts[0] == "channels" and parts[2:] == ["messages"]:
        _reopen(backend, int(parts[1]))


def _reopen(backend: Backend, channel_id: int) -> None:
    """Open an archived thread, as a new message does."""
    channel = backend.channels.get(channel_id)
    if channel is not None and channel.thread_metadata is not None and channel.thread_metadata.archived:
        backend.edit_channel(channel_id, {}, thread_metadata={"archived": False})


def _may_open_threads(handler: Any) -> Any:
    """Let people reopen an archived thread if they may write in it, although simcord demands Manage Channels."""

    def edit(ctx: RequestContext) -> Any:
        channel: Channel | None = ctx.backend.channels.get(ctx.int_arg("channel_id"))
        if channel is None or not channel.is_thread or ctx.json != {"archived": False}:
            return handler(ctx)
        ctx.require_channel_permissions(channel.id, "send_messages_in_threads")
        _reopen(ctx.backend, channel.id)
        return dict(serializers.channel_payload(ctx.backend, channel))

    return edit


def _told_its_permissions(backend: Any, **facts: Any) -> Any:
    """Return an interaction that tells the bot its permissions as Discord does.

    If the bot is not on the server, these are the permissions of @everyone.
    """
    record, payload = _payload(backend, **facts)
    guild = backend.guilds.get(facts["guild_id"])
    if guild is not None and backend.bot_user.id not in guild.members:
        payload["app_permissions"] = str(guild.everyone_role.permissions)
    return record, payload


def install() -> None:
    """Patch simcord, whose version is pinned, so that it refuses requests as described above."""
    simcord.http.router._check_faults = _refuse
    simcord.http.router.dispatch = _dispatch_and_note
    simcord.interactions.base_payload = _told_its_permissions
    routes = simcord.http.router._ROUTES["PATCH"]
    at = next(at for at, (template, _) in enumerate(routes) if template == ["channels", "{channel_id}"])
    routes[at] = routes[at][0], _may_open_threads(routes[at][1])


def as_invited(backend: Backend, guild_id: int) -> None:
    """Give the bot the permissions that its invitation to this server asks for, and no others."""
    guild = backend.guilds[guild_id]
    for role in guild.members[backend.bot_user.id].role_ids:
        guild.roles[role].permissions = INVITED_WITH.value
    backend.announce_role_updates(guild_id, [guild.roles[role] for role in guild.members[backend.bot_user.id].role_ids])
