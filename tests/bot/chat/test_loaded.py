"""Slow imports are loaded when they are first needed, not when the bot starts."""

import subprocess
import sys

SLOW = ("PIL", "bidi", "arabic_reshaper", "dateparser")
"""The libraries that paint, and the one that reads dates in unusual forms."""


def test_nobody_pays_for_a_picture_or_an_odd_date_before_there_is_one():
    loaded = "import sys, bot.chat.router, core.language.phrases; print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert set(SLOW).isdisjoint(ran.stdout.split())
