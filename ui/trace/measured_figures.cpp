// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/measured_figures.h"

#include <algorithm>
#include <memory>
#include <tuple>
#include <vector>

namespace bubblescope::ui {

namespace {

struct Entry
{
    RankId rank;
    ActionId action;
    MeasuredFigure figure;

    [[nodiscard]] auto key() const { return std::tie(rank.value, action); }
};

std::vector<Entry> entriesOf(const TraceAnalysis& analysis)
{
    std::vector<Entry> entries;
    if (analysis.deviations) {
        const bubblescope::Comparison& held = *analysis.deviations;
        // The lanes may have the head, too.
        const Time begin = held.measured.head + held.measuredBegin - analysis.measured->timeline->head;
        for (const Residual& r : analysis.deviations->residuals) {
            const std::string_view cause = causeText(r.cause);
            entries.push_back(
                {r.rank,
                 r.action,
                 {r.measuredStart, r.measuredEnd, r.predictedStart, r.durationDelta,
                  QString::fromUtf8(cause.data(), static_cast<qsizetype>(cause.size())), begin}});
        }
    } else {
        for (const MeasuredRank& rank : analysis.run.ranks)
            for (const MeasuredAction& action : rank.actions)
                if (isCompute(action.action.kind()))
                    entries.push_back(
                        {RankId{rank.rank}, action.action.id(), {action.start, action.end, {}, 0, {}, 0}});
    }
    std::stable_sort(entries.begin(), entries.end(),
                     [](const Entry& a, const Entry& b) { return a.key() < b.key(); });
    return entries;
}

} // namespace

MeasuredLookup measuredLookup(const TraceAnalysisPtr& analysis)
{
    if (!analysis || !analysis->measured)
        return {};
    const auto entries = std::make_shared<const std::vector<Entry>>(entriesOf(*analysis));
    return [entries](RankId rank, const ActionId& action) -> std::optional<MeasuredFigure> {
        const auto key = std::tie(rank.value, action);
        const auto at = std::lower_bound(entries->begin(), entries->end(), key,
                                         [](const Entry& entry, const auto& k) { return entry.key() < k; });
        if (at == entries->end() || key < at->key())
            return std::nullopt;
        return at->figure;
    };
}

} // namespace bubblescope::ui
