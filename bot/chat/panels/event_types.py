"""Names of event types."""

from bot.chat.panels.components import Scene
from core.base.model import Language
from core.language.i18n import catalogue, text
from core.records.calendar import EventType


def type_name(scene: Scene, event_type: EventType) -> str:
    """A type's name, plain; one that was given another name has that in every language."""
    key = f"chat.type_of_event_{event_type.code}"
    as_it_was = key in catalogue(Language.ES) and event_type.name == text(Language.ES, key)
    return text(scene.language, key) if as_it_was else event_type.name
