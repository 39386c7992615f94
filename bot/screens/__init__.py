"""What is to be shown, as plain values: views and events in, cards out. No Discord in here, and no secrets."""
