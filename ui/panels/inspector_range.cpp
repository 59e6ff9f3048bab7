// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/inspector_range.h"

#include "ui/timeline/fill_names.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/look.h"
#include "ui/widgets/share_bars.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr std::size_t kMostIdleRanks = 8;

} // namespace

QString ranksText(const std::vector<RankRangeTotals>& ranks, std::size_t most)
{
    std::vector<std::uint32_t> numbers;
    for (const RankRangeTotals& rank : ranks)
        numbers.push_back(rank.rank.value);
    std::sort(numbers.begin(), numbers.end());
    QStringList parts;
    for (std::size_t i = 0; i < numbers.size();) {
        std::size_t end = i + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1)
            ++end;
        if (static_cast<std::size_t>(parts.size()) == most)
            return InspectorRange::tr("%1 ranks").arg(countText(numbers.size()));
        parts << (end - i == 1
                      ? QString::number(numbers[i])
                      : InspectorRange::tr("%1 to %2", "ranks").arg(numbers[i]).arg(numbers[end - 1]));
        i = end;
    }
    return parts.join(QStringLiteral(", "));
}

InspectorRange::InspectorRange(QWidget* parent) : QWidget(parent)
{
    setObjectName(QStringLiteral("inspector-range"));
    setAccessibleName(tr("Measured area"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    addHeading(layout, tr("Measured area"));
    addFact(layout, From, tr("From"));
    addFact(layout, To, tr("To"));
    addFact(layout, Duration, tr("Duration"));
    addFact(layout, Ranks, tr("Ranks"));
    addFact(layout, Idle, tr("Idle fraction"));
    addFact(layout, Rate, tr("Bubble rate"));
    addFact(layout, Actions, tr("Actions"));
    addFact(layout, Whole, tr("Entirely inside"));
    addFact(layout, Memory, tr("Peak memory"));
    addHeading(layout, tr("Time by kind, in the measured area"));
    m_kinds = new ShareBars(this);
    m_kinds->setAccessibleName(tr("Time by kind, in the measured area"));
    layout->addWidget(m_kinds);
    m_idleHeading = addHeading(layout, tr("Idle per rank, in the measured area"));
    m_idle = new ShareBars(this);
    m_idle->setAccessibleName(m_idleHeading->text());
    layout->addWidget(m_idle);
}

QLabel* InspectorRange::addHeading(QVBoxLayout* layout, const QString& text)
{
    auto* label = new QLabel(text, this);
    label->setProperty("heading", true);
    label->setWordWrap(true);
    layout->addSpacing(8);
    layout->addWidget(label);
    return label;
}

void InspectorRange::addFact(QVBoxLayout* layout, Fact fact, const QString& name)
{
    auto* row = new QWidget(this);
    auto* line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    m_names[fact] = new QLabel(name, row);
    m_names[fact]->setProperty("quiet", true);
    auto* value = new QLabel(row);
    value->setFont(figuresFont(13, false));
    value->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    value->setTextInteractionFlags(Qt::TextSelectableByMouse);
    line->addWidget(m_names[fact]);
    line->addWidget(value, 1);
    layout->addWidget(row);
    m_rows[fact] = row;
    m_values[fact] = value;
}

void InspectorRange::setFact(Fact fact, const QString& value)
{
    m_rows[fact]->setVisible(!value.isEmpty());
    m_values[fact]->setText(value);
    if (!value.isEmpty())
        m_lines << m_names[fact]->text() + QStringLiteral(": ") + value;
}

void InspectorRange::setTotals(const RangeTotals& totals, const std::string& unit, const MemoryCurves* memory)
{
    m_lines = QStringList{tr("Measured area")};
    setFact(From, timeText(totals.from, unit));
    setFact(To, timeText(totals.to, unit));
    setFact(Duration, timeText(totals.length(), unit));
    m_names[Ranks]->setText(totals.ranks.size() == 1 ? tr("Rank") : tr("Ranks"));
    setFact(Ranks, ranksText(totals.ranks));
    setFact(Idle, percentText(totals.idleFraction, 2));
    setFact(Rate, totals.busyTime > 0 ? rateText(totals.bubbleRate, 2) : QString());
    setFact(Actions, countText(totals.actionsTouching));
    setFact(Whole,
            totals.actionsInside == totals.actionsTouching ? QString() : countText(totals.actionsInside));
    setFact(Memory,
            totals.peakMemory && memory != nullptr
                ? tr("%1 on rank %2").arg(memoryText(*totals.peakMemory, *memory)).arg(totals.peakRank.value)
                : QString());
    showKinds(totals, unit);
    showIdle(totals, unit);
}

void InspectorRange::showKinds(const RangeTotals& totals, const std::string& unit)
{
    std::vector<ShareBars::Bar> bars;
    const Time all = totals.length() * static_cast<double>(totals.ranks.size());
    const auto add = [&](const QString& name, Time time, Role role) {
        const double share = all > 0 ? time / all : 0;
        bars.push_back({name, tr("%1 · %2", "time, percent").arg(timeText(time, unit), percentText(share)),
                        share, role});
        m_lines << name + QStringLiteral(": ") + bars.back().figure;
    };
    m_lines << tr("Time by kind, in the measured area");
    for (std::size_t fill = 0; fill < kFillClassCount; ++fill)
        if (totals.busy[fill] > 0)
            add(fillName(static_cast<FillClass>(fill), tr("Other")), totals.busy[fill],
                roleOf(static_cast<FillClass>(fill)));
    add(tr("Idle"), totals.idleTime, Role::Idle);
    if (totals.communication > 0)
        add(tr("Communication alongside compute"), totals.communication, Role::Communication);
    if (totals.exchange > 0)
        add(tr("Exchange between experts alongside compute"), totals.exchange, Role::Dispatch);
    if (totals.copies > 0)
        add(tr("Copies to and from the host alongside compute"), totals.copies, Role::Offload);
    if (totals.fsdp > 0)
        add(tr("FSDP alongside compute"), totals.fsdp, Role::Fsdp);
    m_kinds->setBars(std::move(bars));
}

void InspectorRange::showIdle(const RangeTotals& totals, const std::string& unit)
{
    std::vector<const RankRangeTotals*> most;
    for (const RankRangeTotals& rank : totals.ranks)
        most.push_back(&rank);
    const std::size_t shown = std::min(most.size(), kMostIdleRanks);
    std::partial_sort(most.begin(), most.begin() + static_cast<std::ptrdiff_t>(shown), most.end(),
                      [](const RankRangeTotals* a, const RankRangeTotals* b) {
                          return a->idle != b->idle ? a->idle > b->idle : a->rank.value < b->rank.value;
                      });
    const bool several = most.size() > 1;
    m_idleHeading->setVisible(several);
    m_idle->setVisible(several);
    if (!several)
        return;
    m_lines << m_idleHeading->text();
    std::vector<ShareBars::Bar> bars;
    for (std::size_t i = 0; i < shown; ++i) {
        const double share = most[i]->idle / totals.length();
        bars.push_back({tr("Rank %1").arg(most[i]->rank.value),
                        tr("%1 · %2", "time, percent").arg(timeText(most[i]->idle, unit), percentText(share)),
                        share, Role::Idle});
        m_lines << bars.back().name + QStringLiteral(": ") + bars.back().figure;
    }
    const std::size_t rest = most.size() - shown;
    const QString more = rest == 0   ? QString()
                         : rest == 1 ? tr("and 1 more rank")
                                     : tr("and %1 more ranks").arg(countText(rest));
    if (!more.isEmpty())
        m_lines << more;
    m_idle->setBars(std::move(bars), more);
}

} // namespace bubblescope::ui
