#!/usr/bin/env python3
"""Counts with DuckDB what scan.cpp counts, and prints its CPU and wall seconds.

    duckdb-scan.py TRACE THREADS whole|named

`whole` reads the events with all their keys, as a scan does, and counts then. `named` reads three
columns only, and leaves the values of the others unread. In both the types are given, so that
DuckDB need not find out about them.
"""
import sys
import time

import duckdb

NAMED = {"e": "varchar", "v": "bigint", "class": "varchar"}
WHOLE = NAMED | {
    "version": "bigint", "tool": "varchar", "title": "varchar", "name": "varchar", "in": "bigint",
    "at": "bigint", "frame": "double[]", "clean": "boolean", "n": "bigint", "t": "bigint",
    "to": "double[]", "was": "double[]", "by": "bigint", "from": "varchar", "why": "varchar",
    "again": "boolean", "batches": "bigint", "turns": "bigint",
}

trace, threads, columns = sys.argv[1:4]
duckdb.execute("set enable_progress_bar = false")
duckdb.execute(f"set threads = {threads}")
wall, cpu = time.perf_counter(), time.process_time()
types = ", ".join(f"'{k}': '{v}'" for k, v in (WHOLE if columns == "whole" else NAMED).items())
source = f"read_json('{trace}', format = 'newline_delimited', columns = {{{types}}})"
if columns == "whole":
    duckdb.execute(f"create temp table events as select * from {source}")
    source = "events"
(row,) = duckdb.execute(
    f"""
    with lines as materialized (
      select e, v, class, count(*) filter (e = 'turn') over (rows unbounded preceding) as turn
      from {source}),
    counts as (
      select v, turn, count(*) as layouts from lines where e = 'layout' group by v, turn),
    loops as (
      select v, max(layouts) as highest, list(turn) as turns
      from counts where layouts > 100 group by v),
    named as (
      select v, class, highest, turns from loops join lines using (v) where e = 'view'),
    histogram as (select layouts, count(*) as occurrences from counts group by layouts)
    select (select count(*) from lines), (select sum(layouts * occurrences) from histogram),
      (select count(*) from named), (select max(layouts) from histogram)
    """
).fetchall()
print("%d events, %d layouts, %d loops, highest count %d" % row)
print(time.process_time() - cpu, time.perf_counter() - wall)
