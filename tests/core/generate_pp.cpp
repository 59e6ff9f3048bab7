// SPDX-License-Identifier: Apache-2.0
// The schedules of PP-Schedule-Visualization, eager 1F1B and Seq1F1B: orders by hand, refusals, properties.
#include <QTest>

#include "tests/core/generate_support.h"
#include "tests/core/results_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <map>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

const char* const kNewOrders[] = {"1f1b:variant=pp-schedule-visualization",
                                  "interleaved-1f1b:variant=pp-schedule-visualization",
                                  "zb1p:variant=pp-schedule-visualization",
                                  "1f1b-overlap",
                                  "interleaved-1f1b-overlap",
                                  "eager-1f1b",
                                  "seq1f1b"};

class Parameters
{
public:
    std::int64_t upTo(unsigned highest) { return static_cast<std::int64_t>(m_random() % highest) + 1; }

    /// Any parameters of that order, admissible or not.
    ScheduleRequest request(const std::string& order)
    {
        ScheduleRequest request = requestFromText(order).value();
        request.ranks = upTo(7);
        request.microbatches = upTo(40);
        const bool isInterleaved = order.starts_with("interleaved");
        request.stagesPerRank = isInterleaved ? upTo(4) : 1;
        if (isInterleaved && upTo(3) > 1)
            request.options["group_size"] = std::to_string(upTo(12));
        if (order == "seq1f1b")
            request.options["seq_splits"] = std::to_string(upTo(5));
        return request;
    }

private:
    std::mt19937 m_random{7};
};

std::string generatePpDescribe(const ScheduleRequest& request)
{
    std::string text = request.schedule + ":ranks=" + std::to_string(request.ranks) +
                       ",microbatches=" + std::to_string(request.microbatches) +
                       ",stages-per-rank=" + std::to_string(*request.stagesPerRank);
    for (const auto& [key, value] : request.options)
        text += "," + key + "=" + value;
    return text;
}

} // namespace

