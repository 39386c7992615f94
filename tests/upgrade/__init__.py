"""A rolling upgrade: two versions of the bot side by side on one database."""
