"""The data that remain after a game: its record and events, its statistics and forfeits, and the leaderboards."""
