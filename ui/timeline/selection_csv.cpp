// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/selection_csv.h"

#include "core/analyze/bubble_ledger.h"
#include "core/scene/actions_csv.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/timeline_view.h"
#include "ui/widgets/figures.h"

#include <QCoreApplication>
#include <fmt/format.h>

namespace bubblescope::ui {

namespace {

struct SelectionCsvTr
{
    Q_DECLARE_TR_FUNCTIONS(SelectionCsv)
};

std::string gapCsv(const TimelineView& view)
{
    const Timeline& timeline = *view.evaluation()->timeline;
    const ExplanationPtr explanation = view.explanation();
    BubbleLedger chosen;
    if (const auto number = view.chosen().bubble(); number && explanation) {
        chosen.bubbles.push_back(explanation->ledger.bubbles[*number]);
        chosen.chains.add(explanation->ledger.chains.of(*number));
    }
    std::string text = bubblesCsv(timeline, chosen);
    if (chosen.bubbles.empty()) {
        const Gap gap = *view.chosen().gap();
        text += fmt::format("{},{},{},,,,,,,,,,\n", gap.rank.value, gap.from, gap.to - gap.from);
    }
    return text;
}

} // namespace

QString selectionCsv(const TimelineView& view, std::size_t mostRows)
{
    const EvaluationPtr evaluation = view.evaluation();
    if (!evaluation || !selectionCsvRefusal(view, mostRows).isEmpty())
        return {};
    const auto csv = [&](std::span<const ActionPosition> actions) {
        return QString::fromStdString(actionsCsv(*evaluation->timeline, evaluation->costs, actions));
    };
    if (const auto& area = view.measure().area())
        return csv(actionsTouching(*evaluation->index, area->ranks, area->range.from, area->range.to));
    if (const auto selected = view.chosen().action())
        return csv({&*selected, 1});
    return view.chosen().gap() ? QString::fromStdString(gapCsv(view)) : QString();
}

QString selectionCsvRefusal(const TimelineView& view, std::size_t mostRows)
{
    const RangeTotals* const totals = view.measure().totals();
    if (totals == nullptr || totals->actionsTouching <= mostRows)
        return {};
    return SelectionCsvTr::tr(
               "The measured area has %1 actions, but at most %2 can be copied. Measure a smaller area.")
        .arg(countText(totals->actionsTouching), countText(mostRows));
}

} // namespace bubblescope::ui
