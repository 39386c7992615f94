"""What an operator asks for by the command line, beside a bot that runs or in its place."""
