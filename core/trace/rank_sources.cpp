// SPDX-License-Identifier: Apache-2.0
#include "core/base/try.h"
#include "core/trace/assembly.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace bubblescope {

namespace {

/// A source while its rank is sought.
struct Claim
{
    RankSource source;
    std::optional<std::uint32_t> rank;
    std::optional<std::uint32_t> fallback; ///< of the file's name, if another source claims `rank` too
    bool isGiven = false;                  ///< by the user
};

std::optional<std::uint32_t> rankInText(const std::string& text)
{
    if (text.find("ank") == std::string::npos)
        return std::nullopt;
    std::string joined = text;
    std::replace(joined.begin(), joined.end(), ' ', '_');
    return rankInFileName(joined);
}

/// Ranks that the marks of processes name ("iter_<rank>_<n>").
std::unordered_map<std::uint32_t, std::uint32_t> ranksInMarks(const FileLabels& labels)
{
    std::unordered_map<std::uint32_t, std::uint32_t> ranks;
    for (const StepMark& mark : labels.marks) {
        if (mark.context.rank)
            ranks.try_emplace(mark.process, *mark.context.rank);
    }
    return ranks;
}

std::optional<std::uint32_t> rankOfProcess(const FileLabels& labels,
                                           const std::unordered_map<std::uint32_t, std::uint32_t>& marked,
                                           std::uint32_t process)
{
    if (const auto mark = marked.find(process); mark != marked.end())
        return mark->second;
    if (process >= labels.file->processes.size())
        return std::nullopt;
    const TraceProcess& found = labels.file->processes[process];
    if (const auto rank = rankInText(found.name))
        return rank;
    return rankInText(found.labels);
}

/// Processes with pids 0 … n-1 are ranks by their pids.
bool pidsAreRanks(const TraceFile& file, const std::vector<std::uint32_t>& processes)
{
    std::set<std::uint32_t> seen;
    for (const std::uint32_t process : processes) {
        if (process >= file.processes.size())
            return false;
        const std::string& id = file.processes[process].id;
        std::uint32_t pid = 0;
        const auto [end, error] = std::from_chars(id.data(), id.data() + id.size(), pid);
        if (error != std::errc{} || end != id.data() + id.size() || pid >= processes.size())
            return false;
        seen.insert(pid);
    }
    return seen.size() == processes.size();
}

std::vector<std::uint32_t> owners(const FileLabels& labels)
{
    std::set<std::uint32_t> found;
    for (const TraceLabel& label : labels.labels)
        found.insert(label.process);
    if (found.empty()) {
        for (const PhaseLabel& phase : labels.phases)
            found.insert(
                phase.thread < labels.file->threads.size() ? labels.file->threads[phase.thread].process : 0);
    }
    return {found.begin(), found.end()};
}

/// The device on which a process runs its kernels, where it is one.
std::map<std::uint32_t, std::uint32_t> devicesOf(const TraceFile& file)
{
    std::map<std::uint32_t, std::set<std::uint32_t>> devices;
    std::vector<bool> isSeen(file.threads.size());
    for (const TraceRecord& record : file.records) {
        if (record.kind == RecordKind::Kernel && record.thread < isSeen.size())
            isSeen[record.thread] = true;
    }
    for (std::size_t thread = 0; thread < isSeen.size(); ++thread) {
        if (isSeen[thread] && file.threads[thread].device)
            devices[file.threads[thread].process].insert(*file.threads[thread].device);
    }
    std::map<std::uint32_t, std::uint32_t> one;
    for (const auto& [process, found] : devices) {
        if (found.size() == 1)
            one[process] = *found.begin();
    }
    return one;
}

Claim wholeFile(std::size_t index, const FileLabels& labels, std::uint32_t process)
{
    Claim claim;
    claim.source.file = index;
    claim.rank = labels.file->rank;
    claim.fallback = rankInFileName(labels.file->path);
    if (!claim.rank)
        claim.rank = claim.fallback;
    if (!claim.rank)
        claim.rank = rankOfProcess(labels, ranksInMarks(labels), process);
    return claim;
}

/// GPU rows that are processes of their own belong to the ranks of a merged file in the order of the devices.
void shareDevices(std::vector<Claim>& claims, const TraceFile& file)
{
    std::set<std::uint32_t> owners;
    for (const Claim& claim : claims)
        owners.insert(claim.source.process.value_or(0));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> devices;
    for (const auto& [process, device] : devicesOf(file)) {
        if (!owners.contains(process))
            devices.emplace_back(device, process);
    }
    if (devices.size() != claims.size())
        return;
    std::sort(devices.begin(), devices.end());
    for (std::size_t i = 0; i < claims.size(); ++i)
        claims[i].source.deviceProcess = devices[i].second;
}

std::vector<Claim> claimsOfMerged(Assembly& a, std::size_t index, const std::vector<std::uint32_t>& processes)
{
    const FileLabels& labels = a.labels[index];
    std::vector<Claim> claims;
    const bool byPid = pidsAreRanks(*labels.file, processes);
    const auto devices = devicesOf(*labels.file);
    std::set<std::uint32_t> distinct;
    for (const std::uint32_t process : processes) {
        const auto device = devices.find(process);
        if (device != devices.end())
            distinct.insert(device->second);
    }
    const bool byDevice = distinct.size() == processes.size();
    const auto marked = ranksInMarks(labels);
    bool isNamed = true;
    for (const std::uint32_t process : processes) {
        Claim claim;
        claim.source.file = index;
        claim.source.process = process;
        claim.rank = rankOfProcess(labels, marked, process);
        isNamed = isNamed && claim.rank;
        if (!claim.rank && byPid)
            claim.rank = static_cast<std::uint32_t>(std::stoul(labels.file->processes[process].id));
        else if (!claim.rank && byDevice)
            claim.rank = devices.at(process);
        claims.push_back(std::move(claim));
    }
    shareDevices(claims, *labels.file);
    if (!isNamed && !byPid)
        a.warn("{}: its {} processes do not name their ranks; they are numbered {}", labels.file->path,
               processes.size(),
               byDevice ? "by the numbers of their devices" : "in the order in which the file lists them");
    return claims;
}

/// Gives each process of a file its labels, records and marks.
void divideFile(const std::vector<RankSource*>& sources, FileLabels& labels)
{
    std::unordered_map<std::uint32_t, RankSource*> byProcess;
    for (RankSource* source : sources) {
        byProcess[*source->process] = source;
        if (source->deviceProcess)
            byProcess[*source->deviceProcess] = source;
    }
    const auto ownerOf = [&](std::uint32_t process) {
        const auto at = byProcess.find(process);
        return at == byProcess.end() ? nullptr : at->second;
    };
    for (const TraceLabel& label : labels.labels) {
        if (RankSource* owner = ownerOf(label.process))
            owner->labels.push_back(label);
    }
    labels.labels.clear();
    for (std::uint32_t i = 0; i < labels.marks.size(); ++i) {
        if (RankSource* owner = ownerOf(labels.marks[i].process))
            owner->marks.push_back(i);
    }
    for (std::uint32_t i = 0; i < labels.file->records.size(); ++i) {
        if (RankSource* owner = ownerOf(processOf(*labels.file, labels.file->records[i])))
            owner->records.push_back(i);
    }
}

void moveLabels(Assembly& a, std::vector<Claim>& claims)
{
    std::map<std::size_t, std::vector<RankSource*>> divided;
    for (Claim& claim : claims) {
        if (claim.source.process)
            divided[claim.source.file].push_back(&claim.source);
        else
            claim.source.labels = std::move(a.labels[claim.source.file].labels);
    }
    for (const auto& [file, sources] : divided)
        divideFile(sources, a.labels[file]);
}

std::string sourceText(const Assembly& a, const Claim& claim)
{
    const TraceFile& file = a.files[claim.source.file];
    if (!claim.source.process || *claim.source.process >= file.processes.size())
        return file.path;
    return fmt::format("{} (process {})", file.path, shownName(file.processes[*claim.source.process].id));
}

/// Where several claim one rank and the names of all of them tell ranks apart, the names decide.
void preferNames(Assembly& a, std::vector<Claim>& claims)
{
    std::map<std::uint32_t, std::vector<Claim*>> byRank;
    for (Claim& claim : claims) {
        if (claim.rank)
            byRank[*claim.rank].push_back(&claim);
    }
    for (const auto& [rank, same] : byRank) {
        if (same.size() < 2)
            continue;
        std::set<std::uint32_t> named;
        for (const Claim* claim : same) {
            const bool isFree =
                claim->fallback && (*claim->fallback == rank || !byRank.contains(*claim->fallback));
            if (isFree && !claim->isGiven)
                named.insert(*claim->fallback);
        }
        const bool decides = named.size() == same.size();
        a.warn("{} and {} both say global rank {}: {}", sourceText(a, *same[0]), sourceText(a, *same[1]),
               rank, decides ? "their names decide" : "the later one gets the next free one");
        for (Claim* claim : same) {
            if (decides)
                claim->rank = claim->fallback;
        }
    }
}

/// Takes ranks in the order given; a second claim, or none, gets the next free number.
void settle(Assembly& a, std::vector<Claim>& claims)
{
    std::set<std::uint32_t> taken;
    std::vector<Claim*> open;
    std::stable_sort(claims.begin(), claims.end(),
                     [](const Claim& x, const Claim& y) { return x.isGiven && !y.isGiven; });
    for (Claim& claim : claims) {
        if (claim.rank && taken.insert(*claim.rank).second)
            claim.source.globalRank = *claim.rank;
        else
            open.push_back(&claim);
    }
    std::uint32_t next = 0;
    for (Claim* claim : open) {
        while (taken.contains(next))
            ++next;
        taken.insert(next);
        claim->source.globalRank = next;
        if (claim->rank)
            continue;
        if (!claim->source.process)
            a.run.assumedRanks.push_back({a.files[claim->source.file].path, next});
        a.warn("{} does not give its rank: it is assumed to be global rank {}", sourceText(a, *claim), next);
    }
    for (const Claim& claim : claims) {
        const auto world = a.files[claim.source.file].worldSize;
        if (world && claim.source.globalRank >= *world)
            a.warn("{} is global rank {}, although it says that there are {} ranks", sourceText(a, claim),
                   claim.source.globalRank, *world);
    }
}

Result<void> checkPaths(const Assembly& a)
{
    for (const auto& [path, rank] : a.options.rankOfFile) {
        const bool isKnown = std::any_of(a.files.begin(), a.files.end(),
                                         [&path = path](const TraceFile& file) { return file.path == path; });
        if (!isKnown)
            return invalidInput(
                {"trace.global-rank-given-which",
                 "global rank {rank} is assigned to \"{path}\", which is not one of the traces"},
                rank, path);
    }
    return {};
}

} // namespace

