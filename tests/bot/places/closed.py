"""Define the restrictions that keep the bot out of a channel, such as a missing permission."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

import discord
from simcord import ChannelHandle
from simcord.backend import serializers
from simcord.backend.models import Channel, Overwrite
from simcord.enums import ChannelType, OverwriteType

from tests.bot.stage import Stage
from tests.clock import utc_now

Act = Callable[[Stage], None]


class Closed(NamedTuple):
    """Describe a restriction that keeps the bot out of a channel.

    `take` begins the restriction, `give` ends it, and `words` are the words that the bot must say about it.
    """

    take: Act
    give: Act
    words: tuple[str, ...]
    place: Act | None = None
    """A function that moves the players from the channel to another place, or None."""
    is_mute: bool = False
    """Whether people cannot press buttons during the restriction either."""
    is_ours: bool = False
    """Whether only the log reports the restriction, because nobody on the server can end it."""
    is_quiet: bool = False
    """Whether the bot has to try again, because Discord sends no event when the restriction ends."""
    ends: bool = False
    """Whether a game that cannot be shown ends."""

    def stops_turns(self) -> bool:
        """Return whether no turn may time out, because the bot believes that it cannot even edit its messages."""
        is_known = bool(self.words) and not self.is_quiet
        return self.is_mute or (is_known and not any("Send Messages" in word for word in self.words))


def _overwrite(stage: Stage, deny: int) -> None:
    backend = stage.env.backend
    where = backend.channels[stage.channel.id].permission_channel_id()
    if deny:
        backend.set_overwrite(where, Overwrite(backend.bot_user.id, OverwriteType.MEMBER, 0, deny))
    else:
        backend.delete_overwrite(where, backend.bot_user.id)


def without(permission: str, place: Act | None = None, says: tuple[str, ...] = ()) -> Closed:
    """Return a restriction in which the bot lacks `permission` in the channel."""
    flag: int = getattr(discord.Permissions, permission).flag
    return Closed(lambda stage: _overwrite(stage, flag), lambda stage: _overwrite(stage, 0), says, place)


def new_thread(stage: Stage, kind: int, parent: ChannelHandle | None = None) -> Channel:
    """Have Ann open a thread, add everybody except the bot to it, and make it the stage's channel."""
    backend = stage.env.backend
    above = parent or stage.channel
    thread = backend.create_thread(above.id, "corner", stage.people["Ann"].id, type=kind, broadcast=False)
    for who in stage.people.values():
        thread.thread_members[who.id] = backend.now_iso()
    backend.emit("THREAD_CREATE", serializers.channel_payload(backend, thread))
    stage.channel = ChannelHandle(stage.env, stage.guild, thread)
    return thread


def thread(stage: Stage) -> None:
    """Move the game to a thread."""
    new_thread(stage, ChannelType.PUBLIC_THREAD)


def private_thread(stage: Stage) -> None:
    """Move the game to a private thread of which the bot is a member."""
    _come_in(stage, new_thread(stage, ChannelType.PRIVATE_THREAD))


def forum(stage: Stage) -> None:
    """Move the game to a post of a forum."""
    new_thread(stage, ChannelType.PUBLIC_THREAD, stage.guild.create_forum_channel("games"))


def announcements(stage: Stage) -> None:
    """Move the game to an announcement channel."""
    stage.channel = stage.guild.create_news_channel("news")


def _come_in(stage: Stage, thread: Channel) -> None:
    """Add the bot to a private thread, as Discord does if somebody mentions the bot there."""
    backend = stage.env.backend
    thread.thread_members[backend.bot_user.id] = backend.now_iso()
    backend.emit("THREAD_CREATE", serializers.channel_payload(backend, thread))
    me = dict(serializers.thread_member_payload(thread, backend.bot_user.id))
    _members_changed(stage, thread, added_members=[me])


def _go_out(stage: Stage) -> None:
    thread, me = stage.env.backend.channels[stage.channel.id], stage.env.backend.bot_user.id
    del thread.thread_members[me]
    _members_changed(stage, thread, removed_member_ids=[str(me)])


def _members_changed(stage: Stage, thread: Channel, **change: Any) -> None:
    told = {"id": str(thread.id), "guild_id": str(thread.guild_id), "member_count": len(thread.thread_members)}
    stage.env.backend.emit("THREAD_MEMBERS_UPDATE", told | change)


def _back_in(stage: Stage) -> None:
    _come_in(stage, stage.env.backend.channels[stage.channel.id])


def _metadata(**values: bool) -> Act:
    def change(stage: Stage) -> None:
        stage.env.backend.edit_channel(stage.channel.id, {}, thread_metadata=values)

    return change


def _time_out(stage: Stage, until: datetime | None) -> None:
    backend = stage.env.backend
    guild = backend.guilds[stage.guild.id]
    member = guild.members[backend.bot_user.id]
    member.timed_out_until = until.isoformat() if until is not None else None
    told = dict(serializers.member_payload(backend, guild, member)) | {"guild_id": str(guild.id)}
    with stage.env._bot_scope():
        stage.bot._connection.parsers["GUILD_MEMBER_UPDATE"](told)  # no intent is needed for this


def _put_out(stage: Stage) -> None:
    """Remove the bot from the server, but leave its commands there."""
    backend = stage.env.backend
    guild = backend.guilds[stage.guild.id]
    setattr(stage, "was_member", guild.members.pop(backend.bot_user.id))  # noqa: B010
    backend.emit("GUILD_DELETE", {"id": str(guild.id)})


