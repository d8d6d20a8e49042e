"""Sends to webhooks: `client` over HTTP to addresses of others, `sender` what the journal has for them."""
