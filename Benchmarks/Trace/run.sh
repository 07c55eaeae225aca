#!/bin/bash
# Measures `scan`, `replay`, `--jobs`, `shrink` and the start of loophunt on generated traces, the large ones
# against simdjson, DuckDB and jq, and the import of recordings and consoles; prints each figure beside its
# bound.
#
#   Benchmarks/Trace/run.sh [EVENTS]
#
# Needs g++, python3, jq, valgrind and Debian's libsimdjson-dev (installed if it is missing and apt
# is there), and DuckDB's package for Python (pip install duckdb). Missing tools are named, and their
# figures left out. All files are made in a temporary folder and removed. The exit status is 1 if a bound is
# missed; run it on an idle machine.
set -euo pipefail
events=${1:-2000000}
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

dpkg -s libsimdjson-dev > /dev/null 2>&1 || apt-get install -y libsimdjson-dev > /dev/null
for target in native haswell; do
  # callgrind knows no AVX-512, so instructions are counted with AVX2 code.
  g++ -O3 -march=$target -std=c++17 -pthread "$here/scan.cpp" -lsimdjson -o "$folder/simdjson-$target"
done
swift build --package-path "$root/Benchmarks" -c release --product TraceBenchmarks 2>&1 | tail -1
swift build --package-path "$root" -c release --product loophunt 2>&1 | tail -1
ln -s "$(swift build --package-path "$root/Benchmarks" -c release --show-bin-path)/TraceBenchmarks" \
  "$folder/benchmarks"
ln -s "$(swift build --package-path "$root" -c release --show-bin-path)/loophunt" "$folder/loophunt"
echo 'import Foundation' > "$folder/empty.swift"
swiftc -O "$folder/empty.swift" -o "$folder/empty"

python3 "$here/compare.py" "$folder" "$events" || status=1
python3 "$here/recordings.py" "$folder/loophunt" || status=1
python3 "$here/consoles.py" "$folder/loophunt" || status=1
"$here/jobs.py" "$folder/loophunt" || status=1
"$here/shrink.py" "$folder/loophunt" || status=1
exit "${status:-0}"
