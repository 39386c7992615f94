"""Speed, as ratios within one run; `make bench`. Never a timed assertion in a test."""
