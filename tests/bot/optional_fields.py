"""List the fields that Discord may leave out, each with the page of Discord's documentation that says so.

The pages are below https://docs.discord.com/developers. A question mark after a field's name means that the field may
be left out. A question mark before its type means that it may be null. If a page and Discord's own description of its
API differ, expect either. `tests.bot.unkind` leaves the fields out.
"""

from typing import NamedTuple

USER, MEMBER, CHANNEL, THREAD, MESSAGE = "user", "member", "channel", "thread", "message"
GUILD, ROLE, INTERACTION = "guild", "role", "interaction"

LEFT_OUT, NULL, EITHER = ("left out",), ("null",), ("left out", "null")
"""The ways in which a field can be missing."""

_USER = "resources/user#user-object"
_MEMBER = "resources/guild#guild-member-object"
_CHANNEL = "resources/channel#channel-object"
_THREAD = "resources/channel#thread-metadata-object"
_MESSAGE = "resources/message#message-object"
_GUILD = "resources/guild#guild-object"
_HEARD = "events/gateway-events#guild-create"
_ROLE = "topics/permissions#role-object"
_INTERACTION = "interactions/receiving-and-responding#interaction-object"


class Field(NamedTuple):
    """Describe a field that may be missing: its object, the ways in which it may be missing, and its documentation."""

    of: str
    name: str
    how: tuple[str, ...]
    page: str


COPES = (
    Field(USER, "global_name", EITHER, _USER),
    Field(USER, "avatar", NULL, _USER),
    Field(USER, "bot", LEFT_OUT, _USER),
    Field(USER, "system", LEFT_OUT, _USER),
    Field(USER, "public_flags", LEFT_OUT, _USER),
    Field(USER, "flags", LEFT_OUT, _USER),
    Field(USER, "verified", LEFT_OUT, _USER),
    Field(USER, "mfa_enabled", LEFT_OUT, _USER),
    Field(USER, "locale", LEFT_OUT, _USER),
    Field(MEMBER, "nick", EITHER, _MEMBER),
    Field(MEMBER, "avatar", EITHER, _MEMBER),
    Field(MEMBER, "joined_at", NULL, _MEMBER),
    Field(MEMBER, "premium_since", EITHER, _MEMBER),
    Field(MEMBER, "pending", LEFT_OUT, _MEMBER),
    Field(MEMBER, "communication_disabled_until", EITHER, _MEMBER),
    Field(CHANNEL, "guild_id", LEFT_OUT, _CHANNEL),
    Field(CHANNEL, "topic", EITHER, _CHANNEL),
    Field(CHANNEL, "parent_id", EITHER, _CHANNEL),
    Field(CHANNEL, "last_message_id", EITHER, _CHANNEL),
    Field(CHANNEL, "rate_limit_per_user", LEFT_OUT, _CHANNEL),
    Field(CHANNEL, "permission_overwrites", LEFT_OUT, _CHANNEL),
    Field(THREAD, "last_message_id", EITHER, _CHANNEL),
    Field(THREAD, "rate_limit_per_user", LEFT_OUT, _CHANNEL),
    Field(THREAD, "total_message_sent", LEFT_OUT, _CHANNEL),
    Field(THREAD, "applied_tags", LEFT_OUT, _CHANNEL),
    Field(THREAD, "flags", LEFT_OUT, _CHANNEL),
    Field(MESSAGE, "guild_id", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "edited_timestamp", NULL, _MESSAGE),
    Field(MESSAGE, "nonce", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "reactions", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "sticker_items", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "webhook_id", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "interaction_metadata", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "message_reference", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "referenced_message", EITHER, _MESSAGE),
    Field(GUILD, "icon", NULL, _GUILD),
    Field(GUILD, "splash", NULL, _GUILD),
    Field(GUILD, "discovery_splash", NULL, _GUILD),
    Field(GUILD, "banner", NULL, _GUILD),
    Field(GUILD, "description", NULL, _GUILD),
    Field(GUILD, "application_id", NULL, _GUILD),
    Field(GUILD, "afk_channel_id", NULL, _GUILD),
    Field(GUILD, "system_channel_id", NULL, _GUILD),
    Field(GUILD, "rules_channel_id", NULL, _GUILD),
    Field(GUILD, "public_updates_channel_id", NULL, _GUILD),
    Field(GUILD, "vanity_url_code", NULL, _GUILD),
    Field(GUILD, "max_presences", EITHER, _GUILD),
    Field(GUILD, "max_members", LEFT_OUT, _GUILD),
    Field(GUILD, "premium_subscription_count", LEFT_OUT, _GUILD),
    Field(GUILD, "large", LEFT_OUT, _HEARD),
    Field(GUILD, "member_count", LEFT_OUT, _HEARD),
    Field(GUILD, "presences", LEFT_OUT, _HEARD),
    Field(GUILD, "stage_instances", LEFT_OUT, _HEARD),
    Field(GUILD, "guild_scheduled_events", LEFT_OUT, _HEARD),
    Field(GUILD, "soundboard_sounds", LEFT_OUT, _HEARD),
    Field(ROLE, "icon", EITHER, _ROLE),
    Field(ROLE, "unicode_emoji", EITHER, _ROLE),
    Field(INTERACTION, "channel", LEFT_OUT, _INTERACTION),
    Field(INTERACTION, "guild_locale", LEFT_OUT, _INTERACTION),
    Field(INTERACTION, "context", LEFT_OUT, _INTERACTION),
)
"""Fields whose absence discord.py tolerates. In every test, each of them is missing half of the time."""

