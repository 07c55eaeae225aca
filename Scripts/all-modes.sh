#!/bin/sh
# Runs all tests in every mode in which an instance's class must be exchangeable:
# debug, -O, -Ounchecked, address and thread sanitizer, library evolution, static standard library;
# and as on a platform where it is not: everything builds, and attach throws the reason.
#
# Usage: Scripts/all-modes.sh [MODE ...] [-- ARGUMENTS OF swift test]
# Modes: debug release unchecked address thread evolution static elsewhere; all without an argument.
# Each mode keeps its own build in .build/modes, so that a second run is quick.
# Ends with 1 if a mode failed, and names it.

set -u
cd "$(dirname "$0")/.."

modes=""
while [ $# -gt 0 ]; do
  case "$1" in
    --) shift; break ;;
    *) modes="$modes $1"; shift ;;
  esac
done
[ -n "$modes" ] || modes="debug release unchecked address thread evolution static elsewhere"

failed=""
for mode in $modes; do
  scratch=".build/modes/$mode"
  case "$mode" in
    debug) flags="" ;;
    release) flags="-c release" ;;
    unchecked) flags="-c release -Xswiftc -Ounchecked" ;;
    address) flags="--sanitize=address" ;;
    thread) flags="--sanitize=thread" ;;
    evolution) flags="-c release -Xswiftc -enable-library-evolution -Xswiftc -DLIBRARY_EVOLUTION" ;;
    static) ;;
    elsewhere) flags="-Xswiftc -DOTHER_PLATFORM --filter SelfCheckTests/otherPlatform" ;;
    *) echo "unknown mode $mode; use debug release unchecked address thread evolution static elsewhere" >&2
       exit 2 ;;
  esac
  if [ "$mode" = static ]; then
    # No test bundle can be linked in this way: a program of its own checks it.
    build="swift build --package-path Benchmarks --scratch-path $scratch -c release"
    build="$build --static-swift-stdlib --product ModeCheck"
    echo "== static: $build"
    { $build && "$scratch/release/ModeCheck"; } || failed="$failed static"
    continue
  fi
  echo "== $mode: swift test $flags $*"
  # Leaks are looked for by lifetime trackers: the leak detector also finds those of XCTest.
  # shellcheck disable=SC2086
  if ! ASAN_OPTIONS=detect_leaks=0 swift test --scratch-path "$scratch" $flags "$@"; then
    failed="$failed $mode"
  fi
done

if [ -n "$failed" ]; then
  echo "failed:$failed" >&2
  exit 1
fi
echo "passed:$modes" | sed 's/: */: /'
