// SPDX-License-Identifier: Apache-2.0
// Every kernel of every block on a small shape, compared with the CPU in double: each gets what the device
// itself computed before it, so an error names its kernel.
#include "probe/cuda/measurement.h"
#include "probe/cuda/tensor_values.h"
#include "probe/plan/reference_fp8.h"
#include "probe/plan/reference_mixture.h"
#include "probe/plan/self_check_plan.h"

namespace bubblescope::probe {

namespace {

using reference::Values;

/// One block's small runner with its kernels' checks.
class BlockCheck
{
public:
    BlockCheck(Block block, const SelfCheckShape& tried, const BlasLibrary& library,
               const CudnnLibrary* cudnn, cudaStream_t stream, std::map<std::string, double>& errors)
        : m_block(block)
        , m_shape(shapeOf(block, tried.shape))
        , m_name(tried.name + std::string(blockName(block)) + '.')
        , m_stream(stream)
        , m_errors(errors)
        , m_runner(
              block, tried.shape, library,
              {7, cudnn != nullptr ? AttentionWay::Fused : AttentionWay::Unfused, cudnn, tried.scoreBytes()},
              stream)
    {}

    void all()
    {
        switch (m_block) {
        case Block::Embedding:
            gather();
            scatter();
            return;
        case Block::Head:
            head();
            return;
        case Block::Prediction:
            join();
            layer();
            linear("join", Op::Input);
            normBackward("join_norms.I", "join_norms", "d_both", "pair", "", "d_pair");
            scatter();
            return;
        case Block::Layer:
        case Block::Expert:
            layer();
            return;
        }
    }

private:
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
        if (m_shape.isMoe()) {
            mixture();
        } else {
            linear("ffn_in", Op::Forward);
            activation("activation.F", "u", "a", inner);
            linear("ffn_out", Op::Forward);
        }
        step("residual2.F", "r2", [&] { return sum(get("r1"), get("y")); });
        if (m_shape.isMoe()) {
            mixtureBackward();
        } else {
            linear("ffn_out", Op::Input);
            activationBackward("activation.I", "u", "d_a", "d_u", inner);
            linear("ffn_in", Op::Input);
        }
        norm("norm2.I", "residual2.I", "norm2", "d_n2", "r1", "d_y", "d_p");
        linear("proj", Op::Input);
        step("attention.I", "d_heads",
             [&] { return reference::attentionBackward(get("qkv"), get("d_o"), m_shape); });
        turn("rope.I", "d_heads", "d_qkv", turned, stride, -1);
        linear("qkv", Op::Input);
        norm("norm1.I", "residual1.I", "norm1", "d_n1", "x", "d_p", "d_x");
        const std::vector<Linear> linears = linearsOf(m_block, m_shape);
        for (auto one = linears.rbegin(); one != linears.rend(); ++one)
            linear(std::string(one->name), Op::Weight);
    }

    void join()
    {
        const bool isEager = m_shape.framework == Framework::Eager;
        gather();
        step("join_norms.F", isEager ? "normed" : "both",
             [&] { return reference::norm(get("pair"), get("w.join_norms")); });
        if (isEager)
            step("join_concatenation.F", "both", [&] { return get("normed"); });
        linear("join", Op::Forward);
    }

    void gather()
    {
        step("gather.F", "e", [&] {
            const Values table = get("w.embedding.0");
            Values rows;
            for (const std::int64_t id : ids())
                rows.insert(rows.end(), table.begin() + id * m_shape.hidden,
                            table.begin() + (id + 1) * m_shape.hidden);
            return rows;
        });
    }

