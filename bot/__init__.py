"""The bot: what players see, the tables they sit at, and the database behind them."""
