"""The parts that all families of games share."""
