#!/usr/bin/env python3
"""Measures how much processor time loophunt needs to find what a long console says of layout.

usage: consoles.py LOOPHUNT [MEGABYTES]

Consoles of so many megabytes (100 if not given) are made of the lines that systems write, with a few
reports between them: a crash's stack in each megabyte, a sentence of a framework in each, one report of
UIKit's debugger, and messages as lines of JSON. Then, a fifth as long, one of each shape in shapes.py, with a
sentence at its beginning, and without one. One core, from the page cache; processor time counts, the best
of five runs, or of three. The exit status is 1 if a bound is missed.
"""
import os
import random
import sys
import tempfile

from recordings import run
from shapes import SHAPES

HERE = os.path.dirname(os.path.abspath(__file__))
MOST_SECONDS = 1.0  # for 100 MB
MOST_MEMORY = 256  # MB, whatever the length
WORDS = (
    "cache update request session loaded view model image network retry queue worker state "
    "finished at 12 of 48 items in the background sync token expired; will refresh later").split()
STACK = "\n".join(
    f"{number}  Shop  0x000000010{number:07x} Feed.layoutSubviews() + 44 (Feed.swift:{31 + number % 2})"
    f"\n{number + 1}  UIKitCore  0x0000000181a2b3c4 -[UIView(Hierarchy) layoutIfNeeded] + 104"
    for number in range(0, 40, 2))
SENTENCE = (
    "(shop:811): Gtk-WARNING **: 10:02:11.120: queue_resize() during size_allocate() of GtkFixed")


def line(chance, time):
    words = " ".join(chance.choices(WORDS, k=chance.randrange(6, 16)))
    clock = f"{time // 3600 % 24:02}:{time // 60 % 60:02}:{time % 60:02}.{chance.randrange(10**6):06}"
    return chance.choice([
        f"2026-03-02 {clock}+0100 Shop[411:20931] [{chance.choice(WORDS)}] {words}",
        f"2026-03-02 {clock}+0100 0x2f1a1    Default     0x0    411    0    Shop: (Network) {words}",
        f"03-02 {clock[:12]}  1811  1902 I ActivityManager: {words}",
        f"Mar  2 {clock[:8]} box shop[811]: {words}",
        f"[{clock}] INFO  com.shop.feed.{chance.choice(WORDS)} - {words}",
    ])


def write(path, megabytes, report):
    """Writes a console with a report in each megabyte, or what `report` makes of a line."""
    chance = random.Random(7)
    # A megabyte of lines is written again and again, as apps do.
    block, size = [], 0
    while size < 1_000_000:
        text = line(chance, size)
        block.append(text if report is not json_message else json_message(text))
        size += len(block[-1]) + 1
    block = "\n".join(block) + "\n"
    with open(path, "w") as file:
        for number in range(megabytes):
            file.write(block)
            if report in (STACK, SENTENCE) or number == megabytes // 2:
                file.write((report if isinstance(report, str) else SENTENCE) + "\n")
    return os.path.getsize(path) / 1e6


def json_message(text):
    return f'{{"traceID":7411,"eventMessage":"{text}","eventType":"logEvent","processID":411}}'


def write_shape(path, megabytes, shape, first):
    """Writes lines of one shape, no two megabytes alike."""
    chance = random.Random(7)
    with open(path, "wb") as file:
        size = file.write(first.encode())
        number = 0
        while size < megabytes * 1_000_000:
            block = "".join(SHAPES[shape](chance, number + line) + "\n" for line in range(4_000))
            size += file.write(block.encode())
            number += 4_000
    return size / 1e6


def measure(loophunt, path, name, size, rounds):
    """Imports a console; true if it took no longer than allowed, in no more memory."""
    with open(path, "rb") as file:  # into the page cache
        while file.read(1 << 20):
            pass
    command = [loophunt, "import", "-q", path, "-o", "/dev/null"]
    runs = [run(command, statuses=(0, 2)) for _ in range(rounds)]
    seconds, memory = min(time for time, _ in runs), max(peak for _, peak in runs)
    bound = MOST_SECONDS * size / 100
    good = seconds <= bound and memory <= MOST_MEMORY
    print(
        f"{name}: {size:.0f} MB of console in {seconds:.2f} s (at most {bound:.2f}), "
        f"{memory:.0f} MB of memory (at most {MOST_MEMORY})" + ("" if good else "  MISSED"), flush=True)
    return good


def main():
    loophunt = os.path.abspath(sys.argv[1])
    megabytes = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    with open(os.path.join(HERE, "../../Tests/Recordings/Logs/badge.log")) as file:
        uikit = file.read()
    results = []
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "console")
        for name, report in [
            ("a stack in each megabyte", STACK), ("a sentence in each megabyte", SENTENCE),
            ("one report of UIKit", uikit), ("lines of JSON", json_message),
        ]:
            results.append(measure(loophunt, path, name, write(path, megabytes, report), 5))
        for shape in SHAPES:
            for first, words in [("", ""), (SENTENCE + "\n", ", behind a sentence")]:
                size = write_shape(path, megabytes / 5, shape, first)
                results.append(measure(loophunt, path, shape + words, size, 3))
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
