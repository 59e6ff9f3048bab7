// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assembly.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <optional>

namespace bubblescope {

namespace {

/// Labels bracket more than their compute: what seems too early by less is no sign of a second clock.
constexpr Time kSlack = 500;
/// What recorded times of two devices scatter by: by less no two clocks contradict each other.
constexpr Time kJitter = 100;

std::map<ActionId, ActionPlace> placesOf(const std::vector<PlannedRank>& ranks)
{
    std::map<ActionId, ActionPlace> places;
    for (std::uint32_t rank = 0; rank < ranks.size(); ++rank) {
        for (std::uint32_t i = 0; i < ranks[rank].actions.size(); ++i) {
            const ActionId id = ranks[rank].actions[i].action.id();
            if (isCompute(id.kind))
                places.emplace(id, ActionPlace{rank, i});
        }
    }
    return places;
}

/// Which clock each rank has, as numbers 0, 1, …; absolute ones first, as clock 0 is what others are held to.
std::vector<std::uint32_t> clocksOf(const Assembly& a, bool trustHosts)
{
    std::map<std::string, std::uint32_t> byKey;
    // Ranks without a file have no times and need no clock of their own.
    std::vector<std::uint32_t> clocks(a.ranks.size(), 0);
    for (const bool isAbsolute : {true, false}) {
        for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
            if (!a.ranks[rank].source)
                continue;
            const std::size_t index = a.sourceOf(a.ranks[rank]).file;
            const TraceFile& file = a.files[index];
            if (file.isAbsolute != isAbsolute)
                continue;
            const bool isHost = trustHosts && !file.host.empty() && file.isAbsolute;
            std::string key = isHost ? "host " + file.host : fmt::format("file {}", index);
            clocks[rank] =
                byKey.try_emplace(std::move(key), static_cast<std::uint32_t>(byKey.size())).first->second;
        }
    }
    return clocks;
}

/// From the end of the producer to the start of the consumer, each on its own clock. A consumer whose
/// wait is unknown has started before its own end only, and the parts of a block that nothing separates
/// somewhere in it.
Time slackOf(const Assembly& a, const CausalPair& pair)
{
    const RankTimes& consumer = a.times[pair.consumer.rank];
    const ActionTime& to = consumer.times[pair.consumer.index];
    const ActionTime& from = a.times[pair.producer.rank].times[pair.producer.index];
    const bool isPart = to.source == TimeSource::Estimated && consumer.hasKernels;
    const bool isSure = (consumer.knowsWaits || consumer.hasKernels) && !isPart;
    const bool isBlock = from.source == TimeSource::Estimated && a.times[pair.producer.rank].hasKernels;
    return microsecondsBetween((isBlock ? from.start : from.resultFrom()) -
                                   a.clocks.origin[pair.producer.rank],
                               (isSure ? to.inputBy() : to.end) - a.clocks.origin[pair.consumer.rank]);
}

/// Pairs whose times say something about clocks.
std::vector<CausalPair> witnesses(const Assembly& a)
{
    std::vector<CausalPair> pairs = causalPairs(a.ranks);
    std::erase_if(pairs, [&](const CausalPair& pair) {
        return !a.times[pair.producer.rank].times[pair.producer.index].isWitness ||
               !a.times[pair.consumer.rank].times[pair.consumer.index].isWitness;
    });
    return pairs;
}

/// By clock: its times are absolute, so that it may be the same as another.
std::vector<bool> absoluteClocks(const Assembly& a, const std::vector<std::uint32_t>& clocks,
                                 std::size_t count)
{
    std::vector<bool> isAbsolute(count);
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank)
        if (a.ranks[rank].source && a.fileOf(a.ranks[rank]).isAbsolute)
            isAbsolute[clocks[rank]] = true;
    return isAbsolute;
}

std::vector<ClockBound> boundsOf(const Assembly& a, const std::vector<CausalPair>& pairs,
                                 const std::vector<std::uint32_t>& clocks,
                                 const std::vector<bool>& isAbsolute)
{
    std::map<std::pair<std::uint32_t, std::uint32_t>, Time> least;
    for (const CausalPair& pair : pairs) {
        const auto key = std::make_pair(clocks[pair.producer.rank], clocks[pair.consumer.rank]);
        if (key.first == key.second)
            continue;
        const Time slack = slackOf(a, pair);
        const auto [at, isNew] = least.try_emplace(key, slack);
        if (!isNew)
            at->second = std::min(at->second, slack);
    }
    std::vector<ClockBound> bounds;
    for (const auto& [key, most] : least) {
        const bool isJitter = most < 0 && most > -kJitter && isAbsolute[key.first] && isAbsolute[key.second];
        bounds.push_back({key.first, key.second, isJitter ? 0 : most});
    }
    return bounds;
}

