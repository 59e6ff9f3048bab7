// SPDX-License-Identifier: Apache-2.0
// Every kernel of every block on a small shape, compared with the CPU in double: each gets what the device
// itself computed before it, so an error names its kernel.
#include "probe/cuda/measurement.h"
#include "probe/plan/reference.h"
#include "probe/plan/self_check_plan.h"

#include <cmath>
#include <cstring>

namespace bubblescope::probe {

namespace {

using reference::Values;

double widened(std::uint16_t bits, DataType type)
{
    if (type == DataType::Bf16) {
        const std::uint32_t wide = static_cast<std::uint32_t>(bits) << 16U;
        float value = 0;
        std::memcpy(&value, &wide, sizeof value);
        return static_cast<double>(value);
    }
    const int exponent = static_cast<int>(bits >> 10U & 0x1FU);
    const double fraction = static_cast<double>(bits & 0x3FFU) / 1024;
    const double size = exponent == 31  ? std::nan("")
                        : exponent == 0 ? std::ldexp(fraction, -14)
                                        : std::ldexp(1 + fraction, exponent - 15);
    return (bits & 0x8000U) != 0 ? -size : size;
}

Values valuesOf(const BlockRunner::Tensor& tensor)
{
    std::vector<char> bytes(static_cast<std::size_t>(tensor.count() * bytesOf(tensor.type)));
    require(cudaMemcpy(bytes.data(), tensor.buffer.get(), bytes.size(), cudaMemcpyDeviceToHost),
            "reading a tensor");
    Values values(static_cast<std::size_t>(tensor.count()));
    for (std::size_t i = 0; i < values.size(); ++i)
        if (bytesOf(tensor.type) == 4) {
            float value = 0;
            std::memcpy(&value, &bytes[4 * i], sizeof value);
            values[i] = static_cast<double>(value);
        } else {
            std::uint16_t bits = 0;
            std::memcpy(&bits, &bytes[2 * i], sizeof bits);
            values[i] = widened(bits, tensor.type);
        }
    return values;
}

/// One block's small runner with its kernels' checks.
class BlockCheck
{
public:
    BlockCheck(Block block, const SelfCheckShape& tried, const BlasLibrary& library,
               const CudnnLibrary* cudnn, cudaStream_t stream, std::map<std::string, double>& errors)
        : m_shape(tried.shape)
        , m_name(tried.name + std::string(blockName(block)) + '.')
        , m_stream(stream)
        , m_errors(errors)
        , m_runner(
              block, tried.shape, library,
              {7, cudnn != nullptr ? AttentionWay::Fused : AttentionWay::Unfused, cudnn, tried.scoreBytes()},
              stream)
    {}

    void layer()
    {
        const std::int64_t heads = m_shape.heads / m_shape.tp, kvHeads = m_shape.kvHeads / m_shape.tp;
        const std::int64_t stride = (heads + 2 * kvHeads) * m_shape.headDim, turned = heads + kvHeads;
        const std::int64_t inner = m_shape.ffn / m_shape.tp;
        const bool isEager = m_shape.framework == Framework::Eager;
        step("norm1.F", "n1", [&] { return reference::norm(get("x"), get("w.norm1")); });
        linear("qkv", Op::Forward);
        turn("rope.F", "qkv", "qkv", turned, stride, 1);
        step("attention.F", "oh", [&] { return reference::attention(get("qkv"), m_shape); });
        step("heads.F", "o", [&] { return get("oh"); });
        linear("proj", Op::Forward);
        if (isEager) {
            step("residual1.F", "r1", [&] { return sum(get("x"), get("p")); });
            step("norm2.F", "n2", [&] { return reference::norm(get("r1"), get("w.norm2")); });
        } else {
            step("residual1_norm2.F", "r1", [&] { return sum(get("x"), get("p")); });
            compare("residual1_norm2.F", "n2", reference::norm(get("r1"), get("w.norm2")));
        }
        linear("ffn_in", Op::Forward);
        step("activation.F", "a", [&] { return reference::activation(get("u"), inner, m_shape.gated); });
        linear("ffn_out", Op::Forward);
        step("residual2.F", "r2", [&] { return sum(get("r1"), get("y")); });
        linear("ffn_out", Op::Input);
        step("activation.I", "d_u",
             [&] { return reference::activationBackward(get("u"), get("d_a"), inner, m_shape.gated); });
        linear("ffn_in", Op::Input);
        norm("norm2.I", "residual2.I", "norm2", "d_n2", "r1", "d_y", "d_p");
        linear("proj", Op::Input);
        step("attention.I", "d_heads",
             [&] { return reference::attentionBackward(get("qkv"), get("d_o"), m_shape); });
        turn("rope.I", "d_heads", "d_qkv", turned, stride, -1);
        linear("qkv", Op::Input);
        norm("norm1.I", "residual1.I", "norm1", "d_n1", "x", "d_p", "d_x");
        for (const char* name : {"ffn_out", "ffn_in", "proj", "qkv"})
            linear(name, Op::Weight);
    }

