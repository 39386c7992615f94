"""What the database does for each statement that the bot sends, where much has been kept."""
