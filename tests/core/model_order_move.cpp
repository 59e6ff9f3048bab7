// SPDX-License-Identifier: Apache-2.0
// Moving a cell of an order.
#include <QTest>

#include "core/model/order_move.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using test::parse;
using test::render;

class ModelOrderMove : public QObject
{
    Q_OBJECT

private slots:
    void moves_data()
    {
        QTest::addColumn<QString>("order");
        QTest::addColumn<int>("rank");
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("toRank");
        QTest::addColumn<int>("before");
        QTest::addColumn<QString>("moved");
        QTest::addColumn<int>("stands");
        const auto row = [](const char* name, const char* order, int rank, int index, int toRank, int before,
                            const char* moved, int stands) {
            QTest::newRow(name) << order << rank << index << toRank << before << moved << stands;
        };
        row("on, past one", "0F0 0F1 0B0 0B1", 0, 1, 0, 3, "0F0 0B0 0F1 0B1", 2);
        row("back, past one", "0F0 0F1 0B0 0B1", 0, 2, 0, 1, "0F0 0B0 0F1 0B1", 1);
        row("to the begin", "0F0 0F1 0B0 0B1", 0, 3, 0, 0, "0B1 0F0 0F1 0B0", 0);
        row("to the end", "0F0 0F1 0B0 0B1", 0, 0, 0, 4, "0F1 0B0 0B1 0F0", 3);
        row("beyond the end", "0F0 0F1 0B0 0B1", 0, 0, 0, 99, "0F1 0B0 0B1 0F0", 3);
        row("before itself", "0F0 0F1 0B0", 0, 1, 0, 1, "0F0 0F1 0B0", 1);
        row("before the next", "0F0 0F1 0B0", 0, 1, 0, 2, "0F0 0F1 0B0", 1);
        row("a whole overlapped cell", "0F0 (0F1;0B0)OVERLAP_F_B 0B1 0F2", 0, 2, 0, 4,
            "0F0 0B1 (0F1;0B0)OVERLAP_F_B 0F2", 2);
        row("a whole overlapped cell, back", "0F0 0B1 (0F1;0B0)OVERLAP_F_B 0F2", 0, 3, 0, 0,
            "(0F1;0B0)OVERLAP_F_B 0F0 0B1 0F2", 0);
        row("never into an overlapped cell", "0F0 (0F1;0B0)OVERLAP_F_B 0B1", 0, 3, 0, 2,
            "0F0 0B1 (0F1;0B0)OVERLAP_F_B", 1);
        row("other columns stay", "0F0 . 0F1 0B0 . 0B1", 0, 3, 0, 0, "0B0 0F0 . 0F1 . 0B1", 0);
        row("to another rank", "0F0 0F1\n1F0 1F1", 0, 1, 1, 1, "0F0\n1F0 0F1 1F1", 1);
        row("to the end of another rank", "0F0 0F1\n1F0 1F1", 0, 0, 1, 2, "0F1\n1F0 1F1 0F0", 2);
    }

    void moves()
    {
        QFETCH(QString, order);
        QFETCH(int, rank);
        QFETCH(int, index);
        QFETCH(int, toRank);
        QFETCH(int, before);
        QFETCH(QString, moved);
        QFETCH(int, stands);
        const Schedule schedule = parse(order.toStdString());
        const MovedOrder result =
            moveAction(schedule, {RankId{static_cast<std::uint32_t>(rank)}, static_cast<std::size_t>(index)},
                       RankId{static_cast<std::uint32_t>(toRank)}, static_cast<std::size_t>(before));
        QCOMPARE(QString::fromStdString(render(result.schedule)).trimmed(), moved);
        QCOMPARE(static_cast<int>(result.cell.rank.value), toRank);
        QCOMPARE(static_cast<int>(result.cell.index), stands);
        QCOMPARE(result.schedule.stageCount, schedule.stageCount);
        QCOMPARE(result.schedule.microbatchCount, schedule.microbatchCount);
    }

    void everyActionHasItsIndex()
    {
        const Schedule schedule = parse("0F0 (0F1;0B0)OVERLAP_F_B 0F2 0B1 0B2 0F3");
        const Row& row = schedule.rows[0];
        for (std::size_t from = 0; from < row.size(); ++from)
            for (std::size_t to = 0; to <= row.size(); ++to) {
                if (to < row.size() && !row[to].startsCell())
                    continue;
                const Schedule moved = moveAction(schedule, {RankId{0}, from}, RankId{0}, to).schedule;
                for (std::size_t i = 0; i < row.size(); ++i)
                    QCOMPARE(actionText(moved.rows[0][indexAfterMove(cellSpan(row, from), to, i)].id()),
                             actionText(row[i].id()));
            }
    }

    void ownPlaceKeepsWhatTheFamilyPromises()
    {
        Schedule schedule = parse("0F0 0F1 0B0 0B1");
        schedule.variant = "torch";
        QCOMPARE(moveAction(schedule, {RankId{0}, 1}, RankId{0}, 2).schedule.variant, std::string("torch"));
        QCOMPARE(moveAction(schedule, {RankId{0}, 1}, RankId{0}, 3).schedule.variant, std::string());
    }
};

BUBBLESCOPE_TEST(ModelOrderMove)
#include "model_order_move.moc"
