"""The Discord bot: its screens, its tables and its database."""
