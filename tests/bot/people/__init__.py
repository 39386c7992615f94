"""One person's screens, choices and DMs, and the data kept about them."""
