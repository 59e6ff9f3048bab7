# SPDX-License-Identifier: Apache-2.0
"""One rank: trains a tiny model with each order and compares with the model that is not cut."""

import copy
import datetime
import os

import torch
import torch.distributed as dist
from torch.distributed.pipelining import PipelineStage
from torch.distributed.pipelining.schedules import _PipelineScheduleRuntime

WIDTH = 3
ROWS = 2  # of each microbatch
STEPS = 2  # the second shows that nothing is left over from the first
RATE = 0.1
RELEASE = int(torch.__version__.split(".")[1])  # of 2.x
# Gradients of microbatches are added up in 2.6; 2.7 to 2.9 take the mean only where a stage's last backward is a B, unless told not to.
MEANS = RELEASE >= 10
SCALING = {} if MEANS or RELEASE < 7 else {"scale_grads": False}


class Piece(torch.nn.Module):
    """One stage. Every stage changes its input, so that one left out or run twice shows."""

    def __init__(self):
        super().__init__()
        self.inner = torch.nn.Linear(WIDTH, WIDTH)
        self.outer = torch.nn.Linear(WIDTH, WIDTH)

    def forward(self, x):
        return self.outer(torch.tanh(self.inner(x)))


def loss_of(output, target):
    return torch.nn.functional.mse_loss(output, target)


class Run:
    """A schedule loaded from a CSV, its stages on this rank, and the whole model beside it."""

    def __init__(self, job, rank, form):
        torch.manual_seed(job["seed"])
        self.job = job
        self.whole = torch.nn.ModuleList(Piece() for _ in range(job["stages"]))
        self.mine = {index: copy.deepcopy(self.whole[index]) for index in job["stages_of"][rank]}
        stages = [self._stage(index, piece) for index, piece in self.mine.items()]
        self.schedule = _PipelineScheduleRuntime(stages, job["microbatches"], loss_fn=loss_of, **SCALING)
        self.schedule._load_csv(job[form], format="compute_only" if form == "compute" else "compute_comms")

    def _stage(self, index, piece):
        # From examples PyTorch takes the shapes that go from stage to stage, and whether gradients come back.
        example = torch.zeros(ROWS, WIDTH, requires_grad=True)
        stage = PipelineStage(
            piece,
            index,
            self.job["stages"],
            torch.device("cpu"),
            input_args=example.detach() if index == 0 else example,
            output_args=example,
        )
        # 2.9 to 2.14 greet the ranks of both neighbors; where a neighbor is on the same rank, Gloo cannot send to itself.
        stage._get_init_p2p_neighbors_ops = list
        if RELEASE < 7:  # takes the placement from the stages, later ones from the order
            stages_of = enumerate(self.job["stages_of"])
            stage.stage_index_to_group_rank = {stage: rank for rank, stages in stages_of for stage in stages}
        return stage

    def lowered(self):
        """PyTorch's own program, a text a rank."""
        rows = self.schedule.pipeline_order_with_comms
        return [",".join(map(str, rows[rank])) for rank in range(len(rows))]

    def step(self):
        """One step of both: the largest difference of a loss and of a gradient."""
        count = self.job["microbatches"]
        inputs, targets = torch.randn(2, count * ROWS, WIDTH)
        losses = []
        self.schedule.step(
            *([inputs] if 0 in self.mine else []),
            target=targets if self.job["stages"] - 1 in self.mine else None,
            losses=losses,
        )
        expected = self._whole_losses(inputs, targets)
        if self.job["stages"] - 1 in self.mine:
            require(len(losses) == count, f"{len(losses)} losses instead of {count}")
        loss = max((float((a - b).detach().abs()) for a, b in zip(losses, expected)), default=0.0)
        gradient = self._gradient_difference()
        self._update()
        return loss, gradient

    def _whole_losses(self, inputs, targets):
        losses = []
        for part, target in zip(inputs.split(ROWS), targets.split(ROWS)):
            for piece in self.whole:
                part = piece(part)
            losses.append(loss_of(part, target))
        (sum(losses) / (len(losses) if MEANS else 1)).backward()
        return losses

    def _gradient_difference(self):
        largest = 0.0
        for index, piece in self.mine.items():
            for (name, mine), whole in zip(piece.named_parameters(), self.whole[index].parameters()):
                require(mine.grad is not None, f"stage {index}: {name} has no gradient")
                require(bool(whole.grad.abs().max() > 0), f"stage {index}: the gradient of {name} is 0: nothing is compared")
                largest = max(largest, float((mine.grad - whole.grad).abs().max()))
        return largest

    def _update(self):
        pieces = [*self.mine.values(), *self.whole]
        with torch.no_grad():
            for parameter in (parameter for piece in pieces for parameter in piece.parameters()):
                parameter -= RATE * parameter.grad
                parameter.grad = None


def require(holds, otherwise):
    if not holds:
        raise AssertionError(otherwise)


def first_line(error):
    said = str(error).strip().splitlines()
    return f"{type(error).__name__}: {said[0] if said else 'without a word'}"


def answer(job, rank):
    """{"loss", "gradient"} of the job's form, or {"refused"} where PyTorch does not load it, or {"error"};
    `rows` is PyTorch's own lowering, from rank 0."""
    try:
        run = Run(job, rank, job["form"])
    except Exception as error:
        return {"refused": first_line(error)}
    try:
        differences = [run.step() for _ in range(STEPS)]
    except Exception as error:
        return {"error": first_line(error)}
    return {
        "loss": max(loss for loss, _ in differences),
        "gradient": max(gradient for _, gradient in differences),
        "rows": run.lowered() if rank == 0 and job["form"] == "compute" else None,
    }


def serve(rank, ranks, folder, jobs, connection):
    """Does the jobs as one of several ranks, each in a process of its own, and sends an answer to each."""
    log = os.open(folder / f"rank{rank}.log", os.O_CREAT | os.O_WRONLY)
    os.dup2(log, 1)
    os.dup2(log, 2)
    torch.set_num_threads(1)
    torch.set_default_dtype(torch.float64)
    dist.init_process_group(
        "gloo",
        init_method=f"file://{folder / 'store'}",
        rank=rank,
        world_size=ranks,
        timeout=datetime.timedelta(seconds=60),
    )
    for job in jobs:
        connection.send({"rank": rank, **answer(job, rank)})
    dist.destroy_process_group()
