"""Hosts with ports, as URLs and people write them."""

OWN_PORTS = {"https": 443, "http": 80}
"""The port of a scheme where an address names none."""


def host_port(host: str, port: int) -> str:
    """`127.0.0.1:80`, `[::1]:80` of an IPv6 address."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
