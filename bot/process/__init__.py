"""The process and those beside it: signals, sockets, workers and their supervisor, leases."""
