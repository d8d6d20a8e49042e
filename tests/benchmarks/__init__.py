"""How fast it is, beside what it is built on: `make bench`. Run on demand; the test suite only tries that it runs."""