    void scatter()
    {
        step("scatter_add.W", "g.embedding", [&] {
            Values added = get("g.embedding");
            const Values gradient = get("d_e");
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

    [[nodiscard]] Values get(const std::string& name) const { return valuesOf(m_runner.tensor(name)); }
    void activation(const std::string& kernel, const std::string& in, const std::string& out,
                    std::int64_t width)
    {
        step(kernel, out, [&] { return reference::activation(get(in), width, m_shape.gated); });
    }
    void activationBackward(const std::string& kernel, const std::string& in, const std::string& gradient,
                            const std::string& out, std::int64_t width)
    {
        step(kernel, out,
             [&] { return reference::activationBackward(get(in), get(gradient), width, m_shape.gated); });
    }

    [[nodiscard]] reference::Routes routes() const
    {
        reference::Routes routes;
        routes.experts.resize(static_cast<std::size_t>(m_shape.tokens() * m_shape.topK));
        require(cudaMemcpy(routes.experts.data(), m_runner.chosen().get(), 4 * routes.experts.size(),
                           cudaMemcpyDeviceToHost),
                "reading numbers");
        routes.weights = get("weights");
        return routes;
    }

    void mixture()
    {
        linear("router", Op::Forward);
        const reference::Routes wanted = reference::route(get("r"), m_shape);
        step("route.F", "weights", [&] { return wanted.weights; });
        note("route.F", routes().experts == wanted.experts ? 0 : 1);
        step("permute.F", "expert_x",
             [&] { return reference::permute(get("n2"), get("expert_x"), m_shape); });
        linear("expert_in", Op::Forward);
        activation("expert_activation.F", "expert_u", "expert_a", m_shape.expertWidth());
        linear("expert_out", Op::Forward);
        if (hasShared()) {
            linear("shared_in", Op::Forward);
            activation("shared_activation.F", "shared_u", "shared_a", m_shape.sharedWidth());
            linear("shared_out", Op::Forward);
        }
        step("combine.F", "y", [&] {
            Values y = reference::combine(get("expert_y"), get("weights"), m_shape);
            return hasShared() ? sum(y, get("shared_y")) : y;
        });
    }

    void mixtureBackward()
    {
        const reference::CombineGradients wanted = reference::combineBackward(
            get("d_y"), get("expert_y"), get("weights"), get("d_expert_y"), m_shape);
        step("combine.I", "d_expert_y", [&] { return wanted.rows; });
        compare("combine.I", "d_weights", wanted.weights);
        linear("expert_out", Op::Input);
        activationBackward("expert_activation.I", "expert_u", "d_expert_a", "d_expert_u",
                           m_shape.expertWidth());
        linear("expert_in", Op::Input);
        if (hasShared()) {
            linear("shared_out", Op::Input);
            activationBackward("shared_activation.I", "shared_u", "d_shared_a", "d_shared_u",
                               m_shape.sharedWidth());
            linear("shared_in", Op::Input);
        }
        step("route.I", "d_r", [&] { return reference::routeBackward(routes(), get("d_weights"), m_shape); });
        linear("router", Op::Input);
        step("permute.I", "d_n2", [&] {
            const Values rows = reference::permuteBackward(get("d_expert_x"), m_shape);
            const Values own = sum(rows, get("d_routed"));
            return hasShared() ? sum(own, get("d_shared")) : own;
        });
    }
    [[nodiscard]] bool hasShared() const { return m_shape.sharedExperts > 0; }

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
        const LinearEnds& ends = endsOf(name);
        for (const Linear& linear : linearsOf(m_block, m_shape)) {
            if (linear.name != name)
                continue;
            const bool isForward = op == Op::Forward, isWeight = op == Op::Weight;
            const std::string result = isForward ? ends.output : isWeight ? "g." + name : ends.inputGradient;
            if (linear.isFp8) {
                fp8Product(linear, op, result);
                continue;
            }
            step(name + '.' + std::string(opName(op)), result, [&] {
                Values c = get(result);
                reference::product(linearGemm(linear, op, m_shape),
                                   get(isWeight ? ends.input : "w." + name + ".0"),
                                   get(isForward ? ends.input : ends.outputGradient), c);
                return c;
            });
        }
    }

    /// One copy of a matrix as the device has it, back from fp8: as it is, or turned.
    [[nodiscard]] Values copyOf(const Linear& linear, const std::string& what, bool isTurned,
                                const reference::Fp8Shape& shape, Fp8Scales scales) const
    {
        const Fp8Tensors names = fp8TensorsOf(linear.name, what);
        return reference::fromFp8(
            get(isTurned ? names.turned : names.plain),
            get(isTurned ? names.turnedScales : names.plainScales),
            isTurned ? reference::Fp8Shape{shape.count, shape.columns, shape.rows} : shape, scales);
    }

    /// Both copies of what a product reads.
    void quantized(const Linear& linear, Op op)
    {
        const LinearEnds& ends = endsOf(linear.name);
        const bool isForward = op == Op::Forward;
        const reference::Fp8Shape shape{linear.count, linear.rows, isForward ? linear.in : linear.out};
        const reference::Fp8Shape turned{shape.count, shape.columns, shape.rows};
        const Fp8Scales scales = scalesOfActivations(m_shape.fp8Scaling);
        const std::string kernel = "quantize_" + std::string(linear.name) + '.' + std::string(opName(op));
        const std::string what = isForward ? "x" : "d";
        const Values values = get(isForward ? ends.input : ends.outputGradient);
        run(kernel);
        const double given = static_cast<double>(kGivenScale);
        note(kernel, reference::relativeError(copyOf(linear, what, false, shape, scales),
                                              reference::throughFp8(values, shape, scales, given)));
        note(kernel, reference::relativeError(
                         copyOf(linear, what, true, shape, scales),
                         reference::throughFp8(reference::turned(values, shape), turned, scales, given)));
    }

    void fp8Product(const Linear& linear, Op op, const std::string& result)
    {
        if (op != Op::Weight)
            quantized(linear, op);
        const Fp8Scales ofValues = scalesOfActivations(m_shape.fp8Scaling),
                        ofWeights = scalesOfWeights(m_shape.fp8Scaling);
        const reference::Fp8Shape weight{linear.count, linear.out, linear.in},
            input{linear.count, linear.rows, linear.in}, output{linear.count, linear.rows, linear.out};
        step(std::string(linear.name) + '.' + std::string(opName(op)), result, [&] {
            const Values a = op == Op::Weight ? copyOf(linear, "x", true, input, ofValues)
                                              : copyOf(linear, "w0", op == Op::Input, weight, ofWeights);
            const Values b = op == Op::Forward ? copyOf(linear, "x", false, input, ofValues)
                                               : copyOf(linear, "d", op == Op::Weight, output, ofValues);
            Values c = get(result);
            for (std::int64_t index = 0; index < linear.count; ++index)
                reference::product(fp8Gemm(linear, op, m_shape, index), a, b, c);
            return c;
        });
    }

    Block m_block;
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
            for (const Block block : blocksOf(tried.shape))
                if (fused == nullptr || hasLayer(block))
                    BlockCheck(block, tried, library, fused, stream, result.errors).all();
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
