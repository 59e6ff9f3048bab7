// SPDX-License-Identifier: Apache-2.0
#include "core/trace/infer_labels.h"

#include "core/base/text_list.h"
#include "core/trace/assembly.h"
#include "core/trace/infer_chain.h"
#include "core/trace/process_mesh.h"
#include "core/trace/step_finder.h"

#include <algorithm>
#include <fmt/ranges.h>
#include <map>
#include <set>
#include <tuple>

namespace bubblescope {

namespace {

/// No pipeline without labels is longer; a group of a damaged file must not become ranks.
constexpr std::size_t kMostChainRanks = 1024;

/// Forwards of all ranks in the orders that steps are matched with: beyond it, steps are left out.
constexpr std::size_t kMostMatched = std::size_t{1} << 24U;

/// A file while its labels are inferred.
struct InferredFile
{
    std::size_t file = 0; ///< index into the files
    std::uint32_t globalRank = 0;
    std::vector<std::uint32_t> chain; ///< global ranks of its pipeline, in their order
    bool isNamed = false;             ///< the chain is a group that is called the pipeline's
    InferredForwards found;
    std::vector<TraceMessage> messages;
    std::map<std::uint64_t, ChainRank> steps;
    std::map<std::uint64_t, std::size_t> forwardsOf; ///< by step
    std::size_t mostForwards = 0;                    ///< of a step
};

/// Without what a group of another dimension sends: experts and context parallelism exchange much.
std::vector<TraceMessage> pipelineMessages(const TraceFile& file)
{
    std::set<std::string_view> others;
    for (const ProcessGroup& group : file.groups)
        if (isOtherThanPipeline(meshAxisOf(group.description)))
            others.insert(group.name);
    std::vector<TraceMessage> messages = file.messages;
    if (!others.empty())
        std::erase_if(messages, [&](const TraceMessage& message) {
            return others.contains(file.strings[message.group]);
        });
    return messages;
}

/// The group that most messages name, or where they name none the smallest that the rank is in.
const ProcessGroup* busiestGroup(const TraceFile& file, const std::vector<TraceMessage>& messages,
                                 std::uint32_t globalRank)
{
    std::map<std::uint32_t, std::size_t> counts;
    for (const TraceMessage& message : messages)
        ++counts[message.group];
    const auto most = std::max_element(counts.begin(), counts.end(),
                                       [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == counts.end())
        return nullptr;
    const ProcessGroup* found = nullptr;
    for (const ProcessGroup& group : file.groups) {
        const bool isIn = std::find(group.ranks.begin(), group.ranks.end(), globalRank) != group.ranks.end();
        const bool isNamed = most->first != 0 && group.name == file.strings[most->first];
        const bool isLikely = most->first == 0 && group.ranks.size() > 1 &&
                              (found == nullptr || group.ranks.size() < found->ranks.size());
        if (isIn && (isNamed || isLikely))
            found = &group;
    }
    return found;
}

/// The global ranks of a file's pipeline. Megatron's pipelines of two ranks that overlap their messages send
/// every other one within the group of all ranks; so a group that is the pipeline's by its name comes first.
void findChain(InferredFile& one, const TraceFile& file)
{
    if (one.messages.empty())
        return;
    const ProcessGroup* found = pipelineGroupOf(file, one.globalRank);
    one.isNamed = found != nullptr;
    if (found == nullptr)
        found = busiestGroup(file, one.messages, one.globalRank);
    if (found != nullptr && found->ranks.size() > 1 && found->ranks.size() <= kMostChainRanks)
        one.chain = found->ranks;
}

/// Several pipelines may send within one group that is none of theirs by name: a part of it whose ranks all
/// have files, and which sends to nobody else, is a chain of its own.
void divideChains(std::vector<InferredFile>& files)
{
    std::map<std::uint32_t, std::set<std::uint32_t>> peers;
    for (const InferredFile& file : files)
        for (const TraceMessage& message : file.messages)
            peers[file.globalRank].insert(message.peer);
    for (InferredFile& file : files) {
        if (file.isNamed)
            continue;
        std::vector<std::uint32_t> open{file.globalRank};
        std::set<std::uint32_t> part{file.globalRank};
        bool isWhole = true;
        for (std::size_t i = 0; i < open.size() && isWhole; ++i) {
            const auto known = peers.find(open[i]);
            isWhole = known != peers.end();
            if (isWhole)
                for (const std::uint32_t peer : known->second)
                    if (part.insert(peer).second)
                        open.push_back(peer);
        }
        if (isWhole)
            std::erase_if(file.chain, [&](std::uint32_t rank) { return !part.contains(rank); });
    }
}

/// What is sent within a forward or a backward is of its layers, as what context parallelism sends.
void keepMessagesBetween(std::vector<TraceMessage>& messages, const InferredForwards& found)
{
    std::vector<std::pair<Nanoseconds, Nanoseconds>> spans;
    for (const InferredForward& forward : found.forwards) {
        spans.emplace_back(forward.start, forward.end);
        for (const InferredBackward& backward : forward.backwards)
            spans.emplace_back(backward.start, backward.end);
    }
    std::sort(spans.begin(), spans.end());
    // Where spans overlap, what began last may have ended before another.
    Nanoseconds latest = 0;
    for (auto& [start, end] : spans)
        end = latest = &start == &spans.front().first ? end : std::max(latest, end);
    std::erase_if(messages, [&](const TraceMessage& message) {
        const auto after =
            std::upper_bound(spans.begin(), spans.end(), message.time,
                             [](Nanoseconds time, const auto& span) { return time <= span.first; });
        return after != spans.begin() && message.time < std::prev(after)->second;
    });
}

/// What a group is on every rank of it: its place among those of the same ranks. Its name need not be.
std::map<std::string_view, std::string> groupKeys(const TraceFile& file)
{
    std::map<std::string_view, std::string> keys;
    std::map<std::vector<std::uint32_t>, std::size_t> places;
    for (const ProcessGroup& group : file.groups)
        keys.try_emplace(group.name,
                         fmt::format("{} {}", fmt::join(group.ranks, " "), places[group.ranks]++));
    return keys;
}

class LabelInference
{
public:
    explicit LabelInference(Assembly& a) : m_a(a) {}

    void infer()
    {
        if (!mayInfer() || !findForwards())
            return;
        std::map<std::vector<std::uint32_t>, std::vector<InferredFile*>> chains;
        for (InferredFile& file : m_files)
            chains[file.chain].push_back(&file);
        for (const auto& [ranks, files] : chains)
            inferChain(ranks, files);
        finish();
    }

private:
    /// Labels that name a microbatch, or that somebody gave, say more than this.
    [[nodiscard]] bool mayInfer() const
    {
        return std::all_of(m_a.labels.begin(), m_a.labels.end(), [](const FileLabels& labels) {
            return labels.labels.empty() ||
                   (labels.families.size() == 1 && labels.families.begin()->first == NameFamily::PythonFrame);
        });
    }

    [[nodiscard]] std::optional<std::uint32_t> rankOf(const TraceFile& file) const
    {
        const auto given = m_a.options.rankOfFile.find(file.path);
        if (given != m_a.options.rankOfFile.end())
            return given->second;
        return file.rank ? file.rank : rankInFileName(file.path);
    }

    bool findForwards()
    {
        std::set<std::uint32_t> seen;
        for (std::size_t i = 0; i < m_a.files.size() && !m_a.options.cancel.isCancelled(); ++i) {
            const TraceFile& file = m_a.files[i];
            const auto rank = rankOf(file);
            InferredFile one;
            one.messages = pipelineMessages(file);
            if (!rank || one.messages.empty())
                continue;
            one.file = i;
            one.globalRank = *rank;
            findChain(one, file);
            if (one.chain.empty())
                continue;
            one.found = inferForwards(file, m_a.options.cancel);
            // Two files of one rank: nothing tells which of them sends.
            if (one.found.forwards.empty() || !seen.insert(*rank).second)
                continue;
            keepMessagesBetween(one.messages, one.found);
            m_files.push_back(std::move(one));
        }
        divideChains(m_files);
        for (InferredFile& one : m_files)
            divide(one);
        return !m_files.empty();
    }

    /// Gives each step its forwards and messages.
    void divide(InferredFile& file)
    {
        const TraceFile& trace = m_a.files[file.file];
        const StepFinder steps(m_a.labels[file.file]);
        for (InferredForward& forward : file.found.forwards)
            file.steps[steps.at(forward.start)].forwards.push_back(std::move(forward));
        const auto groups = groupKeys(trace);
        std::map<std::uint32_t, std::uint32_t> positions;
        for (std::uint32_t i = 0; i < file.chain.size(); ++i)
            positions.try_emplace(file.chain[i], i);
        for (const TraceMessage& message : file.messages) {
            const auto peer = positions.find(message.peer);
            const bool isNamed = message.peer != TraceMessage::kNoPeer;
            if (isNamed && peer == positions.end())
                continue;
            ChainMessage& one = file.steps[steps.at(message.time)].messages.emplace_back();
            one.time = message.time;
            const auto group = groups.find(trace.strings[message.group]);
            one.group = group != groups.end() ? group->second : trace.strings[message.group];
            one.isSend = message.isSend;
            if (isNamed)
                one.peer = peer->second;
        }
        if (const auto outside = file.steps.find(kNoStep); outside != file.steps.end())
            m_outside += outside->second.forwards.size();
        file.steps.erase(kNoStep);
        for (auto& [step, rank] : file.steps) {
            rank.isKnown = true;
            file.forwardsOf[step] = rank.forwards.size();
            file.mostForwards = std::max(file.mostForwards, rank.forwards.size());
        }
    }

    void inferChain(const std::vector<std::uint32_t>& ranks, const std::vector<InferredFile*>& files)
    {
        std::set<std::uint64_t> steps;
        bool hasRounds = true;
        for (const InferredFile* file : files) {
            for (const auto& [step, rank] : file->steps)
                steps.insert(step);
            hasRounds = hasRounds && StepFinder(m_a.labels[file->file]).empty();
        }
        for (const std::uint64_t step : steps) {
            if (m_a.options.cancel.isCancelled())
                return;
            std::vector<ChainRank> chain(ranks.size());
            bool hasForwards = false;
            for (InferredFile* file : files) {
                ChainRank& rank = chain[positionOf(*file)];
                rank = std::move(file->steps[step]);
                rank.isKnown = true;
                hasForwards = hasForwards || !rank.forwards.empty();
            }
            if (!hasForwards)
                continue;
            if (auto places = followChain(chain, hasRounds)) {
                m_basis.messages += places->messages;
                m_basis.stages = std::max(m_basis.stages, places->stages);
                write(files, chain, places->ofRank);
            } else if (auto match = matchKinds(chain, m_budget)) {
                m_basis.schedule = match->schedule;
                m_basis.stages = std::max(m_basis.stages, match->stages);
                write(files, chain, match->ofRank);
            } else {
                (isCut(files, step) ? m_cutSteps : m_unknownSteps).insert(step);
            }
        }
    }

    /// Some rank runs fewer forwards in it than in its fullest step.
    [[nodiscard]] static bool isCut(const std::vector<InferredFile*>& files, std::uint64_t step)
    {
        return std::any_of(files.begin(), files.end(), [&](const InferredFile* file) {
            const auto found = file->forwardsOf.find(step);
            return (found == file->forwardsOf.end() ? 0 : found->second) < file->mostForwards;
        });
    }

    [[nodiscard]] static std::size_t positionOf(const InferredFile& file)
    {
        return static_cast<std::size_t>(std::find(file.chain.begin(), file.chain.end(), file.globalRank) -
                                        file.chain.begin());
    }

    void write(const std::vector<InferredFile*>& files, const std::vector<ChainRank>& chain,
               const std::vector<std::vector<InferredPlace>>& places)
    {
        for (const InferredFile* file : files) {
            FileLabels& out = m_out[file->file];
            const std::size_t position = positionOf(*file);
            for (std::size_t i = 0; i < places[position].size(); ++i) {
                const InferredForward& forward = chain[position].forwards[i];
                const InferredPlace& place = places[position][i];
                add(*file, out, ActionKind::Forward, place,
                    {forward.start, forward.end, file->found.thread, {}});
                for (const InferredBackward& backward : forward.backwards)
                    add(*file, out, backward.kind, place, backward);
            }
        }
    }

    void add(const InferredFile& file, FileLabels& out, ActionKind kind, const InferredPlace& place,
             const InferredBackward& span)
    {
        m_basis.forwards += isForward(kind) ? 1 : 0;
        m_basis.backwards += isInputGradient(kind) ? 1 : 0;
        const auto key = std::make_tuple(file.file, kind, place.stage, place.microbatch);
        const auto [at, isNew] = m_names.try_emplace(key, static_cast<std::uint32_t>(out.names.size()));
        if (isNew) {
            NamedAction action{kind, {}, {}, {}, {}};
            action.stage = place.stage;
            action.microbatch = place.microbatch;
            out.names.push_back({NameFamily::Inferred, {action}, false, false});
        }
        TraceLabel label;
        label.start = span.start;
        label.end = span.end;
        label.thread = span.thread;
        label.process = m_a.files[file.file].threads[span.thread].process;
        label.name = at->second;
        out.labels.push_back(label);
    }

    /// Frames name no stage, so they are kept only where they show more actions.
    [[nodiscard]] bool saysMore() const
    {
        std::size_t frames = 0;
        std::size_t inferred = 0;
        for (const FileLabels& labels : m_a.labels)
            frames += labels.labels.size();
        for (const auto& [index, out] : m_out)
            inferred += out.labels.size();
        return inferred >= frames;
    }

    void finish()
    {
        if (m_out.empty() || !saysMore())
            return;
        for (auto& [index, out] : m_out) {
            FileLabels& labels = m_a.labels[index];
            std::stable_sort(out.labels.begin(), out.labels.end(),
                             [](const TraceLabel& x, const TraceLabel& y) { return x.start < y.start; });
            for (const auto& [family, count] : labels.families)
                m_a.run.families.erase(family);
            labels.names = std::move(out.names);
            labels.labels = std::move(out.labels);
            labels.families = {{NameFamily::Inferred, labels.labels.size()}};
            m_a.run.families[NameFamily::Inferred] += labels.labels.size();
        }
        tell();
        m_a.run.inferred = std::move(m_basis);
    }

    void tell()
    {
        const std::string followed =
            m_basis.messages == 0
                ? "the messages do not say all stages and microbatches, so these are those of"
                : fmt::format("stages and microbatches follow from {} messages{}", m_basis.messages,
                              m_basis.schedule.empty() ? "" : ", and where these do not say them, from");
        const std::string by = m_basis.schedule.empty()
                                   ? followed
                                   : fmt::format("{} {}, whose order of kinds is that of every rank",
                                                 followed, m_basis.schedule);
        m_a.warn("no labels: {} forwards and {} backwards are inferred from autograd and messages: {}",
                 m_basis.forwards, m_basis.backwards, by);
        const auto tellLeftOut = [&](const std::set<std::uint64_t>& steps, std::string_view why) {
            constexpr std::size_t kMostNamed = 20;
            if (!steps.empty())
                m_a.warn("{} {} left out: {}", countedList("step", steps, kMostNamed),
                         steps.size() == 1 ? "is" : "are", why);
        };
        tellLeftOut(m_cutSteps, "not all of its forwards were recorded");
        tellLeftOut(m_unknownSteps, "the messages do not form a pipeline");
        if (m_outside > 0)
            m_a.warn("{} outside all steps {} left out: the profile begins or ends within a step",
                     counted(m_outside, "forward"), m_outside == 1 ? "is" : "are");
    }

    Assembly& m_a;
    std::vector<InferredFile> m_files;
    std::map<std::size_t, FileLabels> m_out; ///< by file; only names and labels
    std::map<std::tuple<std::size_t, ActionKind, std::uint32_t, std::uint32_t>, std::uint32_t> m_names;
    InferredBasis m_basis;
    std::set<std::uint64_t> m_unknownSteps;
    std::set<std::uint64_t> m_cutSteps;
    std::size_t m_outside = 0; ///< forwards that are in no step
    std::size_t m_budget = kMostMatched;
};

} // namespace

void inferLabels(Assembly& a)
{
    LabelInference(a).infer();
}

} // namespace bubblescope
