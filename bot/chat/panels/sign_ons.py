"""The question whether an assistant may sign on: who asks, who receives the access, and what it could do."""

from bot.chat.callbacks.sign_ons import AnswerSignOn
from bot.chat.panels.components import Button, Copy, Panel, Scene, Style, escape, name_html
from core.application.scopes import READ, WRITE
from core.people.sign_ons import host_of_redirect
from core.records.sign_ons import SignOn, SignOnStage


def sign_on_panel(scene: Scene, asked: SignOn, days: int, *, expired: bool) -> Panel:
    name = f"<b>{name_html(asked.client_name)}</b>"
    if asked.stage is SignOnStage.REFUSED:
        return Panel(scene.say("sign_on_refused", name=name))
    if asked.stage in (SignOnStage.CODED, SignOnStage.REDEEMED):
        return Panel(scene.say("sign_on_done", name=name))
    if expired:
        return Panel(scene.say("sign_on_expired", name=name))
    if asked.number is not None:
        copy = Copy(scene.say("button_copy_number"), asked.number)
        return Panel(scene.say("sign_on_number", name=name, number=spaced(asked.number)), [[copy]])
    vouched, back = asked.client_host, host_of_redirect(asked.redirect_uri)
    lines = [
        scene.say("sign_on_asked", name=name),
        scene.say("sign_on_vouched", host=escape(vouched)) if vouched else scene.say("sign_on_unknown"),
        scene.say("sign_on_returns", host=escape(back)) if back else scene.say("sign_on_returns_here"),
        "",
        scene.say("sign_on_allows", count=days),
        *(f"• {scene.say(f'scope_{scope}')}" for scope in told_scopes(asked)),
        "",
        scene.say("sign_on_warning"),
    ]
    return Panel("\n".join(lines), [[answer(scene, asked, permitted=each) for each in (True, False)]])


def told_scopes(asked: SignOn) -> list[str]:
    """The keys of the texts for the scopes asked for, without a reading that a writing includes."""
    scopes = asked.scopes.split()
    told = [each for each in scopes if each.endswith(WRITE) or each.replace(READ, WRITE) not in scopes]
    return [each.replace(":", "_") for each in told]


def spaced(number: str) -> str:
    half = len(number) // 2
    return f"{number[:half]} {number[half:]}"


def answer(scene: Scene, asked: SignOn, *, permitted: bool) -> Button:
    button = scene.button("permit" if permitted else "permit_no", AnswerSignOn(asked.id, permitted))
    return button.styled(Style.SUCCESS) if permitted else button
