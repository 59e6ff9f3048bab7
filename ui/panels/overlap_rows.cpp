// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/overlap_rows.h"

#include "ui/widgets/form_row.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parameter_row.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>
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

QLineEdit* makeField(const QString& name, const QString& help, QWidget* parent)
{
    QLineEdit* field = makeEntryField(name, parent);
    field->setToolTip(help);
    return field;
}

} // namespace

OverlapRows::OverlapRows(QWidget* parent)
    : QWidget(parent)
    , m_add(makeAddButton(tr("Add: a time for blocks of one pair of kinds"), this))
    , m_layout(new QVBoxLayout(this))
    , m_problem(makeProblemLabel(this))
{
    setObjectName(QStringLiteral("cost-overlap-times"));
    auto* label = new QLabel(tr("Overlap times"), this);
    label->setToolTip(
        tr("How long a block of two overlapped actions takes, by what they are, in their order"));
    label->setBuddy(m_add);
    auto* line = new QHBoxLayout;
    line->addWidget(label, 1);
    line->addWidget(m_add);
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(4);
    m_layout->addLayout(line);
    m_layout->addWidget(m_problem);
    connect(m_add, &QPushButton::clicked, this, &OverlapRows::addPair);
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

void OverlapRows::setProposal(std::function<StageValues(const KindPair&)> propose)
{
    m_propose = std::move(propose);
}

void OverlapRows::setTimes(const OverlapTimes& times)
{
    // What is half typed stays until the times change elsewhere.
    if (m_isWrong && times == m_times)
        return;
    m_isWrong = false;
    QString problem;
    const bool same = shown(problem) == times && problem.isEmpty() && m_rows.size() == times.size();
    m_times = times;
    setProblem({});
    if (same)
        return;
    while (m_rows.size() > times.size())
        dropRow(m_rows.back().widget);
    while (m_rows.size() < times.size())
        addRow();
    auto row = m_rows.begin();
    for (const auto& [pair, time] : times) {
        if (pairFrom(row->pair->text()) != pair)
            row->pair->setText(textOf(pair));
        const auto given = timeFrom(row->time->text());
        if (!given || given->time != time.time || given->isShareOfSum != time.isShareOfSum)
            row->time->setText(textOfTime(time));
        ++row;
    }
}

void OverlapRows::setProblem(const QString& text)
{
    showProblem(*m_problem, text);
}

QString OverlapRows::problemText() const
{
    return m_problem->isHidden() ? QString() : m_problem->text();
}

QLineEdit* OverlapRows::pairField(std::size_t row) const
{
    return row < m_rows.size() ? m_rows[row].pair : nullptr;
}

QLineEdit* OverlapRows::timeField(std::size_t row) const
{
    return row < m_rows.size() ? m_rows[row].time : nullptr;
}

QPushButton* OverlapRows::removeButton(std::size_t row) const
{
    return row < m_rows.size() ? m_rows[row].remove : nullptr;
}

void OverlapRows::addRow()
{
    Row row;
    row.widget = new QWidget(this);
    auto* line = new QHBoxLayout(row.widget);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(0);
    row.pair =
        makeField(tr("Overlap times: pair"), tr("Two of F, I, W and B in their order, as F+B"), row.widget);
    row.pair->setFixedWidth(kFormLabelWidth - 8);
    row.time = makeField(tr("Overlap times: time"),
                         tr("A time, or a list of one a stage: 3, 3, 3.5; × 0.8 is a share of what both "
                            "parts take one after the other"),
                         row.widget);
    row.remove = makeRemoveButton(row.widget);
    line->addWidget(row.pair);
    line->addSpacing(8);
    line->addWidget(row.time, 1);
    line->addSpacing(4);
    line->addWidget(row.remove);
    for (QLineEdit* field : {row.pair, row.time}) {
        connect(field, &QLineEdit::textEdited, this, &OverlapRows::take);
        connect(field, &QLineEdit::editingFinished, this, &OverlapRows::editingFinished);
    }
    connect(row.remove, &QPushButton::clicked, this, [this, widget = row.widget] {
        dropRow(widget);
        take();
        emit editingFinished();
        m_add->setFocus(Qt::OtherFocusReason);
    });
    QWidget* before = m_rows.empty() ? m_add : m_rows.back().remove;
    for (QWidget* next : std::initializer_list<QWidget*>{row.pair, row.time, row.remove}) {
        setTabOrder(before, next);
        before = next;
    }
    // The problem stays last.
    m_layout->insertWidget(m_layout->count() - 1, row.widget);
    m_rows.push_back(row);
}

void OverlapRows::addPair()
{
    const auto found = std::find_if(std::begin(kUsual), std::end(kUsual),
                                    [this](const KindPair& pair) { return !m_times.contains(pair); });
    const KindPair pair = found == std::end(kUsual) ? kUsual[0] : *found;
    addRow();
    m_rows.back().pair->setText(textOf(pair));
    m_rows.back().time->setText(NumberField::textOf(m_propose ? m_propose(pair) : StageValues(1.0)));
    m_rows.back().pair->setFocus(Qt::OtherFocusReason);
    m_rows.back().pair->selectAll();
    take();
    emit editingFinished();
}

void OverlapRows::dropRow(const QWidget* widget)
{
    const auto found =
        std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return row.widget == widget; });
    if (found == m_rows.end())
        return;
    found->widget->hide();
    found->widget->deleteLater();
    m_rows.erase(found);
}

OverlapTimes OverlapRows::shown(QString& problem) const
{
    OverlapTimes times;
    for (const Row& row : m_rows) {
        const auto pair = pairFrom(row.pair->text());
        const auto time = timeFrom(row.time->text());
        if (!pair)
            problem = tr("\"%1\" is no pair: it is two of F, I, W and B, as in F+B").arg(row.pair->text());
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
