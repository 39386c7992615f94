"""Everything that outlasts a game: its record and events, the figures, the forfeits and the boards."""
