// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/overlap_rows.h"

#include "ui/widgets/number_field.h"
#include "ui/widgets/parameter_row.h"

#include <QLineEdit>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr ActionKind kKinds[] = {ActionKind::Forward, ActionKind::BackwardInput, ActionKind::BackwardWeight,
                                 ActionKind::Backward};
/// What is offered first: the pairs that schedules overlap.
constexpr KindPair kUsual[] = {
    {ActionKind::Forward, ActionKind::Backward},       {ActionKind::Backward, ActionKind::Forward},
    {ActionKind::Forward, ActionKind::BackwardInput},  {ActionKind::BackwardInput, ActionKind::Forward},
    {ActionKind::Forward, ActionKind::BackwardWeight}, {ActionKind::BackwardWeight, ActionKind::Forward}};

std::optional<ActionKind> kindFrom(const QString& text)
{
    for (const ActionKind kind : kKinds) {
        const std::string_view name = kindText(kind);
        if (text.trimmed().toUpper() == QLatin1String(name.data(), static_cast<int>(name.size())))
            return kind;
    }
    return std::nullopt;
}

QString textOfTime(const OverlapTime& time)
{
    const QString values = NumberField::textOf(time.time);
    return time.isShareOfSum ? QStringLiteral("× ") + values : values;
}

/// Nothing if the text is neither a time, a list, nor a share.
std::optional<OverlapTime> timeFrom(QString text)
{
    text = text.trimmed();
    OverlapTime time;
    time.isShareOfSum = text.startsWith(QChar(u'×')) || text.startsWith(QLatin1Char('x'));
    const auto values = NumberField::valuesFrom(time.isShareOfSum ? text.mid(1) : text, true);
    if (!values)
        return std::nullopt;
    time.time = *values;
    return time;
}

/// The columns of a row.
constexpr std::size_t kPair = 0, kTime = 1;

} // namespace

OverlapRows::OverlapRows(std::function<StageValues(const KindPair&)> propose, QWidget* parent)
    : FieldRows(tr("Overlap times"),
                tr("How long a block of two overlapped actions takes, by what they are, in their order"),
                tr("Add: a time for blocks of one pair of kinds"), "cost-overlap-times", fields(), parent)
    , m_propose(std::move(propose))
{}

std::vector<FieldRows::Field> OverlapRows::fields()
{
    const Field pair{tr("Overlap times: pair"), tr("Two of F, I, W and B in their order, as F+B"),
                     kFormLabelWidth - 8, 8};
    const Field time{tr("Overlap times: time"),
                     tr("A time, or a list of one a stage: 3, 3, 3.5; × 0.8 is a share of what both "
                        "parts take one after the other")};
    return {pair, time};
}

std::optional<KindPair> OverlapRows::pairFrom(const QString& text)
{
    const QStringList parts = text.split(QLatin1Char('+'));
    if (parts.size() != 2)
        return std::nullopt;
    const auto first = kindFrom(parts[0]);
    const auto second = kindFrom(parts[1]);
    return first && second ? std::optional(KindPair{*first, *second}) : std::nullopt;
}

QString OverlapRows::textOf(const KindPair& pair)
{
    return QString::fromStdString(std::string(kindText(pair.first)) + '+' +
                                  std::string(kindText(pair.second)));
}

void OverlapRows::setTimes(const OverlapTimes& times)
{
    // What is half typed stays until the times change elsewhere.
    if (m_isWrong && times == m_times)
        return;
    m_isWrong = false;
    QString problem;
    const bool same = shown(problem) == times && problem.isEmpty() && rowCount() == times.size();
    m_times = times;
    setProblem({});
    if (same)
        return;
    setRowCount(times.size());
    std::size_t row = 0;
    for (const auto& [pair, time] : times) {
        if (pairFrom(field(row, kPair)->text()) != pair)
            field(row, kPair)->setText(textOf(pair));
        const auto given = timeFrom(field(row, kTime)->text());
        if (!given || given->time != time.time || given->isShareOfSum != time.isShareOfSum)
            field(row, kTime)->setText(textOfTime(time));
        ++row;
    }
}

void OverlapRows::add()
{
    const auto found = std::find_if(std::begin(kUsual), std::end(kUsual),
                                    [this](const KindPair& pair) { return !m_times.contains(pair); });
    const KindPair pair = found == std::end(kUsual) ? kUsual[0] : *found;
    const std::size_t row = rowCount();
    setRowCount(row + 1);
    field(row, kPair)->setText(textOf(pair));
    field(row, kTime)->setText(NumberField::textOf(m_propose(pair)));
    editLastRow();
}

OverlapTimes OverlapRows::shown(QString& problem) const
{
    OverlapTimes times;
    for (std::size_t row = 0; row < rowCount(); ++row) {
        const QString name = field(row, kPair)->text();
        const auto pair = pairFrom(name);
        const auto time = timeFrom(field(row, kTime)->text());
        if (!pair)
            problem = tr("\"%1\" is no pair: it is two of F, I, W and B, as in F+B").arg(name);
        else if (times.contains(*pair))
            problem = tr("%1 is there twice", "pair of kinds").arg(textOf(*pair));
        else if (!time)
            problem = tr("%1 takes a number from 0, one for every stage, or a share: × 0.8", "pair of kinds")
                          .arg(textOf(*pair));
        if (!problem.isEmpty())
            return {};
        OverlapTime& entry = times[*pair];
        const auto known = m_times.find(*pair);
        if (known != m_times.end())
            entry = known->second;
        entry.time = time->time;
        entry.isShareOfSum = time->isShareOfSum;
    }
    return times;
}

void OverlapRows::take()
{
    QString problem;
    const OverlapTimes times = shown(problem);
    setProblem(problem);
    m_isWrong = !problem.isEmpty();
    if (!problem.isEmpty())
        return;
    m_times = times;
    emit edited(times);
}

} // namespace bubblescope::ui