/// The host of the reference, and whether another may be it: hosts without a name may all be one.
bool mayBeOneHost(const std::string& host, const std::string& other)
{
    return host.empty() || other.empty() || host == other;
}

/// Whether ranks that should share a clock contradict each other.
std::optional<Time> worstWithin(const Assembly& a, const std::vector<CausalPair>& pairs,
                                const std::vector<std::uint32_t>& clocks)
{
    Time worst = 0;
    for (const CausalPair& pair : pairs) {
        if (clocks[pair.producer.rank] == clocks[pair.consumer.rank])
            worst = std::min(worst, slackOf(a, pair));
    }
    return worst < -kSlack ? std::optional(-worst) : std::nullopt;
}

} // namespace

Time microsecondsBetween(Nanoseconds a, Nanoseconds b)
{
    const auto from = static_cast<std::uint64_t>(a);
    const auto to = static_cast<std::uint64_t>(b);
    return b >= a ? static_cast<Time>(to - from) / 1000 : -(static_cast<Time>(from - to) / 1000);
}

Time RankClocks::at(std::size_t rank, Nanoseconds time) const
{
    return microsecondsBetween(zero, time - origin[rank]) - (ofRank[rank].skew - zeroSkew);
}

void beginWithEarliest(Assembly& a)
{
    RankClocks& clocks = a.clocks;
    bool isFirst = true;
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
        for (std::size_t i = 0; i < a.ranks[rank].actions.size(); ++i) {
            if (!isCompute(a.ranks[rank].actions[i].action.kind()))
                continue;
            const Nanoseconds start = a.times[rank].times[i].start;
            if (isFirst || clocks.at(rank, start) < 0) {
                clocks.zero = start - clocks.origin[rank];
                clocks.zeroSkew = clocks.ofRank[rank].skew;
                isFirst = false;
            }
        }
    }
}

std::vector<CausalPair> causalPairs(const std::vector<PlannedRank>& ranks)
{
    const auto places = placesOf(ranks);
    std::vector<CausalPair> pairs;
    for (const auto& [id, place] : places) {
        std::vector<ActionId> producers;
        if (isForward(id.kind) && id.stage.value > 0)
            producers.push_back({StageId{id.stage.value - 1}, ActionKind::Forward, id.microbatch});
        if (isInputGradient(id.kind)) {
            const StageId next{id.stage.value + 1};
            producers.push_back({next, ActionKind::Backward, id.microbatch});
            producers.push_back({next, ActionKind::BackwardInput, id.microbatch});
        }
        for (const ActionId& producer : producers) {
            const auto found = places.find(producer);
            if (found != places.end() && found->second.rank != place.rank)
                pairs.push_back({found->second, place});
        }
    }
    return pairs;
}

namespace {

/// Earliest compute of a rank, on its own clock.
std::optional<Nanoseconds> earliestOf(const PlannedRank& rank, const RankTimes& times)
{
    std::optional<Nanoseconds> first;
    for (std::size_t i = 0; i < rank.actions.size(); ++i) {
        if (isCompute(rank.actions[i].action.kind()))
            first = std::min(first.value_or(times.times[i].start), times.times[i].start);
    }
    return first;
}

/// Where some files have absolute times, puts the first compute of each of the others beside theirs.
std::vector<Nanoseconds> originsOf(const Assembly& a)
{
    std::vector<Nanoseconds> origins(a.ranks.size(), 0);
    std::optional<Nanoseconds> absolute;
    std::map<std::size_t, Nanoseconds> ofFile;
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
        const auto first = earliestOf(a.ranks[rank], a.times[rank]);
        if (!a.ranks[rank].source || !first)
            continue;
        const std::size_t file = a.sourceOf(a.ranks[rank]).file;
        if (a.files[file].isAbsolute)
            absolute = std::min(absolute.value_or(*first), *first);
        else if (const auto [at, isNew] = ofFile.try_emplace(file, *first); !isNew)
            at->second = std::min(at->second, *first);
    }
    if (!absolute)
        return origins;
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
        const auto first = a.ranks[rank].source ? ofFile.find(a.sourceOf(a.ranks[rank]).file) : ofFile.end();
        if (first != ofFile.end())
            origins[rank] = first->second - *absolute;
    }
    return origins;
}

/// Marks the ranks of files without absolute times that nothing ties to the others, with a warning per file.
void tellOrigins(Assembly& a)
{
    std::map<std::size_t, bool> isApart;
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
        if (a.clocks.isApart[rank])
            isApart[a.sourceOf(a.ranks[rank]).file] = true;
        else if (a.clocks.origin[rank] != 0)
            isApart.try_emplace(a.sourceOf(a.ranks[rank]).file, false);
    }
    for (const auto& [file, apart] : isApart)
        a.warn("{}: its times have no absolute clock{}", a.files[file].path,
               apart ? " and nothing relates them to the times of the other files: they start at 0 and say "
                       "nothing about transfers between ranks"
                     : ": they are aligned by the dependencies of its actions");
}

