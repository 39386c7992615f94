"""Tables at random: people who press whatever is shown, from `/play` to the result, and what holds meanwhile."""
