// SPDX-License-Identifier: Apache-2.0
// What a sweep wrote is read back, gone on with, and put together; whatever else it may be is refused with
// its place.
#include <QTest>

#include "core/generate/generate.h"
#include "core/sweep/sweep_join.h"
#include "core/sweep/sweep_resume.h"
#include "core/sweep/sweep_text.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <functional>

using namespace bubblescope;

namespace {

using PlanChange = std::function<void(SweepPlan&)>;

SweepPlan filePlan()
{
    SweepPlan plan;
    for (const char* name : {"1f1b", "interleaved-1f1b:placement=loop,variant=torch", "dualpipe"})
        plan.schedules.push_back(*requestFromText(name));
    plan.ranks = {2, 4};
    plan.microbatches = {4, 8};
    plan.p2pLatencies = {0, 0.5};
    return plan;
}

std::string fileOf(const SweepPlan& plan, SweepFormat format, const SweepShard& shard = {})
{
    std::string text = sweepHeader(format);
    runSweep(plan, {shard, 1, 0}, [&](const SweepRow& row) { text += sweepRowText(plan, row, format); });
    return text;
}

const char* nameOf(SweepFormat format)
{
    return format == SweepFormat::Csv ? "s.csv" : "s.jsonl";
}

std::string checked(const std::string& text, SweepFormat format, const SweepPlan& plan,
                    const SweepShard& shard = {})
{
    const Result<SweepLines> lines = readSweepLines(text, nameOf(format), format);
    if (!lines)
        return lines.error().text();
    const Result<void> same = checkRowsOfPlan(text, *lines, nameOf(format), format, plan, shard);
    return same ? fmt::format("{} rows", lines->rows.size()) : same.error().text();
}

std::string replaced(std::string text, const std::string& from, const std::string& to)
{
    const std::size_t at = text.find(from);
    return at == std::string::npos ? "not found: " + from : text.replace(at, from.size(), to);
}

} // namespace

class SweepFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void whatWasWrittenIsRead()
    {
        for (const SweepFormat format : {SweepFormat::Csv, SweepFormat::JsonLines}) {
            const std::string text = fileOf(filePlan(), format);
            const auto lines = test::succeeded(readSweepLines(text, "f", format));
            QCOMPARE(lines->wholeSize, text.size());
            QCOMPARE(lines->rows.size(), std::size_t{24});
            for (std::size_t i = 0; i < 24; ++i)
                QCOMPARE(lines->rows[i].configuration, i);
            QCOMPARE(checked(text, format, filePlan()), "24 rows");
            QCOMPARE(checked("", format, filePlan()), "0 rows");
        }
    }

    void cutOffAnywhereItEndsAtAWholeLine()
    {
        for (const SweepFormat format : {SweepFormat::Csv, SweepFormat::JsonLines}) {
            const std::string text = fileOf(filePlan(), format);
            for (std::size_t size = 0; size <= text.size(); ++size) {
                const auto lines = test::succeeded(readSweepLines(text.substr(0, size), "f", format));
                const std::size_t newline = size == 0 ? std::string::npos : text.rfind('\n', size - 1);
                QCOMPARE(lines->wholeSize, newline == std::string::npos ? 0 : newline + 1);
            }
        }
    }

    void wrongLines_data()
    {
        constexpr SweepFormat csv = SweepFormat::Csv;
        constexpr SweepFormat json = SweepFormat::JsonLines;
        test::addRows<SweepFormat, std::string, std::string, std::string>({
            {"another header", csv, "schedule,ranks", "schedule,rank",
             "s.csv:1:14: not a sweep file: its first line must be 'schedule,ranks,"},
            {"a status that there is not", csv, ",ok,", ",fine,",
             "s.csv:2:14: status is 'fine'; expected one of ok, over-memory-limit, refused, failed"},
            {"a word in the place of a number", csv, "1f1b,2,4", "1f1b,two,4",
             "s.csv:2:6: ranks is 'two'; expected a whole number of at least 0"},
            {"too few columns", csv, ",0,\n", "\n", "s.csv:2:"},
            {"too many", csv, ",0,\n", ",0,,\n", "s.csv:2:"},
            {"open quotes", csv, "torch\",2", "torch,2", "s.csv:10:1: the quotes are not closed"},
            {"quotes within", csv, "1f1b,", "1f\"1b,", "s.csv:2:3: quotes must enclose a whole cell"},
            {"another line end", csv, ",0,\n", ",0,\r\n", "s.csv:2:"},
            {"an empty line", csv, "\n", "\n\n", "s.csv:2:1: schedule is ''; expected a value"},
            {"no object", json, "{", "[", "s.jsonl:1:1: expected '{\"schedule\": '"},
            {"another key", json, "\"ranks\"", "\"Ranks\"", "s.jsonl:1:20: expected ', \"ranks\": '"},
            {"a number as text", json, "\"ranks\": 2", "\"ranks\": \"2\"",
             "s.jsonl:1:31: ranks is '2'; expected a number"},
            {"a text as number", json, "\"schedule\": \"1f1b\"", "\"schedule\": 1",
             "s.jsonl:1:14: schedule is '1'; expected a string in quotes"},
            {"something behind", json, "}\n", "} \n", "s.jsonl:1:"},
            {"null where something is", json, "\"ranks\": 2", "\"ranks\": null",
             "s.jsonl:1:31: ranks is 'null'; expected a value"},
        });
    }

    void wrongLines()
    {
        const auto [format, from, to, words] =
            test::givenRow<SweepFormat, std::string, std::string, std::string>();
        const std::string text = replaced(fileOf(filePlan(), format), from, to);
        const Result<SweepLines> lines = readSweepLines(text, nameOf(format), format);
        QVERIFY2(test::errorOf(lines).starts_with(words), test::errorOf(lines).c_str());
        QVERIFY(lines.error().where && lines.error().where->column > 0);
    }

    void anotherSweepIsNoticed_data()
    {
        constexpr const char* kOther = "the file is from another sweep: this sweep has ";
        constexpr const char* kCosts = "the file is from a sweep with other costs or options: this sweep "
                                       "gives another result for this configuration";
        test::addRows<PlanChange, std::string>({
            {"other microbatches",
             [](SweepPlan& plan) {
                 plan.microbatches = {4, 16};
             },
             fmt::format("s.csv:4:8: {}'1f1b,2,16,1,0' here (configuration 2)", kOther)},
            {"another schedule", [](SweepPlan& plan) { plan.schedules[0] = *requestFromText("gpipe"); },
             fmt::format("s.csv:2:1: {}'gpipe,2,4,1,0' here (configuration 0)", kOther)},
            {"fewer", [](SweepPlan& plan) { plan.schedules.resize(1); },
             "s.csv:10:1: the file is from another sweep: this sweep has only 8 configurations"},
            {"other times", [](SweepPlan& plan) { plan.costs.forward = StageValues(1.25); },
             fmt::format("s.csv:2:25: {}", kCosts)},
            {"a limit", [](SweepPlan& plan) { plan.memoryLimit = 1; }, fmt::format("s.csv:2:15: {}", kCosts)},
            {"per stage", [](SweepPlan& plan) { plan.costsPerStage = true; }, "s.csv:"},
            {"another unit", [](SweepPlan& plan) { plan.costs.unit = "us"; },
             fmt::format("s.csv:2:19: {}", kCosts)},
        });
    }

    void anotherSweepIsNoticed()
    {
        const auto [change, words] = test::givenRow<PlanChange, std::string>();
        SweepPlan plan = filePlan();
        change(plan);
        const std::string told = checked(fileOf(filePlan(), SweepFormat::Csv), SweepFormat::Csv, plan);
        QVERIFY2(told.starts_with(words), told.c_str());
    }

    void partsInAnyOrder()
    {
        for (const SweepFormat format : {SweepFormat::Csv, SweepFormat::JsonLines}) {
            const std::string whole = fileOf(filePlan(), format);
            for (const std::uint64_t count : {1U, 3U, 5U, 30U}) {
                std::vector<SweepPart> parts;
                for (std::uint64_t part = count; part >= 1; --part)
                    parts.push_back({fmt::format("{}", part), fileOf(filePlan(), format, {part, count})});
                const auto joined = test::succeeded(joinSweepParts(parts, format, 24));
                QVERIFY(*joined == whole);
                QVERIFY(*joinSweepParts(parts, format) == whole);
            }
        }
    }

    void whatIsMissingIsSaid()
    {
        constexpr SweepFormat csv = SweepFormat::Csv;
        const std::string first = fileOf(filePlan(), csv, {1, 2});
        const std::string second = fileOf(filePlan(), csv, {2, 2});
        const auto told = [&](const std::vector<SweepPart>& parts, std::optional<std::uint64_t> count) {
            const Result<std::string> joined = joinSweepParts(parts, csv, count);
            return joined ? "fine" : joined.error().headline();
        };
        const std::string missing = "configuration {} is in none of the files: a part is missing or not "
                                    "finished (continue it with --resume)";
        QCOMPARE(told({{"1.csv", first}}, {}), fmt::format(fmt::runtime(missing), 1));
        QCOMPARE(told({{"1.csv", first}, {"1.csv", first}, {"2.csv", second}}, {}),
                 "1.csv:2:1: configuration 0 is also in 1.csv");
        const std::string shorter = second.substr(0, second.rfind('\n', second.size() - 2) + 1);
        QCOMPARE(told({{"1.csv", first}, {"2.csv", shorter}}, {}),
                 "fine"); // nothing says that there is one more
        QCOMPARE(told({{"1.csv", first}, {"2.csv", shorter}}, 24), fmt::format(fmt::runtime(missing), 23));
        QCOMPARE(told({{"1.csv", first}, {"2.csv", second}}, 20),
                 "the files contain configuration 20, but the sweep has only 20");
        QCOMPARE(told({{"1.csv", first}, {"2.csv", second.substr(0, second.size() - 4)}}, {}),
                 "the last line of 2.csv is cut off: continue its sweep with --resume");
    }
};

BUBBLESCOPE_TEST(SweepFilesTest)
#include "sweep_files.moc"
