"""The spoken answers that press each button, and the panels that ask something: the words' half of every question."""

import re
from collections.abc import Mapping, Sequence

from core.language.reader.intents import Intent

Intents = Sequence[Intent]

YES = (Intent.YES,)
NO = (Intent.NO,)
GOES = (Intent.YES, Intent.ANSWER_YES)
STAYS_AWAY = (Intent.NO, Intent.ANSWER_NO)

ANSWERED_BY: Mapping[str, Intents] = {
    **dict.fromkeys(("open", "open_anyway", "open_and_save"), (Intent.YES, Intent.OPEN_DAY)),
    **dict.fromkeys(("close", "close_as_it_is", "send"), (Intent.YES, Intent.CLOSE_DAY)),
    "asked_yes": GOES,
    "asked_yes_date": (*GOES, Intent.MOVE_DUE),
    "asked_no": STAYS_AWAY,
    "delete_sure": (Intent.YES, Intent.DELETE_TASK),
    "cancel_event": (Intent.YES, Intent.CANCEL_EVENT),
    **dict.fromkeys(("undo_offered", "undo_sure"), (Intent.YES, Intent.UNDO)),
    **dict.fromkeys(
        (
            *("add_person", "add_responsible", "ask_person", "ask_person_due", "end_absence", "end_tokens"),
            *("handover_yes", "hand_over_to", "leave", "let_in", "link_group"),
            *("move_anyway", "move_event", "move_proposed", "move_yes", "nudge_person", "offer_comment", "offer_task"),
            *("permit", "proposal_yes", "reminder_done"),
            *("lunch_then", "quiet_then", "really_past", "red_on_it", "rule_end_sure", "save", "save_anyway"),
            *("save_comment", "save_events", "save_rest", "save_tasks", "save_uninvited", "that_is_me", "use_zone"),
        ),
        YES,
    ),
    **dict.fromkeys(
        (
            *("back_to_event", "drop", "keep_absence", "keep_tokens", "move_no", "no_link", "not_me", "not_now"),
            *("offer_no", "permit_no", "proposal_no", "red_not_me", "stay"),
        ),
        NO,
    ),
}
"""The intents that press a button, by its text; what is not here is pressed only by saying what stands on it."""

NOT_ASKED = re.compile("<[^<>]*>|\u2068[^\u2068\u2069]*\u2069|«[^«»]*»|“[^“”]*”")
"""Tags, people's own words and examples, which ask nothing whatever they say."""


def asks(html: str) -> bool:
    """Return whether a panel asks something in its own words."""
    return "?" in NOT_ASKED.sub("", html)
