#!/usr/bin/env bash
# swagger-ui-dist 5.33.1: from 150 rows on (tags and operations together) the page holds only the rows in view.
#
# Guessed: a document's whole list stands in the page, however long it is, so that a browser's search finds an
# operation and a script reads all tags at once.
# Seen: with 149 rows every one is in the page; with 150 it is a list that is filled as one scrolls, and the page holds
# less than half of them. No option turns it off.
# What follows: what reads the page (a test, a search within it, a print) has to scroll, or to open one tag at a time.
#
# Needs npm and Chromium. Installs into a temporary folder; fails if the behaviour has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
npm install --silent --no-audit --no-fund --ignore-scripts --prefix "$work" swagger-ui-dist@5.33.1 >/dev/null

page() { # a page of 10 tags, and of as many operations as are asked for
  cat >"$work/page.html" <<HTML
<!doctype html><meta charset="utf-8"><div id="ui"></div>
<script src="node_modules/swagger-ui-dist/swagger-ui-bundle.js"></script>
<script>
const paths = {};
for (let n = 0; n < $1; n++)
  paths["/thing/" + n] = {get: {tags: ["tag" + n % 10], responses: {200: {description: "OK"}}}};
SwaggerUIBundle({spec: {openapi: "3.1.0", info: {title: "T", version: "1"}, paths}, dom_id: "#ui"});
</script>
HTML
}
rows() { # how many rows of the list the page holds
  page "$1"
  chromium --headless --no-sandbox --disable-gpu --window-size=1280,900 --virtual-time-budget=20000 --dump-dom \
    "file://$work/page.html" 2>/dev/null | { grep -o 'class="opblock-tag \|class="opblock opblock-get' || true; } | wc -l
}

whole=$(rows 139) long=$(rows 140)
echo "149 rows: the page holds $whole; 150 rows: it holds $long"
[ "$whole" -eq 149 ] && [ "$long" -lt 75 ]
