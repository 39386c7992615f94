"""Measurements of speed: `make bench`. Most results are ratios within one run, and none of them is asserted."""
