"""Tests of a rolling upgrade, during which two versions of the bot work on one database."""
