"""The way from an HTTP request to a use case and back: routing, inputs, conditions, the envelope, the error table."""
