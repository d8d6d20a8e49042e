"""reply_markup: what Telegram accepts, in what form it keeps it, and how it refuses the rest."""

from typing import Any

from bot.sandbox._errors import bad_request
from bot.sandbox._links import LinkError, checked_link, link_user_id
from bot.sandbox._model import Json
from bot.sandbox._params import Params

_MAX_BUTTONS = 100
_MAX_ROW = 8
_MAX_DATA_BYTES = 64
_MAX_COPIED = 256
_STYLES = ("danger", "success", "primary")
_KINDS = ("callback_data", "url", "copy_text")
"""What our buttons do."""


def read_markup(params: Params) -> Json | None:
    """The inline keyboard of a call, None where it has none; an empty one is none.

    Raises ApiError 400; over 8 buttons in a row is refused here although Telegram's apps merely squeeze them: a bot
    should not do it.
    """
    value = params.json("reply_markup", "reply keyboard markup")
    if value is None:
        return None
    if not isinstance(value, dict):
        raise bad_request("object expected as reply markup")
    rows = _rows(value.get("inline_keyboard", []))
    return {"inline_keyboard": rows} if rows else None


def _rows(rows: Any) -> list[list[Json]]:
    if not isinstance(rows, list):
        raise bad_request('field "inline_keyboard" must be of type Array')
    if not all(isinstance(row, list) for row in rows):
        raise bad_request('field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays')
    kept = [[_inline_button(raw) for raw in row] for row in rows if row]
    if sum(map(len, kept)) > _MAX_BUTTONS or any(len(row) > _MAX_ROW for row in kept):
        raise bad_request("reply markup is too long")
    return kept


def _inline_button(raw: Any) -> Json:
    what = "can't parse inline keyboard button: "
    if not isinstance(raw, dict):
        raise bad_request(what + "InlineKeyboardButton must be an Object")
    if not isinstance(raw.get("text"), str):
        raise bad_request(what + 'Can\'t find field "text"')
    style = _style(raw, what)
    if not any(kind in raw for kind in _KINDS):
        raise bad_request(what + "Text buttons are unallowed in the inline keyboard")
    if not raw["text"].strip():
        raise bad_request("inline keyboard button text must be non-empty")
    button = {**{name: value for name, value in raw.items() if name != "style"}, **style}
    if "callback_data" in raw:
        _check_data(raw["callback_data"], what)
    if "url" in raw:
        button["url"] = _button_url(str(raw["url"]))
    if "copy_text" in raw:
        _check_copied(raw["copy_text"], what)
    return button


def _style(raw: Json, what: str) -> Json:
    """The colour of a button, in any case; no field for the app's own, which is also called "default"."""
    style = str(raw.get("style") or "").lower()
    if style in ("", "default"):
        return {}
    if style not in _STYLES:
        raise bad_request(what + "invalid button style specified")
    return {"style": style}


def _check_data(data: Any, what: str) -> None:
    if not isinstance(data, str):
        raise bad_request(what + 'Field "callback_data" must be of type String')
    if not 1 <= len(data.encode()) <= _MAX_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")


def _check_copied(copied: Any, what: str) -> None:
    if not isinstance(copied, dict):
        raise bad_request(what + 'Field "copy_text" must be of type Object')
    if not isinstance(copied.get("text"), str):
        raise bad_request(what + 'Can\'t find field "text"')
    if not 1 <= len(copied["text"]) <= _MAX_COPIED:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")


def _button_url(url: str) -> str:
    if link_user_id(url) is not None:
        return url
    try:
        return checked_link(url)
    except LinkError as error:
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: {error}") from error
