# The commands of the house. `make help` lists them; `.ci/run` runs `make test`.
SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# A check that would change the lock file fails instead.
CARGO := cargo --locked
# Seconds for each fuzz target; games of `make soak`.
FUZZ_SECONDS ?= 60
SOAK_GAMES ?= 10000
# Seconds of `make storm`.
STORM_SECONDS ?= 600
# Games of each match of `make ladder`.
LADDER_GAMES ?= 400
# Games of each match of `make rungs`; fewer in long scenarios.
RUNG_GAMES ?= 40
# Games of each scenario of `make balance`.
BALANCE_GAMES ?= 100
# The steps of `make test`, in lanes that run side by side: steps that only run the program, and steps that compile more than it. In
# each lane, cheap steps that fail often come first.
RUN_STEPS := corpus soak-few test-web
BUILD_STEPS := fmt lint unit rules doc
# A third lane, which waits for the network while the others compile.
FETCH_STEPS := programs
# Steps that take longer than anybody wants to wait.
LONG_STEPS := corpus-release parquet soak-many soak-pilots storm-short deb test-web-long

.PHONY: help test test-long tools audit balance bench binary built fuzz ladder pictures rungs scale soak storm $(RUN_STEPS) $(BUILD_STEPS) $(FETCH_STEPS) $(LONG_STEPS)

help: ## list the commands
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## ?/  make \1\t/' | expand -t 22

test: ## install what is missing, then every check, then a summary
	@scripts/steps $(RUN_STEPS) -- $(BUILD_STEPS) -- $(FETCH_STEPS)

test-long: ## the release build, Parquet files, many random games in both builds, pilots with little time, a storm, the Debian package, whole matches in the browser
	@scripts/steps $(LONG_STEPS)

tools: ## install what compiling needs and this machine lacks
	@scripts/tools rust

programs: ## install what tests run and this machine lacks: LibreOffice Calc, PostgreSQL, Node, Chromium, nginx, Caddy
	@scripts/tools office postgres web proxy

fmt: ## source is formatted
	$(CARGO) fmt --all --check

lint: ## clippy, no warnings
	$(CARGO) clippy --workspace --all-targets -- -D warnings

# Everything in one go: with other packages selected, dependencies would get other features and be built again.
built:
	$(CARGO) build --workspace --all-targets

# The program with the same features as in `built`: naming a test target switches on the features that tests need.
binary:
	$(CARGO) build --workspace --bin tallyho --test binary

unit: built ## unit and integration tests (cargo-nextest where it is installed)
	@scripts/tools office postgres
	if cargo nextest --version >/dev/null 2>&1; then scripts/postgres $(CARGO) nextest run --workspace; \
	else scripts/postgres $(CARGO) test --workspace --all-targets; fi

doc: ## documentation builds without warnings, and its examples run
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --document-private-items
	$(CARGO) test --workspace --doc

rules: built ## every rule cited, exercised and told to players, every example a test
	target/debug/rule-coverage

test-web: binary ## the browser client: types, then whole games in a real browser
	@scripts/tools web postgres proxy
	scripts/web test

test-web-long: binary ## longer games in a real browser
	@scripts/tools web postgres proxy
	scripts/web test-long

pictures: binary ## screenshots of every screen into target/pictures/; docs/pictures/ gets those that a page shows
	@scripts/tools pictures
	scripts/web pictures

corpus: binary ## every finished game in corpus/ replays to the same positions
	@echo "corpus: $$(find corpus -name '*.jsonl' | wc -l) transcripts"
	target/debug/tallyho verify corpus

corpus-release: target/release/tallyho ## the same in the release build
	target/release/tallyho verify corpus

parquet: ## tables of the lab as Parquet files, written and read again, and by a program built with them
	$(CARGO) test -p lab --features parquet --lib
	$(CARGO) build --workspace --bin tallyho --test binary --features tallyho/parquet
	out=$$(mktemp -d); trap 'rm -rf "$$out"' EXIT; \
	target/debug/tallyho lab run fast-and-easy kent-duel --games 10 --out "$$out/run"; \
	test -s "$$out/run/games.parquet" -a -s "$$out/run/losses.parquet"

# Only the debug build: it stops at overflows and broken assertions, where a release build would just go wrong.
soak-few: binary ## a few random games through the debug binary
	@mkdir -p target/checks
	scripts/soak 50 debug

soak-many: ## more of them, through both binaries
	@$(MAKE) soak SOAK_GAMES=1000

soak: binary target/release/tallyho ## random games through both binaries, which must agree (SOAK_GAMES=10000)
	@mkdir -p target/checks
	scripts/soak $(SOAK_GAMES) release debug

soak-pilots: target/release/tallyho ## do computer pilots of every level keep to 2 milliseconds a decision?
	scripts/soak-pilots 2

.PHONY: target/release/tallyho
target/release/tallyho:
	$(CARGO) build --release

bench: ## how fast the games and the server are; prints tables and writes docs/bench.md
	@scripts/tools bench postgres
	$(CARGO) build --release -p bench -p load -p tallyho
	scripts/bench

storm: ## several processes on one PostgreSQL while everything fails, STORM_SECONDS=600; nothing acknowledged may be lost
	@scripts/tools postgres
	$(CARGO) build --release -p load -p tallyho
	scripts/postgres --durable target/release/load storm --seconds $(STORM_SECONDS)

storm-short: built ## a short one of the debug build, with fewer tables
	@scripts/tools postgres
	scripts/postgres --durable target/debug/load storm --server target/debug/tallyho --seconds 110 --tables 100

scale: ## what many processes and databases would bear, reckoned from what was measured
	$(CARGO) run --release -q -p load -- scale

ladder: target/release/tallyho ## every computer pilot against the one below, LADDER_GAMES=400 each
	scripts/ladder $(LADDER_GAMES)

rungs: target/release/tallyho ## is any computer pilot worse than the one below, in any scenario? RUNG_GAMES=40 each, fewer of long ones
	scripts/rungs $(RUNG_GAMES)

balance: target/release/tallyho ## how even the scenarios are, equal pilots on both sides, BALANCE_GAMES=100 each
	scripts/balance $(BALANCE_GAMES) flight-lieutenant

fuzz: ## random bytes against everything that reads input, FUZZ_SECONDS=60 each
	@scripts/tools fuzz
	scripts/fuzz $(FUZZ_SECONDS)

deb: target/release/tallyho ## a Debian package into target/debian/, tried in an empty Debian
	@scripts/tools deb
	scripts/deb

audit: ## licences, advisories, unused dependencies, spelling
	@scripts/tools audit
	scripts/audit
