"""Bearer tokens: whose they are, of which issuer, and a log of those that are refused."""
