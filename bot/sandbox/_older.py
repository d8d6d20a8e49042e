"""A Bot API server of before buttons that copy (7.11), coloured buttons (9.4) and times in the reader's zone (9.5).

Fields that a server does not know it leaves out without a word; a tag that it does not know it refuses.
"""

import json

from bot.sandbox._errors import parse_error
from bot.sandbox._model import Json
from bot.sandbox._params import Params

_BUTTON_FIELDS = ("style", "copy_text")
_TIME = "<tg-time"


def as_read_before(params: Params) -> Params:
    """The arguments as such a server reads them. Raises ApiError 400 for a tag."""
    for name in ("text", "caption"):
        before, tag, _ = params.text(name).partition(_TIME)
        if tag:
            raise parse_error(f'Unsupported start tag "tg-time" at byte offset {len(before.encode())}')
    markup = params.json("reply_markup", "reply keyboard markup")
    if not isinstance(markup, dict) or "inline_keyboard" not in markup:
        return params
    rows = [[_known(button) for button in row] for row in markup["inline_keyboard"]]
    return Params({**params.values, "reply_markup": json.dumps({**markup, "inline_keyboard": rows})}, params.uploads)


def _known(button: Json) -> Json:
    return {name: value for name, value in button.items() if name not in _BUTTON_FIELDS}
