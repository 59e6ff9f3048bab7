// SPDX-License-Identifier: Apache-2.0
// Lists that do not fit a schedule are said with their place and path; ranks that are not there are named.
#include <QTest>

#include "core/io/calibration.h"
#include "core/time/cost_fit.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// What is said of a file on a schedule of four stages; empty if it fits.
QString saidOf(const std::string& text)
{
    const Result<CostsFile> file = readCostsFile(text, "costs.json");
    if (!file)
        return qString("not read: " + file.error().text());
    const Result<void> fits = checkPlaced(file->costs, 4, file->lists);
    return fits ? QString() : qString(fits.error().text());
}

std::string costs(const std::string& members)
{
    return "{\"format\": \"bubblescope-costs\", \"version\": 1,\n  " + members + "}\n";
}

std::string calibrationOf(const std::string& model, const std::string& more)
{
    return R"({"schema": "pipeline-calibration/1", "provenance": "manual", "created_utc": "2026-01-01",
"producer": {"name": "hand", "version": "1"}, "device": {"name": "Toy GPU", "count": 1}, "method": {}, "transfers": [],
"model": {)" +
           model + "},\n" + more + "}\n";
}

} // namespace

class IoCostsLists : public QObject
{
    Q_OBJECT

private slots:
    void saysWhere_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("said");
        const QString values =
            "values, but the schedule has 4 stages: give one value for all or one for each stage\n";
        const auto row = [&](const char* name, const std::string& members, const QString& said) {
            QTest::newRow(name) << qString(costs(members)) << said;
        };
        row("one value", R"("forward": 2, "fsdp": {"unshard": 3})", {});
        row("one for each", R"("forward": [1, 2, 3, 4])", {});
        row("a list of one", R"("forward": [1])", {});
        row("forward", R"("forward": [1, 2])",
            "costs.json:2:14: forward has 2 " + values + "  \"forward\": [1, 2]}\n             ^");
        row("backward", R"("backward": [1, 2, 3, 4, 5])",
            "costs.json:2:15: backward has 5 " + values +
                "  \"backward\": [1, 2, 3, 4, 5]}\n              ^");
        row("halves", R"("backward_input": 1, "backward_weight": [1, 2])",
            "costs.json:2:43: backward_weight has 2 " + values +
                "  \"backward_input\": 1, \"backward_weight\": [1, 2]}\n" + QString(42, ' ') + "^");
        row("activation", R"("activation": [1, 2])",
            "costs.json:2:17: activation has 2 " + values + "  \"activation\": [1, 2]}\n                ^");
        row("parameters", R"("parameters": [1, 2, 3])",
            "costs.json:2:17: parameters has 3 " + values +
                "  \"parameters\": [1, 2, 3]}\n                ^");
        row("gradients", R"("gradients": [1, 2])",
            "costs.json:2:16: gradients has 2 " + values + "  \"gradients\": [1, 2]}\n               ^");
        row("unshard", R"("fsdp": {"unshard": [1, 2]})",
            "costs.json:2:23: fsdp.unshard has 2 " + values + "  \"fsdp\": {\"unshard\": [1, 2]}}\n" +
                QString(22, ' ') + "^");
        row("reshard", R"("fsdp": {"reshard": [1, 2]})",
            "costs.json:2:23: fsdp.reshard has 2 " + values + "  \"fsdp\": {\"reshard\": [1, 2]}}\n" +
                QString(22, ' ') + "^");
        row("reduce_grad", R"("fsdp": {"reduce_grad": [1, 2]})",
            "costs.json:2:27: fsdp.reduce_grad has 2 " + values + "  \"fsdp\": {\"reduce_grad\": [1, 2]}}\n" +
                QString(26, ' ') + "^");
        row("overlap", R"("overlap": {"F+B": [1, 2]})",
            "costs.json:2:22: overlap.F+B has 2 " + values + "  \"overlap\": {\"F+B\": [1, 2]}}\n" +
                QString(21, ' ') + "^");
        row("overlap's share", R"("overlap": {"B+F": {"share": [1, 2]}})",
            "costs.json:2:32: overlap.B+F.share has 2 " + values +
                "  \"overlap\": {\"B+F\": {\"share\": [1, 2]}}}\n" + QString(31, ' ') + "^");
        row("layers", R"("blocks": {"layer": {"F": 1}}, "layers_per_stage": [1, 2])",
            "costs.json:2:54: layers_per_stage has 2 " + values +
                "  \"blocks\": {\"layer\": {\"F\": 1}}, \"layers_per_stage\": [1, 2]}\n" + QString(53, ' ') +
                "^");
        row("the step's optimizer", R"("step": {"optimizer": [1, 2]})",
            "costs.json:2:25: step.optimizer has 2 " + values + "  \"step\": {\"optimizer\": [1, 2]}}\n" +
                QString(24, ' ') + "^");
        QTest::newRow("a calibration's step")
            << qString(calibrationOf("", R"("blocks": [],
"stages": [{"stage": 0, "ops": {"F": {"median": 1}}},
           {"stage": 1, "ops": {"F": {"median": 1}}}],
"step": {"optimizer": [1, 2, 3]})"))
            << "not read: costs.json:7:23: step.optimizer has 3 values, but the schedule has 2 stages: give "
               "one "
               "value for all or one for each stage\n\"step\": {\"optimizer\": [1, 2, 3]}}\n" +
                   QString(22, ' ') + "^";
        QTest::newRow("a calibration's layers")
            << qString(calibrationOf(
                   "\"layers_per_stage\": [1, 2]",
                   R"("stages": [], "blocks": [{"block": "layer", "ops": {"F": {"median": 1}}}])"))
            << "costs.json:3:31: model.layers_per_stage has 2 " + values +
                   "\"model\": {\"layers_per_stage\": [1, 2]},\n" + QString(30, ' ') + "^";
        QTest::newRow("a calibration's stages")
            << qString(calibrationOf("", R"("blocks": [],
"stages": [{"stage": 0, "ops": {"F": {"median": 1}}},
           {"stage": 1, "ops": {"F": {"median": 1}}}])"))
            << "costs.json:5:11: stages has 2 entries, but the schedule has 4 stages: give one for each "
               "stage\n"
               "\"stages\": [{\"stage\": 0, \"ops\": {\"F\": {\"median\": 1}...\n          ^";
    }

    void saysWhere()
    {
        QFETCH(QString, file);
        QFETCH(QString, said);
        QCOMPARE(saidOf(file.toStdString()), said);
    }

    void saysWhereInADocument()
    {
        const std::string text =
            "{\"bubblescopeFormat\": 1,\n \"costs\": {\"fsdp\": {\"reshard\": [1, 2]}},\n"
            " \"source\": {\"request\": {\"schedule\": \"1f1b\"}}}\n";
        CostModel costs;
        costs.reshard = StageValues({1, 2});
        const Result<void> fits = checkPlaced(costs, 4, costsListsOfDocument(text, "d.bubble"));
        QVERIFY(!fits);
        QCOMPARE(fits.error().headline(),
                 "d.bubble:2:32: costs.fsdp.reshard has 2 values, but the schedule has 4 stages: "
                 "give one value for all or one for each stage");
        for (const char* none :
             {"", "[1]", "{}", "{\"costs\": 3}", "{\"costs\": {\"fsdp\": 3, \"overlap\": 4}}"})
            QVERIFY2(costsListsOfDocument(none, "d.bubble").empty(), none);
    }

    void saysWithoutAPlace()
    {
        CostModel costs;
        costs.backward = StageValues({1, 2});
        const Result<void> fits = checkPlaced(costs, 4, {});
        QCOMPARE(test::errorOf(fits),
                 "backward has 2 values, but the schedule has 4 stages: give one value for all or "
                 "one for each stage");
        QVERIFY(misfitOf(costs, 4) == (CostMisfit{"backward", 2}));
        QVERIFY(misfitOf(costs, 0) == (CostMisfit{"backward", 2}));
        QVERIFY(!misfitOf(costs, 2));
        QVERIFY(!misfitOf(CostModel{}, 0));
    }

    void namesUnknownRanks_data()
    {
        test::addRows<std::string, std::uint32_t, QString>({
            {"none", R"("rank_factor": {"3": 2}, "p2p": {"links": [{"from": 3, "to": 0}]})", 4, ""},
            {"one", R"("rank_factor": {"3": 2, "9": 2})", 4,
             "rank_factor names rank 9, but the schedule has ranks 0 to 3: it changes nothing"},
            {"the one behind the last", R"("rank_factor": {"1": 2})", 1,
             "rank_factor names rank 1, but the schedule has only rank 0: it changes nothing"},
            {"two", R"("rank_factor": {"9": 2, "10": 2})", 4,
             "rank_factor names ranks 9, 10, but the schedule has ranks 0 to 3: they change nothing"},
            {"many", R"("rank_factor": {"5": 2, "6": 2, "7": 2, "8": 2, "9": 1})", 4,
             "rank_factor names ranks 5, 6, 7 and 2 more, but the schedule has ranks 0 to 3: they change "
             "nothing"},
            {"links",
             R"("p2p": {"links": [{"from": 0, "to": 1}, {"from": 0, "to": 9}, {"from": 4, "to": 0}]})", 4,
             "p2p.links[1] names rank 9, but the schedule has ranks 0 to 3: it changes nothing | "
             "p2p.links[2] names rank 4, but the schedule has ranks 0 to 3: it changes nothing"},
            {"many links",
             R"("p2p": {"links": [{"from": 4, "to": 0}, {"from": 4, "to": 1}, {"from": 4, "to": 2},
        {"from": 4, "to": 3}, {"from": 4, "to": 5}]})",
             4,
             "p2p.links[0] names rank 4, but the schedule has ranks 0 to 3: it changes nothing | "
             "p2p.links[1] names rank 4, but the schedule has ranks 0 to 3: it changes nothing | "
             "p2p.links[2] names rank 4, but the schedule has ranks 0 to 3: it changes nothing | 2 more "
             "entries of p2p.links do so as well"},
        });
    }

    void namesUnknownRanks()
    {
        const auto [members, ranks, said] = test::givenRow<std::string, std::uint32_t, QString>();
        const auto file = test::succeeded(readCostsFile(costs(members), "costs.json"));
        QStringList sentences;
        for (const std::string& unknown : unknownRanks(file->costs, ranks))
            sentences << qString(unknown);
        QCOMPARE(sentences.join(" | "), said);
    }

    void marksWhatWasEdited()
    {
        CostModel before;
        before.source = "measured on Toy";
        const auto marked = [&](auto&& change) {
            CostModel after = before;
            change(after);
            markEdited(after, before);
            return qString(after.source);
        };
        QCOMPARE(marked([](CostModel&) {}), QString("measured on Toy"));
        QCOMPARE(marked([](CostModel& costs) { costs.forward = StageValues(2); }),
                 QString("measured on Toy, edited"));
        QCOMPARE(marked([](CostModel& costs) { costs.memoryLimit = 3; }), QString("measured on Toy"));
        QCOMPARE(marked([](CostModel& costs) { costs = CostModel{}; }), QString());
        QCOMPARE(marked([](CostModel& costs) { costs.source = "estimate for Toy"; }),
                 QString("estimate for Toy"));
        before.source += ", edited";
        QCOMPARE(marked([](CostModel& costs) { costs.forward = StageValues(3); }),
                 QString("measured on Toy, edited"));
        before.source.clear();
        QCOMPARE(marked([](CostModel& costs) { costs.forward = StageValues(3); }), QString());
    }

    void saysWhatAFileLacks_data()
    {
        const QString neither =
            "costs.json:1:1: not a cost file, which starts with \"format\": \"bubblescope-costs\", nor a "
            "calibration, which starts with \"schema\": \"pipeline-calibration/1\"\n";
        test::addRows<std::string, QString>({
            {"a list", "[1,2]", neither + "[1,2]\n^"},
            {"an empty list", "[]", neither + "[]\n^"},
            {"an empty object", "{}", neither + "{}\n^"},
            {"a number", "3", neither + "3\n^"},
            {"no version", "{\"format\": \"bubblescope-costs\"}",
             "costs.json:1:1: \"version\" is missing: add \"version\": 1\n{\"format\": "
             "\"bubblescope-costs\"}\n^"},
            {"events", R"([{"ph": "X"}])",
             "costs.json is a trace; expected a cost file or a calibration; to read traces, use File > Open "
             "profiles or 'bubblescope-cli trace'"},
        });
    }

    void saysWhatAFileLacks()
    {
        const auto [file, said] = test::givenRow<std::string, QString>();
        const Result<CostsFile> read = readCostsFile(file, "costs.json");
        QCOMPARE(qString(test::errorOf(read)), said);
    }
};

BUBBLESCOPE_TEST(IoCostsLists)
#include "io_costs_lists.moc"
