"""Measurements of speed, as ratios within one run: `make bench`. No test asserts a time."""