def _put_back(stage: Stage) -> None:
    backend = stage.env.backend
    guild = backend.guilds[stage.guild.id]
    guild.members[backend.bot_user.id] = getattr(stage, "was_member")  # noqa: B009
    backend.emit("GUILD_CREATE", serializers.guild_create_payload(backend, guild))


def gone(take: Act, place: Act | None = None) -> Closed:
    """Return a restriction in which a place was deleted together with its messages.

    Nobody can press a button in the deleted place, and the bot says nothing about it.
    """
    return Closed(take, lambda _stage: None, (), place, is_mute=True, is_ours=True, is_quiet=True, ends=True)


def code(status: int, number: int, *calls: tuple[str, str], says: tuple[str, ...] = (), ends: bool = False) -> Closed:
    """Return a restriction in which Discord refuses `calls` with an error code.

    The bot has every permission that it needs.
    """

    def take(stage: Stage) -> None:
        for method, path in calls:
            where = path.format(channel=stage.channel.id)
            stage.env.inject_error(method, where, status=status, code=number, message="Refused", times=None)

    return Closed(
        take, lambda stage: stage.env.backend.faults.clear(), says, is_ours=not says, is_quiet=True, ends=ends
    )


POST, EDIT = ("POST", "/channels/{channel}/messages"), ("PATCH", "/channels/{channel}/messages/*")

THREADS, COMMANDS = ("POST", "/channels/{channel}/messages/*/threads"), ("PUT", "/applications/*/commands")

BY = {"posts": (POST,), "edits": (EDIT,), "posts and edits": (POST, EDIT)}

MANAGER = ("server manager",)

IN_TIMEOUT = timedelta(days=7)

PLACES = {"a private thread": private_thread, "a forum's post": forum, "an announcement channel": announcements}

WITHOUT: dict[str, tuple[str, tuple[str, ...]]] = {
    "view_channel": ("View Channel", ("**View Channel**", "server manager")),
    "embed_links": ("Embed Links", ()),
    "attach_files": ("Attach Files", ()),
    "read_message_history": ("Read Message History", ()),
}

LOCKED = ("locked", "moderator")

ALL: dict[str, Closed] = {
    "no View Channel": without("view_channel", says=("**View Channel**", "server manager")),
    "no Send Messages": without("send_messages", says=("**Send Messages**", "server manager")),
    "no Embed Links": without("embed_links"),
    "no Attach Files": without("attach_files"),
    "no Read Message History": without("read_message_history"),
    "no Create Public Threads": without("create_public_threads"),
    "no Send Messages in Threads": without(
        "send_messages_in_threads", thread, ("**Send Messages in Threads**", "server manager")
    ),
    "no Send Messages in Threads, in a channel": without("send_messages_in_threads"),
    "no Send Messages, in a thread": without("send_messages", thread),
    "no View Channel, in a thread": without("view_channel", thread, ("**View Channel**", "server manager")),
    "out of a private thread": Closed(_go_out, _back_in, ("I’m not in", "Mention me there"), private_thread),
    "thread locked": Closed(_metadata(locked=True), _metadata(locked=False), LOCKED, thread),
    "thread archived": Closed(_metadata(archived=True), _metadata(archived=False), (), thread),
    "thread archived and locked": Closed(
        _metadata(archived=True, locked=True), _metadata(archived=False, locked=False), LOCKED, thread, is_mute=True
    ),
    "forum's post locked": Closed(_metadata(locked=True), _metadata(locked=False), LOCKED, forum),
    "forum's post": without("send_messages_in_threads", forum, ("**Send Messages in Threads**", "server manager")),
    "announcement channel": without("send_messages", announcements, ("**Send Messages**", "server manager")),
    **{
        f"no {name}, in {where}": without(permission, place, says)
        for where, place in PLACES.items()
        for permission, (name, says) in WITHOUT.items()
    },
    "timed out": Closed(
        lambda stage: _time_out(stage, utc_now() + IN_TIMEOUT),
        lambda stage: _time_out(stage, None),
        ("timed out", "moderator"),
    ),
    "put out": Closed(_put_out, _put_back, ("server manager", "invite me as a bot")),
    "channel deleted": gone(lambda stage: stage.env.backend.delete_channel(stage.channel.id)),
    "thread deleted": gone(lambda stage: stage.env.backend.delete_channel(stage.channel.id), thread),
    "server deleted": gone(lambda stage: stage.env.backend.remove_guild(stage.guild.id)),
    **{f"50001 to {what}": code(403, 50001, *calls, says=("**View Channel**", *MANAGER)) for what, calls in BY.items()},
    **{
        f"50013 to {what}": code(403, 50013, *calls, says=("**Send Messages**", *MANAGER)) for what, calls in BY.items()
    },
    **{f"50083 to {what}": code(400, 50083, *calls, says=("archived", "Post something")) for what, calls in BY.items()},
    **{f"160005 to {what}": code(400, 160005, *calls, says=LOCKED) for what, calls in BY.items()},
    **{f"50035 to {what}": code(400, 50035, *calls) for what, calls in BY.items()},
    **{f"10003 to {what}": code(404, 10003, *calls, ends=True) for what, calls in BY.items()},
    "10008 to edits": code(404, 10008, EDIT),
    "160002 to posts": code(400, 160002, POST, says=("**Read Message History**", *MANAGER)),
    "160006 to threads": code(400, 160006, THREADS),
    "30034 to commands": code(400, 30034, COMMANDS),
}
"""All restrictions by name."""