    void embedding()
    {
        step("gather.F", "x", [&] {
            const Values table = get("w.embedding.0");
            Values rows;
            for (const std::int64_t id : ids())
                rows.insert(rows.end(), table.begin() + id * m_shape.hidden,
                            table.begin() + (id + 1) * m_shape.hidden);
            return rows;
        });
        step("scatter_add.W", "g.embedding", [&] {
            Values added = get("g.embedding");
            const Values gradient = get("d_x");
            const std::vector<std::int64_t> rows = ids();
            const auto width = static_cast<std::size_t>(m_shape.hidden);
            for (std::size_t i = 0; i < gradient.size(); ++i)
                added[static_cast<std::size_t>(rows[i / width]) * width + i % width] += gradient[i];
            return added;
        });
    }

    void head()
    {
        step("norm.F", "n", [&] { return reference::norm(get("x"), get("w.norm")); });
        linear("lm_head", Op::Forward);
        const Values losses = reference::crossEntropy(get("logits"), ids());
        run("cross_entropy.F");
        note("cross_entropy.F", reference::relativeError(loss(), losses));
        step("cross_entropy.I", "d_logits",
             [&] { return reference::crossEntropyBackward(get("logits"), ids()); });
        linear("lm_head", Op::Input);
        normBackward("norm.I", "norm", "d_n", "x", "", "d_x");
        linear("lm_head", Op::Weight);
    }

private:
    [[nodiscard]] Values get(const std::string& name) const { return valuesOf(m_runner.tensor(name)); }
    [[nodiscard]] std::vector<std::int64_t> ids() const
    {
        std::vector<std::int64_t> result(static_cast<std::size_t>(m_shape.tokens()));
        require(cudaMemcpy(result.data(), m_runner.tokens().get(), 8 * result.size(), cudaMemcpyDeviceToHost),
                "reading tokens");
        return result;
    }
    [[nodiscard]] Values loss() const
    {
        std::vector<float> result(static_cast<std::size_t>(m_shape.tokens()));
        require(cudaMemcpy(result.data(), m_runner.loss().get(), sizeof(float) * result.size(),
                           cudaMemcpyDeviceToHost),
                "reading the loss");
        return {result.begin(), result.end()};
    }
    static Values sum(Values a, const Values& b)
    {
        for (std::size_t i = 0; i < a.size(); ++i)
            a[i] += b[i];
        return a;
    }

