"""Tests of the use cases, written as scenes that a player would recognize."""