ClockAlignment alignedClocks(Assembly& a, const std::vector<CausalPair>& pairs,
                             const std::vector<std::uint32_t>& clocks, std::size_t count)
{
    const std::vector<bool> isAbsolute = absoluteClocks(a, clocks, count);
    const auto bounds = boundsOf(a, pairs, clocks, isAbsolute);
    const bool isSure = std::all_of(a.times.begin(), a.times.end(), [](const RankTimes& rank) {
        return rank.times.empty() || rank.knowsWaits || rank.hasKernels;
    });
    const bool mayAgree =
        std::all_of(bounds.begin(), bounds.end(), [](const ClockBound& bound) { return bound.most >= 0; });
    const bool hasOrigins = std::any_of(a.clocks.origin.begin(), a.clocks.origin.end(),
                                        [](Nanoseconds origin) { return origin != 0; });
    ClockAlignment aligned;
    aligned.clocks.resize(count);
    if (isSure || !mayAgree || hasOrigins) {
        aligned = alignClocks(count, bounds, a.options.cancel, isAbsolute);
    } else {
        for (ClockSkew& clock : aligned.clocks)
            clock.agrees = true;
        a.warn("the records show no waits, so the clocks of the ranks are assumed to agree; nothing in "
               "the records contradicts that");
    }
    if (aligned.contradicts)
        a.warn("the clocks of the ranks cannot be aligned: for any shift, an action starts before the "
               "end of an action that it needs (the clocks drift, or labels are wrong)");
    return aligned;
}

/// Host of the rank that others are held against.
std::string referenceHost(const Assembly& a, const std::vector<std::uint32_t>& clocks)
{
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank)
        if (a.ranks[rank].source && clocks[rank] == 0)
            return a.fileOf(a.ranks[rank]).host;
    return {};
}

void writeSkews(Assembly& a, const std::vector<std::uint32_t>& clocks, const ClockAlignment& aligned)
{
    RankClocks& result = a.clocks;
    const std::string host = referenceHost(a, clocks);
    bool isOpen = false;
    bool isAlone = true; ///< no clock is that of the reference
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank) {
        const ClockSkew& found = aligned.clocks[clocks[rank]];
        ClockSkew& clock = result.ofRank[rank];
        clock = found;
        const bool isLoose = !std::isfinite(clock.halfWidth);
        result.isApart[rank] = result.origin[rank] != 0 && (isLoose || aligned.contradicts);
        if (isLoose) {
            clock.halfWidth = 0;
            isOpen = isOpen || (a.ranks[rank].source && !result.isApart[rank]);
        }
        if (!a.ranks[rank].source || clocks[rank] == 0)
            continue;
        const bool isNear = mayBeOneHost(host, a.fileOf(a.ranks[rank]).host);
        result.basis[rank] = isLoose || aligned.contradicts              ? ClockBasis::None
                             : found.agrees && found.skew == 0 && isNear ? ClockBasis::OneHost
                                                                         : ClockBasis::Messages;
        if (found.agrees && !isNear)
            clock.halfWidth = std::isfinite(found.spare) ? std::max(clock.halfWidth, found.spare) : 0;
        isAlone = isAlone && result.basis[rank] != ClockBasis::OneHost;
    }
    for (std::size_t rank = 0; rank < a.ranks.size(); ++rank)
        if (clocks[rank] == 0 && isAlone)
            result.basis[rank] = ClockBasis::Messages;
    if (isOpen)
        a.warn("nothing in the traces limits the clocks of some ranks in both directions: their times "
               "may be shifted");
}

} // namespace

void alignRanks(Assembly& a)
{
    a.clocks = RankClocks(a.ranks.size());
    RankClocks& result = a.clocks;
    result.origin = originsOf(a);
    const auto pairs = witnesses(a);
    std::vector<std::uint32_t> clocks = clocksOf(a, true);
    if (const auto early = worstWithin(a, pairs, clocks)) {
        auto apart = clocksOf(a, false);
        a.warn("{} an action starts {:.1f} ms before the end of an action that it needs{}",
               apart == clocks ? "on one clock" : "the files name one host, but", *early / 1000,
               apart == clocks ? ": labels are wrong or out of order" : ": their clocks are aligned");
        clocks = std::move(apart);
    }
    const std::size_t count =
        clocks.empty() ? 0 : *std::max_element(clocks.begin(), clocks.end()) + std::size_t{1};
    if (count > 1)
        writeSkews(a, clocks, alignedClocks(a, pairs, clocks, count));
    tellOrigins(a);
}

} // namespace bubblescope
