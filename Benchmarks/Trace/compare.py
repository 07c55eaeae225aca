#!/usr/bin/env python3
"""Measures what run.sh has built, and compares each figure with what it must be.

Programs that are compared run in turn, several times, and the best of each counts, so that what
else the machine does falls on all. Seconds are CPU seconds where one core works, and wall clock
where several do; memory is the largest resident set.
"""
import os
import re
import shutil
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
FOLDER, EVENTS = sys.argv[1], int(sys.argv[2])
missed = []


def path(name):
    return os.path.join(FOLDER, name)


class Run:
    """One run of a program to its end."""

    def __init__(self, *command, statuses=(0,)):
        with open(path("output"), "w+") as output:
            start = time.perf_counter()
            child = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
            _, status, usage = os.wait4(child.pid, 0)
            self.wall = time.perf_counter() - start
            child.returncode = os.waitstatus_to_exitcode(status)
            output.seek(0)
            self.text = output.read().strip()
        self.cpu = usage.ru_utime + usage.ru_stime
        self.kib = usage.ru_maxrss
        if child.returncode not in statuses:
            sys.exit(f"{' '.join(command)}: exit {child.returncode}\n{self.text}")


def best(times, **commands):
    """Runs the commands in turn; their best CPU seconds, wall seconds, and the last text of each."""
    runs = {name: [] for name in commands}
    for _ in range(times):
        for name, command in commands.items():
            runs[name].append(Run(*command))
    return {
        name: (min(r.cpu for r in all), min(r.wall for r in all), all[-1].text)
        for name, all in runs.items()
    }


def show(what, figure, bound, is_met):
    print(f"  {what:<62} {figure:>12}   {bound:<22} {'ok' if is_met else 'MISSED'}")
    if not is_met:
        missed.append(what)


def at_least(what, ratio, bound):
    if bound is None:
        return print(f"  {what:<62} {ratio:>11.2f}x")
    show(what, f"{ratio:.2f}x", f"at least {bound}x", ratio >= bound)


def same_counts(text, other, name):
    if text != other:
        sys.exit(f"{name} counts something else:\n{other}\n{text}")


def compare_scan():
    trace = path("generated.jsonl")
    with open(trace, "w") as file:
        subprocess.run([sys.executable, f"{HERE}/generate.py", str(EVENTS)], stdout=file, check=True)
    megabytes = os.path.getsize(trace) / 1e6
    print(f"scan: {EVENTS} events, {megabytes:.0f} MB (Benchmarks/Trace/generate.py {EVENTS})")
    runs = best(
        7,
        simdjson=[path("simdjson-native"), "1", trace],
        simdjson2=[path("simdjson-native"), "2", trace],
        one=[path("benchmarks"), "scan", "1", trace],
        two=[path("benchmarks"), "scan", "2", trace],
    )
    counts = runs["simdjson"][2]
    for name, (_, _, text) in runs.items():
        same_counts(text, counts, name)
    print(f"  all of them count {counts}")
    for name, label in [
        ("simdjson", "simdjson On-Demand, one thread"), ("one", "scan, one thread"),
        ("simdjson2", "simdjson On-Demand, two threads"), ("two", "scan, two threads"),
    ]:
        cpu, wall, _ = runs[name]
        print(f"  {label:<62} {cpu:.3f} s CPU, {wall:.3f} s, {megabytes / wall:.0f} MB/s")
    at_least("speed: scan / simdjson, one thread each", runs["simdjson"][0] / runs["one"][0], 0.8)
    at_least("speed: scan with both cores / simdjson on one", runs["simdjson"][1] / runs["two"][1], 1)
    at_least("speed: scan / simdjson, both cores", runs["simdjson2"][1] / runs["two"][1], 1)
    compare_duckdb(trace, counts, runs)
    compare_jq(trace, counts, runs)
    os.remove(trace)
    compare_instructions()


