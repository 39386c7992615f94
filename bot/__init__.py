"""The bot: the screens that players see, the tables, and the database."""
