# `make demo` and `make test` work from a fresh clone with Python 3.11+ alone: each target installs first where needed.
PYTHON ?= python3
BIN := .venv/bin
INSTALLED := .venv/.installed

GO_PACKAGES := /usr/share/gocode
RUNTIME_LOCK := docs/deploy/requirements.lock
TIMED := tests/reliability
LINTERS := tests/openapi/node_modules/.package-lock.json
OLDER_CLIENTS := mcp-1.8.1 mcp-1.9.4

.PHONY: help install demo run test test-all soak check transcripts language read lint-openapi bench lock dist

help: ## list the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

install: $(INSTALLED) ## install into .venv, every package pinned by hash

$(INSTALLED): requirements.lock pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $@

demo: $(INSTALLED) ## API, jobs, bot and a chat page over a demo team, on loopback
	$(BIN)/semaforo demo

run: $(INSTALLED) ## serve as configured by config.toml and SEMAFORO_… variables
	$(BIN)/semaforo run

test test-all soak: export PYTHONDONTWRITEBYTECODE =
# tests start many processes, each of which would compile what it imports

test: $(INSTALLED) ## every test but the long ones, on up to four cores
	$(BIN)/pytest -m "not long and not soak" -n auto --maxprocesses 5 --dist worksteal

test-all: test .clients/python .clients/node ## and then the long ones, properties with many examples; those that time processes one after the other
	$(BIN)/pytest -m "(long or hypothesis) and not soak" --hypothesis-profile many --timeout 900 -n auto --maxprocesses 5 --dist worksteal $(TIMED:%=--ignore=%)
	$(BIN)/pytest -m "long and not soak" --timeout 900 $(TIMED)

soak: $(INSTALLED) ## faults to survive, at full length: a quarter of an hour; docs/reliability.md
	$(BIN)/pytest -m soak --timeout 900

check: $(INSTALLED) ## formatting, lint, subjects of commits, docstrings, import contracts, types
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/python -m tests.architecture.subjects
	$(BIN)/python -m tests.architecture.docstrings
	$(BIN)/lint-imports --no-cache
	$(BIN)/mypy

transcripts: $(INSTALLED) ## docs/chat from the conversations of the tests
	$(BIN)/python -m tests.chat

language: $(INSTALLED) ## the weights of the chat's reader, from the sentences in core/language/sentences
	OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.core.language.reader.train

read: $(INSTALLED) ## how the chat reads a sentence: make read WORDS="la minuta ya quedó" TASK="Minuta de la junta"
	$(BIN)/python -m tests.core.language.reader.explain "$(WORDS)" "$(TASK)"

lint-openapi: $(LINTERS) ## docs/openapi.json by the rules of Spectral and Redocly; needs Node 20.19 or later
	npm --prefix tests/openapi run --silent lint

dist: $(INSTALLED) ## a wheel into dist/, for pipx, and the versions and hashes of all that it needs
	rm -rf dist
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir dist .
	rm -rf build
	cp $(RUNTIME_LOCK) dist/requirements.lock
	grep -oE '^[A-Za-z0-9._-]+==[^ ;\]+' $(RUNTIME_LOCK) > dist/constraints.txt

$(LINTERS): tests/openapi/package-lock.json
	npm --prefix tests/openapi ci --ignore-scripts --no-audit --no-fund --silent
	touch $@

# The programs of assistants that call the service in tests/api/test_programs_of_assistants.py.
.clients/python: tests/clients/requirements.txt $(OLDER_CLIENTS:%=tests/clients/%.txt)
	rm -rf .clients/python $(OLDER_CLIENTS:%=.clients/%)
	$(PYTHON) -m venv .clients/python
	.clients/python/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	for each in $(OLDER_CLIENTS); do \
	  .clients/python/bin/pip install --quiet --disable-pip-version-check --require-hashes --no-deps \
	    --target .clients/$$each -r tests/clients/$$each.txt || exit 1; \
	done
	touch $@

.clients/node: tests/clients/package-lock.json
	@mkdir -p .clients
	@if command -v npm > /dev/null; then \
	  npm --prefix tests/clients ci --ignore-scripts --no-audit --no-fund --silent && touch $@; \
	else \
	  echo "node and npm are not installed: the programs that npm brings do not call the service"; \
	fi

bench: $(INSTALLED) .bench/python-twin .bench/node-twins .bench/go-twin ## speed beside a bare handler and four twins, and with BASE=FOLDER or COMMIT beside that, in one run
	$(BIN)/python -m tests.benchmarks $(if $(BASE),--base "$(BASE)")

.bench/python-twin: tests/benchmarks/twins/requirements.txt
	$(PYTHON) -m venv .bench/venv
	.bench/venv/bin/pip install --quiet --disable-pip-version-check --require-hashes -r $<
	touch $@

.bench/node-twins: tests/benchmarks/twins/package-lock.json
	@mkdir -p .bench
	@if command -v npm > /dev/null; then \
	  npm ci --no-audit --no-fund --prefix tests/benchmarks/twins && touch $@; \
	else \
	  echo "node and npm are not installed: the benchmark runs without the Fastify and Bun twins"; \
	fi

.bench/go-twin: tests/benchmarks/twins/go_twin/main.go
	@mkdir -p .bench
	@if command -v go > /dev/null && [ -d $(GO_PACKAGES)/src/github.com/mattn/go-sqlite3 ]; then \
	  GO111MODULE=off GOPATH=$(GO_PACKAGES) go build -o $@ ./$(<D); \
	else \
	  echo "Debian's golang-go, golang-github-mattn-go-sqlite3-dev and golang-github-golang-jwt-jwt-dev" \
	    "are not installed: the benchmark runs without the Go twin"; \
	fi

lock: $(INSTALLED) ## bring requirements.lock up to pyproject.toml, what runs to that, and the tests' to their requirements.in
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --extra dev \
	  --no-header --no-emit-index-url --no-emit-find-links --output-file requirements.lock pyproject.toml
	$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --extra build --no-annotate \
	  --constraints requirements.lock \
	  --no-header --no-emit-index-url --no-emit-find-links --output-file $(RUNTIME_LOCK) pyproject.toml
	for each in tests/benchmarks/twins tests/clients; do \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	    --no-emit-index-url --no-emit-find-links --output-file $$each/requirements.txt $$each/requirements.in || exit 1; \
	done