def compare_duckdb(trace, counts, runs):
    if subprocess.run([sys.executable, "-c", "import duckdb"], capture_output=True).returncode:
        return print("  DuckDB is missing: pip install duckdb")
    # Only the time of the query counts, without the start of Python and the import.
    found = {}
    for way in [("1", "whole"), ("2", "whole"), ("1", "named"), ("2", "named")] * 3:
        text, seconds = Run(
            sys.executable, f"{HERE}/duckdb-scan.py", trace, *way).text.rsplit("\n", 1)
        same_counts(text, counts, "DuckDB")
        cpu, wall = map(float, seconds.split())
        old = found.get(way, (cpu, wall))
        found[way] = (min(old[0], cpu), min(old[1], wall))
    for (threads, columns), (cpu, wall) in found.items():
        what = {"whole": "reading whole events", "named": "reading three columns"}[columns]
        label = f"DuckDB's read_json, {what}, {threads} thread{'s' if threads == '2' else ''}"
        print(f"  {label:<62} {cpu:.3f} s CPU, {wall:.3f} s")
    for columns, bound in [("whole", 4), ("named", None)]:
        what = {"whole": "whole events", "named": "three columns"}[columns]
        one = found["1", columns][0] / runs["one"][0]
        two = found["2", columns][1] / runs["two"][1]
        at_least(f"speed: scan / DuckDB on {what}, one thread each", one, bound)
        at_least(f"speed: scan / DuckDB on {what}, both cores", two, bound)


def compare_jq(trace, counts, runs):
    if not shutil.which("jq"):
        return print("  jq is missing")
    run = Run("jq", "-nr", "-f", f"{HERE}/scan.jq", trace)
    same_counts(run.text, counts, "jq")
    print(f"  {'jq':<62} {run.cpu:.3f} s CPU, {run.wall:.3f} s")
    at_least("speed: scan / jq, one thread each", run.cpu / runs["one"][0], 30)


def compare_instructions():
    if not shutil.which("valgrind"):
        return print("  valgrind is missing")
    sizes = (30_000, 200_000)
    for size in sizes:
        with open(path(f"{size}.jsonl"), "w") as file:
            subprocess.run([sys.executable, f"{HERE}/generate.py", str(size)], stdout=file, check=True)

    def instructions(*command):
        counted = []
        for size in sizes:
            text = Run(
                "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command,
                path(f"{size}.jsonl")).text
            counted.append(int(re.search(r"Collected : (\d+)", text).group(1)))
        return (counted[1] - counted[0]) / (sizes[1] - sizes[0])

    # The difference of two lengths leaves the start of the programs out.
    simdjson = instructions(path("simdjson-haswell"), "1")
    scan = instructions(path("benchmarks"), "scan", "1")
    show(
        "instructions an event: scan, one thread", f"{scan:.0f}", f"at most {simdjson:.0f} (simdjson)",
        scan <= simdjson)


def measure_replay():
    short, long = path("short.jsonl"), path("long.jsonl")
    for trace, events in [(short, EVENTS // 10), (long, EVENTS)]:
        Run(path("benchmarks"), "record", str(events), trace)
    print(f"replay: recorded run of a feed with 10 000 live views (TraceBenchmarks record {EVENTS})")
    record = min(Run(path("benchmarks"), "record", str(EVENTS), long).cpu for _ in range(3))
    print(f"  recording, the run itself included: {record / EVENTS * 1e9:.0f} ns CPU an event")
    runs = [Run(path("loophunt"), "replay", "--strict", long) for _ in range(5)]
    summary = runs[0].text.splitlines()[-1]
    print(f"  {summary}")
    events = int(re.search(r"([\d,]+) events", summary).group(1).replace(",", ""))
    rate = events / min(run.cpu for run in runs)
    show(
        "loophunt replay, every view hunted: events per CPU second", f"{rate:,.0f}",
        "at least 1,000,000", rate >= 1_000_000)
    for command in ["scan", "replay"]:
        few = min(Run(path("loophunt"), command, short).kib for _ in range(3))
        many = max(Run(path("loophunt"), command, long).kib for _ in range(3))
        show(
            f"loophunt {command}: memory at 10 times the events", f"{many / few:.3f}x",
            "at most 1.1x", many <= 1.1 * few)
        show(
            f"loophunt {command}: memory with 10 000 live views", f"{many / 1024:.1f} MiB",
            "below 64 MiB", many < 64 * 1024)


def measure_start():
    print("start:")
    runs = best(40, empty=[path("empty")], version=[path("loophunt"), "--version"])
    more = (runs["version"][1] - runs["empty"][1]) * 1000
    show(
        f"loophunt --version, beyond an empty program ({runs['empty'][1] * 1000:.1f} ms)",
        f"{more:.1f} ms", "below 25 ms", more < 25)


print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}")
compare_scan()
measure_replay()
measure_start()
print("every bound is met" if not missed else f"missed: {len(missed)}")
sys.exit(1 if missed else 0)
