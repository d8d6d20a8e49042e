"""reply_markup: what Telegram accepts, in what form it keeps it, and how it refuses the rest."""

import msgspec
from msgspec.structs import replace

from bot.sandbox._errors import bad_request
from bot.sandbox._links import LinkError, checked_link, link_user_id
from bot.sandbox._model import Json
from bot.sandbox._params import Params

_MAX_BUTTONS = 100
_MAX_ROW = 8
_MAX_DATA_BYTES = 64
_MAX_COPIED = 256
_STYLES = ("danger", "success", "primary")


class _Copied(msgspec.Struct, frozen=True):
    text: str


class _Button(msgspec.Struct, frozen=True, omit_defaults=True):
    """The fields of our buttons; no `style` is the app's own colour, which is also called "default"."""

    text: str
    callback_data: str | None = None
    url: str | None = None
    copy_text: _Copied | None = None
    style: str = ""


class _Keyboard(msgspec.Struct, frozen=True):
    inline_keyboard: list[list[_Button]] = []


def read_markup(params: Params) -> Json | None:
    """The inline keyboard of a call, None where it has none; an empty one is none.

    Raises ApiError 400; over 8 buttons in a row is refused here although Telegram's apps merely squeeze them: a bot
    should not do it.
    """
    keyboard = params.typed("reply_markup", _Keyboard) or _Keyboard()
    rows = [[_kept(button) for button in row] for row in keyboard.inline_keyboard if row]
    if sum(map(len, rows)) > _MAX_BUTTONS or any(len(row) > _MAX_ROW for row in rows):
        raise bad_request("reply markup is too long")
    return {"inline_keyboard": msgspec.to_builtins(rows)} if rows else None


def _kept(button: _Button) -> _Button:
    """A button as Telegram keeps it."""
    what, style = "can't parse inline keyboard button: ", button.style.lower()
    if style not in ("", "default", *_STYLES):
        raise bad_request(what + "invalid button style specified")
    if button.callback_data is None and button.url is None and button.copy_text is None:
        raise bad_request(what + "Text buttons are unallowed in the inline keyboard")
    if not button.text.strip():
        raise bad_request("inline keyboard button text must be non-empty")
    if button.callback_data is not None and not 1 <= len(button.callback_data.encode()) <= _MAX_DATA_BYTES:
        raise bad_request("BUTTON_DATA_INVALID")
    if button.copy_text is not None and not 1 <= len(button.copy_text.text) <= _MAX_COPIED:
        raise bad_request("BUTTON_COPY_TEXT_INVALID")
    url = None if button.url is None else _button_url(button.url)
    return replace(button, url=url, style="" if style == "default" else style)


def _button_url(url: str) -> str:
    if link_user_id(url) is not None:
        return url
    try:
        return checked_link(url)
    except LinkError as error:
        raise bad_request(f"inline keyboard button URL '{url}' is invalid: {error}") from error
