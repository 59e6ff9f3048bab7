// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "core/time/simulate.h"
#include "core/time/what_if.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <memory>

using namespace bubblescope;
using namespace bubblescope::test;

Q_DECLARE_METATYPE(WhatIf)

namespace {

/// F 10, B 20, of each 2 on the host; a block of F and B 22.
CostModel costsOf(double host)
{
    CostModel costs;
    costs.forward = StageValues(10);
    costs.backward = StageValues(20);
    costs.overlap.times[{ActionKind::Forward, ActionKind::Backward}] = OverlapTime(StageValues(22));
    costs.hostOverhead = host;
    return costs;
}

WhatIf kind(ActionKind kind, double factor)
{
    WhatIf factors;
    factors.kinds[kind] = factor;
    return factors;
}

WhatIf rank(std::uint32_t rank, double factor)
{
    WhatIf factors;
    factors.ranks[rank] = factor;
    return factors;
}

WhatIf stage(std::uint32_t stage, double factor)
{
    WhatIf factors;
    factors.stages[stage] = factor;
    return factors;
}

/// How long the actions of rank 0 take, "0F0 10, 0B0 20".
QString lengths(const char* order, const CostModel& costs)
{
    const auto schedule = std::make_shared<const Schedule>(parse(order));
    const auto timeline = simulate(schedule, costs);
    if (!timeline)
        return QString::fromStdString(timeline.error().message.text());
    QStringList texts;
    for (std::size_t i = 0; i < schedule->rows[0].size(); ++i)
        texts << QString::fromStdString(fmt::format("{} {}", actionText(schedule->rows[0][i].id()),
                                                    timeline->lanes[0].end[i] - timeline->lanes[0].start[i]));
    return texts.join(", ");
}

void rows(bool hasHost)
{
    QTest::addColumn<WhatIf>("factors");
    QTest::addColumn<QString>("expected");
    const auto row = [&](const char* name, const WhatIf& factors, const char* with, const char* without) {
        QTest::newRow(name) << factors << QString(hasHost ? with : without);
    };
    row("a kind", kind(ActionKind::Forward, 3), "0F0 26, 0B0 20", "0F0 30, 0B0 20");
    row("a stage", stage(0, 0.5), "0F0 6, 0B0 11", "0F0 5, 0B0 10");
    row("a rank, slow in all", rank(0, 0.5), "0F0 5, 0B0 10", "0F0 5, 0B0 10");
    row("a rank that takes no time", rank(0, 0), "0F0 0, 0B0 0", "0F0 0, 0B0 0");
    row("another rank", rank(1, 3), "0F0 10, 0B0 20", "0F0 10, 0B0 20");
    WhatIf both = kind(ActionKind::Backward, 2);
    both.ranks[0] = 2;
    row("a kind and a rank", both, "0F0 20, 0B0 76", "0F0 20, 0B0 80");
}

} // namespace

/// Factors multiply what is computed; what passes on the host stays.
class TimeHostPart : public QObject
{
    Q_OBJECT

private slots:
    void factorsLeaveTheHostsPart_data() { rows(true); }

    void factorsLeaveTheHostsPart()
    {
        QFETCH(WhatIf, factors);
        QFETCH(QString, expected);
        CostModel costs = scaled(costsOf(2), factors, 2);
        QCOMPARE(lengths("0F0 0B0\n1F0 1B0", costs), expected);
        // The other engine, which takes what the fast one does not.
        costs.profile = TimingProfile::PpScheduleVisualization;
        QCOMPARE(lengths("0F0 0B0\n1F0 1B0", costs), expected);
    }

    void withoutAHostAFactorMultiplies_data() { rows(false); }

    void withoutAHostAFactorMultiplies()
    {
        QFETCH(WhatIf, factors);
        QFETCH(QString, expected);
        QCOMPARE(lengths("0F0 0B0\n1F0 1B0", scaled(costsOf(0), factors, 2)), expected);
    }

    void parametersHaveNoHostsPart()
    {
        CostModel costs = costsOf(2);
        costs.unshard = StageValues(8);
        costs = scaled(costs, rank(0, 0.5), 1);
        QCOMPARE(lengths("0UNSHARD 0F0 0B0", costs), QString("0UNSHARD 4, 0F0 5, 0B0 10"));
        // A block has the host's part once: 2 and 20, of which that alone grows which computes.
        CostModel faster = scaled(costsOf(2), stage(0, 0.5), 1);
        QCOMPARE(lengths("0F0 (0F1;0B0)OVERLAP_F_B 0B1", faster), QString("0F0 6, 0F1 12, 0B0 12, 0B1 11"));
    }
};

BUBBLESCOPE_TEST(TimeHostPart)
#include "time_host_part.moc"
