"""Where the house keeps what must outlive the process. Nothing else knows SQL."""
