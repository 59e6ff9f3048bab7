// SPDX-License-Identifier: Apache-2.0
#include "core/time/unit_grid.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QtTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

std::string spaced(std::string_view text)
{
    const auto grid = spaceOnUnitGrid(std::make_shared<const Schedule>(parse(text)));
    return grid ? render(spacedOrder(*grid)) : grid.error().message.text();
}

} // namespace

/// The unit grid: text in, text out.
class TimeUnitGrid : public QObject
{
    Q_OBJECT

private slots:
    void grids_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("expected");
        const auto add = [](const char* name, const char* text, const char* expected) {
            QTest::newRow(name) << text << expected;
        };
        add("two ranks", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1", "0F0 0F1 . . 0B0 . 0B1\n. 1F0 1B0 1F1 1B1");
        add("one stage: its backward needs its own forward", "0F0 0B0 0F1 0B1", "0F0 0B0 0F1 0B1");
        add("bubbles of the order are dropped", ". . 0F0 . 0B0\n1F0 . . . 1B0", "0F0 . . . 0B0\n. 1F0 1B0");
        add("a block's parts are done one after the other",
            "0F0 0F1 3F0 (0F2;3B0)OVERLAP_F_B\n1F0 2F0 2B0 1F1 1F2",
            "0F0 0F1 . 3F0 (0F2;3B0)OVERLAP_F_B\n. 1F0 2F0 . . . . 2B0 1F1 1F2");
        add("a rank without actions", "0F0\n", "0F0");
        add("a deadlock names both", "0F0 0B0 0F1\n1F0 1F1 1B0",
            "deadlock: rank 0 0B0 (cell 1) waits for 1B0 on rank 1, which comes after 1F1; rank 1 1F1 (cell "
            "1) waits for 0F1 on rank 0, which comes after 0B0");
        add("a failure counts the bubbles that were given", ". . 0B0 0F0",
            "deadlock: rank 0 0B0 (cell 2) waits for 0F0, which comes after it");
        add("the producer that is missing", "0F0\n2F0", "rank 1 2F0 needs 1F0, which no rank runs");
        add("no communication", "0F0 0SEND_F0",
            "rank 0 cell 1: 0SEND_F0 has no width on the unit grid; only F, I, W and B do");
    }

    void grids()
    {
        QFETCH(QString, order);
        QFETCH(QString, expected);
        QCOMPARE(QString::fromStdString(spaced(order.toStdString())), expected);
    }

    void partsHaveTheirOwnTimes()
    {
        const auto grid =
            spaceOnUnitGrid(std::make_shared<const Schedule>(parse("0F0 1F0 (0F1;1B0)OVERLAP_F_B 0B0")));
        QVERIFY(grid.has_value());
        QCOMPARE(grid->lanes[0].start, (std::vector<Time>{0, 1, 2, 3, 5}));
        QCOMPARE(grid->lanes[0].end, (std::vector<Time>{1, 2, 3, 5, 7}));
        QCOMPARE(grid->makespan, 7.0);
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, TimeUnitGrid)
#include "time_unit_grid.moc"
