"""Updates as they are read."""

import json

from bot.telegram.updates import decode
from core.language.spacing import LONGEST_GAP

ANA = {"id": 101, "is_bot": False, "first_name": "Ana"}
PRIVATE, GROUP = {"id": 101, "type": "private"}, {"id": -7, "type": "group", "title": "Ventas"}
TYPED, KEPT = f"12 70{' ' * 4000}x", f"12 70{' ' * LONGEST_GAP}x"


def read(**kinds):
    return decode(json.dumps({"update_id": 1, **kinds}))


def message(chat=PRIVATE, **words):
    return {"message_id": 1, "date": 1, "chat": chat, "from": ANA, **words}


def test_words_come_in_without_long_gaps():
    assert read(message=message(text=TYPED)).message.words == KEPT
    assert read(message=message(GROUP, text=TYPED)).message.text == KEPT
    assert read(message=message(caption=TYPED)).message.words == KEPT
    assert read(edited_message=message(text=TYPED)).edited_message.words == KEPT
    assert read(inline_query={"id": "1", "from": ANA, "query": TYPED, "offset": ""}).inline_query.query == KEPT


def test_a_message_without_words_has_none():
    assert read(message=message()).message.words is None
    assert read(message=message(text="")).message.words == ""
