// SPDX-License-Identifier: Apache-2.0
#include "core/lower/pass.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;
using test::parse;
using test::render;

class LowerPassesTest : public QObject
{
    Q_OBJECT

private slots:
    void stripLeavesComputeActions()
    {
        const Schedule lowered =
            parse("0UNSHARD 0F0 0SEND_F0 . (0F1;3B0)OVERLAP_F_B 0WAIT_SEND_F0 0REDUCE_GRAD");
        QCOMPARE(render(applyPass("strip", lowered).value()), std::string("0F0 (0F1;3B0)OVERLAP_F_B"));
    }

    void stripUndoesPyTorchsLowering()
    {
        std::size_t compared = 0;
        for (const auto& record : test::sharedJson("conformance/orders/random.json")) {
            if (!record.contains("comms") || !record["comms"].is_array())
                continue;
            const Schedule stripped = applyPass("strip", test::scheduleFromCells(record["comms"])).value();
            QCOMPARE(test::difference(stripped, record["order"]), std::string());
            ++compared;
        }
        QVERIFY(compared > 50);
    }

    void mergesBackwardsAsPyTorchDoes()
    {
        const auto cases = test::sharedJson("conformance/orders/torch_extra.json")["merge_bw"];
        QVERIFY(cases.size() > 5);
        for (const auto& merged : cases) {
            const Schedule row = test::scheduleFromCells(nlohmann::json::array({merged["in"]}));
            QCOMPARE(test::difference(applyPass("merge-backward", row).value(),
                                      nlohmann::json::array({merged["out"]})),
                     std::string());
        }
    }

    void keepsOverlappedHalvesApart()
    {
        QCOMPARE(render(applyPass("merge-backward", parse("(0F1;3I0)OVERLAP_F_B 3W0")).value()),
                 std::string("(0F1;3I0)OVERLAP_F_B 3W0"));
    }

    void refusesUnknownPassesAndSettings()
    {
        QCOMPARE(applyPass("fold", parse("0F0")).error().text(),
                 std::string("unknown pass 'fold'; the passes are send-recv, fsdp, torch, strip, "
                             "merge-backward, recompute, offload, vocabulary, parts, tail"));
        QCOMPARE(applyPass("strip:style=torch", parse("0F0")).error().text(),
                 std::string("pass strip takes no settings; found 'style=torch'"));
    }
};

BUBBLESCOPE_TEST(LowerPassesTest)
#include "lower_passes_test.moc"
