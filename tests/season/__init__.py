"""Play a season of games on one server, and compute all its figures a second time: `make season`."""
