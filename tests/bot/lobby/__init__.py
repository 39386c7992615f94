"""Before the first round: lobbies, options, house rules, seats, and what a server has chosen."""
