"""What the store keeps and returns, as plain Structs by domain: no rules, no I/O."""
