"""Requests to Discord and the database: their number, their order, and failures."""
