"""What goes to Discord and the database, one thing at a time, also where something fails."""
