"""`python -m bot doctor`: everything that a start needs, looked at one by one, each with what is to be done."""

import asyncio

from bot.doctor.database import of_database
from bot.doctor.discord_side import of_discord
from bot.doctor.findings import Finding, Weight
from bot.doctor.token import of_token
from bot.settings import CannotStart, Settings


def main(_: list[str]) -> int:
    """Print a line for each thing; the exit code: 0 where nothing is to be done, else 1.

    Raises `CannotStart` for settings that cannot be right.
    """
    settings = Settings.from_environment()
    found = [*of_token(settings.token), *_of_database(settings)]
    if settings.token:
        found += asyncio.run(of_discord(settings.token))
    for finding in found:
        print(f"{finding.weight:<4}  {finding.what:<12}{finding.said}")  # noqa: T201 - what the command is for
    return 1 if any(finding.weight is Weight.DO for finding in found) else 0


def _of_database(settings: Settings) -> list[Finding]:
    try:
        return of_database(settings.database_url)
    except CannotStart as why:
        return [Finding(Weight.DO, "database", str(why))]
