"""Build the pages that do not belong to a table: boards, profiles, tabs, settings, replays, lessons and the guide."""
