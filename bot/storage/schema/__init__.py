"""The tables of the database. Secrets (the seed, hidden dice) stand in columns of their own, marked so."""

from bot.storage.columns import metadata
from bot.storage.schema.chosen import closed_dms, marks, named_rules, people, preferences, server_settings
from bot.storage.schema.counted import (
    achievements,
    levels,
    meetings,
    openings,
    ratings,
    scopes,
    seasons,
    servers,
    tallies,
)
from bot.storage.schema.kept import games, players
from bot.storage.schema.ledger import IS_OPEN, ONLY_OPEN, forfeit_changes, forfeits
from bot.storage.schema.playing import answers, events, seated, tables
from bot.storage.schema.running import identifies, outages, processes, shards

__all__ = [
    "IS_OPEN",
    "ONLY_OPEN",
    "achievements",
    "answers",
    "closed_dms",
    "events",
    "forfeit_changes",
    "forfeits",
    "games",
    "identifies",
    "levels",
    "marks",
    "meetings",
    "metadata",
    "named_rules",
    "openings",
    "outages",
    "people",
    "players",
    "preferences",
    "processes",
    "ratings",
    "scopes",
    "seasons",
    "seated",
    "server_settings",
    "servers",
    "shards",
    "tables",
    "tallies",
]
