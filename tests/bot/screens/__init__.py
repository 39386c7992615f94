"""Everything shown fits Discord's limits, and is true."""
