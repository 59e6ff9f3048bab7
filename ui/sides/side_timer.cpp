// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sides/side_timer.h"

#include "core/base/guarded.h"
#include "core/fit/costs_of_same_work.h"
#include "ui/compare/compare_text.h"
#include "ui/document/document.h"

#include <QFileInfo>
#include <utility>

namespace bubblescope::ui {

SideTimer::SideTimer(Document& document, Comparison& comparison)
    : m_document(document)
    , m_comparison(comparison)
    , m_job(*this)
{
    connect(&document, &Document::evaluationChanged, this, &SideTimer::follow);
    connect(&document, &Document::keepsWorkChanged, this, &SideTimer::follow);
    // Not at once: one side after the other is replaced.
    connect(&comparison, &Comparison::sidesChanged, this, &SideTimer::follow, Qt::QueuedConnection);
}

void SideTimer::follow()
{
    std::vector<std::pair<EvaluationPtr, EvaluationInput>> wanted;
    for (const CompareSide& side : m_comparison.references()) {
        if (!side.followsCosts)
            continue;
        EvaluationInput input = side.evaluation->input;
        const auto* request = std::get_if<ScheduleRequest>(&input.source);
        input.costs = m_document.costsOfSameWork(
            request != nullptr ? workCutOf(*request) : workCutOf(*std::get<SchedulePtr>(input.source)));
        if (input != side.evaluation->input || side.evaluation->whatIf != m_document.whatIf())
            wanted.emplace_back(side.evaluation, std::move(input));
    }
    m_job.drop();
    if (wanted.empty())
        return;
    m_job.start(
        [wanted = std::move(wanted), whatIf = m_document.whatIf()](const CancelToken& cancel) {
            std::vector<Retimed> retimed;
            EvaluationOptions options;
            options.whatIf = whatIf;
            for (const auto& [before, input] : wanted)
                if (const Result<EvaluationPtr> now =
                        guarded("the comparison", [&] { return evaluate(input, cancel, options); }))
                    retimed.push_back({before, *now});
            return retimed;
        },
        [this](const std::vector<Retimed>& retimed) { take(retimed); });
}

void SideTimer::take(const std::vector<Retimed>& retimed)
{
    for (const Retimed& one : retimed)
        if (const auto place = m_comparison.indexOf(one.before)) {
            CompareSide side = m_comparison.references()[*place];
            side.evaluation = one.now;
            if (!side.path.isEmpty())
                side.title = sideTitle(QFileInfo(side.path).fileName(), *one.now);
            else if (side.identity)
                side.title = sideTitle(nameOf(*side.identity, one.now->input), *one.now);
            m_comparison.replace(*place, std::move(side));
        }
}

} // namespace bubblescope::ui
