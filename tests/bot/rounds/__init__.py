"""Tests of a round as its players see it: panels, bids, claims, votes and showdowns."""
