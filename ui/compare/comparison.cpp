// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison.h"

#include "ui/document/guarded.h"

namespace bubblescope::ui {

namespace {

/// Up to so many the answer is there before the window paints again.
constexpr std::size_t kFewActions = 100'000;

} // namespace

Comparison::Comparison(QObject* parent) : QObject(parent), m_job(*this) {}

bool Comparison::haveOneAxis() const
{
    return isReady() && haveSameUnit(*m_current.evaluation->timeline, *reference()->evaluation->timeline);
}

void Comparison::setCurrent(CompareSide side)
{
    if (side.title == m_current.title && side.evaluation == m_current.evaluation)
        return;
    m_current = std::move(side);
    renewDifference();
    emit sidesChanged();
}

void Comparison::setReferences(std::vector<CompareSide> sides)
{
    m_references = std::move(sides);
    if (m_references.empty())
        setMode(CompareMode::Off);
    renewDifference();
    emit sidesChanged();
}

void Comparison::setMode(CompareMode mode)
{
    if (!isReady())
        mode = CompareMode::Off;
    if (mode == m_mode)
        return;
    m_mode = mode;
    renewDifference();
    emit modeChanged(mode);
}

bool Comparison::isUpToDate() const
{
    return m_difference && &m_difference->difference.current() == m_current.evaluation->timeline.get() &&
           &m_difference->difference.reference() == reference()->evaluation->timeline.get() &&
           (m_difference->current || m_mode != CompareMode::Difference);
}

void Comparison::renewDifference()
{
    if (m_mode == CompareMode::Off || !haveOneAxis()) {
        m_job.drop();
        takeDifference(nullptr, false);
        return;
    }
    if (isUpToDate())
        return;
    const EvaluationPtr current = m_current.evaluation;
    const EvaluationPtr before = reference()->evaluation;
    const bool withLanes = m_mode == CompareMode::Difference;
    const auto work = [current, before, withLanes](const CancelToken& cancel) {
        return makeDifferencePicture(before->timeline, current->timeline, withLanes, cancel);
    };
    if (current->actionCount + before->actionCount <= kFewActions) {
        m_job.drop();
        takeDifference(guarded("the comparison", [&]() -> Result<DifferencePicturePtr> { return work({}); })
                           .value_or(nullptr),
                       true);
        return;
    }
    m_job.start(work,
                [this](DifferencePicturePtr difference) { takeDifference(std::move(difference), true); });
    takeDifference(nullptr, false);
}

void Comparison::takeDifference(DifferencePicturePtr difference, bool isDone)
{
    const bool hasFailed = isDone && !difference;
    if (difference == m_difference && hasFailed == m_hasFailed)
        return;
    m_difference = std::move(difference);
    m_hasFailed = hasFailed;
    emit differenceChanged();
}

} // namespace bubblescope::ui
