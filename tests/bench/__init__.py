"""Measurements of speed, mostly as ratios within one run: `make bench`. They assert no times."""
