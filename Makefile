# Builds, checks, benchmarks and documentation. CI (.ci/run) runs `make check` and three checks that install
# programs or take long: check-reproduce-sample, check-formats and check-report.

SWIFT ?= swift
SOURCES = Package.swift Sources Tests Snippets Benchmarks/Package.swift Benchmarks/Sources \
  Examples/Gate UIKit/Package.swift UIKit/Sources UIKit/Tests \
  Fuzz/Package.swift Fuzz/Sources/TraceFuzz
# Each configuration has its own build folder, so that none discards another's work.
BUILD = .build
# Without an index of the system's modules a build takes three quarters of the time. Test bundles need
# the index of their own module. All builds of a folder have the same flags, since others would build it anew:
# those of `swift test` in .build, which newcomers run, and these elsewhere.
LEAN = -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules

.PHONY: all check lint test test-release test-asan test-tsan check-formats fuzz build bench \
  format clean fuzz-build fuzz-merge fuzz-solver check-client check-docs check-gate check-fleet \
  bench-fleet dist check-dist stress mutate truth test-loops test-recordings walk-leaks docs check-browsers check-report \
  check-export check-reproduce check-reproduce-sample build-release build-asan build-tsan check-sanitizers count wheel \
  check-wheel check-solver check-solver-sample check-drift bench-solver check-clients check-verdicts check-uikit \
  check-uikit-release check-uikit-corpus check-uikit-libraries

all: build

build:
	$(SWIFT) build

check: lint test check-docs test-release test-asan test-tsan check-client \
  check-gate check-uikit

lint:
	$(SWIFT) format lint --strict --recursive $(SOURCES)
	Scripts/lint-test-names Tests

# Counts the lines of the code, its long functions, and its unwraps without a reason.
count:
	Scripts/count-code

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

test:
	$(SWIFT) test

# Tests never import a module as `@testable`: without this, they run what an app links, and builds of products
# and of tests have the same flags.
RELEASE = $(LEAN) --configuration release --scratch-path $(BUILD)/check-release
TEST_RELEASE = $(SWIFT) test --disable-testable-imports $(RELEASE)

build-release:
	$(SWIFT) build --build-tests $(RELEASE)

test-release:
	$(TEST_RELEASE)

# The generated loops, proofs on them, their innocent twins and the public loops; three thousand of each
# generated kind. The release tests take a sample.
LOOPS = 3024

test-loops:
	LOOPHUNTER_CASES=$(LOOPS) $(TEST_RELEASE) \
	  --filter 'GeneratedLoopTests|LoopProverTests|PublicLoopTests|InnocentTests|SilencedLoopTests'

# Recordings of trees that are taken apart and put together in any order: each is read, replayed and
# shrunk.
RECORDINGS = 200000

test-recordings:
	LOOPHUNTER_CASES=$(RECORDINGS) $(TEST_RELEASE) \
	  --filter AcceptedRecordingTests

# The accuracy of verdict, culprit and roles, as a matrix of expected and reported verdicts.
truth:
	$(SWIFT) run $(RELEASE) TruthBenchmarks $(LOOPS)

# Each sanitizer builds and runs the tests that it is for, and no others: MemoryTests or ThreadTests.
# `check-sanitizers` runs all tests under both, which takes an hour; run it before a release.
ASAN = $(LEAN) --sanitize=address --scratch-path $(BUILD)/check-asan
TSAN = $(LEAN) --sanitize=thread --scratch-path $(BUILD)/check-tsan

build-asan:
	LOOPHUNTER_TESTS=memory $(SWIFT) build --build-tests $(ASAN)

build-tsan:
	LOOPHUNTER_TESTS=threads $(SWIFT) build --build-tests $(TSAN)

# Leak detection would report XCTest's own leaks, so only a program of its own, which walks through
# hunts at random, is looked at for leaks. Two frames for each allocation take less time than the usual
# thirty; to see more of one that matters, run its test without the second option.
NO_LEAKS = ASAN_OPTIONS=detect_leaks=0:malloc_context_size=2

test-asan:
	LOOPHUNTER_TESTS=memory $(NO_LEAKS) $(SWIFT) test $(ASAN)
	ASAN_OPTIONS=detect_leaks=1 $(BUILD)/check-asan/debug/WalkHelper 1 100

test-tsan:
	LOOPHUNTER_TESTS=threads $(SWIFT) test $(TSAN)

check-sanitizers:
	$(NO_LEAKS) $(SWIFT) test $(ASAN)
	$(SWIFT) test $(TSAN)

# Packages that use this one build in the folder of `swift test`, and with its flags, so that its modules are
# compiled once.

