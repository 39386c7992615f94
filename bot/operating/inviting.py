"""The invitation of the bot: its address, and what each permission and scope in it is for."""

import base64
import binascii
import re

import discord

SCOPES = {
    "bot": "It is no member of the server: it answers, but posts no table.",
    "applications.commands": "Nobody there has /play and the other commands.",
}
"""The scopes that an invitation asks for. Each has a sentence that says what breaks without it."""

PERMISSIONS = {
    "view_channel": ("View Channels", "It cannot play in the channel, and says so."),
    "send_messages": ("Send Messages", "It can open no table in a channel."),
    "send_messages_in_threads": ("Send Messages in Threads", "It can open no table in a thread or a forum."),
    "create_public_threads": ("Create Public Threads", "No table gets a thread of its own."),
    "attach_files": ("Attach Files", "Boards and charts come in words, not as pictures."),
    "read_message_history": ("Read Message History", "No table gets a thread; pings do not point to it."),
}
"""The permissions that an invitation asks for, by their names in discord.py.

Each has the name that Discord shows, and a sentence that says what breaks without it.
"""

NEEDED = discord.Permissions(**dict.fromkeys(PERMISSIONS, True))

ADDRESS = "https://discord.com/oauth2/authorize?client_id={application}&scope={scopes}&permissions={permissions}"

LISTED = "It asks for these scopes and permissions, and no others. What breaks without each:"

FORM = re.compile(r"([\w-]{18,40})\.[\w-]{6,}\.[\w-]{27,}")


def address(application: int) -> str:
    """Return the address with which a manager of a server invites the bot."""
    return ADDRESS.format(application=application, scopes="+".join(SCOPES), permissions=NEEDED.value)


def reasons() -> list[str]:
    """Return a line for each scope and permission of the invitation, which says what breaks without it."""
    named = {**{f"scope {name}": said for name, said in SCOPES.items()}, **dict(PERMISSIONS.values())}
    return [f"  {name:<28}{said}" for name, said in named.items()]


def application_of(token: str) -> int | None:
    """Return the application's id, which is encoded in the first part of a token, or None for an invalid token."""
    if (found := FORM.fullmatch(token)) is None:
        return None
    try:
        number = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(number) if number.isascii() and number.isdigit() else None
