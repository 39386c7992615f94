"""Tests of pages about finished games: boards, profiles, achievements and replays."""
