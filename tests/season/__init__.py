"""A whole season of games on one server, of which everything is counted a second time: `make season`."""
