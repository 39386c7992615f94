"""The answers to every press and every typed text."""
