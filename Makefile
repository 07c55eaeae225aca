# Everything that keeps the project true. `make check` is what CI runs.

SWIFT ?= swift
SOURCES = Package.swift Sources Tests Snippets Benchmarks/Package.swift Benchmarks/Sources
# A build folder each, so that no configuration throws another's work away.
BUILD = .build

.PHONY: all check lint test test-release test-asan test-tsan build bench format clean

all: build

build:
	$(SWIFT) build

check: lint test test-release test-asan test-tsan

lint:
	$(SWIFT) format lint --strict --recursive $(SOURCES)

format:
	$(SWIFT) format --in-place --recursive $(SOURCES)

test:
	$(SWIFT) test

test-release:
	$(SWIFT) test --configuration release --scratch-path $(BUILD)/check-release

# Leak detection would report XCTest's own; lifetime trackers in the tests look for ours.
test-asan:
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address \
	  --scratch-path $(BUILD)/check-asan

# Thousands of cases on one thread have no races; they run in the other configurations.
ON_ONE_THREAD = GeneratedLoopTests|ReplayFidelityTests|RandomWalkTests

test-tsan:
	$(SWIFT) test --sanitize=thread --scratch-path $(BUILD)/check-tsan --skip '$(ON_ONE_THREAD)'

bench:
	cd Benchmarks && $(SWIFT) build --configuration release
	for benchmark in $$(cd Benchmarks/Sources && ls -d *Benchmarks); do \
	  Benchmarks/.build/release/$$benchmark || exit 1; echo; \
	done

clean:
	rm -rf $(BUILD) Benchmarks/.build
