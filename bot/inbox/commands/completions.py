"""What is proposed while somebody types: what may be bid or claimed now, the games and rules that there are."""
