"""Before the first round: lobbies, options, house rules, seats, and a server's settings."""
