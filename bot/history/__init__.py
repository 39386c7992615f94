"""Data that remain after a game: its record and events, its figures and forfeits, and the leaderboards."""
