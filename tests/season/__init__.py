"""A whole season on one server, and a second computation of everything it counts: `make season`."""
