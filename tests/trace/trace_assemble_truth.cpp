// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"

#include <map>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// "0F0 0F1 …" of a truth's list; idle cells and what follows the pipeline are left out.
std::string expectedOrder(const nlohmann::json& cells)
{
    std::string text;
    for (const auto& cell : cells) {
        const auto name = cell.get<std::string>();
        if (name.empty() || name.ends_with("REDUCE_GRAD"))
            continue;
        text += (text.empty() ? "" : " ") + name;
    }
    return text;
}

std::string withoutReduce(const std::string& order)
{
    std::string text;
    for (std::size_t at = 0; at <= order.size();) {
        const std::size_t end = std::min(order.find(' ', at), order.size());
        const std::string cell = order.substr(at, end - at);
        if (!cell.ends_with("REDUCE_GRAD"))
            text += (text.empty() ? "" : " ") + cell;
        at = end + 1;
    }
    return text;
}

void addCases(const std::vector<std::string>& folders)
{
    QTest::addColumn<QString>("name");
    for (const std::string& folder : folders) {
        for (const std::string& name : traceCases(folder))
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

} // namespace

/// Every recorded and synthesised profile against what is known to have run.
class AssembleTruthTest : public QObject
{
    Q_OBJECT

private:
    int m_orders = 0;
    int m_cells = 0;
    int m_medians = 0;
    int m_spans = 0;

private slots:
    void recordedOrdersAndMedians_data() { addCases({"torch_cpu", "derived"}); }

    void recordedOrdersAndMedians()
    {
        QFETCH(QString, name);
        const auto truth = traceTruth(name.toStdString());
        const MeasuredRun run = assembled(readAll(traceFiles(name.toStdString())));
        // Without labels: trace_infer_runs compares it.
        if (truth["actions"].empty()) {
            QVERIFY(run.inferred.has_value());
            return;
        }
        QCOMPARE(run.ranks.size(), truth["ranks"].get<std::size_t>());
        QCOMPARE(run.microbatchCount, truth["microbatches"].get<std::uint32_t>());
        QVERIFY2(run.placement.has_value(), warningText(run).c_str());
        QCOMPARE(std::string(placementName(run.placement->kind)), truth["placement"].get<std::string>());
        for (const MeasuredRank& rank : run.ranks) {
            const std::string key = std::to_string(rank.rank);
            QCOMPARE(orderText(rank, false), expectedOrder(truth["order"][key]));
            if (!truth["order_with_comms"][key].is_null())
                QCOMPARE(withoutReduce(orderText(rank, true)), expectedOrder(truth["order_with_comms"][key]));
            m_cells += static_cast<int>(rank.actions.size());
            ++m_orders;
        }
        std::map<std::string, std::vector<double>> lengths;
        for (const MeasuredRank& rank : run.ranks) {
            for (const MeasuredAction& action : rank.actions) {
                if (isCompute(action.action.kind()) && action.source != TimeSource::Estimated)
                    lengths[std::string(kindText(action.action.kind())) + "@stage" +
                            std::to_string(action.action.stage().value)]
                        .push_back(action.end - action.start);
            }
        }
        for (const auto& [key, value] : truth["median_compute_us"].items()) {
            if (value.is_null() || !lengths.contains(key))
                continue;
            const double expected = value.get<double>();
            const double found = medianOf(lengths[key]);
            const std::string told = key + ": " + std::to_string(found) + " instead of " +
                                     std::to_string(expected) + "\n" + warningText(run);
            QVERIFY2(std::abs(found - expected) <= std::max(0.1 * expected, 150.0), told.c_str());
            ++m_medians;
        }
    }

    void gpuTimesAreExact_data() { addCases({"gpu_synth", "nsys_synth"}); }

    void gpuTimesAreExact()
    {
        QFETCH(QString, name);
        const auto truth = traceTruth(name.toStdString());
        const MeasuredRun run = assembled(readAll(traceFiles(name.toStdString())));
        const double scale = truth.value("unit", "us") == "ns" ? 1e-3 : 1;
        QCOMPARE(run.ranks.size(), truth["ranks"].get<std::size_t>());
        QCOMPARE(run.microbatchCount, truth["microbatches"].get<std::uint32_t>());
        std::map<std::pair<std::uint32_t, std::string>, MeasuredAction> found;
        std::size_t count = 0;
        for (const MeasuredRank& rank : run.ranks) {
            for (const MeasuredAction& action : rank.actions) {
                if (!isCompute(action.action.kind()))
                    continue;
                found[{rank.rank, actionText(action.action.id())}] = action;
                ++count;
            }
        }
        const bool splits = truth.value("schedule", "") == "ZB-H1";
        std::size_t expected = 0;
        for (const auto& action : truth["actions"]) {
            const auto rank = action["rank"].get<std::uint32_t>();
            std::string kind = action["type"].get<std::string>();
            if (kind != "F" && kind != "B" && kind != "W" && kind != "I")
                continue;
            kind = splits && kind == "B" ? "I" : kind;
            const std::string text = std::to_string(rank) + kind + std::to_string(action["mb"].get<int>());
            QVERIFY2(
                found.contains({rank, text}),
                (text + " is not in " + orderText(run.ranks[rank], false) + "\n" + warningText(run)).c_str());
            const MeasuredAction& measured = found[{rank, text}];
            const double skew = run.ranks[rank].skew;
            const double injected =
                truth.contains("clock_skew_us") ? truth["clock_skew_us"][rank].get<double>() : 0;
            QVERIFY2(std::abs(skew - injected) <= 178,
                     qPrintable(QString("skew %1 of rank %2").arg(skew).arg(rank)));
            const double length = action["gpu_dur"].get<double>() * scale;
            QVERIFY2(std::abs(measured.end - measured.start - length) <= 0.0011,
                     qPrintable(QString("%1: %2 instead of %3")
                                    .arg(text.c_str())
                                    .arg(measured.end - measured.start)
                                    .arg(length)));
            ++expected;
            ++m_spans;
        }
        QCOMPARE(count, expected);
    }

    void cleanupTestCase()
    {
        qInfo("%d orders of ranks with %d actions, %d medians and %d GPU spans compared", m_orders, m_cells,
              m_medians, m_spans);
    }
};

BUBBLESCOPE_TEST(AssembleTruthTest)
#include "trace_assemble_truth.moc"
