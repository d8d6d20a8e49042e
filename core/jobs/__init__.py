"""What happens by the clock, a file each: what is due, what changes."""
