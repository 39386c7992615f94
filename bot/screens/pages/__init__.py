"""Pages that people open beside a table: boards, profiles, tabs, settings, replays, lessons and the guide."""
