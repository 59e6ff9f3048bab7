# SPDX-License-Identifier: Apache-2.0
"""from_torch() on the real classes, where PyTorch is (BUBBLESCOPE_TORCH_SITE names its site-packages)."""

import os
import sys
import tempfile
import unittest
from pathlib import Path

import bubblescope as bs

if "BUBBLESCOPE_TORCH_SITE" in os.environ:
    sys.path.append(os.environ["BUBBLESCOPE_TORCH_SITE"])
try:
    import torch
    import torch.distributed as dist
    from torch.distributed.pipelining import PipelineStage, schedules
    from torch.testing._internal.distributed.fake_pg import FakeStore
except ImportError:
    torch = None

RANKS, MICROBATCHES = 4, 8
#: Class, our schedule, stages per rank, whether stages lie in a V.
CLASSES = [
    ("ScheduleGPipe", "gpipe", 1, False),
    ("Schedule1F1B", "1f1b", 1, False),
    ("ScheduleInterleaved1F1B", "interleaved-1f1b", 2, False),
    ("ScheduleLoopedBFS", "looped-bfs", 2, False),
    ("ScheduleInterleavedZeroBubble", "interleaved-zero-bubble", 2, False),
    ("ScheduleZBVZeroBubble", "zbv", 2, True),
    ("ScheduleDualPipeV", "dualpipev", 2, True),
]


def cells(schedule):
    return [[cell for cell in row if cell] for row in schedule.rows]


def _reshards_at_end(row):
    return next(count for count, cell in enumerate(reversed(row)) if not cell.endswith("RESHARD"))


@unittest.skipIf(torch is None, "PyTorch is not installed")
class TorchTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        dist.init_process_group("fake", rank=0, world_size=RANKS, store=FakeStore())

    @classmethod
    def tearDownClass(cls):
        dist.destroy_process_group()

    def stages(self, number, is_v):
        places = [0] if number == 1 else [0, 2 * RANKS - 1] if is_v else [RANKS * chunk for chunk in range(number)]
        return [PipelineStage(torch.nn.Linear(2, 2), place, RANKS * number, torch.device("cpu")) for place in places]

    def made(self, name, number, is_v):
        stages = self.stages(number, is_v)
        return getattr(schedules, name)(stages[0] if number == 1 else stages, MICROBATCHES, loss_fn=torch.nn.functional.mse_loss)

    def test_every_class(self):
        compared = 0
        for name, ours, number, is_v in CLASSES:
            if not hasattr(schedules, name):
                continue
            with self.subTest(name):
                own = {} if number == 1 or is_v else {"stages_per_rank": number}
                wanted = bs.generate(ours, ranks=RANKS, microbatches=MICROBATCHES, **own)
                found = bs.from_torch(self.made(name, number, is_v))
                self.assertEqual(cells(found.lower("strip")), cells(wanted))
                self.assertGreater(found.simulate().makespan, 0)
                compared += 1
        self.assertGreaterEqual(compared, 6)

    def test_loaded_from_csv(self):
        release = ".".join(torch.__version__.split(".")[:2])
        for passes, form in (((), "compute_only"), ((f"torch:release={release}",), "compute_comms")):
            wanted = bs.generate("interleaved-1f1b", ranks=RANKS, microbatches=MICROBATCHES, stages_per_rank=2).lower(*passes)
            runtime = schedules._PipelineScheduleRuntime(self.stages(2, False), MICROBATCHES, loss_fn=torch.nn.functional.mse_loss)
            with tempfile.TemporaryDirectory() as folder:
                path = str(Path(folder, "order.csv"))
                wanted.to_csv(path)
                runtime._load_csv(path, format=form)
            found = bs.from_torch(runtime)
            if passes:
                self.assertEqual(found, wanted)
            else:
                # Before 2.10 it does not reshard what is left at the end of a step.
                rows = wanted.lower(f"torch:release={release}").rows
                self.assertIn(found.rows, [rows, [row[: len(row) - _reshards_at_end(row)] for row in rows]])
