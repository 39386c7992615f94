"""Tests of the use cases, as scenes that a player would recognize."""
