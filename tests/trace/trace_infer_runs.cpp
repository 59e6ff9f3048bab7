// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"

#include <regex>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// A run on GPUs: in the shared folder, else its copy in tests/data without what the reader drops.
std::filesystem::path inferRunPath(const std::string& relative)
{
    const std::filesystem::path shared = sharedFolder();
    if (!shared.empty() && std::filesystem::exists(shared / "gpu" / relative))
        return shared / "gpu" / relative;
    return testsFolder() / "data" / "gpu" / relative;
}

std::vector<TraceFile> inferRunFiles(const std::filesystem::path& folder)
{
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
        if (entry.path().filename().string().starts_with("rank"))
            paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return readAll(paths);
}

/// As if nobody had written a label: steps stay.
void dropLabels(std::vector<TraceFile>& files)
{
    for (TraceFile& file : files)
        std::erase_if(file.records, [&](const TraceRecord& record) {
            return record.kind == RecordKind::Range &&
                   !file.strings[record.name].starts_with("ProfilerStep#");
        });
}

std::string orderOf(const nlohmann::json& cells)
{
    std::string text;
    for (const auto& cell : cells)
        text += (text.empty() ? "" : " ") + cell.get<std::string>();
    return text;
}

/// Nothing shows that F and B are one block: "(0F7;7B3)OVERLAP_F_B" as "0F7 7B3".
std::string withoutBlocks(std::string order)
{
    static const std::regex block("\\(([^;]*);([^)]*)\\)OVERLAP_F_B");
    return std::regex_replace(order, block, "$1 $2");
}

std::string computeOf(const std::string& order)
{
    static const std::regex others("(^| )(?!\\d+[FBIW]\\d+( |$))\\S*");
    const std::string left = std::regex_replace(order, others, "");
    return left.starts_with(' ') ? left.substr(1) : left;
}

/// Files of the given ones whose ranks are in none of the shown.
std::vector<TraceFile> hiddenOf(std::vector<TraceFile> files, const MeasuredRun& run)
{
    std::set<std::string> shown;
    for (const MeasuredRank& rank : run.ranks)
        shown.insert(rank.file);
    std::erase_if(files, [&](const TraceFile& file) { return shown.contains(file.path); });
    return files;
}

} // namespace

/// Recorded runs against what is known to have run.
class TraceInferRuns : public QObject
{
    Q_OBJECT

private:
    int m_rankSteps = 0;

    void compare(const std::vector<TraceFile>& files, const nlohmann::json& truth, bool isPrefix)
    {
        const std::vector<std::uint64_t> steps = assembled(files).steps;
        QVERIFY2(!steps.empty(), warningText(assembled(files)).c_str());
        for (const std::uint64_t step : steps) {
            const MeasuredRun run = assembled(files, ofStep(step));
            for (const MeasuredRank& rank : run.ranks) {
                QVERIFY(rank.globalRank.has_value());
                std::string expected = orderOf(truth["orders"][std::to_string(*rank.globalRank)]);
                if (run.inferred)
                    expected = withoutBlocks(expected);
                const std::string found = orderText(rank, false);
                QCOMPARE(isPrefix ? found.substr(0, expected.size()) : found, expected);
                ++m_rankSteps;
            }
        }
    }

