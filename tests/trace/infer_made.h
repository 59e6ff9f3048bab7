// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/trace/read_trace.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace bubblescope::test {

struct MadeGroup
{
    std::string name;
    std::string description;
    std::vector<std::uint32_t> ranks;
};

/// A Kineto profile of one rank without labels, put together event by event; time goes on by itself.
class MadeProfile
{
public:
    MadeProfile(std::uint32_t rank, std::uint32_t world) : m_rank(rank), m_world(world)
    {
        m_groups.push_back({"7", "default_pg", {}});
        for (std::uint32_t i = 0; i < world; ++i)
            m_groups.back().ranks.push_back(i);
    }

    /// Where the engine's thread is the forward's, the run is one without a GPU.
    MadeProfile& onCpu()
    {
        m_engineThread = 1;
        return *this;
    }
    /// Runs two nodes; their numbers are those of the forward `n`.
    MadeProfile& forward(int n)
    {
        add("aten::empty", 1, 10 * n, 0, 1); // makes no node, so it has the number of the next
        add("aten::linear", 1, 10 * n, 0, 6);
        add("aten::gelu", 1, 10 * n + 1, 0, 6);
        return *this;
    }
    MadeProfile& backward(int n)
    {
        add(kEngine + "GeluBackward0", m_engineThread, 10 * n + 1, 1, 8);
        add(kEngine + "AddmmBackward0", m_engineThread, 10 * n, 1, 8);
        add(kEngine + "torch::autograd::AccumulateGrad", m_engineThread, {}, {}, 3);
        return *this;
    }
    /// The same where the first node runs the forward again, whose nodes have numbers of their own.
    MadeProfile& recomputed(int n)
    {
        const int begin = m_time;
        add(kEngine + "CheckpointFunctionBackward", m_engineThread, 10 * n + 1, 1, 30);
        const int end = m_time;
        m_time = begin + 2;
        add("aten::linear", m_engineThread, 1, 0, 5);
        add(kEngine + "GeluBackward0", m_engineThread, 500, 2, 5);
        add(kEngine + "AddmmBackward0", m_engineThread, 499, 2, 5);
        m_time = end;
        add(kEngine + "AddmmBackward0", m_engineThread, 10 * n, 1, 8);
        return *this;
    }
    /// The whole stage as one node, as Megatron's full recomputation makes it: what is within makes no nodes.
    MadeProfile& checkpointed(int n)
    {
        add("aten::view", 1, 10 * n, 0, 1);
        const int begin = m_time;
        add("CheckpointFunction", 1, 10 * n, 0, 20);
        const int end = m_time;
        m_time = begin + 1;
        add("aten::linear", 1, {}, {}, 8);
        add("aten::gelu", 1, {}, {}, 8);
        m_time = end;
        return *this;
    }
    /// Its backward: the forward runs again on the engine's thread, whose numbers begin at 0, and the engine
    /// within the engine.
    MadeProfile& checkpointedBackward(int n)
    {
        const int begin = m_time;
        add(kEngine + "CheckpointFunctionBackward", m_engineThread, 10 * n, 1, 50);
        const int end = m_time;
        m_time = begin + 1;
        add("CheckpointFunctionBackward", m_engineThread, 10 * n, 1, 48);
        m_time = begin + 2;
        add("aten::linear", m_engineThread, 0, 0, 8);
        add("aten::gelu", m_engineThread, 1, 0, 8);
        add(kEngine + "GeluBackward0", m_engineThread, 1, m_engineThread, 8);
        add(kEngine + "AddmmBackward0", m_engineThread, 0, m_engineThread, 8);
        add(kEngine + "torch::autograd::AccumulateGrad", m_engineThread, {}, {}, 3);
        m_time = end;
        return *this;
    }
    /// Experts: tokens go out and come back, in the group of `name`, by all-to-all or by sends.
    MadeProfile& exchange(bool isBackward, const std::string& name, std::optional<int> peer)
    {
        const int thread = isBackward ? m_engineThread : 1;
        for (const char* what : {"send", "recv"})
            if (peer)
                message(what, *what == 's' ? "Dst" : "Src", *peer, name, thread);
            else
                message("all_to_allv", "Group", 0, name, thread);
        return *this;
    }
    /// As gloo writes it: to whom is not said.
    MadeProfile& sendSomewhere()
    {
        add("c10d::send", 1, {}, {}, 1);
        return *this;
    }
    /// The groups of the run in place of one of all ranks; messages are in the first.
    MadeProfile& inGroups(std::vector<MadeGroup> groups)
    {
        m_groups = std::move(groups);
        return *this;
    }
    /// Without pg_config: messages alone say who is in their group.
    MadeProfile& withoutGroups()
    {
        m_hasGroups = false;
        return *this;
    }
    MadeProfile& withSortedKeys()
    {
        m_isSorted = true;
        return *this;
    }
    /// In the first group, or in that of `name`.
    MadeProfile& send(int peer, const std::string& name = {})
    {
        return message("send", "Dst", peer, name.empty() ? m_groups.front().name : name, 1);
    }
    MadeProfile& receive(int peer, const std::string& name = {})
    {
        return message("recv", "Src", peer, name.empty() ? m_groups.front().name : name, 1);
    }
    MadeProfile& annotation(const std::string& name)
    {
        m_events.push_back(fmt::format(
            R"({{"ph":"X","cat":"user_annotation","name":"{}","pid":1,"tid":1,"ts":{},"dur":5,"args":{{}}}})",
            name, m_time));
        m_time += 6;
        return *this;
    }
    /// A step around everything from the last one on.
    MadeProfile& step(int number)
    {
        m_events.push_back(fmt::format(
            R"({{"ph":"X","cat":"user_annotation","name":"ProfilerStep#{}","pid":1,"tid":1,"ts":{},"dur":{}}})",
            number, m_stepBegin, m_time - m_stepBegin));
        m_stepBegin = m_time + 1;
        m_time += 2;
        return *this;
    }

