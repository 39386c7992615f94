"""Random tables: people press any control that is shown, from `/play` to the result, with checks after each press."""