class GeneratePp : public QObject
{
    Q_OBJECT

private slots:
    void orders_data()
    {
        test::addRows<std::string, std::string>({
            {"1F1B, its warm-up cut short", "1f1b:ranks=4,microbatches=2,variant=pp-schedule-visualization",
             "0F0 0F1 0B0 0B1\n"
             "1F0 1F1 1B0 1B1\n"
             "2F0 2F1 2B0 2B1\n"
             "3F0 3B0 3F1 3B1"},
            {"ZB1P, weight gradients from the rank's number on and after every late one",
             "zb1p:ranks=3,microbatches=4,variant=pp-schedule-visualization",
             "0F0 0F1 0F2 0I0 0W0 0F3 0I1 0W1 0I2 0W2 0I3 0W3\n"
             "1F0 1F1 1I0 1F2 1I1 1W0 1F3 1I2 1W1 1I3 1W2 1W3\n"
             "2F0 2I0 2F1 2I1 2F2 2I2 2W0 2F3 2I3 2W1 2W2 2W3"},
            {"ZB1P with one microbatch",
             "zb1p:ranks=3,microbatches=1,stages-per-rank=1,variant=pp-schedule-visualization",
             "0F0 0I0 0W0\n"
             "1F0 1I0 1W0\n"
             "2F0 2I0 2W0"},
            {"interleaved, the last group of one microbatch",
             "interleaved-1f1b:ranks=2,microbatches=3,variant=pp-schedule-visualization",
             "0F0 0F1 2F0 2F1 0F2 2B0 2F2 2B1 0B0 0B1 2B2 0B2\n"
             "1F0 1F1 3F0 3B0 3F1 3B1 1F2 1B0 3F2 1B1 3B2 1B2"},
            {"interleaved, one group larger than the microbatches",
             "interleaved-1f1b:ranks=2,microbatches=2,group_size=3,variant=pp-schedule-visualization",
             "0F0 0F1 2F0 2F1 2B0 2B1 0B0 0B1\n"
             "1F0 1F1 3F0 3F1 3B0 3B1 1B0 1B1"},
            {"1F1B in blocks", "1f1b-overlap:ranks=2,microbatches=4",
             "0F0 0F1 0F2 (0F3;0B0)OVERLAP_F_B 0B1 0B2 0B3\n"
             "1F0 (1F1;1B0)OVERLAP_F_B (1F2;1B1)OVERLAP_F_B (1F3;1B2)OVERLAP_F_B 1B3"},
            {"1F1B in blocks, no block on the first rank", "1f1b-overlap:ranks=2,microbatches=3",
             "0F0 0F1 0F2 0B0 0B1 0B2\n"
             "1F0 (1F1;1B0)OVERLAP_F_B (1F2;1B1)OVERLAP_F_B 1B2"},
            {"1F1B in blocks on one rank", "1f1b-overlap:ranks=1,microbatches=2",
             "0F0 (0F1;0B0)OVERLAP_F_B 0B1"},
            {"interleaved in blocks", "interleaved-1f1b-overlap:ranks=2,microbatches=3",
             "0F0 0F1 2F0 2F1 0F2 (2F2;2B0)OVERLAP_F_B 2B1 0B0 0B1 2B2 0B2\n"
             "1F0 1F1 3F0 (3F1;3B0)OVERLAP_F_B (1F2;3B1)OVERLAP_F_B (3F2;1B0)OVERLAP_F_B 1B1 3B2 1B2"},
            {"interleaved in blocks and groups of four",
             "interleaved-1f1b-overlap:ranks=2,microbatches=4,group_size=4",
             "0F0 0F1 0F2 0F3 2F0 2F1 2F2 (2F3;2B0)OVERLAP_F_B 2B1 2B2 2B3 0B0 0B1 0B2 0B3\n"
             "1F0 1F1 1F2 1F3 3F0 (3F1;3B0)OVERLAP_F_B (3F2;3B1)OVERLAP_F_B (3F3;3B2)OVERLAP_F_B 3B3 1B0 "
             "1B1 1B2 1B3"},
            {"eager, backward before forward", "eager-1f1b:ranks=2,microbatches=4",
             "0F0 0F1 0F2 0B0 0F3 0B1 0B2 0B3\n"
             "1F0 1B0 1F1 1B1 1F2 1B2 1F3 1B3"},
            {"eager with fewer microbatches than its warm-up", "eager-1f1b:ranks=3,microbatches=2",
             "0F0 0F1 0B0 0B1\n"
             "1F0 1F1 1B0 1B1\n"
             "2F0 2B0 2F1 2B1"},
            {"Seq1F1B, a microbatch's last part backwards first",
             "seq1f1b:ranks=2,microbatches=2,seq_splits=2",
             "0F0 0F1 0F2 0B1 0F3 0B0 0B3 0B2\n"
             "1F0 1F1 1B1 1F2 1B0 1F3 1B3 1B2"},
            {"Seq1F1B with a warm-up of everything", "seq1f1b:ranks=4,microbatches=1,seq_splits=3",
             "0F0 0F1 0F2 0B2 0B1 0B0\n"
             "1F0 1F1 1F2 1B2 1B1 1B0\n"
             "2F0 2F1 2F2 2B2 2B1 2B0\n"
             "3F0 3F1 3F2 3B2 3B1 3B0"},
            {"Seq1F1B that cuts nothing is 1F1B", "seq1f1b:ranks=2,microbatches=2,seq_splits=1",
             "0F0 0F1 0B0 0B1\n"
             "1F0 1B0 1F1 1B1"},
        });
    }

    void orders()
    {
        const auto [text, order] = test::givenRow<std::string, std::string>();
        QCOMPARE(renderedOrRefusal(text), order);
    }

