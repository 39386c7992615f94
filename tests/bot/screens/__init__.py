"""Every screen fits Discord's limits and a phone, and is true."""