Result<void> findRanks(Assembly& a)
{
    TRY_VOID(checkPaths(a));
    std::vector<Claim> claims;
    for (std::size_t i = 0; i < a.files.size(); ++i) {
        const std::vector<std::uint32_t> processes = owners(a.labels[i]);
        if (processes.empty())
            continue;
        const auto given = a.options.rankOfFile.find(a.files[i].path);
        if (processes.size() == 1) {
            Claim claim = wholeFile(i, a.labels[i], processes.front());
            if (given != a.options.rankOfFile.end()) {
                claim.rank = given->second;
                claim.isGiven = true;
            }
            claims.push_back(std::move(claim));
            continue;
        }
        if (given != a.options.rankOfFile.end())
            return invalidInput({"trace.holds-ranks-cannot-global",
                                 "{path} has {ranks} ranks, so it cannot be only global rank {rank}"},
                                a.files[i].path, processes.size(), given->second);
        for (Claim& claim : claimsOfMerged(a, i, processes))
            claims.push_back(std::move(claim));
    }
    moveLabels(a, claims);
    preferNames(a, claims);
    settle(a, claims);
    for (Claim& claim : claims)
        a.sources.push_back(std::move(claim.source));
    std::stable_sort(a.sources.begin(), a.sources.end(),
                     [](const RankSource& x, const RankSource& y) { return x.globalRank < y.globalRank; });
    return {};
}

} // namespace bubblescope
