"""Several processes as one bot: who has which shards, and whose turn it is at the gateway."""
