# Every task here starts with one of these targets; each installs what it needs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
PLAYS := $(VENV)/.plays
READY := $(VENV)/.ready
# Keep compiled bytecode, so that each process need not compile again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo play run test test-long test-pythons flaky check tables swarm simulate faults soak season words screens pictures arena bench mutants lock licences audit release clean

$(PLAYS): requirements-play.txt  # what playing needs; the project runs from this folder
	@echo "Setting up $(VENV) (half a minute, the first time only) ..."
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed, this is " + sys.version.split()[0] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -c 'import ensurepip' 2> /dev/null || { \
		echo "$(PYTHON) cannot make $(VENV). On Debian or Ubuntu, run: apt-get install python3-venv"; exit 1; }
	@$(PYTHON) -m venv $(VENV)
	@$(INSTALL) -r requirements-play.txt
	@touch $@

$(READY): requirements.txt $(PLAYS)  # and what tests and tools need
	@echo "Adding the tools to $(VENV) (another half a minute, the first time only) ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

demo: $(PLAYS)  ## play a short game of each kind as a transcript; GAMES="cup joker" plays only those
	@$(BIN)/python -m bot demo $(GAMES)

play: $(PLAYS)  ## run the bot in a local Discord in the browser
	@$(BIN)/python -m bot sandbox

run: $(PLAYS)  ## run the bot on Discord; needs DISCORD_TOKEN
	@$(BIN)/python -m bot run

# The parts of `make check`. The types take as long as all others together, so they come first.
CHECKS := types style layers clock house documents english commits catalogues truth
.PHONY: $(CHECKS:%=check-%)
check: $(READY)  ## check style, types, layers, sizes, and each language, two at a time
	@$(MAKE) --jobs 2 --no-print-directory $(filter --%,$(patsubst output-sync,--output-sync,$(.FEATURES))) $(CHECKS:%=check-%)
check-types:
	$(BIN)/mypy
check-style:
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
check-layers:
	$(BIN)/lint-imports
check-clock:
	$(BIN)/python -m tests.wall_clock_readers
check-documents:
	$(BIN)/python -m pytest tests/test_documents.py tests/engine/test_fairness_page.py
check-house check-english check-commits check-catalogues check-truth: check-%:
	$(BIN)/python -m tests.$*

PYTEST := $(BIN)/python -m pytest -n 4 --dist loadgroup --durations 25
test: check  ## run what each landing needs, in four processes, since half of the tests wait for a clock
	$(PYTEST)

test-long: $(READY)  ## run all scenes on both databases, long properties, some folders elsewhere, and each long run for some minutes: an hour
	now=$$($(BIN)/python -m tests.clock) && NOW=$$now LONG=1 $(PYTEST) && NOW=$$now $(BIN)/python -m tests.elsewhere
	$(MAKE) simulate SEEDS=100 MINUTES=3
	$(MAKE) swarm ACTIONS=2000
	$(MAKE) season GAMES=1000
	$(MAKE) tables TABLES=5
	counts=$$(mktemp -d)/counts.json; for what in kills:10 stops:2 away:1 power:20 hours:1 lock:1 soak:1; do \
		$(BIN)/python -m tests.kills $${what#*:} --what $${what%:*} --counts $$counts || exit 1; done

test-pythons: $(READY)  ## run a part of the tests on each version of Python that is here; PYTHONS="3.12 3.13" runs them on those
	@$(BIN)/python -m tests.pythons $(PYTHONS)

flaky: $(READY)  ## run TESTS=tests/sandbox/test_drain.py twenty times beside two busy processes
	@$(BIN)/python -m tests.flaky $(TESTS)

TABLES ?= 1000
FROM ?= 0
tables: $(READY)  ## play a thousand tables of each game with random house rules by pressing buttons; FROM=200 TABLES=50 plays those
	RANDOM_FROM=$(FROM) RANDOM_TABLES=$(TABLES) $(BIN)/python -m pytest -n 2 --dist loadgroup tests/bot/games/test_random_tables.py

words: $(READY)  ## gather the sentences and update every language; NEW=de begins one
	@$(BIN)/python -m tests.gathering $(NEW)

screens: $(READY)  ## write every sentence of a language where it is shown into a page: IN=pl writes screens.pl.html
	@$(BIN)/python -m tests.gallery $(IN)

pictures: $(READY)  ## render the drawings of the dice again, after one has changed (needs Chromium)
	@$(BIN)/python -m tests.pictures

swarm: $(READY)  ## have random people press anything over the wire, ACTIONS times on each database; SEED=123 repeats a run
	@$(BIN)/python -m tests.swarm $(ACTIONS) $(if $(SEED),--seed $(SEED)) $(if $(BUSY),--busy)

SEEDS ?= 1000
simulate: $(READY)  ## play SEEDS stories of kills and trouble on a virtual clock, from FROM on; FAULT=all injects faults and looks for each
	@$(BIN)/python -m tests.simulation --from $(FROM) --seeds $(SEEDS) $(if $(MINUTES),--minutes $(MINUTES)) $(if $(FAULT),--fault "$(FAULT)")

WHAT ?= kills
faults: $(READY)  ## make real trouble for the real bot under load: 500 kills on each database, or WHAT=seal, stops, away, cuts, lock, hours, power, all
	@$(BIN)/python -m tests.kills $(MANY) --what $(WHAT) $(if $(ON),--on $(ON))

soak: $(READY)  ## run the bot for MINUTES with a Discord that is never well for long, on each database or ON=sqlite
	@$(BIN)/python -m tests.kills $(or $(MINUTES),30) --what soak $(if $(ON),--on $(ON))

season: $(READY)  ## play GAMES of all presets on one server, and compute all figures a second time; SEED=123 repeats a run
	@$(BIN)/python -m tests.season $(GAMES) $(if $(SEED),--seed $(SEED))

arena: $(READY)  ## measure how well the computer players play, into docs/players.md; QUICK=1 plays a tenth of the games
	@$(BIN)/python -m tests.arena

bench: $(READY)  ## measure speed, as ratios within one run
	@$(INSTALL) -r requirements-bench.txt \
		|| echo "The programs to compare with could not be installed: the engine is measured alone."
	$(BIN)/python -m tests.bench

mutants: $(READY)  ## change the rules in hundreds of small ways: the tests must notice 95 % of them (some minutes)
	@$(INSTALL) -r requirements-tools.txt
	$(BIN)/python -m tests.mutants

licences: $(READY)  ## write deploy/LICENCES.md again, after the lock files have changed
	@$(BIN)/python -m tests.release.licences

audit: $(READY)  ## report known vulnerabilities of the locked packages
	@$(INSTALL) -r requirements-tools.txt
	@$(BIN)/python -m tests.release.audit

release: $(READY)  ## build wheel, sdist, bill of materials, lists of packages and licences in dist/, the same bytes from the same commit
	@rm -rf dist
	@$(BIN)/python -m tests.catalogues --whole
	@$(BIN)/python -m tests.release

LOCK := uv pip compile pyproject.toml --universal --generate-hashes --no-header -q
lock:  ## resolve the dependencies again (needs uv)
	$(LOCK) --extra dev -o requirements.txt
	$(LOCK) -c requirements.txt -o requirements-run.txt
	$(LOCK) --extra sandbox -c requirements.txt -o requirements-play.txt
	$(LOCK) --extra bench -c requirements.txt -o requirements-bench.txt
	$(LOCK) --extra audit --extra mutants -c requirements.txt -o requirements-tools.txt

clean:
	rm -rf $(VENV) mutants .mypy_cache .ruff_cache .hypothesis .import_linter_cache
