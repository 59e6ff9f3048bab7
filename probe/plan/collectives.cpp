// SPDX-License-Identifier: Apache-2.0
#include "probe/plan/collectives.h"

#include <algorithm>
#include <array>

namespace bubblescope::probe {

namespace {

using Kind = CollectiveKind;

class CollectiveList
{
public:
    explicit CollectiveList(const ModelShape& shape)
        : m_shape(shape)
        , m_hidden(shape.element() * shape.tokens() * shape.hidden)
    {}

    void layer()
    {
        const char* const first = m_shape.isMoe() ? "expert_in" : "ffn_in";
        const char* const last = m_shape.isMoe() ? "expert_out" : "ffn_out";
        forward("qkv", "proj");
        exchange(Op::Forward);
        forward(first, last);
        if (m_shape.recompute == Recompute::Full) {
            const std::size_t count = m_list.size();
            for (std::size_t i = 0; i < count; ++i) {
                m_list.push_back(m_list[i]);
                m_list.back().op = Op::Input;
            }
        }
        exchange(Op::Input);
        input(last, first);
        input("proj", "qkv");
        // Only a part of the norms' output was kept.
        if (m_shape.sequenceParallel)
            for (const char* name : {first, "qkv"})
                tensor(name, Op::Weight, Kind::AllGather);
    }

    /// Each device has a part of the columns.
    void join()
    {
        embedding();
        if (m_shape.sequenceParallel)
            add("join", Op::Forward, Kind::AllGather, 2 * m_hidden, m_shape.tp);
        tensor("join", Op::Forward, Kind::AllGather);
        add("join", Op::Input, m_shape.sequenceParallel ? Kind::ReduceScatter : Kind::AllReduce, 2 * m_hidden,
            m_shape.tp);
    }

    /// A part of the vocabulary is on each device.
    void embedding()
    {
        tensor("gather", Op::Forward, m_shape.sequenceParallel ? Kind::ReduceScatter : Kind::AllReduce);
        if (m_shape.sequenceParallel)
            tensor("scatter_add", Op::Weight, Kind::AllGather);
    }

    void head()
    {
        if (m_shape.sequenceParallel)
            tensor("lm_head", Op::Forward, Kind::AllGather);
        for (int sum = 0; sum < 3; ++sum)
            add("cross_entropy", Op::Forward, Kind::AllReduce, 4 * m_shape.tokens(), m_shape.tp);
        tensor("lm_head", Op::Input, m_shape.sequenceParallel ? Kind::ReduceScatter : Kind::AllReduce);
        if (m_shape.sequenceParallel)
            tensor("lm_head", Op::Weight, Kind::AllGather);
    }

    std::vector<Collective> take() { return std::move(m_list); }

private:
    void add(const char* name, Op op, Kind kind, std::int64_t bytes, std::int64_t devices)
    {
        if (devices > 1)
            m_list.push_back({name, op, kind, bytes, devices});
    }
    void tensor(const char* name, Op op, Kind kind) { add(name, op, kind, m_hidden, m_shape.tp); }
    void forward(const char* first, const char* last)
    {
        if (m_shape.sequenceParallel)
            tensor(first, Op::Forward, Kind::AllGather);
        tensor(last, Op::Forward, m_shape.sequenceParallel ? Kind::ReduceScatter : Kind::AllReduce);
    }
    void input(const char* last, const char* first)
    {
        if (m_shape.sequenceParallel)
            tensor(last, Op::Input, Kind::AllGather);
        tensor(first, Op::Input, m_shape.sequenceParallel ? Kind::ReduceScatter : Kind::AllReduce);
    }
    /// Rows to the experts and back; backwards their gradients the other way.
    void exchange(Op op)
    {
        const bool isForward = op == Op::Forward;
        for (const char* name : {isForward ? "permute" : "combine", isForward ? "combine" : "permute"})
            add(name, op, Kind::AllToAll, m_shape.topK * m_hidden, m_shape.expertParallel);
    }

    const ModelShape& m_shape;
    std::int64_t m_hidden;
    std::vector<Collective> m_list;
};

} // namespace

std::string_view collectiveName(CollectiveKind kind) noexcept
{
    constexpr std::array<std::string_view, 4> names{"all_reduce", "all_gather", "reduce_scatter",
                                                    "all_to_all"};
    return names[static_cast<std::size_t>(kind)];
}

std::int64_t Collective::steps() const
{
    return (kind == Kind::AllReduce ? 2 : 1) * (devices - 1);
}

double Collective::sentBytes() const
{
    const double share = static_cast<double>(devices - 1) / static_cast<double>(devices);
    return (kind == Kind::AllReduce ? 2 : 1) * share * static_cast<double>(bytes);
}

std::vector<Collective> collectivesOf(Block block, const ModelShape& model)
{
    const ModelShape shape = shapeOf(block, model);
    CollectiveList list(shape);
    switch (block) {
    case Block::Layer:
    case Block::Expert:
        list.layer();
        break;
    case Block::Prediction:
        list.layer();
        list.join();
        break;
    case Block::Embedding:
        list.embedding();
        break;
    case Block::Head:
        list.head();
        break;
    }
    return list.take();
}

bool tellsCollectives(const ModelShape& shape)
{
    return shape.withCollectives || shape.expertParallel > 1;
}

} // namespace bubblescope::probe
