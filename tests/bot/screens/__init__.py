"""That whatever is shown fits what Discord takes, and is true."""
