"""One's own tokens of the API, a new one, and one that expires."""

from collections.abc import Sequence
from datetime import datetime

from bot.chat.callbacks.account import Stayed
from bot.chat.callbacks.tokens import EndingTokens, EndToken, EndTokens, NewToken, OwnTokens, TokenShown
from bot.chat.panels.components import (
    COPIED_UNITS,
    Button,
    Copy,
    Panel,
    Row,
    Scene,
    Style,
    escape,
    label,
    name_html,
    pages,
)
from core.base.calendar_time import local_date
from core.people.tokens import TokenOfPerson
from core.records.tokens import IssuedToken, Token

A_PAGE = 8


def tokens_panel(scene: Scene, tokens: Sequence[Token], screen: OwnTokens) -> Panel:
    """The valid tokens, with a button each, and those that were ended today."""
    page, shown, turning = pages(tokens, screen, A_PAGE)
    lines = [scene.say("tokens_title" if tokens else "tokens_none"), *(token_line(scene, token) for token in shown)]
    ends = [
        [Button(scene.say("button_end_token", name=label(token.name)), EndToken(token.id, page))]
        for token in shown
        if token.ended_at is None
    ]
    several = [scene.button("revoke", EndingTokens())] if ends else []
    return Panel("\n\n".join(lines), [*ends, turning, [scene.button("new_token", NewToken()), *several]])


def token_line(scene: Scene, token: Token) -> str:
    name = name_html(token.name)
    if token.ended_at:
        return scene.say("token_ended_line", name=name, time=scene.time(token.ended_at, scene.zone))
    used = scene.say("token_used", date=scene.short(token.last_used_on)) if token.last_used_on else ""
    return scene.say(
        "token_line",
        name=name,
        scopes=scopes_html(scene, token),
        date=scene.short(local_date(token.expires_at, scene.zone)),
        used=used or scene.say("token_unused"),
    )


def scopes_html(scene: Scene, token: Token) -> str:
    if token.scopes is None:
        return scene.say("token_all")
    return ", ".join(f"<code>{scope}</code>" for scope in token.scopes)


def token_panel(scene: Scene, issued: IssuedToken) -> Panel:
    """The token, hidden until it is pressed, until when it is valid, a button that copies it, and how to end it."""
    text = scene.say(
        "token_told",
        name=name_html(issued.name),
        scopes=scopes_html(scene, issued),
        token=escape(issued.token),
        **expiry(scene, issued.expires_at),
    )
    copy = [Copy(scene.say("button_copy_token"), issued.token)] if len(issued.token) <= COPIED_UNITS else []
    return Panel(text, [copy, [scene.button("hide", TokenShown()), scene.button("my_tokens", OwnTokens())]])


def expiry(scene: Scene, at: datetime) -> dict[str, str]:
    return {"date": scene.long(local_date(at, scene.zone)), "time": scene.time(at, scene.zone)}


def token_hidden_panel(scene: Scene) -> Panel:
    return Panel(scene.say("token_hidden"), [[scene.button("my_tokens", OwnTokens())]])


def ending_tokens_panel(scene: Scene, end: EndTokens) -> Panel:
    keep = scene.button("keep_tokens", Stayed())
    return Panel(scene.say("tokens_end_ask"), [[scene.button("end_tokens", end).styled(Style.DANGER), keep]])


def expiring_panel(scene: Scene, found: TokenOfPerson) -> Panel:
    """The message to the owner of a token; for an integration, to those who look after it."""
    token, own = found.token, found.person.id == scene.reader
    told = {"name": name_html(token.name), **expiry(scene, token.expires_at)}
    if own:
        rows: Sequence[Row] = [[scene.button("new_token", NewToken()), scene.button("my_tokens", OwnTokens())]]
        return Panel(scene.say("push_token_expires", **told), rows)
    told |= {"person": name_html(found.person.display_name), "username": escape(found.person.username)}
    return Panel(scene.say("push_token_of_integration", **told))
