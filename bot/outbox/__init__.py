"""Shows saved changes: the only package that posts and edits messages and sends direct messages."""
