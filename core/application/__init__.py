"""The pipeline of use cases, the table of permissions, and the door for requests."""
