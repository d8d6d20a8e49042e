"""The composition root: the configuration, everything put together, what is done by the clock, the demo."""
