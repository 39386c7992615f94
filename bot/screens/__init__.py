"""Makes cards, as plain values, from views and events. The screens know neither Discord nor secrets."""