    void refusals_data()
    {
        test::addRows<std::string, std::string>({
            {"a last group of one",
             "interleaved-1f1b:ranks=4,stages-per-rank=3,microbatches=5,variant=pp-schedule-visualization",
             "microbatches is 5, but interleaved-1f1b needs a multiple of the group size (4) or at least 2 "
             "more; otherwise its ranks wait for each other; nearest that work: 4, 6"},
            {"a last group of two, with two stages a rank",
             "interleaved-1f1b:ranks=8,stages-per-rank=2,microbatches=18,variant=pp-schedule-visualization",
             "microbatches is 18, but interleaved-1f1b needs a multiple of the group size (8) or one more or "
             "at least 6 more; otherwise its ranks wait for each other; nearest that work: 17, 22"},
            {"groups that are too small",
             "interleaved-1f1b:ranks=4,microbatches=8,group_size=2,variant=pp-schedule-visualization",
             "group_size is 2, but interleaved-1f1b needs at least 3; otherwise its ranks wait for each "
             "other; nearest that work: 4"},
            {"a group size in another variant", "interleaved-1f1b:group_size=4",
             "group_size is 4, but interleaved-1f1b takes it only in variant pp-schedule-visualization; "
             "nearest that work: auto"},
            {"a group of none", "interleaved-1f1b-overlap:group_size=0",
             "group_size is 0, but interleaved-1f1b-overlap needs at least 1; nearest that work: 4"},
            {"ZB1P with two stages", "zb1p:variant=pp-schedule-visualization,stages-per-rank=2",
             "stages-per-rank is 2, but interleaved-zero-bubble needs exactly 1 with "
             "variant=pp-schedule-visualization; nearest that work: 1"},
            {"blocks with too few microbatches", "1f1b-overlap:ranks=4,microbatches=5",
             "microbatches is 5, but 1f1b-overlap needs at least 7 (the first rank's warm-up is 7 forwards); "
             "nearest that work: 7"},
            {"interleaved blocks with too few microbatches",
             "interleaved-1f1b-overlap:ranks=4,microbatches=4",
             "microbatches is 4, but interleaved-1f1b-overlap needs at least 6 (the first rank's warm-up is "
             "11 forwards); nearest that work: 7"},
            {"interleaved blocks with a last group of two",
             "interleaved-1f1b-overlap:ranks=4,microbatches=10",
             "microbatches is 10, but interleaved-1f1b-overlap needs a multiple of the group size (4) or one "
             "more or at least 3 more; otherwise its ranks wait for each other; nearest that work: 9, 11"},
            {"interleaved blocks in groups that are too small",
             "interleaved-1f1b-overlap:ranks=4,microbatches=12,group_size=3",
             "group_size is 3, but interleaved-1f1b-overlap needs at least 4; otherwise its ranks wait for "
             "each other; nearest that work: 4"},
            {"a sequence cut into none", "seq1f1b:seq_splits=0",
             "seq_splits is 0, but seq1f1b needs at least 1; nearest that work: 1"},
            {"more parts than can be built", "seq1f1b:ranks=1024,microbatches=100000,seq_splits=1000",
             "microbatches is 100000, but seq1f1b would have 204800000000 actions; at most 2147483648 can be "
             "built; nearest that work: 1048"},
        });
    }

    void refusals()
    {
        const auto [text, error] = test::givenRow<std::string, std::string>();
        QCOMPARE(renderedOrRefusal(text), error);
    }

    void admissibleOrdersAreValid()
    {
        Parameters parameters;
        for (const char* order : kNewOrders) {
            int built = 0;
            for (int k = 0; k < 400; ++k) {
                const ScheduleRequest request = parameters.request(order);
                const Result<Schedule> schedule = generate(request);
                if (!schedule)
                    continue;
                const std::vector<Problem> problems = validate(*schedule);
                QVERIFY2(problems.empty(), (generatePpDescribe(request) + ": " +
                                            (problems.empty() ? "" : problems.front().message.text()))
                                               .c_str());
                ++built;
            }
            QVERIFY2(built > 100, order);
        }
    }

