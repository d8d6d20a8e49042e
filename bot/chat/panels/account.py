"""Joining, leaving, languages, help, API tokens."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from bot.chat.callbacks.account import EndingTokens, EndTokens, Join, Leave, NotJoined, Speak, Stayed, TokenShown
from bot.chat.callbacks.day import Today
from bot.chat.commands import SECTIONS
from bot.chat.panels.components import COPIED_UNITS, Button, Copy, Panel, Scene, Style, escape, name_html, ticked
from core.base.calendar_time import local_date
from core.base.model import Language
from core.records.people import IssuedToken, User

LANGUAGE_NAMES = {Language.ES: "Español", Language.EN: "English"}


WITH_EXAMPLES = frozenset(("tarea", "comentar", "disponible", "evento"))
"""The commands whose line of help names a task or people of the reader's."""


class HelpExamples(Struct, frozen=True):
    """What a reader's examples name: an open task of theirs, if they have one, and two people by username."""

    task: int | None
    one: str
    two: str

    @property
    def hidden(self) -> frozenset[str]:
        """The commands that have no example without a task."""
        return frozenset() if self.task else frozenset(("tarea", "comentar"))


def joining_panel(scene: Scene, user: User, join: Join) -> Panel:
    question = scene.say("join_ask", name=name_html(user.display_name), username=escape(user.username))
    return Panel(question, [[scene.button("that_is_me", join), scene.button("not_me", NotJoined())]])


def welcome_panel(scene: Scene, name: str, examples: HelpExamples, *, hidden: Collection[str]) -> Panel:
    return help_panel(scene, examples, hidden=hidden, heading=[scene.say("welcome", name=name_html(name))])


def help_panel(scene: Scene, examples: HelpExamples, *, hidden: Collection[str], heading: Sequence[str] = ()) -> Panel:
    sections = [
        "\n".join(
            [f"<b>{scene.say(f'help_section_{section}')}</b>", *(help_line(scene, examples, name) for name in shown)]
        )
        for section, names in SECTIONS.items()
        if (shown := [name for name in names if name not in examples.hidden | {*hidden}])
    ]
    text = "\n\n".join([*heading, *sections, scene.say("help_tip")])
    return Panel(text, [[scene.button("my_day", Today())]])


def help_line(scene: Scene, examples: HelpExamples, name: str) -> str:
    if name not in WITH_EXAMPLES:
        return scene.say(f"help_{name}")
    given = {"id": examples.task, "one": escape(examples.one), "two": escape(examples.two)}
    return scene.say(f"example_{name}", **given)


def languages_panel(scene: Scene) -> Panel:
    buttons = [Button(ticked(name, one is scene.language), Speak(one)) for one, name in LANGUAGE_NAMES.items()]
    return Panel(scene.say("language_ask"), [buttons])


def leaving_panel(scene: Scene) -> Panel:
    return Panel(
        scene.say("leave_ask"), [[scene.button("leave", Leave()).styled(Style.DANGER), scene.button("stay", Stayed())]]
    )


def token_panel(scene: Scene, issued: IssuedToken) -> Panel:
    """The token, hidden until it is pressed, until when it stands, a button that copies it, and how to be rid of it."""
    until = local_date(issued.expires_at, scene.zone)
    text = scene.say(
        "token_told", token=escape(issued.token), date=scene.long(until), time=scene.time(issued.expires_at, scene.zone)
    )
    copy = [Copy(scene.say("button_copy_token"), issued.token)] if len(issued.token) <= COPIED_UNITS else []
    return Panel(text, [copy, [scene.button("hide", TokenShown()), revoke_button(scene)]])


def token_hidden_panel(scene: Scene) -> Panel:
    return Panel(scene.say("token_hidden"), [[revoke_button(scene)]])


def revoke_button(scene: Scene) -> Button:
    return scene.button("revoke", EndingTokens())


def ending_tokens_panel(scene: Scene, end: EndTokens) -> Panel:
    keep = scene.button("keep_tokens", Stayed())
    return Panel(scene.say("tokens_end_ask"), [[scene.button("end_tokens", end).styled(Style.DANGER), keep]])
