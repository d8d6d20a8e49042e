"""What happens by the clock or when it is asked for, a file a job: what is due, what changes, what is said."""
