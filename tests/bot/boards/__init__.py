"""The traces of finished games: boards, profiles, achievements, replays."""