    void run(const std::string& kernel)
    {
        for (const Kernel& known : m_runner.kernels())
            if (known.name == kernel)
                m_runner.run(known, 0, m_stream);
        require(cudaStreamSynchronize(m_stream), "waiting for a kernel");
    }
    void compare(const std::string& kernel, const std::string& output, const Values& wanted)
    {
        note(kernel, reference::relativeError(get(output), wanted));
    }
    void note(const std::string& kernel, double error)
    {
        double& worst = m_errors[m_name + kernel];
        if (!(error <= worst))
            worst = error;
    }
    /// What is wanted is computed before, for a kernel may write over what it reads.
    template <typename Want>
    void step(const std::string& kernel, const std::string& output, Want want)
    {
        const Values wanted = want();
        run(kernel);
        compare(kernel, output, wanted);
    }
    void turn(const std::string& kernel, const std::string& from, const std::string& to, std::int64_t heads,
              std::int64_t stride, double sign)
    {
        step(kernel, to, [&] {
            Values values = get(from);
            reference::rope(values, m_shape, heads, stride, sign);
            return values;
        });
    }
    void normBackward(const std::string& kernel, const std::string& gain, const std::string& gradient,
                      const std::string& input, const std::string& passed, const std::string& output)
    {
        const reference::NormGradients wanted =
            reference::normBackward(get(gradient), get(input), get("w." + gain));
        const Values gainBefore = get("g." + gain);
        const Values all = passed.empty() ? wanted.input : sum(wanted.input, get(passed));
        run(kernel);
        compare(kernel, output, all);
        compare(kernel, "g." + gain, sum(wanted.gain, gainBefore));
    }
    /// A norm's backward with the residual that passes it by, fused or one after the other.
    void norm(const std::string& kernel, const std::string& residual, const std::string& gain,
              const std::string& gradient, const std::string& input, const std::string& passed,
              const std::string& output)
    {
        if (m_shape.framework == Framework::Compiled) {
            normBackward(kernel, gain, gradient, input, passed, output);
            return;
        }
        normBackward(kernel, gain, gradient, input, "", "d_n");
        step(residual, output, [&] { return sum(get("d_n"), get(passed)); });
    }
    void linear(const std::string& name, Op op)
    {
        struct Ends
        {
            const char* input;
            const char* output;
        };
        static const std::map<std::string, Ends> kEnds{{"qkv", {"n1", "qkv"}},
                                                       {"proj", {"o", "p"}},
                                                       {"ffn_in", {"n2", "u"}},
                                                       {"ffn_out", {"a", "y"}},
                                                       {"lm_head", {"n", "logits"}}};
        const std::string input = kEnds.at(name).input, output = kEnds.at(name).output;
        const std::string weight = "w." + name + ".0";
        const Block block = name == "lm_head" ? Block::Head : Block::Layer;
        for (const Linear& linear : linearsOf(block, m_shape)) {
            if (linear.name != name)
                continue;
            const bool isForward = op == Op::Forward, isWeight = op == Op::Weight;
            const std::string result = isForward ? output : isWeight ? "g." + name : "d_" + input;
            step(name + '.' + std::string(opName(op)), result, [&] {
                Values c = get(result);
                reference::product(gemmCall(linear, op, m_shape), get(isWeight ? input : weight),
                                   get(isForward ? input : "d_" + output), c);
                return c;
            });
        }
    }

    ModelShape m_shape;
    std::string m_name;
    cudaStream_t m_stream;
    std::map<std::string, double>& m_errors;
    BlockRunner m_runner;
};

} // namespace

SelfCheckErrors selfCheck(const ModelShape& like, const BlasLibrary& library, const CudnnLibrary* cudnn,
                          cudaStream_t stream)
{
    SelfCheckErrors result;
    const auto check = [&](const SelfCheckShape& tried, const CudnnLibrary* fused) {
        try {
            BlockCheck(Block::Layer, tried, library, fused, stream, result.errors).layer();
            if (fused != nullptr)
                return;
            BlockCheck(Block::Embedding, tried, library, nullptr, stream, result.errors).embedding();
            BlockCheck(Block::Head, tried, library, nullptr, stream, result.errors).head();
        } catch (const CudaFailure& failure) {
            if (!tried.isOptional || failure.exit != Exit::Unsupported)
                throw;
            result.untried.push_back(tried.name + "shape: " + failure.message);
        }
    };
    for (const SelfCheckShape& tried : selfCheckShapes(like))
        check(tried, nullptr);
    if (cudnn != nullptr)
        for (const SelfCheckShape& tried : fusedCheckShapes(like))
            check(tried, cudnn);
    return result;
}

} // namespace bubblescope::probe
