"""Play tables at random. People press any control that is shown, and the tests check the effect of each press."""
