// SPDX-License-Identifier: Apache-2.0
#include "core/model/order_edit.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;
using test::parse;
using test::render;

class ModelOrderEdit : public QObject
{
    Q_OBJECT

private slots:
    void cuts_data()
    {
        QTest::addColumn<QByteArray>("order");
        QTest::addColumn<unsigned>("index");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("a dense row closes up")
            << QByteArray("0F0 0F1 0B0 0B1") << 1U << QByteArray("0F0 0B0 0B1");
        QTest::newRow("a row with empty cells keeps its columns")
            << QByteArray("0F0 0F1 . 0B0") << 0U << QByteArray(". 0F1 . 0B0");
        QTest::newRow("nothing is left at the end") << QByteArray("0F0 . 0B0") << 2U << QByteArray("0F0");
        QTest::newRow("an overlapped cell goes as a whole, by its first part")
            << QByteArray("0F0 (0F1;3B0)OVERLAP_F_B 0B0") << 1U << QByteArray("0F0 0B0");
        QTest::newRow("an overlapped cell goes as a whole, by its last part")
            << QByteArray("0F0 (0F1;3B0)OVERLAP_F_B 0B0") << 2U << QByteArray("0F0 0B0");
        QTest::newRow("an overlapped cell leaves one empty cell")
            << QByteArray(". (0F1;3B0)OVERLAP_F_B 0B0") << 1U << QByteArray(". . 0B0");
        QTest::newRow("the last action of all") << QByteArray("0F0") << 0U << QByteArray("");
    }

    void cuts()
    {
        QFETCH(const QByteArray, order);
        QFETCH(const unsigned, index);
        QFETCH(const QByteArray, after);
        QCOMPARE(render(cutAction(parse(order.toStdString()), {RankId{0}, index})), after.toStdString());
    }

    void inserts_data()
    {
        QTest::addColumn<QByteArray>("order");
        QTest::addColumn<unsigned>("index");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<unsigned>("place");
        QTest::newRow("between") << QByteArray("0F0 0B0") << 1U << QByteArray("0F0 3F2 0B0") << 1U;
        QTest::newRow("first") << QByteArray("0F0 0B0") << 0U << QByteArray("3F2 0F0 0B0") << 0U;
        QTest::newRow("last") << QByteArray("0F0 0B0") << 2U << QByteArray("0F0 0B0 3F2") << 2U;
        QTest::newRow("far behind the last")
            << QByteArray("0F0 0B0") << 9U << QByteArray("0F0 0B0 3F2") << 2U;
        QTest::newRow("into an empty row") << QByteArray("") << 0U << QByteArray("3F2") << 0U;
        QTest::newRow("not into an overlapped cell") << QByteArray("0F0 (0F1;3B0)OVERLAP_F_B") << 2U
                                                     << QByteArray("0F0 3F2 (0F1;3B0)OVERLAP_F_B") << 1U;
        QTest::newRow("an empty cell before it is taken")
            << QByteArray("0F0 . . 0B0") << 3U << QByteArray("0F0 . 3F2 0B0") << 2U;
    }

    void inserts()
    {
        QFETCH(const QByteArray, order);
        QFETCH(const unsigned, index);
        QFETCH(const QByteArray, after);
        QFETCH(const unsigned, place);
        Schedule schedule = parse(order.toStdString());
        schedule.rows.resize(1);
        const Row cell{Action(StageId{3}, ActionKind::Forward, MicrobatchId{2})};
        ActionPosition inserted;
        const Schedule result = insertAction(schedule, cell, RankId{0}, index, &inserted);
        QCOMPARE(render(result), after.toStdString());
        QCOMPARE(inserted, (ActionPosition{RankId{0}, place}));
        QCOMPARE(result.stageCount, 4U);
    }

    void putsEverythingBack_data()
    {
        QTest::addColumn<QByteArray>("order");
        QTest::newRow("dense") << QByteArray("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1");
        QTest::newRow("with empty cells") << QByteArray("0F0 0F1 . . 0B0 . 0B1\n. 1F0 1B0 1F1 1B1");
        QTest::newRow("overlapped") << QByteArray("0F0 . (0F1;3B0)OVERLAP_F_B (0F2;3B1)OVERLAP_F_B 0B0");
    }

    /// Cut and pasted before what stood behind it, an action is where it was.
    void putsEverythingBack()
    {
        QFETCH(const QByteArray, order);
        const Schedule schedule = parse(order.toStdString());
        for (std::uint32_t rank = 0; rank < schedule.rankCount(); ++rank) {
            const Row& row = schedule.rows[rank];
            for (std::size_t i = 0; i < row.size(); i = cellEnd(row, i)) {
                if (row[i].isBubble())
                    continue;
                const ActionPosition at{RankId{rank}, i};
                const auto cell = cellAt(schedule, at);
                const Schedule without = cutAction(schedule, at);
                const std::size_t lost = row.size() - without.rows[rank].size();
                const Schedule again =
                    insertAction(without, cell, RankId{rank}, i + cell.size() - std::min(lost, cell.size()));
                QCOMPARE(render(again), render(schedule));
                QCOMPARE(again.stageCount, schedule.stageCount);
                QCOMPARE(again.microbatchCount, schedule.microbatchCount);
            }
        }
    }

    void promisesNothingAnyMore()
    {
        Schedule schedule = parse("0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1");
        schedule.placement = Placement{PlacementKind::Loop, 2, 1};
        schedule.variant = "torch";
        const Schedule cut = cutAction(schedule, {RankId{1}, 3});
        QVERIFY(!cut.placement);
        QVERIFY(cut.variant.empty());
        QCOMPARE(cut.microbatchCount, 2U);
        QCOMPARE(cut.stageCount, 2U);
    }
};

BUBBLESCOPE_TEST(ModelOrderEdit)
#include "model_order_edit.moc"
