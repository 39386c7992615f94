"""Tests of the use cases. They are written as scenes that a player would recognize."""
