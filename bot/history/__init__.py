"""What outlasts a game: the boards, read from what is kept of every game."""
