// SPDX-License-Identifier: Apache-2.0
#include "core/trace/assemble_numbers.h"

#include "core/trace/assembly.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope {

namespace {

/// More numbers than these for each microbatch are gaps that no cut step leaves.
constexpr std::uint64_t kMostGaps = 4;
constexpr std::uint64_t kFewNumbers = 64;

} // namespace

MicrobatchNumbers::MicrobatchNumbers(const Assembly& a, const std::vector<const RankSource*>& sources)
{
    std::map<Side, std::vector<std::uint32_t>> sides;
    for (const RankSource* source : sources) {
        const FileLabels& labels = a.labelsOf(*source);
        if (countsMicrobatches(*source, labels))
            continue;
        for (const TraceLabel& label : source->labels)
            for (const NamedAction& action : labels.nameOf(label).actions)
                if (label.step != kNoStep && isCompute(action.kind) && action.microbatch)
                    sides[{label.step, source, isForward(action.kind)}].push_back(*action.microbatch);
    }
    for (auto& [side, labels] : sides) {
        std::sort(labels.begin(), labels.end());
        labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
    }
    findShifts(sides);
    for (const auto& [side, labels] : sides) {
        const auto& [step, source, isOfForwards] = side;
        const ActionKind kind = isOfForwards ? ActionKind::Forward : ActionKind::Backward;
        for (const std::uint32_t label : labels)
            m_steps[step].labels.push_back(shifted(source, step, kind, label));
    }
    const auto isComplete = [&](std::uint64_t step) {
        return std::binary_search(a.run.steps.begin(), a.run.steps.end(), step);
    };
    const Step* whole = nullptr;
    for (auto& [number, step] : m_steps) {
        std::sort(step.labels.begin(), step.labels.end());
        step.labels.erase(std::unique(step.labels.begin(), step.labels.end()), step.labels.end());
        if (whole == nullptr && isComplete(number))
            whole = &step;
    }
    for (auto& [number, step] : m_steps) {
        const std::uint32_t least = step.labels.front();
        step.first = isComplete(number) ? least : 0;
        // A cut step lacks its first microbatches: its numbers are those of a complete one, or go on from
        // there.
        if (!isComplete(number) && whole != nullptr && least >= whole->labels.front())
            step.first =
                least - (least - whole->labels.front()) % static_cast<std::uint32_t>(whole->labels.size());
        const std::uint64_t range = std::uint64_t{step.labels.back()} - step.first + 1;
        step.isDense = range <= std::max(kFewNumbers, kMostGaps * step.labels.size());
    }
}

/// Both sides of a source run the same microbatches: where they are as many without gaps, and begin with
/// different numbers, one of them is counted from elsewhere.
void MicrobatchNumbers::findShifts(const std::map<Side, std::vector<std::uint32_t>>& labels)
{
    const auto isWhole = [](const std::vector<std::uint32_t>& numbers) {
        return numbers.back() - numbers.front() + 1 == numbers.size();
    };
    for (const auto& [side, backwards] : labels) {
        const auto& [step, source, isOfForwards] = side;
        const auto forwards = isOfForwards ? labels.end() : labels.find({step, source, true});
        if (forwards == labels.end() || forwards->second.size() != backwards.size() || !isWhole(backwards) ||
            !isWhole(forwards->second))
            continue;
        const std::uint32_t first = forwards->second.front();
        if (first != backwards.front())
            m_shifts[{step, source, first > backwards.front()}] =
                std::max(first, backwards.front()) - std::min(first, backwards.front());
    }
}

std::uint32_t MicrobatchNumbers::shifted(const RankSource* source, std::uint64_t step, ActionKind kind,
                                         std::uint32_t label) const
{
    const auto found = m_shifts.find({step, source, isForward(kind)});
    return found == m_shifts.end() ? label : label - std::min(label, found->second);
}

std::uint32_t MicrobatchNumbers::numberOf(const RankSource& source, std::uint64_t step, ActionKind kind,
                                          std::uint32_t label) const
{
    return numberOf(step, shifted(&source, step, kind, label));
}

std::uint32_t MicrobatchNumbers::numberOf(std::uint64_t step, std::uint32_t label) const
{
    const auto found = m_steps.find(step);
    if (found == m_steps.end())
        return label;
    const Step& of = found->second;
    if (of.isDense && label <= of.labels.back())
        return label >= of.first ? label - of.first : 0;
    const auto at = std::lower_bound(of.labels.begin(), of.labels.end(), label);
    const auto place = static_cast<std::uint32_t>(at - of.labels.begin());
    return of.isDense ? of.labels.back() - of.first : place;
}

std::uint32_t MicrobatchNumbers::countOf(std::uint64_t step) const
{
    const auto found = m_steps.find(step);
    return found == m_steps.end() ? 0 : numberOf(step, found->second.labels.back()) + 1;
}

std::optional<std::string> MicrobatchNumbers::warningOf(std::uint64_t step) const
{
    const auto found = m_steps.find(step);
    if (found == m_steps.end() || (found->second.isDense && found->second.first == 0))
        return std::nullopt;
    return fmt::format(
        "the labels number the {} microbatches of step {} from {} to {}: they are shown as 0 to {}",
        found->second.labels.size(), step, found->second.labels.front(), found->second.labels.back(),
        countOf(step) - 1);
}

} // namespace bubblescope
