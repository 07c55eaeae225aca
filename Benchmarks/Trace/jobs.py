#!/usr/bin/env python3
"""Measures what a second job is worth on many small traces, and what memory many jobs take.

    Benchmarks/Trace/jobs.py LOOPHUNT [TRACES]

One job and two run in turn, as pairs, so that what else the machine does falls on both; the median of
the pairs counts. Wall clock says how much faster two jobs are. User and system time says whether they
do more work for it: on a machine that has no two idle cores, that is the figure to look at. Then 32
jobs read the traces, and two a tenth of them: a job takes little memory, and what was read leaves little
more than its name. The exit status is 1 if a bound is missed; run it on an idle machine with two cores or
more.
"""
import os
import statistics
import subprocess
import sys
import tempfile
import time

LOOPHUNT, TRACES = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
PAIRS, BOUND = 5, 1.7
MANY, MOST_PER_JOB, MOST_PER_TRACE = 32, 2, 1


def trace(number):
    """A window of 20 cells; every tenth trace has a loop."""
    lines = ['{"e":"trace","version":1}',
             '{"e":"view","v":1,"class":"Window","frame":[0,0,390,844],"clean":true}']
    lines += ['{"e":"view","v":%d,"class":"Cell","name":"cell %d","in":1,"at":%d,'
              '"frame":[0,%d,390,44],"clean":true}' % (cell + 2, cell, cell, cell * 44)
              for cell in range(20)]
    for turn, layouts in enumerate([2, 150, 1] if number % 10 == 0 else [1] * 20):
        lines += ['{"e":"turn","n":%d,"t":%d}' % (turn + 1, turn * 16_000_000),
                  '{"e":"dirty","v":2,"why":"explicit"}', '{"e":"commit"}']
        for layout in range(layouts):
            lines.append('{"e":"layout","v":2}')
            if layout < layouts - 1:
                lines.append('{"e":"dirty","v":2,"why":"explicit","by":2}')
            lines.append('{"e":"done","v":2}')
        lines.append('{"e":"committed","batches":%d}' % layouts)
    return "\n".join(lines + ['{"e":"end","turns":%d}' % (turn + 1)]) + "\n"


def run(command, jobs, folder, traces="traces"):
    """Wall clock, user and system time, and the largest resident set of one run, in megabytes."""
    start = time.perf_counter()
    with open(f"{folder}/output{jobs}", "w") as output:
        child = subprocess.Popen(
            [LOOPHUNT, command, "--format=jsonl", f"--jobs={jobs}", f"{folder}/{traces}"],
            stdout=output)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 1:
        sys.exit(f"{command} with {jobs} jobs: exit {child.returncode}")
    return time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


missed = False


def say(what, figure, unit, bound, is_met):
    """Prints a figure beside its bound."""
    global missed
    missed = missed or not is_met
    print(f"  {what:<40} {figure:6.2f}{unit:<4} {bound:<16} {'ok' if is_met else 'MISSED'}")


with tempfile.TemporaryDirectory() as folder:
    os.mkdir(f"{folder}/traces")
    os.mkdir(f"{folder}/tenth")
    for number in range(TRACES):
        with open(f"{folder}/traces/{number:06}.jsonl", "w") as file:
            file.write(trace(number))
        if number < TRACES // 10:
            os.link(f"{folder}/traces/{number:06}.jsonl", f"{folder}/tenth/{number:06}.jsonl")
    for command in ["scan", "replay"]:
        pairs = [(run(command, 1, folder), run(command, 2, folder)) for _ in range(PAIRS)]
        subprocess.run(["cmp", f"{folder}/output1", f"{folder}/output2"], check=True)
        faster = statistics.median(one[0] / two[0] for one, two in pairs)
        work = statistics.median(two[1] / one[1] for one, two in pairs)
        wall, cpu = (statistics.median(one[i] for one, _ in pairs) for i in range(2))
        print(f"{command}: {TRACES} traces, one job {wall:.2f} s ({cpu:.2f} s of processor time), two "
              f"{work:.2f}x of that")
        say("two jobs as fast as one", faster, "x", f"at least {BOUND}x", faster >= BOUND)
        two = max(two[2] for _, two in pairs)
        many, tenth = run(command, MANY, folder)[2], run(command, 2, folder, "tenth")[2]
        per_job = (many - two) / (MANY - 2)
        say("memory of a job beyond the second", per_job, " MB", f"at most {MOST_PER_JOB} MB",
            per_job <= MOST_PER_JOB)
        per_trace = (two - tenth) * 1024 / (TRACES - TRACES // 10)
        say("memory of a trace that was read", per_trace, " KB", f"at most {MOST_PER_TRACE} KB",
            per_trace <= MOST_PER_TRACE)
        print(f"  {two:.0f} MB with two jobs, {many:.0f} MB with {MANY}")
sys.exit(missed)
