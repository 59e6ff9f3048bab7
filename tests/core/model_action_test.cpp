// SPDX-License-Identifier: Apache-2.0
#include "core/model/action.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;

class ModelActionTest : public QObject
{
    Q_OBJECT

private slots:
    void packsAndUnpacksEveryField()
    {
        for (const std::uint32_t stage : {0U, 1U, 65536U, Action::kMaxStage})
            for (std::size_t k = 0; k < kActionKindCount; ++k)
                for (const std::uint32_t microbatch : {0U, 78124U, Action::kMaxMicrobatch})
                    for (const CellRole role :
                         {CellRole::Single, CellRole::OverlapForwardBackward,
                          CellRole::OverlapBackwardForward, CellRole::OverlapContinued}) {
                        const auto kind = static_cast<ActionKind>(k);
                        const Action action(StageId{stage}, kind, MicrobatchId{microbatch}, role);
                        QCOMPARE(action.stage().value, stage);
                        QCOMPARE(action.kind(), kind);
                        QCOMPARE(action.microbatch().value, microbatch);
                        QCOMPARE(action.role(), role);
                    }
    }

    void tenMillionActionsAreEightyMegabytes()
    {
        QCOMPARE(sizeof(Action), std::size_t{8});
        QVERIFY(Action().isBubble());
    }

    void writesTheNamesOfPyTorch_data()
    {
        QTest::addColumn<ActionKind>("kind");
        QTest::addColumn<QString>("text");
        QTest::newRow("bubble") << ActionKind::Bubble << "";
        QTest::newRow("forward") << ActionKind::Forward << "3F12";
        QTest::newRow("input gradient") << ActionKind::BackwardInput << "3I12";
        QTest::newRow("weight gradient") << ActionKind::BackwardWeight << "3W12";
        QTest::newRow("full backward") << ActionKind::Backward << "3B12";
        QTest::newRow("send forward") << ActionKind::SendForward << "3SEND_F12";
        QTest::newRow("receive backward") << ActionKind::ReceiveBackward << "3RECV_B12";
        QTest::newRow("wait for send") << ActionKind::WaitSendForward << "3WAIT_SEND_F12";
        QTest::newRow("unshard has no microbatch") << ActionKind::Unshard << "3UNSHARD";
        QTest::newRow("reduced gradients have no microbatch")
            << ActionKind::WaitReduceGrad << "3WAIT_REDUCE_GRAD";
        QTest::newRow("recompute, a word of our own") << ActionKind::Recompute << "3R12";
        QTest::newRow("offload, a word of our own") << ActionKind::Offload << "3O12";
        QTest::newRow("reload, a word of our own") << ActionKind::Reload << "3L12";
        QTest::newRow("a part stands around its microbatch") << ActionKind::InputDispatch << "3I12@dispatch";
        QTest::newRow("a vocabulary pass") << ActionKind::VocabularyForward << "3S12";
        QTest::newRow("the end of a step has no stage") << ActionKind::ParamGather << "PARAM_GATHER";
    }

    void writesTheNamesOfPyTorch()
    {
        QFETCH(ActionKind, kind);
        QTEST(QString::fromStdString(actionText({StageId{3}, kind, MicrobatchId{12}})), "text");
    }

    void sortsKindsIntoFamilies()
    {
        std::size_t compute = 0;
        std::size_t communication = 0;
        std::size_t fsdp = 0;
        std::size_t copies = 0;
        for (std::size_t k = 0; k < kActionKindCount; ++k) {
            const auto kind = static_cast<ActionKind>(k);
            QVERIFY(isCompute(kind) + isCommunication(kind) + isFsdp(kind) + isCopy(kind) + isExchange(kind) +
                        isTail(kind) + (kind == ActionKind::Bubble) ==
                    1);
            compute += isCompute(kind);
            communication += isCommunication(kind);
            fsdp += isFsdp(kind);
            copies += isCopy(kind);
        }
        QCOMPARE(compute, std::size_t{5 + 8 + 2}); // with parts that compute, S and T
        QCOMPARE(copies, std::size_t{2});
        QCOMPARE(communication, std::size_t{6});
        QCOMPARE(fsdp, std::size_t{4});
    }
};

BUBBLESCOPE_TEST(ModelActionTest)
#include "model_action_test.moc"
