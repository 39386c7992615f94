"""What stays of games: boards, profiles, achievements, replays."""
