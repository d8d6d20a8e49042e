"""A token shown once, and the question whether to end one's tokens."""

from bot.chat.callbacks.account import Stayed
from bot.chat.callbacks.tokens import EndingTokens, EndTokens, TokenShown
from bot.chat.panels.components import Button, Panel, Scene, escape
from core.base.calendar_time import local_date
from core.records.people import IssuedToken


def token_panel(scene: Scene, issued: IssuedToken) -> Panel:
    """The token, hidden until it is pressed, until when it stands, and how to be rid of it."""
    until = local_date(issued.expires_at, scene.zone)
    text = scene.say(
        "token_told", token=escape(issued.token), date=scene.long(until), time=scene.time(issued.expires_at, scene.zone)
    )
    return Panel(text, [[scene.button("hide", TokenShown()), revoke_button(scene)]])


def token_hidden_panel(scene: Scene) -> Panel:
    return Panel(scene.say("token_hidden"), [[revoke_button(scene)]])


def revoke_button(scene: Scene) -> Button:
    return scene.button("revoke", EndingTokens())


def ending_panel(scene: Scene, end: EndTokens) -> Panel:
    keep = scene.button("keep_tokens", Stayed())
    return Panel(scene.say("tokens_end_ask"), [[scene.button("end_tokens", end), keep]])
