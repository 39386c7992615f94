"""What an operator may set, from the environment."""

import os
from collections.abc import Mapping

import msgspec

DEFAULT_DATABASE = "sqlite:///data/liars-dice.sqlite"


class Settings(msgspec.Struct, frozen=True):
    """The bot's settings. The token and the database's password never show in a repr."""

    token: str = ""
    database_url: str = DEFAULT_DATABASE
    log_level: str = "INFO"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """Settings from DISCORD_TOKEN, DATABASE_URL and LOG_LEVEL; each has a default but the token."""
        return cls(
            token=environment.get("DISCORD_TOKEN", "").strip(),
            database_url=environment.get("DATABASE_URL", "").strip() or DEFAULT_DATABASE,
            log_level=environment.get("LOG_LEVEL", "").strip().upper() or "INFO",
        )

    def __repr__(self) -> str:
        return f"Settings(token={'<hidden>' if self.token else 'none'}, log_level={self.log_level})"