    void addRun(const char* name, bool withoutLabels)
    {
        if (std::filesystem::exists(inferRunPath(name)))
            QTest::newRow(name) << QString(name) << withoutLabels;
    }

private slots:
    void ordersAreTrue_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("withoutLabels");
        for (const char* name :
             {"megatron/1f1b_p4_m8", "megatron/dp2_1f1b_p2_m4", "megatron/interleaved_overlap_p4_v2_m8",
              "megatron/interleaved_p4_v2_m8", "megatron/stack_1f1b_p2_m4", "megatron_cpu/cp2_1f1b_p2_m4",
              "megatron_cpu/moe_dp2_interleaved_p2_v2_m4", "torch/1f1b_p4_m8", "torch/dualpipev_p4_m10",
              "torch/gpipe_p4_m8", "torch/interleaved1f1b_p4_v2_m8", "torch/stack_1f1b_p2_m4",
              "torch/stack_interleaved_p2_v2_m4", "torch/zbv_p4_m8", "torch_sliced/ddp_dp2_1f1b_p2_m4",
              "torch_sliced/fsdp2_dp2_interleaved1f1b_p2_v2_m4"})
            addRun(name, false);
        // Their labels ignored.
        for (const char* name :
             {"torch/dualpipev_p4_m10", "torch/gpipe_p4_m8", "torch/interleaved1f1b_p4_v2_m8",
              "torch/stack_1f1b_p2_m4", "torch/stack_interleaved_p2_v2_m4", "torch/zbv_p4_m8",
              "torch_sliced/fsdp2_dp2_interleaved1f1b_p2_v2_m4"}) {
            if (std::filesystem::exists(inferRunPath(name)))
                QTest::newRow((std::string(name) + " without labels").c_str()) << QString(name) << true;
        }
    }

    void ordersAreTrue()
    {
        QFETCH(QString, name);
        QFETCH(bool, withoutLabels);
        const std::filesystem::path folder = inferRunPath(name.toStdString());
        std::ifstream text(folder / "truth.json");
        const auto truth = nlohmann::json::parse(text);
        // The truth of that run was written down only to its first half.
        const bool isPrefix = name == "megatron/stack_1f1b_p2_m4";
        std::vector<TraceFile> files = inferRunFiles(folder);
        if (withoutLabels) {
            dropLabels(files);
            QVERIFY(assembled(files).inferred.has_value());
        }
        compare(files, truth, isPrefix);
        if (auto hidden = hiddenOf(std::move(files), assembled(inferRunFiles(folder))); !hidden.empty())
            compare(hidden, truth, isPrefix);
    }

    void eachRankAlone_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("withoutLabels");
        for (const char* name : {"megatron/interleaved_p4_v2_m8", "torch/1f1b_p4_m8"})
            addRun(name, false);
    }

    void eachRankAlone()
    {
        QFETCH(QString, name);
        const std::filesystem::path folder = inferRunPath(name.toStdString());
        std::ifstream text(folder / "truth.json");
        const auto truth = nlohmann::json::parse(text);
        std::vector<TraceFile> files = inferRunFiles(folder);
        for (TraceFile& file : files) {
            std::vector<TraceFile> one;
            one.push_back(std::move(file));
            const std::uint32_t global = *one.front().rank;
            const MeasuredRun run = assembled(one);
            QVERIFY2(run.inferred && !run.inferred->schedule.empty(), warningText(run).c_str());
            QCOMPARE(run.ranks.size(), 4U);
            QCOMPARE(orderText(run.ranks[global], false), orderOf(truth["orders"][std::to_string(global)]));
        }
    }

    void withoutAGpu_data()
    {
        QTest::addColumn<std::string>("schedule");
        for (const auto& [name, schedule] :
             {std::pair("1f1b_runtime_p4_m8", "1f1b"), std::pair("dualpipev_p2_m6", "dualpipev"),
              std::pair("gpipe_p4_m8", ""),
              std::pair("interleaved1f1b_p4_v2_m8", "interleaved-1f1b:stages-per-rank=2"),
              std::pair("izb_p4_v2_m8", "interleaved-zero-bubble:stages-per-rank=2"),
              std::pair("loopedbfs_p4_v2_m4", "looped-bfs:stages-per-rank=2"),
              std::pair("zbv_p2_m4_straggler0", "zbv")})
            QTest::newRow(name) << std::string(schedule);
    }

    /// gloo names no peers, and the engine runs on the forward's thread. `schedule` is empty where messages
    /// alone say it.
    void withoutAGpu()
    {
        QFETCH(std::string, schedule);
        const std::string name = std::string("torch_cpu/") + QTest::currentDataTag();
        std::vector<TraceFile> files = readAll(traceFiles(name));
        dropLabels(files);
        const MeasuredRun run = assembled(files);
        QVERIFY2(run.inferred.has_value(), warningText(run).c_str());
        QCOMPARE(run.inferred->schedule, schedule);
        const nlohmann::json orders = traceTruth(name)["order"];
        for (const MeasuredRank& rank : run.ranks)
            QCOMPARE(orderText(rank, false),
                     computeOf(withoutBlocks(orderOf(orders[std::to_string(rank.rank)]))));
    }

    void aRunWithoutLabelsOnTheCpu()
    {
        const MeasuredRun run = assembled(readAll(traceFiles("torch_cpu/1f1b_single_p4_m8")));
        QVERIFY2(run.inferred.has_value(), warningText(run).c_str());
        const auto truth = traceTruth("torch_cpu/1f1b_single_p4_m8");
        std::map<std::uint32_t, std::map<double, std::string>> expected;
        for (const auto& one : truth["compute"])
            expected[one["rank"].get<std::uint32_t>()][one["start"].get<double>()] = fmt::format(
                "{}{}{}", one["stage"].get<int>(), one["type"].get<std::string>(), one["mb"].get<int>());
        for (const MeasuredRank& rank : run.ranks) {
            std::string order;
            for (const auto& [start, action] : expected[rank.rank])
                order += (order.empty() ? "" : " ") + action;
            QCOMPARE(orderText(rank, false), order);
        }
    }

    /// Written by hand: none that is known.
    void anUnknownOrderIsNotClaimed()
    {
        std::vector<TraceFile> files = readAll(traceFiles("torch_cpu/csv_zbh1_p4_m8"));
        dropLabels(files);
        QVERIFY(assembled(files).empty());
    }

    void nothingIsClaimedOfPublicProfiles()
    {
        std::vector<std::string> paths = traceFiles("malformed");
        for (const char* folder : {"traces/deepseek_train.json", "public"}) {
            const std::filesystem::path path = sharedFolder() / folder;
            if (sharedFolder().empty() || !std::filesystem::exists(path))
                continue;
            if (!std::filesystem::is_directory(path)) {
                paths.push_back(path.string());
                continue;
            }
            for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
                if (entry.is_regular_file())
                    paths.push_back(entry.path().string());
            }
        }
        int count = 0;
        for (const std::string& path : paths) {
            auto file = readTrace(path);
            if (!file)
                continue;
            std::vector<TraceFile> files;
            files.push_back(std::move(*file));
            const auto run = assembleRun(files);
            QVERIFY2(!run || !run->inferred, path.c_str());
            ++count;
        }
        QVERIFY(count > 5);
    }

    void cleanupTestCase() { qInfo("%d orders of ranks in steps compared", m_rankSteps); }
};

BUBBLESCOPE_TEST(TraceInferRuns)
#include "trace_infer_runs.moc"
