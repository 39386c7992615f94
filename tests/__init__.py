"""Tests of the engine and the bot, and the programs that check and measure them."""

import os

os.environ["PYTHON_DOTENV_DISABLED"] = "1"  # the tests read no .env that a developer has for a bot of their own
