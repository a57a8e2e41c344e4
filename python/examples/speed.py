"""Measures probes and tables on connect-four:5x5 and connect-four:4x5, which are solved first if necessary."""

import time

import backsolve

solution = backsolve.solve("connect-four:5x5")
rows = solution.sample(1_000_000)
start = time.perf_counter()
found = solution.probe(rows).found
print(f"{found.sum():,} of {len(rows):,} states found in {time.perf_counter() - start:.2f} s")

solution = backsolve.solve("connect-four:4x5")
start = time.perf_counter()
frame = solution.to_polars()
seconds = time.perf_counter() - start
print(f"{len(frame):,} states into polars in {seconds:.2f} s, {len(frame) / seconds:,.0f} a second")
