#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Solves small orders of several stages per rank exactly and prints tests/search/exact_orders.csv.

Needs OR-tools (pip install ortools), which the tests do not: exact_orders.py >tests/search/exact_orders.csv
"""
import sys

from ortools.sat.python import cp_model

# F, I, W, latency, share that W alone releases; in quarters, the share out of four.
COSTS = [(4, 4, 4, 0, 4), (36, 56, 28, 2, 2), (8, 4, 12, 0, 4), (4, 8, 4, 4, 4), (12, 8, 8, 1, 1)]
# placement, stages per rank, ranks, microbatches
SHAPES = [("v", 2, 2, 2), ("v", 2, 2, 3), ("v", 2, 2, 4), ("v", 2, 3, 2), ("v", 2, 3, 3), ("v", 2, 4, 2), ("v", 4, 2, 2),
          ("loop", 2, 2, 2), ("loop", 2, 2, 3), ("loop", 2, 2, 4), ("loop", 2, 3, 2), ("loop", 2, 3, 3), ("loop", 2, 4, 2),
          ("loop", 3, 2, 2), ("loop", 3, 2, 3), ("loop", 4, 2, 2)]


def ranks_of(placement, stages, ranks):
    """The rank of each stage."""
    rising = list(range(ranks))
    return [r for chunk in range(stages)
            for r in (reversed(rising) if placement == "v" and chunk % 2 else rising)]


def optimum(costs, placement, stages, ranks, microbatches, limit):
    """The least makespan in quarters; None where nothing fits. Microbatches are alike, so they keep their order on each stage."""
    forward, gradient, weight, latency, kept = costs
    length = {"F": forward, "I": gradient, "W": weight}
    home = ranks_of(placement, stages, ranks)
    model = cp_model.CpModel()
    horizon = microbatches * len(home) * (sum(length.values()) + 2 * latency)
    makespan = model.NewIntVar(0, horizon, "makespan")
    start = {(kind, s, m): model.NewIntVar(0, horizon, f"{kind}{s}.{m}")
             for kind in "FIW" for s in range(len(home)) for m in range(microbatches)}
    for (kind, s, m), when in start.items():
        model.Add(makespan >= when + length[kind])
        if m > 0:
            model.Add(when >= start[kind, s, m - 1] + length[kind])
        if kind == "F":
            model.Add(start["I", s, m] >= when + forward)
            if s > 0:
                lag = latency if home[s] != home[s - 1] else 0
                model.Add(when >= start["F", s - 1, m] + forward + lag)
                model.Add(start["I", s - 1, m] >= start["I", s, m] + gradient + lag)
        elif kind == "I":
            model.Add(start["W", s, m] >= when + gradient)
    for rank in range(ranks):
        own = [key for key in start if home[key[1]] == rank]
        model.AddNoOverlap([model.NewFixedSizeIntervalVar(start[key], length[key[0]], "") for key in own])
        held, sizes = [], []
        for kind, s, m in own:
            if kind != "F":
                for end, size in (("I", 4 - kept), ("W", kept)):
                    if kind == end and size:
                        span = model.NewIntVar(0, horizon, "")
                        held.append(model.NewIntervalVar(start["F", s, m], span, start[end, s, m] + length[end], ""))
                        sizes.append(size)
        model.AddCumulative(held, sizes, 4 * limit)
    model.Minimize(makespan)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = 60
    solver.parameters.num_workers = 2
    status = solver.Solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    return round(solver.ObjectiveValue()) if status == cp_model.OPTIMAL else -1


def main():
    print("costs,placement,stages_per_rank,ranks,microbatches,limit,makespan")
    for number, costs in enumerate(COSTS):
        for placement, stages, ranks, microbatches in SHAPES:
            before = None
            for limit in range(stages, min(microbatches, 2 * ranks) * stages + 1):
                least = optimum(costs, placement, stages, ranks, microbatches, limit)
                if least == -1:
                    print("not solved:", costs, placement, stages, ranks, microbatches, limit, file=sys.stderr)
                elif least is not None and least != before:
                    print(f"{number},{placement},{stages},{ranks},{microbatches},{limit},{least / 4:g}", flush=True)
                    before = least


if __name__ == "__main__":
    main()
