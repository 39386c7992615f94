"""What one person sees, chooses, hears by DM, and has kept of them."""
