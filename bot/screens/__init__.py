"""Screens as plain values: views and events in, cards out. Without Discord, and without secrets."""
