"""The page on which a person lets an assistant in: plain HTML without a script, which nothing is fetched for."""

import base64
import hashlib
from html import escape
from urllib.parse import urlsplit

from api.http.endpoints import OperationResult
from core.base.model import Language
from core.language.i18n import text
from core.people.sign_ons import DIGITS, chat_code_of, host_of_redirect
from core.records.sign_ons import AuthorizationRequest

HTML = "text/html; charset=utf-8"
STYLE = """
:root{color-scheme:light dark;--line:#d5d9de;--soft:#5b6570;--accent:#1769c2;--on:#fff;--bad:#b3261e}
@media(prefers-color-scheme:dark){:root{--line:#3c444d;--soft:#a4aeb8;--accent:#7db8f5;--on:#10202f;--bad:#f2a39d}}
*{box-sizing:border-box}
body{font:1rem/1.5 system-ui,sans-serif;max-width:30rem;margin:0 auto;padding:2rem 1.25rem}
h1{font-size:1.35rem;line-height:1.3;margin:0 0 .25rem;overflow-wrap:anywhere}
p{margin:.25rem 0}
.soft{color:var(--soft);overflow-wrap:anywhere}
.soft code{color:CanvasText}
.bad{color:var(--bad);font-weight:600}
ol{padding-left:1.4rem;margin:1.5rem 0}
li{margin:0 0 1.25rem}
code{font-size:1.1em;font-weight:600;white-space:nowrap}
a.button,button{display:inline-block;font:inherit;font-weight:600;padding:.6rem 1.1rem;border-radius:.5rem;
border:1px solid var(--accent);
background:var(--accent);color:var(--on);text-decoration:none;cursor:pointer;margin:.5rem .5rem .25rem 0}
button.plain{background:none;color:inherit;border-color:var(--line);font-weight:400}
input{font:inherit;font-size:1.3rem;letter-spacing:.15em;width:9.5rem;padding:.4rem .6rem;border:1px solid var(--line);
border-radius:.5rem;display:block;margin-top:.4rem}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
"""
STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()


def headers(redirect_uri: str = "") -> str:
    """A form's answer may lead on to the client's address, which browsers count as an action of the form's."""
    action = f"'self' {urlsplit(redirect_uri).scheme}:" if redirect_uri else "'none'"
    return (
        "Cache-Control: no-store\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n"
        f"Content-Security-Policy: default-src 'none'; style-src 'sha256-{STYLE_HASH}'; form-action {action}; "
        "base-uri 'none'; frame-ancestors 'none'\r\n"
    )


def asking_page(
    language: Language, asked: AuthorizationRequest, page_secret: str, bot: str, trouble: str = ""
) -> OperationResult:
    """Return the page with its steps: open the chat, press, type the number shown. `trouble`: why it asks once more."""
    code = chat_code_of(page_secret).upper()

    def words(key: str, **params: str) -> str:
        return text(language, f"sign_on.{key}", **{name: escape(value) for name, value in params.items()})

    host = host_of_redirect(asked.redirect_uri)
    command = f"{words('command')} {code[:4]}-{code[4:]}"
    link = f"https://t.me/{bot}?start=c{code.lower()}"
    body = f"""<h1>{words("title", client=asked.client_name)}</h1>
<p class="soft">{words("vouched", host=asked.client_host) if asked.client_host else words("unknown")}
{words("returns", host=host) if host else words("returns_here")}</p>
<form method="post" action="/oauth/authorize" autocomplete="off">
<input type="hidden" name="page" value="{escape(page_secret)}">
<ol>
<li>{words("open")}<br>
<a class="button" href="{escape(link)}" target="_blank" rel="noreferrer">{words("button_open")}</a>
<p class="soft">{words("or", bot=bot, command=command)}</p></li>
<li>{words("press")}</li>
<li><label for="number">{words("number")}</label>
{f'<p class="bad" role="alert">{escape(trouble)}</p>' if trouble else ""}
<input id="number" name="number" inputmode="numeric" maxlength="{DIGITS + 3}" autocomplete="one-time-code"></li>
</ol>
<button name="do" value="continue">{words("button_continue")}</button>
<button class="plain" name="do" value="cancel">{words("button_cancel")}</button>
</form>
<p class="soft">{words("minutes")}</p>"""
    return page(language, words("title", client=asked.client_name), body, redirect_uri=asked.redirect_uri)


def fault_page(language: Language, why: str, detail: str, status: int, more: str = "") -> OperationResult:
    """An error that cannot be sent to the client, only shown. `detail` is for the client's developer."""
    title = escape(text(language, "sign_on.fault"))
    body = f'<h1>{title}</h1>\n<p>{escape(why)}</p>\n<p class="soft">{escape(detail)}</p>'
    return page(language, title, body, status=status, more=more)


def page(
    language: Language, title: str, body: str, *, redirect_uri: str = "", status: int = 200, more: str = ""
) -> OperationResult:
    html = (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width,initial-scale=1">\n<meta name="robots" content="noindex">\n'
        f"<title>{title}</title>\n<style>{STYLE}</style>\n<main>\n{body}\n</main>\n</html>\n"
    )
    return OperationResult(html.encode(), headers(redirect_uri) + more, media_type=HTML, status=status)
