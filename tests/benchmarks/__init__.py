"""The benchmarks: the service beside what it is built on, by `make bench`. The test suite only tries that they run."""