    [[nodiscard]] TraceFile file() const
    {
        std::vector<std::string> groups;
        for (const MadeGroup& group : m_groups)
            groups.push_back(fmt::format(R"({{"pg_name":"{}","pg_desc":"{}","ranks":[{}]}})", group.name,
                                         group.description, fmt::join(group.ranks, ",")));
        const std::string config =
            m_hasGroups ? fmt::format(R"(,"pg_config":[{}])", fmt::join(groups, ",")) : "";
        std::string json = fmt::format(
            R"({{"distributedInfo":{{"rank":{},"world_size":{}{}}},"baseTimeNanoseconds":1700000000000000000,"traceEvents":[{}]}})",
            m_rank, m_world, config, fmt::join(m_events, ","));
        if (m_isSorted)
            json = nlohmann::json::parse(json).dump();
        auto read = readChromeTrace(json, fmt::format("rank{}.json", m_rank));
        if (!read)
            throw std::runtime_error(read.error().error.text());
        return std::move(*read);
    }

private:
    inline static const std::string kEngine = "autograd::engine::evaluate_function: ";

    void add(const std::string& name, int thread, std::optional<int> number, std::optional<int> forwardThread,
             int length)
    {
        const std::string numbers = number ? fmt::format(R"("Sequence number":{},"Fwd thread id":{},)",
                                                         *number, forwardThread.value_or(0))
                                           : "";
        m_events.push_back(fmt::format(
            R"({{"ph":"X","cat":"cpu_op","name":"{}","pid":1,"tid":{},"ts":{},"dur":{},"args":{{{}"Ev Idx":1}}}})",
            name, thread, m_time, length, numbers));
        m_time += length + 1;
    }
    MadeProfile& message(const char* what, const char* side, int peer, const std::string& group, int thread)
    {
        m_events.push_back(fmt::format(
            R"({{"ph":"X","cat":"cpu_op","name":"record_param_comms","pid":1,"tid":{},"ts":{},"dur":1,"args":{{"Process Group Name":"{}","Process Group Ranks":"{}","{} Rank":{},"Collective name":"{}","Rank":0}}}})",
            thread, m_time, group, ranksOf(group), side, peer, what));
        m_time += 2;
        return *this;
    }

    /// "[0, 1]".
    [[nodiscard]] std::string ranksOf(const std::string& name) const
    {
        for (const MadeGroup& group : m_groups)
            if (group.name == name)
                return fmt::format("[{}]", fmt::join(group.ranks, ", "));
        return "[]";
    }

    std::uint32_t m_rank;
    std::uint32_t m_world;
    bool m_hasGroups = true;
    bool m_isSorted = false;
    int m_engineThread = 2;
    int m_time = 100;
    int m_stepBegin = 90;
    std::vector<MadeGroup> m_groups;
    std::vector<std::string> m_events;
};

} // namespace bubblescope::test
