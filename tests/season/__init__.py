"""Play a season of games on one server, and compute all statistics of the games a second time: `make season`."""
