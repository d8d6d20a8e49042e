"""Every test of the project: a package, so that test modules of different rooms may bear the same name."""
