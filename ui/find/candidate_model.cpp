// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/find/candidate_model.h"

#include "ui/document/core_text.h"
#include "ui/find/find_words.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"

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

/// Those within the limit first.
template <typename Compare>
auto fittingFirst(Compare compare)
{
    return [compare](const SearchCandidate& a, const SearchCandidate& b) {
        return a.fits == b.fits ? compare(a, b) : a.fits ? -1 : 1;
    };
}

} // namespace

CandidateModel::CandidateModel(QObject* parent) : RecordModel(parent)
{
    setColumns(makeColumns(SearchObjective::Makespan, FindUnit::Own, "step"));
    connect(&Look::instance(), &Look::changed, this, &CandidateModel::changed);
}

void CandidateModel::setCandidates(std::vector<SearchCandidate> candidates, SearchObjective objective,
                                   FindUnit unit, const std::string& unitOfTime)
{
    reset([&] {
        m_records = std::move(candidates);
        setColumns(makeColumns(objective, unit, unitOfTime));
    });
}

std::vector<CandidateModel::ColumnType> CandidateModel::makeColumns(SearchObjective objective, FindUnit unit,
                                                                    const std::string& unitOfTime) const
{
    const auto name = [](const SearchCandidate& candidate) { return candidateName(candidate.request); };
    const auto time = [unitOfTime](const SearchCandidate& candidate) {
        return candidate.objective ? timeCell(*candidate.objective, unitOfTime) : tr("–", "not timed");
    };
    const auto full = [unitOfTime](const SearchCandidate& candidate) {
        return candidate.objective ? fullTimeText(*candidate.objective, unitOfTime) : tr("–", "not timed");
    };
    const auto peak = [unit](const SearchCandidate& candidate) {
        return candidate.peakMemory > 0 ? sizeText(candidate.peakMemory, unit) : tr("–", "not timed");
    };
    const auto state = [](const SearchCandidate& candidate) {
        return candidate.fits        ? tr("within", "the limit")
               : candidate.objective ? tr("exceeded", "the limit")
                                     : reasonText(candidate);
    };
    return {
        ColumnType(tr("Schedule"), name).withHelp(name),
        ColumnType(objectiveTitle(objective), time)
            .withValue([](const SearchCandidate& candidate) {
                return candidate.objective ? QVariant(*candidate.objective) : QVariant(QString());
            })
            .sortedBy(fittingFirst(rising(timeOrLast)))
            .asFigure()
            .withHelp(full),
        ColumnType(tr("Peak"), peak)
            .withValue([](const SearchCandidate& candidate) { return QVariant(candidate.peakMemory); })
            .sortedBy(rising(peakOrLast))
            .asFigure()
            .withHelp(peak),
        ColumnType(tr("Limit", "whether it is within the limit"), state)
            .sortedBy(fittingFirst([](const SearchCandidate& a, const SearchCandidate& b) {
                return reasonText(a).compare(reasonText(b));
            }))
            .withHelp([state](const SearchCandidate& candidate) {
                return candidate.fits ? state(candidate) : reasonText(candidate);
            }),
    };
}

QVariant CandidateModel::look(const SearchCandidate& candidate, int /*column*/, int role) const
{
    if (role == Qt::ForegroundRole && !candidate.fits)
        return Look::instance().colors().quiet;
    return role == Qt::FontRole ? QVariant(figuresFont(13, false)) : QVariant();
}

} // namespace bubblescope::ui
