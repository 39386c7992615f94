"""Tests of the answers to presses and commands."""
