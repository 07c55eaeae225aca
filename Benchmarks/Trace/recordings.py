#!/usr/bin/env python3
"""Measures how fast loophunt reads what a browser recorded, beside Python's json.

usage: recordings.py LOOPHUNT [MEGABYTES]

A recording of Chromium is repeated, with later times, until it has so many megabytes (200 if not
given): once as it is, where nearly every event is about layout, and once with ten events between that
say nothing of it, as in most recordings. Both sides run on one core, loophunt converts to /dev/null,
and processor time counts. The exit status is 1 if a bound is missed.
"""
import gzip
import json
import os
import resource
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
RECORDING = os.path.join(HERE, "../../Tests/Recordings/chromium-thrash.json.gz")
LEAST_SPEED = 150  # MB/s
LEAST_RATIO = 5  # times as fast as Python's json
MOST_MEMORY = 256  # MB for 500 MB


def write(path, megabytes, fillers):
    """Repeats the recording; between its events stand such of no interest."""
    with gzip.open(RECORDING) as file:
        events = json.load(file)["traceEvents"]
    timed = [e["ts"] for e in events if e["ts"] > 0]
    span = max(timed) - min(timed) + 1_000_000
    filler = dict(
        args={"data": {"id": "0x5f3a", "url": "http://127.0.0.1/a/b/c.js", "priority": "High"}},
        cat="disabled-by-default-v8.cpu_profiler,loading", name="ResourceSendRequest", ph="I",
        pid=1, tid=2, ts=0)
    with open(path, "w") as file:
        file.write('{"traceEvents":[')
        size, round_ = 0, 0
        while size < megabytes * 1_000_000:
            for event in events:
                event = dict(event, ts=event["ts"] + round_ * span if event["ts"] > 0 else 0)
                lines = [event] + [dict(filler, ts=event["ts"])] * fillers
                text = ",\n".join(json.dumps(e, separators=(",", ":")) for e in lines)
                text = ("" if size == 0 else ",\n") + text
                file.write(text)
                size += len(text)
            round_ += 1
        file.write("]}")
    return os.path.getsize(path) / 1e6


def run(command):
    """Seconds of processor time and peak megabytes of a command on one core."""
    child = os.posix_spawnp("taskset", ["taskset", "-c", "0"] + command, os.environ)
    _, status, usage = os.wait4(child, 0)
    if status != 0:
        sys.exit(f"{command} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    loophunt = os.path.abspath(sys.argv[1])
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "recording")
        for name, fillers in [("all about layout", 0), ("one event in eleven about layout", 10)]:
            size = write(path, megabytes, fillers)
            with open(path, "rb") as file:  # into the page cache
                while file.read(1 << 20):
                    pass
            ours = [run([loophunt, "import", "-q", path, "-o", "/dev/null"]) for _ in range(3)]
            seconds = sorted(s for s, _ in ours)[1]
            memory = max(m for _, m in ours)
            python, _ = run([sys.executable, "-c", f"import json; json.load(open({path!r}))"])
            bound = MOST_MEMORY * max(1, size / 500)
            good = (
                size / seconds >= LEAST_SPEED and python / seconds >= LEAST_RATIO
                and memory <= bound)
            missed = missed or not good
            print(
                f"{name}: {size:.0f} MB at {size / seconds:.0f} MB/s (at least {LEAST_SPEED}), "
                f"{python / seconds:.1f} times as fast as Python's json (at least {LEAST_RATIO}), "
                f"{memory:.0f} MB of memory (at most {bound:.0f})" + ("" if good else "  MISSED"))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
