"""Tables at random: people press anything shown, from `/play` to the result; the checks run meanwhile."""
