"""Tests that every screen fits Discord's limits and a phone, and that it is true."""
