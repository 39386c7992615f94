"""One bot out of several processes: who has which shards, whose turn it is at the gateway, and word from the others."""
