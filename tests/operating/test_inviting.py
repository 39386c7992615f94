"""Test `python -m bot invite`, which prints the invitation's address and says what each of its permissions is for."""

import base64
import re
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.operating.inviting import PERMISSIONS
from tests import commands
from tests.bot.places.closed import ALL

APPLICATION = 1400000000000000123
TOKEN = f"{base64.urlsafe_b64encode(str(APPLICATION).encode()).decode().rstrip('=')}.GaBcDe.{'s3cr3t-' * 5}"


@pytest.mark.parametrize(
    ("words", "token"),
    [([], TOKEN), ([f"--application={APPLICATION}"], None), (["--application", str(APPLICATION)], "of.another.bot")],
)
def test_each_permission_of_the_invitation_is_explained_in_a_line(words: list[str], token: str | None) -> None:
    done = commands.run("bot", "invite", *words, settings={"DISCORD_TOKEN": token})
    assert (done.stderr, done.returncode, "s3cr3t" in done.stdout) == ("", 0, False)
    address, blank, _, *lines = done.stdout.splitlines()
    asked = {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
    assert (blank, asked["client_id"]) == ("", str(APPLICATION))
    explained = [re.split(r"\s{2,}|(?<=applications\.commands) ", line.strip()) for line in lines]
    assert all(len(each) == 2 and each[1].endswith(".") for each in explained), lines
    names = [name for name, _ in explained]
    scopes = [name.removeprefix("scope ") for name in names if name.startswith("scope ")]
    assert scopes == asked["scope"].split() == ["bot", "applications.commands"]
    assert names[len(scopes) :] == [shown for shown, _ in PERMISSIONS.values()]
    granted = discord.Permissions(int(asked["permissions"]))
    assert all(getattr(granted, name) for name in PERMISSIONS)
    assert granted.value.bit_count() == len(PERMISSIONS)


def test_for_each_permission_a_scene_is_played_without_it() -> None:
    """The scenes of tests/bot/places take each permission away. They begin with only the invitation's permissions."""
    shown = {name.replace("Channels", "Channel") for name, _ in PERMISSIONS.values()}
    assert {f"no {name}" for name in shown} <= ALL.keys()


@pytest.mark.parametrize("token", [None, "s3cr3t-of-a-client"])
def test_an_invitation_of_an_unknown_bot_is_refused(token: str | None) -> None:
    done = commands.run("bot", "invite", settings={"DISCORD_TOKEN": token})
    assert (done.stdout, done.stderr.count("\n"), done.returncode) == ("", 1, 2)
    assert "python -m bot invite --application 1234567890" in done.stderr
    assert "s3cr3t" not in done.stderr
