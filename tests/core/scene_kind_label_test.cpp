// SPDX-License-Identifier: Apache-2.0
// Labels of blocks whose colour does not tell their kind: those of a difference.
#include <QTest>

#include "core/scene/block_label.h"
#include "tests/support/test_program.h"

#include <array>

using namespace bubblescope;

class SceneKindLabelTest : public QObject
{
    Q_OBJECT

private slots:
    void theKindStays_data()
    {
        QTest::addColumn<double>("width");
        QTest::addColumn<QString>("without");
        QTest::addColumn<QString>("with");
        QTest::newRow("room for all") << 60.0 << "2F7"
                                      << "2F7";
        QTest::newRow("no room for the stage") << 22.0 << "7"
                                               << "F7";
        QTest::newRow("nothing fits") << 2.0 << ""
                                      << "";
    }
    void theKindStays()
    {
        QFETCH(double, width);
        const Action action(StageId{2}, ActionKind::Forward, MicrobatchId{7});
        const auto label = [&](bool tellsKind) {
            return QString::fromStdString(blockLabel(action, width, 30, LabelMode::Auto, 8, tellsKind).text);
        };
        QTEST(label(false), "without");
        QTEST(label(true), "with");
    }

    void partsOfABlockKeepTheirKinds()
    {
        const std::array cell{
            Action(StageId{0}, ActionKind::Forward, MicrobatchId{3}, CellRole::OverlapForwardBackward),
            Action(StageId{0}, ActionKind::Backward, MicrobatchId{2}, CellRole::OverlapContinued)};
        QCOMPARE(jointLabel(cell, 52, 30, LabelMode::Auto, 8, false).text, std::string("3·2"));
        QCOMPARE(jointLabel(cell, 52, 30, LabelMode::Auto, 8, true).text, std::string("F3·B2"));
    }
};

BUBBLESCOPE_TEST(SceneKindLabelTest)
#include "scene_kind_label_test.moc"