# Builds clients that a name or an isolation once broke.
check-client:
	SWIFT="$(SWIFT)" Scripts/check-client $(BUILD)/check-client $(CURDIR)/$(BUILD)

# SnapKit and EasyPeasy on ViewTree, with their own tests: CLIENTS is a folder that holds both.
check-clients:
	SWIFT="$(SWIFT)" Scripts/check-clients $(CLIENTS) $(BUILD)/check-clients

# Ten million edits of one system, compared with systems that are made anew.
EDITS = 10000000

check-drift:
	LOOPHUNTER_CASES=$(EDITS) $(TEST_RELEASE) \
	  --filter SolverDriftTests

# A folder keeps one description of a build, which may be that of the other package: without it, `swift build`
# looks again.
OTHER_PACKAGE = @rm -f $(BUILD)/*/debug/description.json

# The package UIKit, and its tests.
check-uikit:
	$(OTHER_PACKAGE)
	$(SWIFT) test --package-path UIKit --scratch-path $(BUILD)

# These tests in release, in the folder of the other release builds.
check-uikit-release:
	$(TEST_RELEASE) --package-path UIKit

# Counts the files of a folder of view files that compile with the package UIKit, unchanged and after
# `loophunt port`, and hunts their views: make check-uikit-corpus CORPUS=FOLDER.
check-uikit-corpus:
	$(SWIFT) build --product loophunt
	$(OTHER_PACKAGE)
	$(SWIFT) build --package-path UIKit --scratch-path $(BUILD)
	Scripts/check-uikit-corpus $(BUILD)/debug $(BUILD)/debug/loophunt $(CORPUS) \
	  $(BUILD)/uikit-corpus

# Builds the libraries in some folders against the package UIKit after `loophunt port`, and runs their
# specs with small stand-ins for Quick and Nimble: make check-uikit-libraries LIBRARIES="FOLDER FOLDER".
check-uikit-libraries:
	$(SWIFT) build --product loophunt
	$(OTHER_PACKAGE)
	$(SWIFT) build --package-path UIKit --scratch-path $(BUILD)
	Scripts/check-uikit-libraries $(BUILD)/debug $(BUILD)/debug/loophunt \
	  $(BUILD)/uikit-libraries $(LIBRARIES)

# Every Swift example on the pages and in comments compiles, and every public symbol is described.
check-docs:
	$(SWIFT) build
	modules="$$($(SWIFT) build --show-bin-path)/Modules" && export SWIFT="$(SWIFT)" && \
	  Scripts/check-examples "$$modules" $(BUILD)/check-examples && \
	  Scripts/check-symbols "$$modules" $(BUILD)/check-symbols

# Makes small mistakes in the code, one at a time, and lists those that no test notices; takes hours.
MUTANTS = 150
MUTATION_SEED = 1

mutate:
	Scripts/mutate --swift '$(SWIFT)' --count $(MUTANTS) --seed $(MUTATION_SEED)

# Eight threads that hunt at once, a hundred times, in debug and in release.
stress:
	LOOPHUNTER_STRESS=100 $(SWIFT) test --filter StackThreadTests
	LOOPHUNTER_STRESS=100 $(TEST_RELEASE) \
	  --filter StackThreadTests

# Random walks whose every callback changes hunts, and many of them at once on threads.
WALKS = 2000

walk-leaks:
	$(SWIFT) build $(ASAN) --product WalkHelper
	ASAN_OPTIONS=detect_leaks=1 $(BUILD)/check-asan/debug/WalkHelper 1 $(WALKS)
	ASAN_OPTIONS=detect_leaks=1 $(BUILD)/check-asan/debug/WalkHelper 1 200 threads

# The example of a gate in CI and the commands of docs/ci.md pass and fail as the page says; a sample of
# check-verdicts.
check-gate:
	$(SWIFT) build --product loophunt
	SWIFT="$(SWIFT)" Scripts/check-gate $(BUILD)/debug/loophunt $(BUILD)/gate $(BUILD)
	Scripts/check-verdicts $(BUILD)/debug/loophunt $(BUILD)/verdicts 20

# The verdicts of all commands on random traces, valid, damaged and read leniently, against a count that
# knows the pages only; takes half an hour.
TRACES = 10000

check-verdicts:
	$(SWIFT) build $(RELEASE) --product loophunt
	Scripts/check-verdicts $(BUILD)/check-release/release/loophunt $(BUILD)/verdicts $(TRACES)

# Programs that `loophunt reproduce` writes of the scenarios and of generated loops compile without
# warnings and loop as the traces do; the sample is for CI, with the way of docs/testing.md.
REPRODUCED = 300
REPRODUCE = SWIFT="$(SWIFT)" Scripts/check-reproduce

check-reproduce:
	$(SWIFT) build $(RELEASE)
	$(REPRODUCE) $(BUILD)/check-release/release $(BUILD)/check-reproduce $(REPRODUCED)

check-reproduce-sample:
	$(SWIFT) build
	$(REPRODUCE) $(BUILD)/debug $(BUILD)/check-reproduce 6 1 5 2
	SWIFT="$(SWIFT)" Scripts/check-trace-to-test $(BUILD)/debug $(BUILD)/check-trace-to-test

# OpenTelemetry's messages, DuckDB, a JSON Schema validator, and readers of SARIF and JUnit check the
# formats that we write. They come from PyPI, so `check` does without them.
PYTHON = $(BUILD)/python

check-formats: $(PYTHON)/installed
	$(SWIFT) build --build-tests
	$(PYTHON)/bin/python Scripts/check-otlp $(BUILD)/debug
	$(PYTHON)/bin/python Scripts/check-duckdb $(BUILD)/debug
	PATH="$(CURDIR)/$(PYTHON)/bin:$$PATH" Scripts/check-trace-schema $(BUILD)/debug/loophunt
	$(PYTHON)/bin/python Scripts/check-results $(BUILD)/debug

# The command for machines without Swift: a program that holds Swift's libraries, packed with its manual
# page, completions and licences. It needs the C library of this machine or a newer one.
DIST = $(BUILD)/dist
STATIC = $(SWIFT) build $(LEAN) --configuration release --static-swift-stdlib --scratch-path $(DIST)

dist:
	$(STATIC) --product loophunt
	SWIFT="$(SWIFT)" Scripts/make-dist $(DIST)/release/loophunt $(DIST)

# Packs twice, compares, and runs the program in an empty root.
check-dist: dist
	SWIFT="$(SWIFT)" Scripts/make-dist $(DIST)/release/loophunt $(DIST)/again
	cd $(DIST) && for file in again/*; do cmp $${file#again/} $$file || exit 1; done
	$(STATIC) --product SinkHelper
	Scripts/check-dist $(DIST)/loophunt-*.tar.gz $(DIST)/release/SinkHelper

# Packs the command as a Python wheel: `pip install` puts it on the PATH. auditwheel, from PyPI,
# finds the oldest systems on which it runs.
WHEEL = $(BUILD)/wheel

wheel: dist $(WHEEL)/installed
	rm -f $(DIST)/loophunt-*.whl
	$(WHEEL)/bin/python Scripts/make-wheel $(DIST)/loophunt-*.tar.gz $(DIST)

# Packs twice, compares, and runs the command from a fresh environment.
check-wheel: wheel
	rm -rf $(WHEEL)/again
	$(WHEEL)/bin/python Scripts/make-wheel $(DIST)/loophunt-*.tar.gz $(WHEEL)/again
	PYTHON=$(WHEEL)/bin/python Scripts/check-wheel $(DIST)/loophunt-*.whl $(WHEEL)/again/loophunt-*.whl

$(WHEEL)/installed: Scripts/requirements-wheel.txt
	python3 -m venv $(WHEEL)
	$(WHEEL)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

# The queries of a fleet on ClickHouse, embedded. It takes 600 MB, so CI does without it.
FLEET = $(BUILD)/fleet

check-fleet: $(FLEET)/installed
	$(SWIFT) build --product SinkHelper
	$(FLEET)/bin/python Scripts/check-clickhouse $(BUILD)/debug

# Runs these queries on 20 million events: it takes 6 GB of disk.
EVENTS = 20000000

bench-fleet: $(FLEET)/installed
	$(SWIFT) build --product SinkHelper
	$(FLEET)/bin/python Scripts/check-clickhouse $(BUILD)/debug --events $(EVENTS)

$(FLEET)/installed: Scripts/requirements-fleet.txt
	python3 -m venv $(FLEET)
	$(FLEET)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

$(PYTHON)/installed: Scripts/requirements.txt
	python3 -m venv $(PYTHON)
	$(PYTHON)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

# Records pages with Debian's Chromium, Firefox and WebKitGTK, and compares the counts with those that are
# known, and with an independent count. CI checks recordings instead.
check-browsers:
	$(SWIFT) build --product loophunt
	Scripts/check-browsers $(BUILD)/debug/loophunt $(BUILD)/browsers

# Opens reports in Debian's Chromium and Firefox, and compares them with the output of replay.
check-report:
	$(SWIFT) build --product loophunt
	Scripts/check-report $(BUILD)/debug/loophunt $(BUILD)/report

# Opens exports in Perfetto's viewer, Mermaid and graphviz. The first two come from PyPI, of which only their
# files are used.
VIEWERS = $(BUILD)/viewers

check-export: $(VIEWERS)/installed
	$(SWIFT) build --product loophunt
	$(VIEWERS)/bin/python Scripts/check-export $(BUILD)/debug/loophunt $(BUILD)/export

$(VIEWERS)/installed: Scripts/requirements-viewers.txt
	python3 -m venv $(VIEWERS)
	$(VIEWERS)/bin/pip install --quiet --disable-pip-version-check --no-deps -r $<
	touch $@

# libFuzzer and AddressSanitizer over all code that reads traces, and the sink's file repair. New inputs
# go to Fuzz/.build/corpus, failing ones to Fuzz/.build; `fuzz-merge` updates the corpus from them.
FUZZ_SECONDS ?= 600
FUZZ = cd Fuzz && SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 \
  .build/release/TraceFuzz -timeout=60 -rss_limit_mb=4096 -max_len=32768 -artifact_prefix=.build/

fuzz: fuzz-build
	$(FUZZ) -max_total_time=$(FUZZ_SECONDS) -print_final_stats=1 .build/corpus Corpus

fuzz-merge: fuzz-build
	$(FUZZ) -max_len=4096 -merge=1 Corpus .build/corpus

FUZZ_BUILD = cd Fuzz && $(SWIFT) build --configuration release --sanitize=fuzzer \
  -Xswiftc -sanitize=fuzzer,address -Xswiftc -parse-as-library

fuzz-build:
	$(FUZZ_BUILD) --product TraceFuzz
	mkdir -p Fuzz/.build/corpus

# Fuzzes the solver of constraints: bytes build systems, change them and take them apart.
fuzz-solver:
	$(FUZZ_BUILD) --product SolverFuzz
	mkdir -p Fuzz/.build/systems
	cd Fuzz && SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 .build/release/SolverFuzz \
	  -timeout=60 -max_len=400 -artifact_prefix=.build/ -max_total_time=$(FUZZ_SECONDS) \
	  -print_final_stats=1 .build/systems

# Each prints its figures beside their bounds; those of traces need the tools that run.sh names.
bench:
	cd Benchmarks && $(SWIFT) build --configuration release
	for room in Tree Hunting Evidence Analytics; do \
	  Benchmarks/.build/release/$${room}Benchmarks || exit 1; echo; \
	done
	$(MAKE) truth
	Benchmarks/Trace/run.sh

# The solver of constraints beside kiwi, whose headers come from PyPI, and constraints through views.
bench-solver:
	cd Benchmarks && $(SWIFT) build --configuration release --product SolverBenchmarks
	cd Benchmarks && $(SWIFT) build --configuration release --product ConstraintBenchmarks
	Benchmarks/Solver/beside-kiwi Benchmarks/.build/release/SolverBenchmarks Benchmarks/.build/kiwi
	Benchmarks/.build/release/ConstraintBenchmarks

# Compares the solver of constraints with an exact one on random systems.
SOLVER = $(BUILD)/solver
SYSTEMS = 20000

check-solver: $(SOLVER)/installed
	rm -rf $(SOLVER)/systems && mkdir -p $(SOLVER)/systems
	LOOPHUNTER_SYSTEMS=$(CURDIR)/$(SOLVER)/systems LOOPHUNTER_CASES=$(SYSTEMS) $(TEST_RELEASE) \
	  --filter ConstraintSolverTests/walk
	$(SOLVER)/bin/python Scripts/check-solver $(SOLVER)/systems

# A sample of these for CI, by the tests of `swift test`.
check-solver-sample: $(SOLVER)/installed
	rm -rf $(SOLVER)/sample && mkdir -p $(SOLVER)/sample
	LOOPHUNTER_SYSTEMS=$(CURDIR)/$(SOLVER)/sample LOOPHUNTER_CASES=400 $(SWIFT) test --skip-build \
	  --filter ConstraintSolverTests/walk
	$(SOLVER)/bin/python Scripts/check-solver $(SOLVER)/sample

$(SOLVER)/installed: Scripts/requirements-solver.txt
	python3 -m venv $(SOLVER)
	$(SOLVER)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

# The public interface as DocC archives in .build/docs, one for each module.
docs:
	rm -rf $(BUILD)/docs && mkdir -p $(BUILD)
	@# It ends with an error, because test bundles have no symbols; the script misses what it needs.
	-$(SWIFT) package --scratch-path $(BUILD)/docs-build dump-symbol-graph \
	  --minimum-access-level public > $(BUILD)/docs.log 2>&1
	SWIFT="$(SWIFT)" Scripts/make-docs $(BUILD)/docs-build $(BUILD)/docs

clean:
	rm -rf $(BUILD) Benchmarks/.build Fuzz/.build
