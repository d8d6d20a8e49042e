"""From an HTTP request to a use case and back: routing, inputs, conditions, the envelope and the error table."""
