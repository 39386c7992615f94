"""The use cases: one transaction each, that loads a table, plays, saves, and marks what must be shown."""
