// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope;

namespace {

/// All problems of the request that `text` is read as, a line each.
QString problemsOf(const char* text)
{
    const Result<ScheduleRequest> request = requestFromText(text);
    if (!request)
        return "cannot be read: " + QString::fromStdString(request.error().text());
    QStringList lines;
    for (const ParameterProblem& problem : checkRequest(*request))
        lines << QString::fromStdString(problem.text());
    return lines.join('\n');
}

} // namespace

class GenerateRequest : public QObject
{
    Q_OBJECT

private slots:
    void textIsRead()
    {
        const auto request = test::succeeded(requestFromText(
            "Interleaved1F1B:ranks=2,microbatches=6, stages-per-rank = 3 ,Placement=LOOP,variant=torch"));
        ScheduleRequest expected;
        expected.schedule = "interleaved-1f1b";
        expected.ranks = 2;
        expected.microbatches = 6;
        expected.stagesPerRank = 3;
        expected.placement = PlacementKind::Loop;
        expected.options = {{"variant", "torch"}};
        QVERIFY(*request == expected);
        QVERIFY(checkRequest(*request).empty());
    }

    void textKeepsWhatTheBaseSays()
    {
        ScheduleRequest base;
        base.schedule = "gpipe";
        base.ranks = 6;
        base.microbatches = 12;
        base.options = {{"variant", "torch"}};
        const auto request = test::succeeded(requestFromText("1f1b:microbatches=-3", base));
        QCOMPARE(request->schedule, "1f1b");
        QCOMPARE(request->ranks, std::int64_t{6});
        QCOMPARE(request->microbatches, std::int64_t{-3});
        QVERIFY(request->options == base.options);
        QVERIFY(!request->stagesPerRank);
    }

