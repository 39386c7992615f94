"""Every press and every typed text has an answer."""
