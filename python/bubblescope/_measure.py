# SPDX-License-Identifier: Apache-2.0
"""Times of one's own modules, taken with PyTorch: a calibration, whatever the model is."""

from __future__ import annotations

import json
import math
import os
import random
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from ._costs import Costs
from ._errors import Error

_KINDS = ("F", "I", "W", "B")
#: Larger than any GPU's L2 cache.
_FLUSH_BYTES = 256 << 20
#: A calibration of measured times has to describe a transformer, which a module may not be.
_ASSUMPTION = (
    "model: hidden, seq and micro_batch are those of the tensors; ffn, heads, kv_heads and head_dim, where they were not given, "
    "stand in; times and sizes are those of the modules as they were measured"
)
_DTYPES = {"torch.bfloat16": "bf16", "torch.float16": "fp16", "torch.float32": "fp32"}


class Timing(NamedTuple):
    """Microseconds of one kind of action: the median, its 95 % interval, and how many times it was taken."""

    median: float
    ci_lo: float
    ci_hi: float
    mad: float
    n: int
    converged: bool


#: What an action takes that does nothing.
_NOTHING = Timing(0.0, 0.0, 0.0, 0.0, 0, True)


class StageMeasurement(NamedTuple):
    """One stage: times by kind, bytes of its parameters, and of what F leaves for the backward of one microbatch."""

    times: dict[str, Timing]
    parameter_bytes: int
    activation_bytes: int
    output_bytes: int


class Measurement:
    """What :func:`measure` found: ``.costs`` for a simulation, ``.save(path)`` for a file that ``--costs`` takes."""

    def __init__(self, stages: list[StageMeasurement], device: str, version: str, model: dict[str, Any]) -> None:
        self.stages = stages
        self._model = model
        self._device = device
        self._version = version
        self._folder = tempfile.TemporaryDirectory(prefix="bubblescope-")

    @property
    def costs(self) -> Costs:
        """Times by stage, in microseconds, and sizes: a calibration that lives as long as this object."""
        path = Path(self._folder.name, "measured.json")
        return Costs(file=path) if path.exists() else self.save(path)

    def calibration(self) -> dict[str, Any]:
        """The calibration (``pipeline-calibration/1``) as a dictionary."""
        from . import __version__

        return {
            "schema": "pipeline-calibration/1",
            "provenance": "measured",
            "created_utc": _now(),
            "producer": {"name": "bubblescope", "version": __version__, "libraries": {"torch": self._version}},
            "units": {"time": "us", "size": "byte"},
            "model": self._model,
            "device": {"name": self._device, "count": 1},
            "method": {"timing": "stream", "confidence": 0.95},
            "blocks": [],
            "transfers": [],
            "stages": [_stage(number, stage) for number, stage in enumerate(self.stages)],
            "assumptions": [_ASSUMPTION],
        }

    def save(self, path: str | os.PathLike[str]) -> Costs:
        """Writes the calibration; the costs that it is."""
        Path(path).write_text(json.dumps(self.calibration(), indent=1) + "\n", encoding="utf-8")
        return Costs(file=path)

    def __repr__(self) -> str:
        return f"<Measurement of {len(self.stages)} stages on {self._device}>"


def measure(
    stages: Any,
    example_input: Any,
    *,
    device: str | None = None,
    first: bool | None = None,
    compiled: bool = False,
    target: float = 0.02,
    seconds: float = 10.0,
    seed: int = 1,
    model: Mapping[str, Any] | None = None,
) -> Measurement:
    """Times F, I, W and B of a stage's module, or of a sequence of them, of which each takes what the one before gives.

    ``example_input`` is a microbatch: a tensor, or a tuple of them. I and W are what the runtime of
    ``torch.distributed.pipelining`` runs: of the pipeline's first stage, whose input is data, I is nothing and W the whole backward.
    ``first`` says whether the first module is that stage; else it is, unless it is alone and its input can have a gradient. ``device``
    is where the modules are measured, else where they are; they are given back as they were. On a GPU times are those of CUDA events, with the L2 cache flushed before each. Kinds are taken in
    random order until the 95 % interval of every median is within ``target`` of it, at most ``seconds`` a stage. ``compiled`` measures
    ``torch.compile`` of the modules. ``model`` describes the model in the file: name, hidden, ffn, heads, …
    """
    torch = _torch()
    modules = list(stages) if isinstance(stages, Sequence) and not isinstance(stages, str) else [stages]
    if not modules:
        raise Error("measure: there is no stage", "python.measure-nothing")
    inputs = _tensors_of(torch, example_input, "example_input")
    place = _place(torch, device, modules, inputs)
    inputs = [one.to(place) for one in inputs]
    if first is None:
        first = len(modules) > 1 or not any(map(_has_gradient, inputs))
    measured = []
    for number, module in enumerate(modules):
        with _borrowed(torch, module, place):
            run = torch.compile(module) if compiled else module
            stage = _Stage(torch, run, inputs, place, number, is_first=first and number == 0)
            measured.append(stage.measure(target, seconds, random.Random(seed + number)))
            inputs = [one.detach() for one in stage.outputs()]
    name = torch.cuda.get_device_name(place) if place.type == "cuda" else f"{place.type} ({os.cpu_count()} processors)"
    return Measurement(measured, name, str(torch.__version__), {**_model(inputs[0]), **(model or {})})


