#!/bin/bash
# Times `scan` and `replay` on a generated trace of 2 000 000 events, against simdjson, DuckDB and jq.
#
#   Benchmarks/Trace/run.sh [EVENTS]
#
# Needs g++, python3, jq, valgrind and Debian's libsimdjson-dev (installed if it is missing and apt
# is there), and DuckDB's package for Python (pip install duckdb; left out if it is missing).
# Everything is made in a temporary folder and removed. Times are CPU seconds of the best of
# several runs that alternate between the programs, so that what else the machine does falls on all.
set -euo pipefail
events=${1:-2000000}
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

dpkg -s libsimdjson-dev > /dev/null 2>&1 || apt-get install -y libsimdjson-dev > /dev/null
g++ -O3 -march=native -std=c++17 "$here/scan.cpp" -lsimdjson -o "$folder/simdjson"
# callgrind knows no AVX-512, so instructions are counted with AVX2 code.
g++ -O3 -march=haswell -std=c++17 "$here/scan.cpp" -lsimdjson -o "$folder/simdjson-avx2"
swift build --package-path "$here/.." -c release --product TraceBenchmarks 2>&1 | tail -1
ours=$(swift build --package-path "$here/.." -c release --show-bin-path)/TraceBenchmarks

python3 "$here/generate.py" "$events" > "$folder/trace.jsonl"
echo "trace: $(wc -l < "$folder/trace.jsonl") events, $(($(wc -c < "$folder/trace.jsonl") / 1000000)) MB"

# The best of several: user and system seconds, wall seconds, KiB.
best() {
  local file=$1
  sort -n "$file" | head -1
}
once() {
  /usr/bin/time -f "%e %U %S %M" -o "$folder/time" "${@:2}" > "$folder/out" 2>&1
  awk '{ printf "%.2f %.2f %d\n", $1, $2 + $3, $4 }' "$folder/time" >> "$folder/$1"
}
for _ in 1 2 3 4 5; do
  once simdjson.times "$folder/simdjson" "$folder/trace.jsonl"
  cp "$folder/out" "$folder/simdjson.out"
  once one.times "$ours" scan 1 "$folder/trace.jsonl"
  cmp -s "$folder/out" "$folder/simdjson.out" || { echo "different counts:"; cat "$folder/out" "$folder/simdjson.out"; exit 1; }
  once two.times "$ours" scan 2 "$folder/trace.jsonl"
done
cat "$folder/simdjson.out"
echo "best wall seconds, CPU seconds, KiB of memory:"
echo "simdjson, one core:  $(best "$folder/simdjson.times")"
echo "scan, one worker:    $(best "$folder/one.times")"
echo "scan, two workers:   $(best "$folder/two.times")"
# jq only picks the layouts out; counting them would take it still longer.
once jq.times jq -c 'select(.e == "layout") | .v' "$folder/trace.jsonl"
echo "jq:                  $(best "$folder/jq.times")"
if python3 -c 'import duckdb' 2> /dev/null; then
  once duckdb.times python3 -c "
import duckdb
duckdb.execute('set threads = 1')
query = '''with l as (select e, v, sum(case when e = \'turn\' then 1 else 0 end) over (rows unbounded preceding) as n
from read_json('$folder/trace.jsonl', format = 'newline_delimited', columns = {e: 'varchar', v: 'bigint'}))
select count(*), max(c) from (select v, n, count(*) as c from l where e = \'layout\' group by v, n)'''
print(duckdb.sql(query).fetchall())"
  echo "DuckDB, one thread:  $(best "$folder/duckdb.times")"
fi

# Instructions for each event, from the difference of two lengths.
for size in 30000 200000; do python3 "$here/generate.py" $size > "$folder/$size.jsonl"; done
instructions() {
  local counts=()
  for size in 30000 200000; do
    counts+=("$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" "$folder/$size.jsonl" 2>&1 | awk '/Collected/ { print $4 }')")
  done
  echo $(((${counts[1]} - ${counts[0]}) / 170000))
}
echo "instructions an event: simdjson $(instructions "$folder/simdjson-avx2"), scan $(instructions "$ours" scan 1)"
rm "$folder/trace.jsonl"

"$ours" record "$events" "$folder/recorded.jsonl"
for _ in 1 2 3; do once replay.times "$ours" replay "$folder/recorded.jsonl"; done
cat "$folder/out"
echo "replay:              $(best "$folder/replay.times")"
once record.times "$ours" record "$events" "$folder/recorded.jsonl"
echo "record:              $(best "$folder/record.times")"

# Ten times the length must not need more memory.
"$ours" record $((events / 10)) "$folder/recorded.jsonl"
once scan1.times "$ours" scan 2 "$folder/recorded.jsonl"
once replay1.times "$ours" replay "$folder/recorded.jsonl"
"$ours" record "$events" "$folder/recorded.jsonl"
once scan10.times "$ours" scan 2 "$folder/recorded.jsonl"
once replay10.times "$ours" replay "$folder/recorded.jsonl"
memory() { awk '{ print $3 }' "$folder/$1.times"; }
echo "memory in KiB at $((events / 10)) and $events events: scan $(memory scan1) $(memory scan10), replay $(memory replay1) $(memory replay10)"
