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

# The sanitizers look for memory and races, so they run what touches either. Left to debug and
# release are thousands of generated cases of pure computation, the command as a child process, and
# servers that a slow client would make time out.
COMPUTING = GeneratedLoopTests|SettlingTests|InnocentObserverTests|ReplayFidelityTests
SLOW = $(COMPUTING)|ScenarioReportTests|TraceScanTests|JSONConformanceTests|LoophuntTests|OTLPSinkTests

# Leak detection would report XCTest's own; lifetime trackers in the tests look for ours. The
# self-check asks the kernel by write(2) what can be read, which looks like a read of ours.
test-asan:
	ASAN_OPTIONS=detect_leaks=0 $(SWIFT) test --sanitize=address \
	  --scratch-path $(BUILD)/check-asan --skip '$(SLOW)|SelfCheckTests'

test-tsan:
	$(SWIFT) test --sanitize=thread --scratch-path $(BUILD)/check-tsan --skip '$(SLOW)'

bench:
	cd Benchmarks && $(SWIFT) build --configuration release
	for benchmark in $$(cd Benchmarks/Sources && ls -d *Benchmarks); do \
	  Benchmarks/.build/release/$$benchmark || exit 1; echo; \
	done

clean:
	rm -rf $(BUILD) Benchmarks/.build