def _place(torch: Any, device: str | None, modules: list[Any], inputs: list[Any]) -> Any:
    """Where is measured: where it is asked for, else where the first parameter is, else the input."""
    if device is None:
        parameters = (weight for module in modules for weight in module.parameters())
        return next(parameters, inputs[0]).device
    try:
        place = torch.empty(0, device=device).device
    except (AssertionError, RuntimeError) as error:
        raise Error(f"measure: device {device!r} cannot be had here: {error}", "python.measure-device", None, {"device": str(device)}) from error
    return place


@contextmanager
def _borrowed(torch: Any, module: Any, place: Any) -> Iterator[None]:
    """The module on a device, given back where and as it was: gradients, buffers (running means), random numbers."""
    home = next((one.device for one in module.parameters()), place)
    gradients = [(weight, weight.grad) for weight in module.parameters()]
    for weight, _ in gradients:
        weight.grad = None
    try:
        module.to(place)
        buffers = [(one, one.detach().clone()) for one in module.buffers()]
        with torch.random.fork_rng([place] if place.type == "cuda" else []):
            yield
        with torch.no_grad():
            for one, kept in buffers:
                one.copy_(kept)
    finally:
        for weight, _ in gradients:
            weight.grad = None
        module.to(home)
        for weight, gradient in gradients:
            weight.grad = gradient


def _tensors_of(torch: Any, given: Any, what: str) -> list[Any]:
    """The tensors of what a module takes or gives, in order, whatever holds them: tuples, lists and dictionaries in each other."""
    if isinstance(given, torch.Tensor):
        return [given]
    if isinstance(given, Mapping):
        given = given.values()
    found = [tensor for one in given for tensor in _tensors_of(torch, one, what)] if _is_several(given) else []
    if not found and given is not None and not _is_several(given):
        kind = type(given).__name__
        raise Error(f"measure: {what} holds {kind}, which is no tensor", "python.measure-no-tensor", None, {"what": what, "type": kind})
    return found


class _Stage:
    """A stage's module with what its actions need."""

    def __init__(self, torch: Any, module: Any, inputs: list[Any], place: Any, number: int, *, is_first: bool) -> None:
        from torch.distributed.pipelining import _backward

        self._torch, self._module, self._place, self._backward = torch, module, place, _backward
        self._number, self._is_first = number, is_first
        # The first stage's input is data: it has no gradient.
        self._inputs = [one.detach().requires_grad_(not is_first and _has_gradient(one)) for one in inputs]
        self._parameters = list(module.parameters())
        self._weights = [weight for weight in self._parameters if weight.requires_grad]
        self._flush = torch.empty(_FLUSH_BYTES, dtype=torch.int8, device=place) if place.type == "cuda" else None
        outputs = self.outputs()
        self._output_bytes = sum(one.numel() * one.element_size() for one in outputs)
        self._gradients = [torch.ones_like(one) for one in self._roots(outputs)]
        if not is_first and not (self._gradients and any(one.requires_grad for one in self._inputs)):
            raise Error(
                f"measure: stage {number} has no backward: nothing that it gives depends on an input that can have a gradient",
                "python.measure-no-gradient",
                None,
                {"stage": number},
            )

    def outputs(self) -> list[Any]:
        what = f"the output of stage {self._number}"
        found = _tensors_of(self._torch, self._module(*self._inputs), what)
        if not found:
            raise Error(f"measure: {what} holds no tensor", "python.measure-no-tensor", None, {"what": what})
        return found

    @staticmethod
    def _roots(outputs: list[Any]) -> list[Any]:
        """Outputs from which the backward starts: not masks and positions that are only passed on."""
        return [one for one in outputs if one.requires_grad]

    def measure(self, target: float, seconds: float, order: random.Random) -> StageMeasurement:
        # A first stage of which every weight is frozen has no backward at all.
        run = [kind for kind in _KINDS if kind == "F" or (self._gradients and not (self._is_first and kind == "I"))]
        for _ in range(3):
            for kind in run:
                self._time(kind)
        samples: dict[str, list[float]] = {kind: [] for kind in run}
        until = time.monotonic() + seconds
        while True:
            kinds = [kind for kind in run if not _is_stable(samples[kind], target)]
            if not kinds or (time.monotonic() > until and all(len(one) >= 5 for one in samples.values())):
                break
            for kind in order.sample(kinds, len(kinds)):
                samples[kind].append(self._time(kind))
        return StageMeasurement(
            {kind: _timing(samples[kind], target) if kind in samples else _NOTHING for kind in _KINDS},
            sum(weight.numel() * weight.element_size() for weight in self._parameters),
            self._activation_bytes(),
            self._output_bytes,
        )

    def _time(self, kind: str) -> float:
        """Microseconds of one action; what it needs is made before."""
        for weight in self._weights:
            weight.grad = None
        for one in self._inputs:
            one.grad = None
        if kind == "F":
            return self._clock(self.outputs)
        outputs = self._roots(self.outputs())
        # The first stage's W is all of its backward, as the runtime runs it.
        if kind == "B" or self._is_first:
            return self._clock(lambda: self._torch.autograd.backward(outputs, self._gradients))
        inputs = [one for one in self._inputs if one.requires_grad]
        groups: list[Any] = []

        def run_input() -> None:
            groups[:] = self._backward.stage_backward_input(outputs, self._gradients, inputs, iter(self._weights))[1]

        if kind == "I":
            return self._clock(run_input)
        run_input()
        return self._clock(lambda: self._backward.stage_backward_weight(iter(self._weights), groups))

    def _clock(self, run: Callable[[], Any]) -> float:
        if self._flush is None:
            begin = time.perf_counter_ns()
            run()
            return (time.perf_counter_ns() - begin) / 1000
        cuda = self._torch.cuda
        begin, end = cuda.Event(enable_timing=True), cuda.Event(enable_timing=True)
        self._flush.zero_()
        begin.record()
        run()
        end.record()
        end.synchronize()
        return 1000 * float(begin.elapsed_time(end))

    def _activation_bytes(self) -> int:
        """What F keeps for the backward, each storage once, without the weights."""
        own = {one.untyped_storage().data_ptr() for one in (*self._parameters, *self._module.buffers())}
        kept: dict[int, int] = {}

        def pack(tensor: Any) -> Any:
            storage = tensor.untyped_storage()
            if storage.data_ptr() not in own:
                kept[storage.data_ptr()] = storage.nbytes()
            return tensor

        with self._torch.autograd.graph.saved_tensors_hooks(pack, lambda tensor: tensor):
            held = self.outputs()
        del held
        return sum(kept.values())


