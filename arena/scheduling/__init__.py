"""`arena schedule`: what a cup will be, before it is played."""
