"""A round as its players see it: panels, bids, claims, votes, showdowns."""
