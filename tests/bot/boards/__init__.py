"""Pages about finished games: boards, profiles, achievements, replays."""
