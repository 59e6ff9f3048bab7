// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/torch_comparison.h"

namespace bubblescope::probe {

std::string_view torchScript() noexcept
{
    return R"PY(# Times of PyTorch's own layer and head for the shape in a JSON file, as the probe measures them: forward and
# backward one after the other without gaps, so that the GPU stays as busy as in training. Prints one JSON object.
import json, statistics, sys, time
import torch
import torch.nn as nn
import torch.nn.functional as functional

shape = json.load(open(sys.argv[1]))
device = "cuda:%d" % shape["device"]
torch.cuda.set_device(shape["device"])
dtype = {"bf16": torch.bfloat16, "fp16": torch.float16, "tf32": torch.float32, "fp32": torch.float32}[shape["dtype"]]
torch.backends.cuda.matmul.allow_tf32 = shape["dtype"] == "tf32"
h, f, V = shape["hidden"], shape["ffn"], shape["vocab"]
H, K, d = shape["heads"], shape["kv_heads"], shape["head_dim"]
S, b = shape["seq"], shape["micro_batch"]


class Norm(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(h, device=device, dtype=dtype))

    def forward(self, x):
        return functional.rms_norm(x, (h,), self.weight, 1e-5)


def linear(inputs, outputs):
    made = nn.Linear(inputs, outputs, bias=False, device=device, dtype=dtype)
    nn.init.normal_(made.weight, std=inputs ** -0.5)
    return made


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm1, self.norm2 = Norm(), Norm()
        self.qkv, self.proj = linear(h, (H + 2 * K) * d), linear(H * d, h)
        self.up, self.down = linear(h, 2 * f if shape["gated"] else f), linear(f, h)
        angles = torch.arange(S, device=device)[:, None] * 10000.0 ** (-torch.arange(d // 2, device=device) / (d // 2))
        self.cos, self.sin = angles.cos().to(dtype), angles.sin().to(dtype)

    def turned(self, x):
        low, high = x.chunk(2, -1)
        return torch.cat((low * self.cos - high * self.sin, high * self.cos + low * self.sin), -1)

    def forward(self, x):
        q, k, v = self.qkv(self.norm1(x)).split((H * d, K * d, K * d), -1)
        q, k, v = (part.view(b, S, -1, d).transpose(1, 2) for part in (q, k, v))
        attended = functional.scaled_dot_product_attention(self.turned(q), self.turned(k), v,
                                                           is_causal=shape["causal"], enable_gqa=H != K)
        x = x + self.proj(attended.transpose(1, 2).reshape(b, S, -1))
        inner = self.up(self.norm2(x))
        if shape["gated"]:
            gate, up = inner.chunk(2, -1)
            inner = functional.silu(gate) * up
        else:
            inner = functional.gelu(inner, approximate="tanh")
        return x + self.down(inner)


class Head(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm, self.linear = Norm(), linear(h, V)
        self.targets = torch.randint(V, (b * S,), device=device)

    def forward(self, x):
        logits = self.linear(self.norm(x)).view(-1, V)
        return functional.cross_entropy(logits.float(), self.targets)


def event():
    return torch.cuda.Event(enable_timing=True)


def steady(run, seconds):
    """Median microseconds of each part of run(), which is given a function that marks where a part ends. What comes in
    the first half warms up."""
    times, begin = [], time.time()
    while time.time() - begin < seconds:
        batch = []
        for _ in range(4):
            marks = [event()]
            marks[0].record()

            def mark():
                marks.append(event())
                marks[-1].record()

            run(mark)
            batch.append(marks)
        torch.cuda.synchronize()
        times += [[a.elapsed_time(z) * 1e3 for a, z in zip(marks, marks[1:])] for marks in batch[1:]]
    times = times[len(times) // 2:]
    return [statistics.median(column) for column in zip(*times)]


def measured(module, x, is_head, is_eager):
    weights = list(module.parameters())
    y = module(x)
    gradient = torch.randn_like(y) if y.dim() else torch.ones_like(y)

    def both(mark):
        y = module(x)
        mark()
        torch.autograd.grad(y, [x] + weights, gradient)
        mark()

    both(lambda: None)
    result = dict(zip("FB", steady(both, shape["seconds"])))
    if is_eager:
        def inputs(mark):
            y = module(x)
            mark()
            torch.autograd.grad(y, [x], gradient)
            mark()

        result["I"] = steady(inputs, shape["seconds"] / 2)[1]
        result["W"] = result["B"] - result["I"]
    del y
    torch.cuda.synchronize()
    before = torch.cuda.memory_allocated()
    y = module(x)
    torch.cuda.synchronize()
    # A layer's output stands for its input, which is as large; a head has no such output.
    result["activation"] = torch.cuda.memory_allocated() - before + (x.numel() * x.element_size() if is_head else 0)
    return result


# A GPU that begins to compute runs faster than one that has for seconds.
warm, begin = torch.randn(8192, 8192, device=device, dtype=dtype), time.time()
while time.time() - begin < 1.5 * shape["seconds"]:
    for _ in range(20):
        warm @ warm
    torch.cuda.synchronize()
del warm
out = {"torch": torch.__version__, "device": torch.cuda.get_device_name(), "frameworks": {}}
x = torch.randn(b, S, h, device=device, dtype=dtype, requires_grad=True)
blocks = [("layer", Layer)] + ([("head", Head)] if V else [])
for name in shape["frameworks"]:
    out["frameworks"][name] = {}
    for block, make in blocks:
        torch.manual_seed(0)
        module = make()
        run = torch.compile(module) if name == "compiled" else module
        out["frameworks"][name][block] = measured(run, x, block == "head", name == "eager")
        del module, run
        torch.cuda.empty_cache()
print(json.dumps(out))
)PY";
}

} // namespace bubblescope::probe
