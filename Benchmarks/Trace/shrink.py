#!/usr/bin/env python3
"""Measures how long the search for small traces takes, beside one replay of the trace.

    Benchmarks/Trace/shrink.py LOOPHUNT

The recordings are those of the built-in scenarios with a loop. Processor time counts, the median of
five runs. A replay without a proof is what one candidate costs at most: the search may take only so
many of them, however many rounds the recorded pass has. A loop that needs more layouts than its
threshold allows keeps a hundred rounds, and each of their events is tried alone. The exit status is 1
if a bound is missed.
"""
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

LOOPHUNT, RUNS = sys.argv[1], 5
# Replays that the search may take; more where hundreds of events are needed.
MOST, MOST_OF_LARGE, LARGE = 20, 150, 200


def seconds(*command):
    """The processor time of one run."""
    with open(os.devnull, "w") as null:
        child = subprocess.Popen([LOOPHUNT, *command], stdout=null, stderr=null)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)}: exit {child.returncode}")
    return usage.ru_utime + usage.ru_stime


def output(*command):
    return subprocess.run([LOOPHUNT, *command], capture_output=True, text=True).stdout


missed = False
with tempfile.TemporaryDirectory() as folder:
    for name in re.findall(r"^([a-z-]+)", output("scenarios"), re.MULTILINE):
        trace, small = f"{folder}/{name}.jsonl", f"{folder}/small.jsonl"
        with open(trace, "w") as file:
            file.write(output("record", name))
        if subprocess.run([LOOPHUNT, "replay", "-q", "--no-proof", trace]).returncode == 0:
            continue
        command = ["shrink", "--format=json", "-o", small, trace]
        result = json.loads(output(*command))
        result = result.get("reduction", result)
        search = statistics.median(seconds(*command) for _ in range(RUNS))
        replay = statistics.median(seconds("replay", "-q", "--no-proof", trace) for _ in range(RUNS))
        most = MOST if result["events"] < LARGE else MOST_OF_LARGE
        is_met = result["minimal"] and search <= most * replay
        missed = missed or not is_met
        print(f"  {name:<24} {result['eventsBefore']:6} -> {result['events']:4} events, "
              f"{result['tries']:4} candidates, {search:5.2f} s, {search / replay:5.1f}x a replay  "
              f"at most {most}x  {'ok' if is_met else 'MISSED'}")
sys.exit(missed)
