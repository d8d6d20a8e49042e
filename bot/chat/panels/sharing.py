"""A task as an inline result, and as the card that is shared, without comments."""

from msgspec import Struct

from bot.chat.panels.components import Link, Panel, Scene, label
from bot.chat.panels.tasks import DESCRIPTION_UNITS, CardModel, fact_lines, state_line

TITLE_UNITS = 80


class Offer(Struct, frozen=True):
    """A task that may be shared, by its key: two plain lines to choose it by, and the message that this sends."""

    key: str
    title: str
    line: str
    message: Panel


def offer(scene: Scene, model: CardModel) -> Offer:
    task = model.task
    link = Link(scene.say("button_open_task"), f"t{task.id}")
    return Offer(
        str(task.id),
        f"#{task.id} · {label(task.descripcion, TITLE_UNITS) or scene.say('no_text')}",
        state_line(scene, task),
        Panel("\n".join(fact_lines(scene, model, DESCRIPTION_UNITS)), [[link]]),
    )
