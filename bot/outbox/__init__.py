"""Shows what is saved: the only room that posts and edits messages and writes direct messages."""