    void wrongText_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("error");
        QStringList names;
        for (const ScheduleInfo& info : scheduleCatalog())
            names << QString::fromStdString(info.name);
        const QString all = "the schedules are " + names.join(", ");
        QTest::newRow("a name with a typing error")
            << "interleved-1f1b"
            << "unknown schedule 'interleved-1f1b'; " + all + "; nearest that work: interleaved-1f1b";
        QTest::newRow("an alias with two letters swapped")
            << "ZBP1"
            << "unknown schedule 'ZBP1'; " + all + "; nearest that work: interleaved-zero-bubble, zb-h1";
        QTest::newRow("a name like none") << "megatron:ranks=4"
                                          << "unknown schedule 'megatron'; " + all;
        QTest::newRow("no name") << ""
                                 << "unknown schedule ''; " + all;
        QTest::newRow("no name before the colon") << ":ranks=4"
                                                  << "unknown schedule ''; " + all;
        QTest::newRow("an unknown key") << "1f1b:rank=4"
                                        << "unknown parameter 'rank': 1f1b takes ranks, microbatches, "
                                           "stages-per-rank, placement, variant; did you mean ranks?";
        QTest::newRow("an underscore for a hyphen")
            << "1f1b:stages_per_rank=1"
            << "unknown parameter 'stages_per_rank': 1f1b takes ranks, microbatches, stages-per-rank, "
               "placement, variant; did you mean stages-per-rank?";
        QTest::newRow("a key like none") << "zbv:colour=4"
                                         << "unknown parameter 'colour': zbv takes ranks, microbatches, "
                                            "stages-per-rank, placement, variant";
        QTest::newRow("a key alone") << "1f1b:ranks"
                                     << "ranks has no value: write ranks=4";
        QTest::newRow("an empty value") << "1f1b:microbatches="
                                        << "microbatches has no value: write microbatches=8";
        QTest::newRow("a word for a number") << "1f1b:ranks=four"
                                             << "ranks is 'four'; expected a whole number, such as ranks=4";
        QTest::newRow("a fraction") << "1f1b:ranks=4.5"
                                    << "ranks is '4.5'; expected a whole number, such as ranks=4";
        QTest::newRow("a number with a tail") << "1f1b:ranks=4x"
                                              << "ranks is '4x'; expected a whole number, such as ranks=4";
        QTest::newRow("more than 64 bits") << "1f1b:ranks=99999999999999999999"
                                           << "ranks is 99999999999999999999, which is out of range";
        QTest::newRow("a key twice") << "1f1b:ranks=4,ranks=8"
                                     << "ranks is given twice";
        QTest::newRow("a comma at the end") << "1f1b:ranks=4,"
                                            << "'' is not a parameter: write 1f1b:KEY=VALUE,KEY=VALUE";
        QTest::newRow("a colon and nothing") << "1f1b:"
                                             << "'' is not a parameter: write 1f1b:KEY=VALUE,KEY=VALUE";
        QTest::newRow("a value without a key") << "1f1b:=4"
                                               << "'=4' is not a parameter: write 1f1b:KEY=VALUE,KEY=VALUE";
        QTest::newRow("an unknown placement")
            << "1f1b:placement=ring"
            << "unknown placement 'ring'; the placements are loop, v, block and mirror";
    }

    void wrongText()
    {
        QFETCH(QString, text);
        QFETCH(QString, error);
        const Result<ScheduleRequest> request = requestFromText(text.toStdString());
        QCOMPARE(QString::fromStdString(test::errorOf(request)), error);
        QCOMPARE(request.error().kind, ErrorKind::InvalidInput);
    }

    void problems_data()
    {
        test::addRows<std::string, QString>({
            {"nothing wrong", "1f1b:ranks=4,microbatches=4", ""},
            {"fewer microbatches than ranks", "1f1b:ranks=4,microbatches=3",
             "microbatches is 3, but 1f1b needs at least as many as ranks (4); nearest that work: 4"},
            {"uneven rounds", "interleaved-1f1b:ranks=4,microbatches=9,variant=torch",
             "microbatches is 9, but interleaved-1f1b needs a multiple of the number of rounds (9 div 4 "
             "ranks = 2); nearest that work: 8, 10"},
            {"uneven rounds, the upper value nearer", "zb1p:ranks=4,microbatches=11",
             "microbatches is 11, but interleaved-zero-bubble needs a multiple of the number of rounds (11 "
             "div 4 ranks = 2); nearest that work: 10, 12"},
            {"a last group that does not reach all ranks", "megatron-interleaved:ranks=4,microbatches=6",
             "microbatches is 6, but megatron-interleaved needs a last group of at least as many as ranks "
             "(4): "
             "a multiple of the group size (4), or that and 4 or more; nearest that work: 4, 8"},
            {"a group smaller than the ranks", "megatron-interleaved:ranks=4,microbatches=8,group_size=3",
             "group_size is 3, but megatron-interleaved needs a number from the ranks (4) to the "
             "microbatches "
             "(8); nearest that work: 4"},
            {"an overlap with one stage", "megatron-interleaved:stages-per-rank=1,overlap=true",
             "stages-per-rank is 1, but megatron-interleaved needs at least 2 to overlap forward and "
             "backward; "
             "nearest that work: 2"},
            {"a microbatch that neuronx refuses", "interleaved-1f1b:ranks=4,microbatches=6,variant=neuronx",
             "microbatches is 6, but interleaved-1f1b needs a multiple of the ranks (4); nearest that work: "
             "4, 8"},
            {"fewer microbatches than stages", "dualpipev:ranks=4,microbatches=5",
             "microbatches is 5, but dualpipev needs at least twice the ranks (8); nearest that work: 8"},
            {"no microbatch, the rule on top", "dualpipev:ranks=4,microbatches=0",
             "microbatches is 0, but dualpipev needs at least 1; nearest that work: 8"},
            {"no ranks", "gpipe:ranks=0", "ranks is 0, but gpipe needs at least 1; nearest that work: 1"},
            {"negative ranks", "zbv:ranks=-9223372036854775808",
             "ranks is -9223372036854775808, but zbv needs at least 1; nearest that work: 1"},
            {"no stage", "looped-bfs:stages-per-rank=0",
             "stages-per-rank is 0, but looped-bfs needs at least 1; nearest that work: 1"},
            {"two stages for one", "gpipe:stages-per-rank=2",
             "stages-per-rank is 2, but gpipe needs exactly 1 with placement loop; nearest that work: 1"},
            {"one stage for GPipe's V", "gpipe:placement=v,variant=hyper-parallel",
             "stages-per-rank is 1, but gpipe needs exactly 2 with placement v; nearest that work: 2"},
            {"a placement of another variant", "gpipe:placement=v",
             "placement is v, but gpipe needs loop (v: with variant=hyper-parallel); nearest that work: "
             "loop"},
            {"an option of another variant", "looped-bfs:inference=true",
             "inference is true, but looped-bfs takes it only in variant d9d; nearest that work: false"},
            {"a word for true", "looped-bfs:inference=yes,variant=d9d",
             "inference is 'yes'; expected true or false; nearest that work: true, false"},
            {"a rule of PyTorch alone", "1f1b:ranks=4,microbatches=3,variant=Hyper-Parallel", ""},
            {"three stages for a V", "zbv:stages-per-rank=3",
             "stages-per-rank is 3, but zbv needs exactly 2; nearest that work: 2"},
            {"the wrong placement", "zbv:placement=loop",
             "placement is loop, but zbv needs v; nearest that work: v"},
            {"an unknown variant", "zbv:variant=tensorflow",
             "unknown variant 'tensorflow': zbv has torch, d9d; nearest that work: torch, d9d"},
            {"several at once, each with what works in its place",
             "dualpipev:ranks=4,microbatches=3,stages-per-rank=1,placement=loop,variant=x",
             "unknown variant 'x': dualpipev has torch, d9d, deepseek, pp-schedule-visualization, jaxpp, "
             "mindspeed; nearest "
             "that work: torch, d9d, deepseek, pp-schedule-visualization, jaxpp, mindspeed\n"
             "placement is loop, but dualpipev needs v; nearest that work: v\n"
             "stages-per-rank is 1, but dualpipev needs exactly 2; nearest that work: 2\n"
             "microbatches is 3, but dualpipev needs at least twice the ranks (8); nearest that work: 8"},
            {"one mistake is reported once", "1f1b:ranks=100000,microbatches=8",
             "ranks is 100000, but 1f1b takes at most 65536; nearest that work: 8"},
            {"more actions than can be built", "gpipe:ranks=4,microbatches=1000000000",
             "microbatches is 1000000000, but gpipe would have 8000000000 actions; at most 2147483648 can be "
             "built; nearest that work: 268435456"},
            {"more actions, and only fewer ranks help", "1f1b:ranks=40000,microbatches=40000",
             "ranks is 40000, but 1f1b would have 3200000000 actions; at most 2147483648 can be built; "
             "nearest that work: 26843"},
            {"more stages than can be numbered", "looped-bfs:ranks=65536,microbatches=1,stages-per-rank=1024",
             "stages-per-rank is 1024, but looped-bfs would have 67108864 stages; at most 4194304 can be "
             "numbered; nearest that work: 64"},
        });
    }

    void problems()
    {
        const auto [text, expected] = test::givenRow<std::string, QString>();
        QCOMPARE(problemsOf(text.c_str()), expected);
    }

    void problemNamesItsParameter()
    {
        ScheduleRequest request;
        request.schedule = "1f1b";
        request.microbatches = 3;
        request.options = {{"overlap_b_f", "true"}};
        const std::vector<ParameterProblem> problems = checkRequest(request);
        QCOMPARE(problems.size(), std::size_t{2});
        QCOMPARE(problems[0].parameter, "overlap_b_f");
        QCOMPARE(problems[0].text(), "unknown option 'overlap_b_f': 1f1b has variant");
        QCOMPARE(problems[1].parameter, "microbatches");
        QCOMPARE(problems[1].nearest, std::vector<std::string>{"4"});
        request.schedule = "nothing";
        QCOMPARE(checkRequest(request).front().parameter, "schedule");
    }

    void absurdNumbersAreRefusedAtOnce()
    {
        for (const char* name :
             {"gpipe", "1f1b", "interleaved-1f1b", "looped-bfs", "zb1p", "zbv", "dualpipev"}) {
            ScheduleRequest request;
            request.schedule = name;
            request.ranks = std::numeric_limits<std::int64_t>::max();
            request.microbatches = std::numeric_limits<std::int64_t>::max();
            request.stagesPerRank = std::numeric_limits<std::int64_t>::max();
            for (const ParameterProblem& problem : checkRequest(request))
                QVERIFY2(problem.message.text().find("takes at most") != std::string::npos ||
                             problem.message.text().find("needs exactly") != std::string::npos,
                         problem.text().c_str());
            QCOMPARE(checkRequest(request).size(), std::size_t{3});
            QVERIFY(!generate(request));
        }
    }

    void generateGivesTheFirstProblem()
    {
        ScheduleRequest request;
        request.schedule = "zbv";
        request.ranks = 0;
        request.stagesPerRank = 5;
        const Result<Schedule> schedule = generate(request);
        QVERIFY(!schedule);
        QCOMPARE(schedule.error().kind, ErrorKind::InvalidInput);
        QCOMPARE(schedule.error().text(), "ranks is 0, but zbv needs at least 1; nearest that work: 1");
    }
};

BUBBLESCOPE_TEST(GenerateRequest)
#include "generate_request.moc"
