"""The operators' commands, such as checking the settings, backing up the database and exporting data."""
