// SPDX-License-Identifier: Apache-2.0
#include "probe/cuda/fused_attention.h"

#include <cmath>
#include <limits>

namespace bubblescope::probe {

namespace {

using cudnn::Data;
using cudnn::Pointwise;
using Four = CudnnGraph::Four;
using Tensor = CudnnGraph::Tensor;

Data dataOf(DataType type)
{
    switch (type) {
    case DataType::Bf16:
        return Data::Bfloat16;
    case DataType::Fp16:
        return Data::Half;
    case DataType::Tf32:
    case DataType::Fp32:
    case DataType::Fp8:
        break;
    }
    throw CudaFailure(Exit::Unsupported, "unsupported",
                      "cuDNN's fused attention wants bf16 or fp16: --attention unfused or analytic");
}

/// Sizes and places of the heads in a token's row.
struct Heads
{
    explicit Heads(const ModelShape& shape)
        : batch(shape.microBatch)
        , queries(shape.heads / shape.tp)
        , keys(shape.kvHeads / shape.tp)
        , seq(shape.seq)
        , d(shape.headDim)
        , row((queries + 2 * keys) * d)
        , type(dataOf(shape.valueType()))
    {}

    /// Queries and the output by heads; keys and values, and turned.
    [[nodiscard]] Four ofQueries() const { return {batch, queries, seq, d}; }
    [[nodiscard]] Four ofKeys() const { return {batch, keys, seq, d}; }
    [[nodiscard]] Four ofTurnedKeys() const { return {batch, keys, d, seq}; }
    [[nodiscard]] Four inQkv() const { return {seq * row, d, row, 1}; }
    [[nodiscard]] Four inOutput() const { return {seq * queries * d, d, queries * d, 1}; }
    [[nodiscard]] Four turned(const Four& strides) const
    {
        return {strides[0], strides[1], strides[3], strides[2]};
    }
    /// Of the scores of each query.
    [[nodiscard]] Four square() const { return {batch, queries, seq, seq}; }
    [[nodiscard]] Four one() const { return {batch, queries, seq, 1}; }
    [[nodiscard]] Four perQuery() const { return {queries * seq, seq, 1, 1}; }
    [[nodiscard]] void* keysOf(void* qkv) const { return static_cast<char*>(qkv) + 2 * queries * d; }
    [[nodiscard]] void* valuesOf(void* qkv) const
    {
        return static_cast<char*>(qkv) + 2 * (queries + keys) * d;
    }

    std::int64_t batch, queries, keys, seq, d, row;
    Data type;
};

/// Tensors that both directions read or write. Values are turned in the backward alone.
struct SharedTensors
{
    SharedTensors(CudnnGraph& graph, const Heads& heads, bool turnsValues)
        : q(graph.tensor(heads.type, heads.ofQueries(), heads.inQkv()))
        , k(graph.tensor(heads.type, heads.ofTurnedKeys(), heads.turned(heads.inQkv())))
        , v(turnsValues ? graph.tensor(heads.type, heads.ofTurnedKeys(), heads.turned(heads.inQkv()))
                        : graph.tensor(heads.type, heads.ofKeys(), heads.inQkv()))
        , o(graph.tensor(heads.type, heads.ofQueries(), heads.inOutput()))
        , statistics(graph.tensor(Data::Float, heads.one(), heads.perQuery()))
    {}

    /// Where they are, with what else a graph has.
    void bind(CudnnGraph& graph, const Heads& heads, const FusedAttention::Buffers& buffers,
              void* statisticsBuffer, std::map<std::int64_t, void*> more = {}) const
    {
        more.insert({{q.id, buffers.qkv},
                     {k.id, heads.keysOf(buffers.qkv)},
                     {v.id, heads.valuesOf(buffers.qkv)},
                     {o.id, buffers.output},
                     {statistics.id, statisticsBuffer}});
        graph.bind(more);
    }

    Tensor q, k, v, o, statistics;
};

/// Operations that both directions begin with.
class Builder
{
public:
    Builder(CudnnGraph& graph, const Heads& heads)
        : m_graph(graph)
        , m_heads(heads)
        , m_scale(graph.constant(1.0F / std::sqrt(static_cast<float>(heads.d))))
    {}

