// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/overview_strip.h"
#include "ui/widgets/figures.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QCoreApplication>
#include <algorithm>

namespace bubblescope::ui {

namespace {

class OverviewAccessible : public QAccessibleWidget, public QAccessibleValueInterface
{
    Q_DECLARE_TR_FUNCTIONS(OverviewStrip)

public:
    explicit OverviewAccessible(OverviewStrip* overview) : QAccessibleWidget(overview, QAccessible::ScrollBar)
    {}

    QString text(QAccessible::Text which) const override
    {
        if (which != QAccessible::Value || !overview().index())
            return QAccessibleWidget::text(which);
        const Timeline& timeline = overview().index()->timeline();
        const TimeRange range = overview().shownRange();
        return tr("%1 to %2 of %3", "times")
            .arg(timeCell(std::max(0.0, range.from), timeline.unit),
                 timeCell(std::min(timeline.makespan, range.to), timeline.unit),
                 timeText(timeline.makespan, timeline.unit));
    }
    void* interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface*>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QVariant currentValue() const override { return overview().shownRange().from; }
    void setCurrentValue(const QVariant& value) override { overview().askFrom(value.toDouble()); }
    QVariant minimumValue() const override { return 0.0; }
    QVariant maximumValue() const override
    {
        const TimeRange range = overview().shownRange();
        const Time makespan = overview().index() ? overview().index()->timeline().makespan : 0;
        return std::max(0.0, makespan - (range.to - range.from));
    }
    QVariant minimumStepSize() const override
    {
        return (overview().shownRange().to - overview().shownRange().from) / 100;
    }

private:
    [[nodiscard]] OverviewStrip& overview() const { return *static_cast<OverviewStrip*>(widget()); }
};

QAccessibleInterface* overviewInterface(const QString& className, QObject* object)
{
    auto* overview = className == QLatin1String("bubblescope::ui::OverviewStrip")
                         ? qobject_cast<OverviewStrip*>(object)
                         : nullptr;
    return overview != nullptr ? new OverviewAccessible(overview) : nullptr;
}

} // namespace

void OverviewStrip::makeAccessible()
{
    QAccessible::installFactory(overviewInterface);
}

void OverviewStrip::tellValue()
{
    QAccessibleValueChangeEvent event(this, shownRange().from);
    QAccessible::updateAccessibility(&event);
}

} // namespace bubblescope::ui
