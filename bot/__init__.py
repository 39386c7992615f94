"""The bot: the screens that players see, their tables, and the database behind them."""
