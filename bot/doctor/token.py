"""The form of a token, before anybody is asked: three words, the first of which is the application's number."""

import base64
import binascii
import re

from bot.doctor.findings import Finding, Weight

FORM = re.compile(r"([\w-]{18,40})\.[\w-]{6,}\.[\w-]{27,}")
UNSET = "DISCORD_TOKEN is not set: make a bot at https://discord.com/developers/applications and copy its token."
NO_FORM = "does not look like a bot's token, which is three words with dots between: is it the client secret?"


def of_token(token: str) -> list[Finding]:
    """What can be said of a token without asking Discord."""
    if not token:
        return [Finding(Weight.DO, "token", UNSET)]
    number = _application(token)
    if number is None:
        return [Finding(Weight.NOTE, "token", NO_FORM)]
    return [Finding(Weight.OK, "token", f"has the form of one, of application {number}")]


def _application(token: str) -> str | None:
    """The number that the first word of a token stands for."""
    if (found := FORM.fullmatch(token)) is None:
        return None
    try:
        number = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None
    return number if number.isascii() and number.isdigit() else None
