"""A whole season on one server, and a second reckoning of all that it counts for: `make season`."""
