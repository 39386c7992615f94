# Everything a person does here starts with one of these; each sets itself up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
PLAYS := $(VENV)/.plays
READY := $(VENV)/.ready
# What was compiled once is not compiled again by each process.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo play run test test-long flaky check tables swarm simulate faults soak season words pictures arena bench mutants lock licences audit release clean

$(PLAYS): requirements-play.txt  # what playing needs; the project itself runs from this folder
	@echo "Setting up $(VENV) (half a minute, the first time only) ..."
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) -r requirements-play.txt
	@touch $@

$(READY): requirements.txt $(PLAYS)  # and what tests and tools need besides
	@echo "Adding the tools to $(VENV) (another half a minute, the first time only) ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

demo: $(PLAYS)  ## a short game of each kind as a transcript; GAMES="cup joker" plays those
	@$(BIN)/python -m bot demo $(GAMES)

play: $(PLAYS)  ## the bot in a local Discord in the browser
	@$(BIN)/python -m bot sandbox

run: $(PLAYS)  ## the bot on Discord; needs DISCORD_TOKEN
	@$(BIN)/python -m bot run

check: $(READY)  ## style, types, the layers, how much one has to read, and what is wrong with each language
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m tests.wall_clock
	$(BIN)/python -m tests.house
	$(BIN)/python -m tests.english
	$(BIN)/python -m tests.commits
	$(BIN)/python -m tests.catalogues

PYTEST := $(BIN)/python -m pytest -n 4 --dist loadgroup --durations 25
test: check  ## what each landing needs; four side by side, since half of them wait for somebody's clock
	$(PYTEST)

test-long: $(READY)  ## all scenes on both databases, properties at length, some folders elsewhere, and each long run in some minutes: an hour
	now=$$($(BIN)/python -m tests.clock) && NOW=$$now LONG=1 $(PYTEST) && NOW=$$now $(BIN)/python -m tests.elsewhere
	$(MAKE) simulate SEEDS=100 MINUTES=3
	$(MAKE) swarm ACTIONS=2000
	$(MAKE) season GAMES=1000
	$(MAKE) tables TABLES=5
	counts=$$(mktemp -d)/counts.json; for what in kills:10 stops:2 away:1 power:20 hours:1 lock:1 soak:1; do \
		$(BIN)/python -m tests.kills $${what#*:} --what $${what%:*} --counts $$counts || exit 1; done

flaky: $(READY)  ## TESTS=tests/sandbox/test_drain.py twenty times beside two busy processes
	@$(BIN)/python -m tests.flaky $(TESTS)

TABLES ?= 1000
FROM ?= 0
tables: $(READY)  ## a thousand tables a game with any house rules, played by pressing what is shown; FROM=200 TABLES=50 plays those
	RANDOM_FROM=$(FROM) RANDOM_TABLES=$(TABLES) $(BIN)/python -m pytest -n 2 --dist loadgroup tests/bot/games/test_random_tables.py

words: $(READY)  ## gather the sentences and bring every language up to date; NEW=de begins one
	@$(BIN)/python -m tests.gathering $(NEW)

pictures: $(READY)  ## render the drawings of the dice anew, after one has changed (needs Chromium)
	@$(BIN)/python -m tests.pictures

swarm: $(READY)  ## random people press anything at all over the wire, ACTIONS of them on each database; SEED=123 again
	@$(BIN)/python -m tests.swarm $(ACTIONS) $(if $(SEED),--seed $(SEED)) $(if $(BUSY),--busy)

SEEDS ?= 1000
simulate: $(READY)  ## SEEDS stories of kills and trouble on a virtual clock, from FROM on; FAULT=all puts faults in and looks for each
	@$(BIN)/python -m tests.simulation --from $(FROM) --seeds $(SEEDS) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(FAULT),--fault "$(FAULT)")

WHAT ?= kills
faults: $(READY)  ## real trouble for the real bot under load: 500 kills on each database, or WHAT=seal, stops, away, cuts, lock, hours, power, all
	@$(BIN)/python -m tests.kills $(MANY) --what $(WHAT) $(if $(ON),--on $(ON))

soak: $(READY)  ## MINUTES with a Discord that is never well for long, on each database or ON=sqlite
	@$(BIN)/python -m tests.kills $(or $(MINUTES),30) --what soak $(if $(ON),--on $(ON))

season: $(READY)  ## GAMES of all presets on one server; all that is counted is reckoned a second time; SEED=123 again
	@$(BIN)/python -m tests.season $(GAMES) $(if $(SEED),--seed $(SEED))

arena: $(READY)  ## how well the computer players play, into docs/players.md; QUICK=1 plays a tenth of the games
	@$(BIN)/python -m tests.arena

bench: $(READY)  ## speed, as ratios within one run
	@$(INSTALL) -r requirements-bench.txt \
		|| echo "The programs to compare with could not be installed: the engine is measured alone."
	$(BIN)/python -m tests.bench

mutants: $(READY)  ## changes the rules in hundreds of small ways: the tests must notice 95 % of them (some minutes)
	@$(INSTALL) -r requirements-tools.txt
	$(BIN)/python -m tests.mutants

licences: $(READY)  ## write deploy/LICENCES.md anew, after the lock has changed
	@$(BIN)/python -m tests.release.licences

audit: $(READY)  ## whether anything is known against the locked packages
	@$(INSTALL) -r requirements-tools.txt
	@$(BIN)/python -m tests.release.audit

release: $(READY)  ## wheel, sdist, bill of materials, lists of packages and licences into dist/, the same bytes from the same commit
	@$(BIN)/python -m tests.catalogues --whole
	@$(BIN)/python -m tests.release

LOCK := uv pip compile pyproject.toml --universal --generate-hashes --no-header -q
lock:  ## resolve the dependencies anew (needs uv)
	$(LOCK) --extra dev -o requirements.txt
	$(LOCK) -c requirements.txt -o requirements-run.txt
	$(LOCK) --extra sandbox -c requirements.txt -o requirements-play.txt
	$(LOCK) --extra bench -c requirements.txt -o requirements-bench.txt
	$(LOCK) --extra audit --extra mutants -c requirements.txt -o requirements-tools.txt

clean:
	rm -rf $(VENV) mutants .mypy_cache .ruff_cache .hypothesis .import_linter_cache