    void proposalsWork()
    {
        Parameters parameters;
        int mended = 0;
        for (const char* order : kNewOrders)
            for (int k = 0; k < 300; ++k) {
                ScheduleRequest request = parameters.request(order);
                const std::string asked = generatePpDescribe(request);
                const std::vector<ParameterProblem> problems = checkRequest(request);
                for (const ParameterProblem& problem : problems) {
                    QVERIFY2(!problem.nearest.empty(), (asked + ": " + problem.text()).c_str());
                    if (problem.parameter == "microbatches")
                        request.microbatches = std::stoll(problem.nearest.front());
                    else
                        request.options[problem.parameter] = problem.nearest.front();
                }
                QVERIFY2(checkRequest(request).empty(), asked.c_str());
                mended += problems.empty() ? 0 : 1;
            }
        QVERIFY(mended > 100);
    }

    void nothingIsPadded()
    {
        for (const char* order : kNewOrders) {
            const std::string text =
                std::string(order) + (std::string(order).starts_with("zb1p") ? ",stages-per-rank=1" : "");
            const Result<Schedule> plain = tryGenerate(text);
            QVERIFY2(plain.has_value(), order);
            QVERIFY2(*plain == withoutBubbles(*plain), order);
            QVERIFY2(*plain == tryGenerate(text, {.padded = true}).value(), order);
        }
    }

    void eagerIsTheOverlappedOrderWithoutBlocks()
    {
        for (std::uint32_t ranks = 1; ranks < 6; ++ranks) {
            const std::string numbers = ":ranks=" + std::to_string(ranks) + ",microbatches=12";
            const Schedule eager = tryGenerate("eager-1f1b" + numbers).value();
            const Schedule overlapped = tryGenerate("1f1b-overlap" + numbers).value();
            for (std::uint32_t r = 0; r < ranks; ++r) {
                std::vector<ActionId> kept[2];
                for (const Action& action : eager.rows[r])
                    kept[0].push_back(action.id());
                const Row& row = overlapped.rows[r];
                for (std::size_t k = 0; k < row.size(); ++k)
                    // A block lists its forward first; run apart, its backward goes first.
                    if (row[k].role() == CellRole::OverlapForwardBackward)
                        kept[1].insert(kept[1].end(), {row[k + 1].id(), row[k].id()});
                    else if (row[k].role() == CellRole::Single)
                        kept[1].push_back(row[k].id());
                QVERIFY(kept[0] == kept[1]);
            }
        }
    }

    void sequenceSplitsCountAsMicrobatches()
    {
        const Schedule schedule = tryGenerate("seq1f1b:ranks=3,microbatches=5,seq_splits=4").value();
        QCOMPARE(schedule.microbatchCount, 20U);
        QCOMPARE(schedule.actionCount(), std::size_t{3 * 20 * 2});
        QCOMPARE(tryGenerate("seq1f1b:ranks=3,microbatches=5").value().microbatchCount, 10U);
    }

    void largeParametersAreCheckedAtOnce_data()
    {
        test::addRows<std::string, std::string>({
            {"the most ranks and a last group that is too short",
             "interleaved-1f1b:ranks=65536,microbatches=65540,stages-per-rank=2,variant=pp-schedule-"
             "visualization",
             "microbatches is 65540, but interleaved-1f1b needs a multiple of the group size (65536) or one "
             "more or at least 65534 more; otherwise its ranks wait for each other"},
            {"the most microbatches in small groups",
             "interleaved-1f1b:ranks=2000,microbatches=268435,stages-per-rank=2,group_size=5,variant=pp-"
             "schedule-visualization",
             "group_size is 5, but interleaved-1f1b needs at least 1999; otherwise its ranks wait for each "
             "other"},
        });
    }

    void largeParametersAreCheckedAtOnce()
    {
        const auto [text, error] = test::givenRow<std::string, std::string>();
        const std::vector<ParameterProblem> problems = checkRequest(requestFromText(text).value());
        QVERIFY(!problems.empty());
        QCOMPARE(problems.front().message.text(), error);
    }
};

BUBBLESCOPE_TEST(GeneratePp)
#include "generate_pp.moc"
