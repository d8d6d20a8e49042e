"""One class a repository: its statements and the methods that run them."""