def _is_several(given: Any) -> bool:
    return isinstance(given, Iterable) and not isinstance(given, (str, bytes))


def _has_gradient(tensor: Any) -> bool:
    return bool(tensor.is_floating_point() or tensor.is_complex())


def _model(output: Any) -> dict[str, Any]:
    shape = list(output.shape)
    hidden = shape[-1] if shape else 1
    return {
        "hidden": hidden,
        "ffn": hidden,
        "heads": 1,
        "kv_heads": 1,
        "head_dim": hidden,
        "seq": shape[1] if len(shape) > 2 else 1,
        "micro_batch": shape[0] if len(shape) > 1 else 1,
        "dtype": _DTYPES.get(str(output.dtype), "fp32"),
        "layers_per_stage": 1,
    }


def _interval(samples: list[float]) -> tuple[float, float]:
    """The 95 % interval of the median, by order statistics."""
    ordered, count = sorted(samples), len(samples)
    reach = 0.98 * math.sqrt(count)
    low, high = math.floor(count / 2 - reach), math.ceil(count / 2 + reach)
    return ordered[max(0, low)], ordered[min(count - 1, high)]


def _is_stable(samples: list[float], target: float) -> bool:
    if len(samples) < 15:
        return False
    low, high = _interval(samples)
    return high - low <= 2 * target * statistics.median(samples)


def _timing(samples: list[float], target: float) -> Timing:
    median = statistics.median(samples)
    low, high = _interval(samples)
    spread = statistics.median(abs(one - median) for one in samples)
    return Timing(median, low, high, spread, len(samples), _is_stable(samples, target))


def _stage(number: int, stage: StageMeasurement) -> dict[str, Any]:
    ops: dict[str, dict[str, Any]] = {}
    for kind, taken in stage.times.items():
        ops[kind] = {"median": taken.median, "mad": taken.mad, "ci_lo": taken.ci_lo, "ci_hi": taken.ci_hi, "n": taken.n}
        if not taken.converged:
            ops[kind]["flags"] = ["not_converged"]
    memory = {"weights": stage.parameter_bytes, "activation_f": stage.activation_bytes, "boundary": stage.output_bytes}
    return {"stage": number, "ops": ops, "memory": memory}


def _now() -> str:
    from datetime import datetime, timezone

    given = os.environ.get("SOURCE_DATE_EPOCH")
    now = datetime.fromtimestamp(int(given), timezone.utc) if given else datetime.now(timezone.utc)
    return now.strftime("%Y-%m-%dT%H:%M:%SZ")


def _torch() -> Any:
    try:
        import torch
        import torch.distributed.pipelining  # noqa: F401: its absence is told in the same words
    except ImportError as error:
        raise Error(f"measure runs modules of PyTorch, which cannot be imported here: {error}", "python.no-torch") from error
    return torch
