"""The links that Telegram accepts in a text or on a button, and the form in which it keeps them."""

import re
from urllib.parse import parse_qs, urlsplit

_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:")


class LinkError(ValueError):
    """The link would be refused; the text is Telegram's reason."""


def checked_link(url: str) -> str:
    """The link as Telegram keeps it, with `http://` and a path. Raises LinkError with Telegram's reason."""
    url = url.strip()
    match = _SCHEME.match(url)
    if match is None or url[match.end() : match.end() + 1].isdigit():
        url = "http://" + url
    scheme = url.partition(":")[0].lower()
    if scheme not in ("http", "https"):
        raise LinkError("Unsupported URL protocol")
    try:
        parts = urlsplit(url)
        host = parts.hostname or ""
    except ValueError as error:
        raise LinkError("Wrong HTTP URL") from error
    if "." not in host and ":" not in host:
        raise LinkError("Wrong HTTP URL")
    return parts._replace(scheme=scheme, netloc=parts.netloc.lower(), path=parts.path or "/").geturl()


def link_user_id(url: str) -> int | None:
    """The user of `tg://user?id=1`, a mention of somebody without a @name."""
    match = re.fullmatch(r"tg:(?://)?user\?id=(\d+)", url.strip(), re.IGNORECASE)
    return int(match[1]) if match else None


def start_parameter(url: str, bot_username: str) -> str | None:
    """The code of this bot's deep link (`https://t.me/<bot>?start=CODE`); "" without a code, None for other links."""
    query = bot_link(url, bot_username)
    return None if query is None or "startgroup" in query else (query.get("start") or [""])[0]


def group_parameter(url: str, bot_username: str) -> str | None:
    """The code of the link that lets this bot into a group (`https://t.me/<bot>?startgroup=CODE`), None for others."""
    query = bot_link(url, bot_username)
    return None if query is None or "startgroup" not in query else query["startgroup"][0]


def bot_link(url: str, bot_username: str) -> dict[str, list[str]] | None:
    """Return the parameters of a link to this bot, by name; None for other links."""
    parts = urlsplit(url if "//" in url else f"https://{url}")
    if (parts.hostname, parts.path.lower()) != ("t.me", f"/{bot_username.lower()}"):
        return None
    return parse_qs(parts.query, keep_blank_values=True)
