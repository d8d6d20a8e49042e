"""The work that somebody has in hand, passed on to a colleague."""

from collections.abc import Sequence

from bot.chat.callbacks.event_cards import EventEdit
from bot.chat.callbacks.tasks import TaskCard, TaskList
from bot.chat.callbacks.team import HandOverAll, HandoverOf, Person
from bot.chat.panels.components import (
    Button,
    Panel,
    Row,
    Scene,
    and_more,
    in_rows,
    label,
    name_html,
    pages,
    percentage,
    task_button,
)
from core.work.handover import Handover, InHand, PassedIds

SHOWN = 10
PEOPLE_A_PAGE, PEOPLE_A_ROW = 8, 2


def handover_panel(scene: Scene, found: Handover, screen: HandoverOf, *, heard: bool) -> Panel:
    """Ask to whom to pass on a person's work, or whether to the one chosen; `heard`: they can be told."""
    held = found.in_hand
    head = scene.say("handover_title", name=name_html(held.person.display_name))
    back = [scene.button("back_to_person", Person(scene.today, screen.user))]
    if held.is_empty:
        return Panel(f"{head}\n\n{scene.say('handover_nothing')}", [back])
    lines = [head, *in_hand_lines(scene, held)]
    chosen = next((person for person in found.successors if person.id == screen.to), None)
    if chosen:
        told = scene.say("handover_told" if heard else "handover_unheard")
        sure = f"{scene.say('handover_sure', to=name_html(chosen.display_name))} {told}"
        yes = [scene.button("handover_yes", HandOverAll(screen.user, chosen.id))]
        return Panel("\n".join([*lines, "", sure]), [yes, [scene.button("back_to_choice", HandoverOf(screen.user))]])
    asked = scene.say("handover_ask" if found.successors else "handover_nobody")
    _, people, turning = pages(found.successors, screen, PEOPLE_A_PAGE)
    buttons = [Button(label(person.display_name), HandoverOf(screen.user, person.id)) for person in people]
    return Panel("\n".join([*lines, "", asked]), [*in_rows(buttons, PEOPLE_A_ROW), turning, back])


def in_hand_lines(scene: Scene, held: InHand) -> Sequence[str]:
    """Say how many tasks, events and rules there are, and name the first ones, tasks with how far they are."""

    def far(task_id: int) -> str:
        return f" · {percentage(scene.language, held.progress[task_id])}" if held.progress.get(task_id) else ""

    counts = (("tasks", held.tasks), ("events", held.events), ("rules", held.rules))
    counted = " · ".join(scene.say(f"handover_count_{name}", count=len(those)) for name, those in counts if those)
    named = [
        *(f"📋 <b>#{task.id}</b> {scene.user_text(task.descripcion)}{far(task.id)}" for task in held.tasks),
        *(f"📅 {scene.user_text(event.title)}" for event in held.events),
        *(f"🔁 {scene.user_text(rule.descripcion)}" for rule in held.rules),
    ]
    return [counted, "", *named[:SHOWN], *and_more(scene, len(named), SHOWN)]


def taken_over_panel(scene: Scene, passed: PassedIds, titles: Sequence[str], to: str, by: str) -> Panel:
    """Tell a person that their work was passed on, with its `titles` as they knew them."""
    words = scene.say("push_handed_over_from_you", name=name_html(by), to=name_html(to))
    marks = [f"📋 <b>#{task_id}</b>" for task_id in passed.tasks] + ["📅"] * len(passed.events)
    marks += ["🔁"] * len(passed.rules)
    lines = [f"{mark} {scene.user_text(title)}" for mark, title in zip(marks, titles, strict=False)]
    shown = [words, *lines[:SHOWN], *and_more(scene, len(lines), SHOWN)]
    return Panel("\n".join(shown), [[scene.button("my_tasks", TaskList())]])


def handed_over_panel(scene: Scene, held: InHand, to: str) -> Panel:
    """The message to the new owner (`to` is empty), or to somebody else whom it concerns."""
    name = name_html(held.person.display_name)
    said = (
        scene.say("push_handed_over", name=name, to=name_html(to))
        if to
        else scene.say("push_handed_over_to_you", name=name)
    )
    tasks: list[Row] = [[task_button(task.id, task.descripcion, TaskCard(task.id))] for task in held.tasks[:SHOWN]]
    left = SHOWN - len(tasks)
    events: list[Row] = [[Button(f"📅 {label(event.title)}", EventEdit(event.id))] for event in held.events[:left]]
    lines = in_hand_lines(scene, held)
    return Panel("\n".join([said, *lines]), [*tasks, *events])
