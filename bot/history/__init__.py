"""What outlasts a game: its record and events, what they count for, the forfeits, the boards."""
