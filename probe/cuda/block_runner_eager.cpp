// SPDX-License-Identifier: Apache-2.0
// A layer's and a head's kernels as PyTorch runs them without a compiler: one operation each.
#include "probe/cuda/block_runner.h"

#include <limits>

namespace bubblescope::probe {

namespace {

using device::Elementwise;
using device::Operand;
using device::Strides;

constexpr const char* kDoing = "starting an elementwise kernel";

template <typename Value>
void* moved(Value* values, std::int64_t bytes)
{
    return static_cast<char*>(static_cast<void*>(values)) + bytes;
}

} // namespace

void BlockRunner::addEagerLayer()
{
    const std::int64_t tokens = m_shape.tokens(), inner = m_shape.ffn / m_shape.tp;
    if (tokens * 2 * inner > std::numeric_limits<std::int32_t>::max())
        throw CudaFailure(Exit::Unsupported, "unsupported",
                          "--framework eager takes at most 2^31 elements a tensor: choose fewer tokens");
    add("d_n", tokens, m_shape.hidden);
    const device::RowShape rows{m_shape.normTokens(), m_shape.hidden};
    const auto addAll = [=, this](const char* step, const char* a, const char* b, const char* sum) {
        m_steps[step] = [=, this](int, cudaStream_t stream) {
            require(device::dense(Elementwise::Add, m_element, at(a), at(b), at(sum),
                                  rows.rows * rows.columns, stream),
                    kDoing);
        };
    };
    addAll("residual1.F", "x", "p", "r1");
    m_steps["norm2.F"] = [=, this](int, cudaStream_t stream) {
        require(device::norm(m_element, at("r1"), at("w.norm2"), at("n2"), inverse("norm2"), rows, stream),
                "starting a norm");
    };
    addNormBackward("norm2.I", "norm2", "d_n2", "r1", "", "d_n", m_shape.normTokens());
    addNormBackward("norm1.I", "norm1", "d_n1", "x", "", "d_n", m_shape.normTokens());
    addAll("residual2.I", "d_n", "d_y", "d_p");
    addAll("residual1.I", "d_n", "d_p", "d_x");
    const std::int64_t heads = m_shape.heads / m_shape.tp, d = m_shape.headDim;
    const Strides byToken{m_shape.seq * heads * d, heads * d, d, 1};
    m_steps["heads.F"] = [=, this](int, cudaStream_t stream) {
        const device::StridedShape shape{static_cast<unsigned>(tokens), static_cast<unsigned>(m_shape.seq),
                                         static_cast<unsigned>(heads), static_cast<unsigned>(d)};
        require(device::strided(Elementwise::Copy, m_element, shape, {at("oh"), byToken}, {},
                                {at("o"), byToken}, false, stream),
                kDoing);
    };
    addEagerRope();
    if (m_shape.gated && !m_shape.isMoe())
        addEagerActivation();
}

void BlockRunner::addEagerRope()
{
    const std::int64_t tokens = m_shape.tokens(), d = m_shape.headDim;
    const std::int64_t heads = m_shape.heads / m_shape.tp, kvHeads = m_shape.kvHeads / m_shape.tp;
    if (d < 2)
        return;
    for (const char* name : {"turn0", "turn1", "turn2", "turn3"})
        add(name, tokens, heads * (d / 2));
    for (const char* name : {"turned", "joined"})
        add(name, tokens, heads * d);
    const std::int64_t row = (heads + 2 * kvHeads) * d;
    const auto part = [=, this](const char* name, std::int64_t head) {
        return Operand{moved(at(name), head * d * m_shape.element()), Strides{m_shape.seq * row, row, d, 1}};
    };
    m_steps["rope.F"] = [=, this](int, cudaStream_t stream) {
        turnForward(part("qkv", 0), heads, stream);
        turnForward(part("qkv", heads), kvHeads, stream);
    };
    m_steps["rope.I"] = [=, this](int, cudaStream_t stream) {
        turnBackward(heads, kvHeads, stream);
        turnBackward(0, heads, stream);
        const std::int64_t values = (heads + kvHeads) * d;
        require(device::copyRows(m_element, moved(at("d_heads"), values * m_shape.element()), row,
                                 moved(at("d_qkv"), values * m_shape.element()), row, {tokens, kvHeads * d},
                                 stream),
                kDoing);
    };
}

void BlockRunner::turnForward(const Operand& heads, std::int64_t count, cudaStream_t stream) const
{
    const std::int64_t half = m_shape.headDim / 2;
    const device::StridedShape shape{static_cast<unsigned>(m_shape.tokens()),
                                     static_cast<unsigned>(m_shape.seq), static_cast<unsigned>(count),
                                     static_cast<unsigned>(half)};
    const auto room = [&](const char* name) {
        return Operand{at(name), Strides{m_shape.seq * count * half, count * half, half, 1}};
    };
    const Operand high{moved(heads.values, half * m_shape.element()), heads.strides};
    const Operand cosine{m_ropeTable.get(), Strides{0, 2 * half, 0, 2}};
    const Operand sine{moved(m_ropeTable.get(), sizeof(float)), cosine.strides};
    const auto multiply = [&](const Operand& a, const Operand& table, const char* to) {
        require(device::strided(Elementwise::Multiply, m_element, shape, a, table, room(to), true, stream),
                kDoing);
    };
    const auto combine = [&](Elementwise operation, const char* a, const char* b, const char* to) {
        require(device::dense(operation, m_element, at(a), at(b), at(to), m_shape.tokens() * count * half,
                              stream),
                kDoing);
    };
    multiply(heads, cosine, "turn0");
    multiply(high, sine, "turn1");
    combine(Elementwise::Subtract, "turn0", "turn1", "turn2");
    multiply(high, cosine, "turn0");
    multiply(heads, sine, "turn1");
    combine(Elementwise::Add, "turn0", "turn1", "turn3");
    require(device::concatenateHalves(m_element, shape, at("turn2"), at("turn3"), heads, stream), kDoing);
}

void BlockRunner::turnBackward(std::int64_t firstHead, std::int64_t count, cudaStream_t stream) const
{
    const std::int64_t half = m_shape.headDim / 2, d = 2 * half;
    const std::int64_t heads = m_shape.heads / m_shape.tp, kvHeads = m_shape.kvHeads / m_shape.tp;
    const std::int64_t row = (heads + 2 * kvHeads) * m_shape.headDim;
    const std::int64_t values = m_shape.tokens() * count * half;
    const device::StridedShape shape{static_cast<unsigned>(m_shape.tokens()),
                                     static_cast<unsigned>(m_shape.seq), static_cast<unsigned>(count),
                                     static_cast<unsigned>(half)};
    const Strides dense{m_shape.seq * count * half, count * half, half, 1};
    const Operand low{moved(at("d_heads"), firstHead * m_shape.headDim * m_shape.element()),
                      Strides{m_shape.seq * row, row, m_shape.headDim, 1}};
    const Operand high{moved(low.values, half * m_shape.element()), low.strides};
    const Operand cosine{m_ropeTable.get(), Strides{0, 2 * half, 0, 2}};
    const Operand sine{moved(m_ropeTable.get(), sizeof(float)), cosine.strides};
    const auto run = [&](Elementwise operation, const Operand& a, const Operand& b, const char* to) {
        require(
            device::strided(operation, m_element, shape, a, b, {at(to), dense}, b.values != nullptr, stream),
            kDoing);
    };
    const auto add = [&](const char* a, const char* b) {
        require(device::dense(Elementwise::Add, m_element, at(a), at(b), at(a), values, stream), kDoing);
    };
    run(Elementwise::Multiply, high, sine, "turn0");
    run(Elementwise::Multiply, high, cosine, "turn1");
    run(Elementwise::Negate, low, {}, "turn2");
    run(Elementwise::Multiply, {at("turn2"), dense}, sine, "turn3");
    add("turn1", "turn3");
    run(Elementwise::Multiply, low, cosine, "turn2");
    add("turn0", "turn2");
    // Both halves as one; by tokens; into the gradient of all heads.
    const std::int64_t bytes = half * m_shape.element();
    const device::RowShape halves{m_shape.tokens() * count, half};
    require(device::copyRows(m_element, at("turn0"), half, at("joined"), d, halves, stream), kDoing);
    require(device::copyRows(m_element, at("turn1"), half, moved(at("joined"), bytes), d, halves, stream),
            kDoing);
    device::StridedShape whole = shape;
    whole.columns = static_cast<unsigned>(d);
    const Strides joined{m_shape.seq * count * d, count * d, d, 1};
    require(device::strided(Elementwise::Copy, m_element, whole, {at("joined"), joined}, {},
                            {at("turned"), joined}, false, stream),
            kDoing);
    if (m_shape.headDim == d)
        require(device::copyRows(m_element, at("turned"), count * d,
                                 moved(at("d_qkv"), firstHead * d * m_shape.element()), row,
                                 {m_shape.tokens(), count * d}, stream),
                kDoing);
}

void BlockRunner::addEagerActivation()
{
    const std::int64_t tokens = m_shape.tokens(), inner = m_shape.ffn / m_shape.tp;
    for (const char* name : {"silu", "d_silu", "d_gate", "d_up"})
        add(name, tokens, inner);
    const device::StridedShape shape{static_cast<unsigned>(tokens), static_cast<unsigned>(tokens), 1,
                                     static_cast<unsigned>(inner)};
    const auto dense = [=, this](const char* name) { return Operand{at(name), Strides{0, inner, 0, 1}}; };
    const auto half = [=, this](const char* name, bool isUp) {
        return Operand{moved(at(name), isUp ? inner * m_shape.element() : 0), Strides{0, 2 * inner, 0, 1}};
    };
    const auto run = [=, this](Elementwise operation, const Operand& a, const Operand& b, const char* to,
                               cudaStream_t stream) {
        require(device::strided(operation, m_element, shape, a, b, dense(to), false, stream), kDoing);
    };
    m_steps["activation.F"] = [=](int, cudaStream_t stream) {
        run(Elementwise::Silu, half("u", false), {}, "silu", stream);
        run(Elementwise::Multiply, dense("silu"), half("u", true), "a", stream);
    };
    m_steps["activation.I"] = [=, this](int, cudaStream_t stream) {
        require(device::dense(Elementwise::Multiply, m_element, at("d_a"), at("silu"), at("d_up"),
                              tokens * inner, stream),
                kDoing);
        run(Elementwise::Multiply, dense("d_a"), half("u", true), "d_silu", stream);
        run(Elementwise::SiluBackward, dense("d_silu"), half("u", false), "d_gate", stream);
        for (const auto& [from, isUp] : {std::pair{"d_gate", false}, std::pair{"d_up", true}})
            require(device::copyRows(m_element, at(from), inner, half("d_u", isUp).values, 2 * inner,
                                     {tokens, inner}, stream),
                    kDoing);
    };
}

void BlockRunner::addEagerCrossEntropy()
{
    const device::RowShape wide{m_shape.tokens(), m_shape.vocab / m_shape.tp};
    m_wideLogits = DeviceBuffer(4 * wide.rows * wide.columns);
    m_logs = DeviceBuffer(4 * wide.rows * wide.columns);
    m_steps["cross_entropy.F"] = [=, this](int, cudaStream_t stream) {
        require(device::eagerCrossEntropy(m_element, at("logits"), m_tokens.as<std::int64_t>(),
                                          m_wideLogits.as<float>(), m_logs.as<float>(), m_loss.as<float>(),
                                          wide, stream),
                "starting cross-entropy");
    };
    m_steps["cross_entropy.I"] = [=, this](int, cudaStream_t stream) {
        require(device::eagerCrossEntropyBackward(m_element, m_tokens.as<std::int64_t>(), m_logs.as<float>(),
                                                  m_wideLogits.as<float>(), at("d_logits"), wide, stream),
                "starting cross-entropy's backward");
    };
}

} // namespace bubblescope::probe