DOES_NOT_COPE = (
    Field(CHANNEL, "position", LEFT_OUT, _CHANNEL),
    Field(CHANNEL, "name", LEFT_OUT, _CHANNEL),
    Field(CHANNEL, "permission_overwrites", NULL, _CHANNEL),
    Field(THREAD, "owner_id", LEFT_OUT, _CHANNEL),
    Field(THREAD, "parent_id", LEFT_OUT, _CHANNEL),
    Field(THREAD, "message_count", LEFT_OUT, _CHANNEL),
    Field(THREAD, "member_count", LEFT_OUT, _CHANNEL),
    Field(THREAD, "thread_metadata", LEFT_OUT, _CHANNEL),
)
"""Fields whose absence makes discord.py fail to read the object, and with it the whole server."""

NEVER_MISSING = (
    Field(USER, "id", LEFT_OUT, _USER),
    Field(USER, "username", LEFT_OUT, _USER),
    Field(USER, "discriminator", LEFT_OUT, _USER),
    Field(MEMBER, "user", LEFT_OUT, _MEMBER),  # always in an interaction, but not in events about messages
    Field(MEMBER, "roles", LEFT_OUT, _MEMBER),
    Field(MEMBER, "flags", LEFT_OUT, _MEMBER),
    Field(MEMBER, "permissions", LEFT_OUT, _MEMBER),  # always in an interaction, because Discord computes them for it
    Field(CHANNEL, "id", LEFT_OUT, _CHANNEL),
    Field(CHANNEL, "type", LEFT_OUT, _CHANNEL),
    Field(MESSAGE, "id", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "author", LEFT_OUT, _MESSAGE),
    Field(MESSAGE, "components", LEFT_OUT, _MESSAGE),  # in a message that was sent with them
    Field(MESSAGE, "flags", LEFT_OUT, _MESSAGE),  # in a message that was sent with them
    Field(GUILD, "roles", LEFT_OUT, _GUILD),
    Field(GUILD, "channels", LEFT_OUT, _HEARD),
    Field(GUILD, "threads", LEFT_OUT, _HEARD),
    Field(INTERACTION, "data", LEFT_OUT, _INTERACTION),  # in a command, a press or a form
    Field(INTERACTION, "token", LEFT_OUT, _INTERACTION),
    Field(INTERACTION, "locale", LEFT_OUT, _INTERACTION),  # except in a ping
    Field(INTERACTION, "guild_id", LEFT_OUT, _INTERACTION),  # in a server
    Field(INTERACTION, "member", LEFT_OUT, _INTERACTION),  # in a server
    Field(INTERACTION, "user", LEFT_OUT, _INTERACTION),  # in a direct message
    Field(INTERACTION, "message", LEFT_OUT, _INTERACTION),  # in a press
    Field(INTERACTION, "channel_id", LEFT_OUT, _INTERACTION),  # in a channel
    Field(INTERACTION, "app_permissions", LEFT_OUT, _INTERACTION),
)
"""Fields that no test leaves out, because Discord always sends them, at least in the case that the comment gives."""
