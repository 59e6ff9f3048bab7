// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/comparison.h"

#include "core/base/guarded.h"

#include <algorithm>
#include <utility>

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

std::optional<std::size_t> Comparison::indexOf(const EvaluationPtr& evaluation) const
{
    for (std::size_t i = 0; i < m_references.size(); ++i)
        if (m_references[i].evaluation == evaluation)
            return i;
    return std::nullopt;
}

void Comparison::sidesAreOthers()
{
    if (m_references.empty())
        setMode(CompareMode::Off);
    renewDifference();
    emit sidesChanged();
}

void Comparison::setReferences(std::vector<CompareSide> sides)
{
    m_references = std::move(sides);
    if (m_references.size() + 1 > kMostSides)
        m_references.erase(m_references.begin() + (kMostSides - 1), m_references.end());
    m_chosen = 0;
    sidesAreOthers();
}

bool Comparison::add(CompareSide side)
{
    if (const auto there = indexOf(side.evaluation)) {
        choose(*there);
        return true;
    }
    if (isFull())
        return false;
    m_references.push_back(std::move(side));
    m_chosen = m_references.size() - 1;
    sidesAreOthers();
    return true;
}

void Comparison::setSides(CompareSide current, std::vector<CompareSide> references, std::size_t chosen)
{
    m_current = std::move(current);
    m_references = std::move(references);
    if (m_references.size() + 1 > kMostSides)
        m_references.erase(m_references.begin() + (kMostSides - 1), m_references.end());
    m_chosen = m_references.empty() ? 0 : std::min(chosen, m_references.size() - 1);
    sidesAreOthers();
}

QString Comparison::setRecorded(CompareSide side, const EvaluationPtr& before)
{
    const auto isReplaced = [&](const CompareSide& other) {
        return before ? other.evaluation == before : other.isRecorded;
    };
    QString dropped;
    side.isRecorded = true;
    const auto replaced = std::find_if(m_references.begin(), m_references.end(), isReplaced);
    if (replaced != m_references.end()) {
        m_chosen = static_cast<std::size_t>(replaced - m_references.begin());
        *replaced = std::move(side);
    } else {
        if (isFull()) {
            dropped = m_references.back().title;
            m_references.pop_back();
        }
        m_references.insert(m_references.begin(), std::move(side));
        m_chosen = 0;
    }
    sidesAreOthers();
    return dropped;
}

void Comparison::choose(std::size_t reference)
{
    if (reference == m_chosen || reference >= m_references.size())
        return;
    m_chosen = reference;
    sidesAreOthers();
}

void Comparison::remove(std::size_t reference)
{
    if (reference >= m_references.size())
        return;
    m_references.erase(m_references.begin() + static_cast<std::ptrdiff_t>(reference));
    if (m_chosen > reference || m_chosen == m_references.size())
        m_chosen = m_chosen == 0 ? 0 : m_chosen - 1;
    sidesAreOthers();
}

void Comparison::move(std::size_t reference, bool down)
{
    const std::size_t other = down ? reference + 1 : reference - 1;
    if (reference >= m_references.size() || other >= m_references.size())
        return;
    std::swap(m_references[reference], m_references[other]);
    if (m_chosen == reference || m_chosen == other)
        m_chosen = m_chosen == reference ? other : reference;
    sidesAreOthers();
}

void Comparison::replace(std::size_t reference, CompareSide side)
{
    if (reference >= m_references.size())
        return;
    m_references[reference] = std::move(side);
    sidesAreOthers();
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
        return makeDifferencePicture(before->timeline, current->timeline, withLanes, cancel,
                                     current->index->absentRanks());
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
