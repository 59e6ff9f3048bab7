// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/lane_source.h"

#include "ui/timeline/lane_headers.h"
#include "ui/timeline/timeline_view.h"

#include <QCoreApplication>
#include <QRegularExpression>
#include <algorithm>

namespace bubblescope::ui {

namespace {

struct LaneSourceTr
{
    Q_DECLARE_TR_FUNCTIONS(LaneSource)
};

/// What a lane is asked for by.
struct LaneQuery
{
    bool byRank = true;
    bool byStage = true;
    QByteArray digits; ///< empty = all
    bool valid = true;
};

/// The words are asked for in the user's language and, as they stand in schedules, in English.
LaneQuery parsed(const QString& query)
{
    static const QRegularExpression pattern(QStringLiteral("^\\s*([^\\d\\s]*)\\s*(\\d*)\\s*$"));
    const QRegularExpressionMatch match = pattern.match(query);
    LaneQuery result;
    result.valid = match.hasMatch();
    if (!result.valid)
        return result;
    const QString word = match.captured(1).toLower();
    result.digits = match.captured(2).toLatin1();
    const auto means = [&word](const QString& name) { return name.toLower().startsWith(word); };
    if (word.isEmpty())
        return result;
    result.byRank =
        means(QStringLiteral("rank")) || means(LaneSourceTr::tr("Rank")) || means(QStringLiteral("lane"));
    result.byStage = means(QStringLiteral("stage")) || means(LaneSourceTr::tr("Stage"));
    result.valid = result.byRank || result.byStage;
    return result;
}

/// How a number answers to digits: 0 = exactly, 1 = begins with them, 2 = does not.
int answer(std::uint32_t number, const QByteArray& digits)
{
    const QByteArray text = QByteArray::number(number);
    return text == digits ? 0 : text.startsWith(digits) ? 1 : 2;
}

/// 0 = exactly this rank, 1 = runs exactly this stage, 2 and 3 = the same by their first digits, 4 = neither.
int answerOf(const LaneIndex& index, RankId rank, const LaneQuery& query)
{
    constexpr int kNone = 4;
    int best = kNone;
    if (query.byRank)
        if (const int found = answer(rank.value, query.digits); found < 2)
            best = 2 * found;
    if (query.byStage)
        for (const StageId stage : index.stagesOf(rank))
            if (const int found = answer(stage.value, query.digits); found < 2)
                best = std::min(best, 2 * found + 1);
    return best;
}

} // namespace

LaneSource::LaneSource(TimelineView& view) : m_view(view) {}

QString LaneSource::name() const
{
    return LaneSourceTr::tr("Lane finder");
}

QString LaneSource::placeholder() const
{
    return LaneSourceTr::tr("Rank, or \"stage 3\"");
}

std::vector<std::uint32_t> LaneSource::find(const QString& query) const
{
    const EvaluationPtr evaluation = m_view.evaluation();
    const LaneQuery wanted = parsed(query);
    std::vector<std::uint32_t> found;
    if (!evaluation || !evaluation->index || !wanted.valid)
        return found;
    const LaneIndex& index = *evaluation->index;
    std::array<std::vector<std::uint32_t>, 5> classes;
    for (std::uint32_t rank = 0; rank < index.laneCount(); ++rank) {
        const int place = wanted.digits.isEmpty() ? 0 : answerOf(index, RankId{rank}, wanted);
        classes[static_cast<std::size_t>(place)].push_back(rank);
    }
    for (std::size_t i = 0; i < 4; ++i)
        found.insert(found.end(), classes[i].begin(), classes[i].end());
    return found;
}

QuickRow LaneSource::row(std::uint32_t number) const
{
    const EvaluationPtr evaluation = m_view.evaluation();
    QuickRow row;
    // The schedule may have changed while the list was open.
    if (!evaluation || !evaluation->index || number >= evaluation->index->laneCount()) {
        row.enabled = false;
        return row;
    }
    const RankId rank{number};
    row.text = LaneSourceTr::tr("Rank %1").arg(number);
    QStringList stages;
    for (const StageId stage : evaluation->index->stagesOf(rank))
        stages << QString::number(stage.value);
    if (!stages.isEmpty())
        row.detail = (stages.size() == 1 ? LaneSourceTr::tr("stage %1") : LaneSourceTr::tr("stages %1"))
                         .arg(stages.join(QStringLiteral(", ")));
    const LaneArrangement& lanes = m_view.laneHeaders().arrangement();
    if (std::find(lanes.hidden.begin(), lanes.hidden.end(), rank) != lanes.hidden.end())
        row.note = LaneSourceTr::tr("hidden");
    return row;
}

void LaneSource::choose(std::uint32_t number)
{
    m_view.revealLane(RankId{number});
}

} // namespace bubblescope::ui