    Tensor with(Pointwise mode, const Tensor& x, const Tensor& b)
    {
        const Tensor y = m_graph.between(Data::Float, x.dimensions);
        m_graph.pointwise(mode, x, &b, y);
        return y;
    }
    Tensor of(Pointwise mode, const Tensor& x)
    {
        const Tensor y = m_graph.between(Data::Float, x.dimensions);
        m_graph.pointwise(mode, x, nullptr, y);
        return y;
    }
    Tensor scaled(const Tensor& x) { return with(Pointwise::Multiply, x, m_scale); }
    Tensor scores(const Tensor& queries, const Tensor& keys)
    {
        const Tensor scores = m_graph.between(Data::Float, m_heads.square());
        m_graph.matmul(queries, keys, scores);
        return scaled(scores);
    }
    /// Scores of what is later than the query become minus infinity.
    Tensor masked(const Tensor& scores)
    {
        const Tensor rows = m_graph.between(Data::Int32, m_heads.square());
        const Tensor columns = m_graph.between(Data::Int32, m_heads.square());
        const Tensor isSeen = m_graph.between(Data::Boolean, m_heads.square());
        const Tensor nothing = m_graph.constant(-std::numeric_limits<float>::infinity());
        const Tensor result = m_graph.between(Data::Float, m_heads.square());
        m_graph.index(2, scores, rows);
        m_graph.index(3, scores, columns);
        m_graph.pointwise(Pointwise::GreaterOrEqual, rows, &columns, isSeen, nullptr, Data::Boolean);
        m_graph.pointwise(Pointwise::Select, scores, &nothing, result, &isSeen);
        return result;
    }
    Tensor reduced(cudnn::Reduction mode, const Tensor& x)
    {
        const Tensor y = m_graph.between(Data::Float, m_heads.one());
        m_graph.reduce(mode, x, y);
        return y;
    }

private:
    CudnnGraph& m_graph;
    const Heads& m_heads;
    Tensor m_scale; ///< one number, wherever scores are scaled
};

} // namespace

FusedAttention::FusedAttention(const CudnnLibrary& library, const ModelShape& shape, const Buffers& buffers)
    : m_library(library)
{
    const std::int64_t queries = shape.tokens() * (shape.heads / shape.tp);
    if (buffers.qkv != nullptr) {
        m_statistics = DeviceBuffer(4 * queries);
        m_sums = DeviceBuffer(4 * queries);
        m_queryGradient = DeviceBuffer(4 * queries * shape.headDim);
    }
    library.require(library.create(&m_handle), "starting cuDNN");
    try {
        planForward(shape, buffers);
        planBackward(shape, buffers);
    } catch (const CudaFailure&) {
        m_forward.reset();
        m_backward.reset();
        static_cast<void>(library.destroy(m_handle));
        throw;
    }
}

FusedAttention::~FusedAttention()
{
    m_forward.reset();
    m_backward.reset();
    static_cast<void>(m_library.destroy(m_handle));
}

void FusedAttention::planForward(const ModelShape& shape, const Buffers& buffers)
{
    const Heads heads(shape);
    m_forward = std::make_unique<CudnnGraph>(m_library, m_handle);
    CudnnGraph& graph = *m_forward;
    Builder build(graph, heads);
    const SharedTensors shared(graph, heads, false);
    const auto& [q, k, v, o, statistics] = shared;

    Tensor scores = build.scores(q, k);
    if (shape.causal)
        scores = build.masked(scores);
    const Tensor most = build.reduced(cudnn::Reduction::Maximum, scores);
    const Tensor exponentials =
        build.of(Pointwise::Exponential, build.with(Pointwise::Subtract, scores, most));
    const Tensor sum = build.reduced(cudnn::Reduction::Add, exponentials);
    const Tensor logarithm = build.of(Pointwise::Logarithm, sum);
    graph.pointwise(Pointwise::Add, most, &logarithm, statistics);
    // The second product reads what is as narrow as its other operand.
    const Tensor probabilities = graph.between(heads.type, heads.square());
    graph.pointwise(Pointwise::Divide, exponentials, &sum, probabilities);
    graph.matmul(probabilities, v, o);
    graph.plan();
    if (buffers.qkv == nullptr)
        return;
    shared.bind(graph, heads, buffers, m_statistics.get());
}

void FusedAttention::planBackward(const ModelShape& shape, const Buffers& buffers)
{
    const Heads heads(shape);
    m_backward = std::make_unique<CudnnGraph>(m_library, m_handle);
    CudnnGraph& graph = *m_backward;
    Builder build(graph, heads);
    const SharedTensors shared(graph, heads, true);
    const auto& [q, k, v, o, statistics] = shared;
    const Four queryShape = heads.ofQueries(), sharedShape = heads.ofKeys();
    const Tensor gradient = graph.tensor(heads.type, queryShape, heads.inOutput());
    const Tensor sums = graph.tensor(Data::Float, heads.one(), heads.perQuery());
    const Tensor queryGradient = graph.tensor(heads.type, queryShape, heads.inQkv());
    const Tensor keyGradient = graph.tensor(heads.type, sharedShape, heads.inQkv());
    const Tensor valueGradient = graph.tensor(heads.type, sharedShape, heads.inQkv());
    const Four dense{heads.queries * heads.seq * heads.d, heads.seq * heads.d, heads.d, 1};
    const Tensor wideGradient = graph.tensor(Data::Float, queryShape, dense);

    // Of each query: the sum of output times gradient.
    const Tensor products =
        graph.between(Data::Float, queryShape,
                      {heads.queries * heads.seq * heads.d, heads.seq * heads.d, heads.queries * heads.d, 1});
    graph.pointwise(Pointwise::Multiply, gradient, &o, products);
    const Tensor summed = build.reduced(cudnn::Reduction::Add, products);
    const Tensor one = graph.constant(1);
    graph.pointwise(Pointwise::Multiply, summed, &one, sums);

    Tensor scores = build.with(Pointwise::Subtract, build.scores(q, k), statistics);
    if (shape.causal)
        scores = build.masked(scores);
    const Tensor probabilities = build.of(Pointwise::Exponential, scores);

    const Four turnedSquare{heads.queries * heads.seq * heads.seq, heads.seq * heads.seq, 1, heads.seq};
    // A product with transposed rows; query heads that share a key add up.
    const auto gradientOf = [&](const Tensor& weights, const Tensor& from, const Tensor& result) {
        const Tensor turned = graph.between(heads.type, heads.square(), turnedSquare);
        graph.reshape(weights, turned);
        if (heads.queries == heads.keys) {
            graph.matmul(turned, from, result);
            return;
        }
        const Tensor full = graph.between(heads.type, queryShape);
        graph.matmul(turned, from, full);
        graph.reduce(cudnn::Reduction::Add, full, result);
    };
    gradientOf(probabilities, gradient, valueGradient);

    const Tensor probabilityGradient = graph.between(Data::Float, heads.square());
    graph.matmul(gradient, v, probabilityGradient);
    const Tensor centered = build.with(Pointwise::Subtract, probabilityGradient, sums);
    const Tensor scoreGradient = build.scaled(build.with(Pointwise::Multiply, centered, probabilities));
    gradientOf(scoreGradient, q, keyGradient);

    const Tensor keys = graph.between(heads.type, sharedShape, heads.inQkv());
    graph.reshape(k, keys);
    graph.matmul(scoreGradient, keys, wideGradient);
    graph.pointwise(Pointwise::Identity, wideGradient, nullptr, queryGradient);
    graph.plan();
    if (buffers.qkv == nullptr)
        return;
    shared.bind(graph, heads, buffers, m_statistics.get(),
                {{gradient.id, buffers.outputGradient},
                 {sums.id, m_sums.get()},
                 {queryGradient.id, buffers.qkvGradient},
                 {keyGradient.id, heads.keysOf(buffers.qkvGradient)},
                 {valueGradient.id, heads.valuesOf(buffers.qkvGradient)},
                 {wideGradient.id, m_queryGradient.get()}});
}

void FusedAttention::forward(cudaStream_t stream) const
{
    m_forward->run(stream);
}

void FusedAttention::backward(cudaStream_t stream) const
{
    m_backward->run(stream);
}

} // namespace bubblescope::probe
