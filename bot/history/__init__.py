"""The data that outlasts a game: its record and events, its figures, its forfeits, and the boards."""
