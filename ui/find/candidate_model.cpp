// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/candidate_model.h"

#include "ui/document/core_text.h"
#include "ui/find/find_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"
#include "ui/widgets/table_csv.h"

#include <algorithm>
#include <limits>

namespace bubblescope::ui {

namespace {

QString reasonText(const SearchCandidate& candidate)
{
    return coreSentence(candidate.reason);
}

/// What was not timed comes after everything else.
double timeOrLast(const SearchCandidate& candidate)
{
    return candidate.objective.value_or(std::numeric_limits<double>::infinity());
}

double peakOrLast(const SearchCandidate& candidate)
{
    return candidate.peakMemory > 0 ? candidate.peakMemory : std::numeric_limits<double>::infinity();
}

/// Negative if a comes before b.
int comparedBy(const SearchCandidate& a, const SearchCandidate& b, int column)
{
    const auto sign = [](double x, double y) { return x < y ? -1 : y < x ? 1 : 0; };
    switch (column) {
    case CandidateModel::kTime:
        return a.fits == b.fits ? sign(timeOrLast(a), timeOrLast(b)) : a.fits ? -1 : 1;
    case CandidateModel::kPeak:
        return sign(peakOrLast(a), peakOrLast(b));
    case CandidateModel::kState:
        return a.fits == b.fits ? reasonText(a).compare(reasonText(b)) : a.fits ? -1 : 1;
    default:
        return candidateName(a.request).compare(candidateName(b.request));
    }
}

} // namespace

CandidateModel::CandidateModel(QObject* parent) : QAbstractTableModel(parent)
{
    connect(&Look::instance(), &Look::changed, this, [this] {
        if (!m_candidates.empty())
            emit dataChanged(index(0, 0), index(rowCount() - 1, kColumns - 1));
    });
}

void CandidateModel::setCandidates(std::vector<SearchCandidate> candidates, SearchObjective objective,
                                   FindUnit unit)
{
    beginResetModel();
    m_candidates = std::move(candidates);
    m_objective = objective;
    m_unit = unit;
    endResetModel();
}

int CandidateModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_candidates.size());
}

int CandidateModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString CandidateModel::textOf(const SearchCandidate& candidate, int column) const
{
    switch (column) {
    case kName:
        return candidateName(candidate.request);
    case kTime:
        return candidate.objective ? timeText(*candidate.objective) : tr("–", "not timed");
    case kPeak:
        return candidate.peakMemory > 0 ? sizeText(candidate.peakMemory, m_unit) : tr("–", "not timed");
    default:
        return candidate.fits        ? tr("within", "the limit")
               : candidate.objective ? tr("exceeded", "the limit")
                                     : reasonText(candidate);
    }
}

QVariant CandidateModel::rawOf(const SearchCandidate& candidate, int column) const
{
    if (column == kTime)
        return candidate.objective ? QVariant(csvNumber(*candidate.objective)) : QVariant(QString());
    if (column == kPeak)
        return csvNumber(candidate.peakMemory);
    return {};
}

QVariant CandidateModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const SearchCandidate& candidate = candidateAt(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return textOf(candidate, index.column());
    case Qt::ToolTipRole:
        return index.column() == kState && !candidate.fits ? reasonText(candidate)
                                                           : textOf(candidate, index.column());
    case Qt::TextAlignmentRole:
        return int((index.column() == kTime || index.column() == kPeak ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    case Qt::ForegroundRole:
        return candidate.fits ? QVariant() : QVariant(Look::instance().colors().quiet);
    case Qt::FontRole:
        return figuresFont(13, false);
    case kRawRole:
        return rawOf(candidate, index.column());
    default:
        return {};
    }
}

QVariant CandidateModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == kTime || section == kPeak ? Qt::AlignRight : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case kName:
        return tr("Schedule");
    case kTime:
        return objectiveTitle(m_objective);
    case kPeak:
        return tr("Peak");
    default:
        return tr("Limit", "whether it is within the limit");
    }
}

void CandidateModel::sort(int column, Qt::SortOrder order)
{
    emit layoutAboutToBeChanged();
    std::stable_sort(m_candidates.begin(), m_candidates.end(),
                     [column, order](const SearchCandidate& a, const SearchCandidate& b) {
                         const int by = comparedBy(a, b, column);
                         return order == Qt::AscendingOrder ? by < 0 : by > 0;
                     });
    emit layoutChanged();
}

} // namespace bubblescope::ui
