#!/usr/bin/env python3
"""Measures how fast loophunt reads what a browser recorded, beside Python's json, and in how much memory.

usage: recordings.py LOOPHUNT [MEGABYTES]

A recording of Chromium is repeated, with later times, until it has so many megabytes (500 if not
given): once as it is, where nearly every event is about layout, and once with ten events between that
say nothing of it, as in most recordings. Both sides run on one core, and processor time counts: loophunt
converts to /dev/null, and scans. Memory is that of the whole file and of a tenth of it, in which the run of
131,072 events that is sorted at once is not full: it takes 13 MB. Beyond that, memory must not grow with
the length, but for eight bytes of each event that names a stack of the profiler. The exit status is 1 if
a bound is missed.
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
LEAST_SCAN_SPEED = 200  # MB/s
LEAST_RATIO = 5  # times as fast as Python's json
MOST_MEMORY = 256  # MB, whatever the length
MOST_GROWTH = 16  # MB more than for a tenth of the file


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
    # The texts around the time of each event: only that changes.
    texts = []
    for event in events:
        for one in [event] + [filler] * fillers:
            head, tail = json.dumps(dict(one, ts="@"), separators=(",", ":")).split('"@"')
            texts.append((head, tail, event["ts"]))
    with open(path, "w") as file:
        file.write('{"traceEvents":[')
        size, round_ = 0, 0
        while size < megabytes * 1_000_000:
            text = ",\n".join(
                f"{head}{time + round_ * span if time > 0 else 0}{tail}"
                for head, tail, time in texts)
            size += file.write(text if round_ == 0 else ",\n" + text)
            round_ += 1
        file.write("]}")
    return os.path.getsize(path) / 1e6


def run(command, statuses=(0,)):
    """Seconds of processor time and peak megabytes of a command on one core."""
    silence = [(os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0)] if 2 in statuses else []
    child = os.posix_spawnp(
        "taskset", ["taskset", "-c", "0"] + command, os.environ, file_actions=silence)
    _, status, usage = os.wait4(child, 0)
    if os.waitstatus_to_exitcode(status) not in statuses:
        sys.exit(f"{command} failed")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    loophunt = os.path.abspath(sys.argv[1])
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 500
    missed = False
    with tempfile.TemporaryDirectory() as folder:
        path, part = os.path.join(folder, "recording"), os.path.join(folder, "part")
        for name, fillers in [("all about layout", 0), ("one event in eleven about layout", 10)]:
            size = write(path, megabytes, fillers)
            write(part, megabytes / 10, fillers)
            with open(path, "rb") as file:  # into the page cache
                while file.read(1 << 20):
                    pass
            # Alternately, the best of each: other load of the machine affects both.
            seconds, scans, python, memory = [], [], [], 0
            for _ in range(3):
                cpu, peak = run([loophunt, "import", "-q", path, "-o", "/dev/null"])
                seconds.append(cpu)
                memory = max(memory, peak)
                # Its findings are an exit status of 1.
                scans.append(run([loophunt, "scan", "-q", path], statuses=[1])[0])
                python.append(
                    run([sys.executable, "-c", f"import json; json.load(open({path!r}))"])[0])
            speed, ratio = size / min(seconds), min(python) / min(seconds)
            scan_speed = size / min(scans)
            growth = memory - run([loophunt, "import", "-q", part, "-o", "/dev/null"])[1]
            good = (
                speed >= LEAST_SPEED and scan_speed >= LEAST_SCAN_SPEED and ratio >= LEAST_RATIO
                and memory <= MOST_MEMORY and growth <= MOST_GROWTH)
            missed = missed or not good
            print(
                f"{name}: {size:.0f} MB at {speed:.0f} MB/s (at least {LEAST_SPEED}), scanned at "
                f"{scan_speed:.0f} MB/s (at least {LEAST_SCAN_SPEED}), "
                f"{ratio:.1f} times as fast as Python's json (at least {LEAST_RATIO}), "
                f"{memory:.0f} MB of memory (at most {MOST_MEMORY}), {growth:.1f} MB more than for a "
                f"tenth of the file (at most {MOST_GROWTH})" + ("" if good else "  MISSED"))
    sys.exit(1 if missed else 0)


if __name__ == "__main__":
    main()
