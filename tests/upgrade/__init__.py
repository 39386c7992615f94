"""Tests of a rolling upgrade: two versions of the bot work on one database at the same time."""
