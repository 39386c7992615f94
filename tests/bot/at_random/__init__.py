"""Play tables at random: people press any control that is shown, and every press is checked."""
