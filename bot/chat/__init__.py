"""What the chat says and does: the router, its handlers, panels, callbacks and pictures, and the sender."""
