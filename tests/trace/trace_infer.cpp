// SPDX-License-Identifier: Apache-2.0
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/assemble_support.h"
#include "tests/trace/infer_made.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// How the stages run: as they are, their first node recomputed, all of them as one node, or with messages
/// of their layers.
enum class MadeBackwards { Plain, Recomputed, Checkpointed, Exchanging };

/// Runs forwards and backwards of one rank in that way.
struct MadeStage
{
    MadeProfile& profile;
    MadeBackwards how;

    MadeProfile& forward(int n) const
    {
        return how == MadeBackwards::Checkpointed ? profile.checkpointed(n)
               : how == MadeBackwards::Exchanging ? profile.forward(n).send(1).receive(1).forward(n)
                                                  : profile.forward(n);
    }
    MadeProfile& backward(int n) const
    {
        return how == MadeBackwards::Recomputed     ? profile.recomputed(n)
               : how == MadeBackwards::Checkpointed ? profile.checkpointedBackward(n)
                                                    : profile.backward(n);
    }
};

/// Two microbatches of 1F1B on the first of two ranks.
void firstRank(MadeProfile& profile, int from, MadeBackwards how = MadeBackwards::Plain)
{
    const MadeStage stage{profile, how};
    stage.forward(from).send(1).receive(1);
    stage.forward(from + 1).send(1);
    stage.backward(from).receive(1);
    stage.backward(from + 1);
}

void lastRank(MadeProfile& profile, int from, MadeBackwards how = MadeBackwards::Plain)
{
    const MadeStage stage{profile, how};
    profile.receive(0);
    stage.forward(from);
    stage.backward(from).send(0).receive(0);
    stage.forward(from + 1);
    stage.backward(from + 1).send(0);
}

std::vector<TraceFile> profilesOf(const std::vector<MadeProfile>& profiles)
{
    std::vector<TraceFile> files;
    for (const MadeProfile& profile : profiles)
        files.push_back(profile.file());
    return files;
}

std::vector<MadeProfile> twoRanks(MadeBackwards how = MadeBackwards::Plain)
{
    std::vector<MadeProfile> ranks{MadeProfile(0, 2), MadeProfile(1, 2)};
    firstRank(ranks[0], 0, how);
    lastRank(ranks[1], 0, how);
    return ranks;
}

const std::string kTwoRankOrder = "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1";

/// A ring that every rank takes part in while it computes: context parallelism, not a pipeline.
std::vector<MadeProfile> ring()
{
    std::vector<MadeProfile> ranks;
    for (int rank = 0; rank < 3; ++rank) {
        MadeProfile& one = ranks.emplace_back(rank, 3);
        for (int n = 0; n < 2; ++n) {
            one.send((rank + 1) % 3).receive((rank + 2) % 3).forward(n);
            one.send((rank + 1) % 3).receive((rank + 2) % 3).backward(n);
        }
    }
    return ranks;
}

/// Data parallelism: nothing is sent.
std::vector<MadeProfile> dataParallel()
{
    std::vector<MadeProfile> ranks{MadeProfile(0, 2), MadeProfile(1, 2)};
    for (MadeProfile& one : ranks)
        one.forward(0).backward(0).step(1).forward(1).backward(1).step(2);
    return ranks;
}

/// The second rank runs one forward less than it receives.
std::vector<MadeProfile> uneven()
{
    std::vector<MadeProfile> ranks{MadeProfile(0, 2), MadeProfile(1, 2)};
    firstRank(ranks[0], 0);
    ranks[1].receive(0).forward(0).backward(0).send(0).receive(0).send(0);
    return ranks;
}

/// Ranks that send parameters to one: a chain of nothing.
std::vector<MadeProfile> parameterServer()
{
    std::vector<MadeProfile> ranks;
    for (int rank = 0; rank < 3; ++rank) {
        MadeProfile& one = ranks.emplace_back(rank, 3);
        one.forward(0).backward(0);
        if (rank > 0)
            one.send(0).receive(0);
        else
            one.receive(1).receive(2).send(1).send(2);
    }
    return ranks;
}

/// One rank of a group whose kinds are those of a last rank, and which sends to whom a last rank does not.
std::vector<MadeProfile> alternating()
{
    std::vector<MadeProfile> ranks{MadeProfile(3, 4)};
    for (int n = 0; n < 4; ++n)
        ranks[0].forward(n).backward(n).send(0);
    return ranks;
}

/// The same where it is not said to whom: a parameter server, say.
std::vector<MadeProfile> alternatingSomewhere()
{
    std::vector<MadeProfile> ranks{MadeProfile(3, 4)};
    for (int n = 0; n < 4; ++n)
        ranks[0].forward(n).backward(n).sendSomewhere();
    return ranks;
}

/// Two ranks that exchange what they computed, of one microbatch: within the actions, as context parallelism
/// does, or behind them, as averaging does.
std::vector<MadeProfile> ofOneMicrobatch(bool isWithin)
{
    std::vector<MadeProfile> ranks{MadeProfile(0, 2), MadeProfile(1, 2)};
    for (int rank = 0; rank < 2; ++rank) {
        const int other = 1 - rank;
        ranks[static_cast<std::size_t>(rank)].forward(0);
        if (isWithin)
            ranks[static_cast<std::size_t>(rank)].send(other).receive(other).forward(0);
        ranks[static_cast<std::size_t>(rank)].backward(0).send(other).receive(other);
    }
    return ranks;
}

/// Two pipelines of two ranks as Megatron runs them with overlapped messages: what goes up is in the group
/// of all ranks, what comes down in the pipeline's.
std::vector<MadeProfile> inTheGroupOfAll()
{
    std::vector<MadeProfile> ranks;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        const std::uint32_t first = rank % 2;
        MadeProfile& one = ranks.emplace_back(rank, 4);
        one.inGroups(
            {{"0", "default_pg", {0, 1, 2, 3}}, {"30", "PIPELINE_MODEL_PARALLEL_GROUP", {first, first + 2}}});
        if (rank < 2) {
            const int next = static_cast<int>(rank) + 2;
            one.forward(0).send(next).receive(next, "30").forward(1).send(next);
            one.backward(0).receive(next, "30").backward(1);
        } else {
            const int before = static_cast<int>(rank) - 2;
            one.receive(before).forward(0).backward(0).send(before, "30");
            one.receive(before).forward(1).backward(1).send(before, "30");
        }
    }
    return ranks;
}

/// Forwards alone, as inference runs them: no autograd.
std::vector<MadeProfile> forwardsOnly()
{
    std::vector<MadeProfile> ranks{MadeProfile(0, 2), MadeProfile(1, 2)};
    ranks[0].forward(0).send(1).forward(1).send(1);
    ranks[1].receive(0).forward(0).receive(0).forward(1);
    return ranks;
}

} // namespace

/// Actions of profiles without labels, on profiles made for it.
class TraceInfer : public QObject
{
    Q_OBJECT

private slots:
    void followsTheMessages()
    {
        const MeasuredRun run = assembled(profilesOf(twoRanks()));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QVERIFY(run.inferred.has_value());
        QCOMPARE(run.inferred->forwards, 4U);
        QCOMPARE(run.inferred->backwards, 4U);
        QCOMPARE(run.inferred->messages, 4U);
        QCOMPARE(run.inferred->schedule, std::string());
        QCOMPARE(run.families.at(NameFamily::Inferred), 8U);
        QVERIFY2(
            warns(run,
                  "no labels: 4 forwards and 4 backwards are inferred from autograd and messages: stages and "
                  "microbatches follow from 4 messages"),
            warningText(run).c_str());
        // From the node's operator on: the one before makes no node.
        QCOMPARE(timesText(run.ranks[0]).substr(0, 8), std::string("0F0 0-13"));
    }

    void recomputationIsNoPassOfItsOwn()
    {
        for (const MadeBackwards how : {MadeBackwards::Recomputed, MadeBackwards::Checkpointed})
            QCOMPARE(ordersText(assembled(profilesOf(twoRanks(how)))), kTwoRankOrder);
    }

    void messagesWithinAForwardAreOfItsLayers()
    {
        const MeasuredRun run = assembled(profilesOf(twoRanks(MadeBackwards::Exchanging)));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QCOMPARE(run.inferred->messages, 4U);
    }

    /// As DeepSpeed sends: groups say nothing of pipelines, so who sends to whom does.
    void severalPipelinesMayBeInOneGroup()
    {
        std::vector<MadeProfile> ranks;
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            MadeProfile& one = ranks.emplace_back(rank, 4);
            const int other = static_cast<int>(rank < 2 ? rank + 2 : rank - 2);
            if (rank < 2) {
                one.forward(0).send(other).receive(other).forward(1).send(other);
                one.backward(0).receive(other).backward(1);
            } else {
                one.receive(other).forward(0).backward(0).send(other).receive(other);
                one.forward(1).backward(1).send(other);
            }
        }
        const MeasuredRun run = assembled(profilesOf(ranks));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QCOMPARE(run.replicas.size(), 1U);
        // One rank alone does not say how long its pipeline is.
        QVERIFY(!assembled(profilesOf({ranks[0], ranks[1]})).inferred.has_value());
    }

    void recomputationOfARankAlone()
    {
        const MeasuredRun run = assembled(profilesOf({twoRanks(MadeBackwards::Checkpointed)[0]}));
        QCOMPARE(orderText(run.ranks[0], false), kTwoRankOrder.substr(0, 15));
    }

    void expertsExchangeBesideThePipeline_data()
    {
        addRows<bool>({{"by all-to-all", false}, {"by sends", true}});
    }

    /// Two pipelines of two ranks; the experts of a layer are on the ranks of one stage.
    void expertsExchangeBesideThePipeline()
    {
        const auto& [bySends] = givenRow<bool>();
        std::vector<MadeProfile> ranks;
        for (std::uint32_t rank = 0; rank < 4; ++rank) {
            const std::uint32_t first = rank % 2;
            MadeProfile& one = ranks.emplace_back(rank, 4);
            one.inGroups({{"1", "PIPELINE_MODEL_PARALLEL_GROUP", {first, first + 2}},
                          {"2", "EXPERT_MODEL_PARALLEL_GROUP", {rank - first, rank - first + 1}}});
            const std::optional<int> neighbor =
                bySends ? std::optional(static_cast<int>(rank - first + 1 - first)) : std::nullopt;
            const auto run = [&](bool isBackward, int n) {
                one.exchange(isBackward, "2", neighbor).exchange(isBackward, "2", neighbor);
                isBackward ? one.backward(n) : one.forward(n);
                one.exchange(isBackward, "2", neighbor).exchange(isBackward, "2", neighbor);
            };
            if (rank < 2) {
                const int next = static_cast<int>(rank) + 2;
                run(false, 0);
                one.send(next).receive(next);
                run(false, 1);
                one.send(next);
                run(true, 0);
                one.receive(next);
                run(true, 1);
                continue;
            }
            const int before = static_cast<int>(rank) - 2;
            for (int n = 0; n < 2; ++n) {
                one.receive(before);
                run(false, n);
                run(true, n);
                one.send(before);
            }
        }
        const MeasuredRun run = assembled(profilesOf(ranks));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QCOMPARE(run.replicas.size(), 1U);
        QCOMPARE(ordersText(run.replicas[0]), kTwoRankOrder);
        QCOMPARE(run.inferred->messages, 8U);
    }

    void messagesMayBeInTheGroupOfAllRanks()
    {
        const MeasuredRun run = assembled(profilesOf(inTheGroupOfAll()));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QCOMPARE(run.replicas.size(), 1U);
        QCOMPARE(run.inferred->messages, 8U);
    }

    /// Profiles of older PyTorch have no pg_config.
    void groupsMayBeToldByTheirMessagesAlone()
    {
        std::vector<MadeProfile> ranks = twoRanks();
        for (MadeProfile& rank : ranks)
            rank.withoutGroups();
        const MeasuredRun run = assembled(profilesOf(ranks));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QCOMPARE(run.inferred->messages, 4U);
    }

    /// As a tool that sorts keys leaves them: args are before the category.
    void keysMayBeInAnyOrder()
    {
        std::vector<MadeProfile> ranks = twoRanks();
        for (MadeProfile& rank : ranks)
            rank.withSortedKeys();
        const MeasuredRun run = assembled(profilesOf(ranks));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QCOMPARE(run.inferred->messages, 4U);
    }

    /// One pipeline whole, of the other one rank: each is told by what it has.
    void partsOfAMeshRestOnBoth()
    {
        std::vector<MadeProfile> ranks = inTheGroupOfAll();
        ranks.erase(ranks.begin() + 3);
        const MeasuredRun run = assembled(profilesOf(ranks));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QCOMPARE(run.inferred->messages, 4U);
        QCOMPARE(run.inferred->schedule, std::string("1f1b"));
        QVERIFY2(warns(run, "stages and microbatches follow from 4 messages, and where these do not say "
                            "them, from 1f1b, whose order of kinds is that of every rank\n"),
                 warningText(run).c_str());
    }

    /// Their members tell groups apart, whatever each file calls them.
    void groupsMayHaveOtherNamesInEachFile()
    {
        std::vector<MadeProfile> ranks{MadeProfile(0, 2), MadeProfile(1, 2)};
        ranks[1].inGroups({{"12", "default_pg", {0, 1}}});
        firstRank(ranks[0], 0);
        lastRank(ranks[1], 0);
        const MeasuredRun run = assembled(profilesOf(ranks));
        QCOMPARE(ordersText(run), kTwoRankOrder);
        QCOMPARE(run.inferred->messages, 4U);
    }

    void cutStepsAreNamed()
    {
        std::vector<MadeProfile> ranks{MadeProfile(0, 2), MadeProfile(1, 2)};
        for (int step = 0; step < 2; ++step) {
            firstRank(ranks[0], 2 * step);
            ranks[0].step(step);
            lastRank(ranks[1], 2 * step);
            ranks[1].step(step);
        }
        ranks[0].forward(4).send(1).backward(4).step(2).forward(6).backward(6);
        ranks[1].receive(0).step(2);
        const MeasuredRun run = assembled(profilesOf(ranks));
        QCOMPARE(run.steps, (std::vector<std::uint64_t>{0, 1}));
        QVERIFY2(warns(run, "step 2 is left out: not all of its forwards were recorded\n"),
                 warningText(run).c_str());
        QVERIFY2(warns(run, "1 forward outside all steps is left out: the profile begins or ends within a "
                            "step\n"),
                 warningText(run).c_str());
    }

    void theEngineMayRunOnTheForwardsThread()
    {
        for (const MadeBackwards how :
             {MadeBackwards::Plain, MadeBackwards::Recomputed, MadeBackwards::Checkpointed}) {
            std::vector<MadeProfile> ranks{MadeProfile(0, 2).onCpu(), MadeProfile(1, 2).onCpu()};
            firstRank(ranks[0], 0, how);
            lastRank(ranks[1], 0, how);
            QCOMPARE(ordersText(assembled(profilesOf(ranks))), kTwoRankOrder);
        }
    }

    void severalSteps_data() { addRows<bool>({{"marked", true}, {"without marks", false}}); }

    void severalSteps()
    {
        const auto& [isMarked] = givenRow<bool>();
        std::vector<MadeProfile> ranks{MadeProfile(0, 2), MadeProfile(1, 2)};
        for (int step = 0; step < 3; ++step) {
            firstRank(ranks[0], 2 * step);
            lastRank(ranks[1], 2 * step);
            if (isMarked) {
                ranks[0].step(step);
                ranks[1].step(step);
            }
        }
        const std::vector<TraceFile> files = profilesOf(ranks);
        QCOMPARE(assembled(files).steps, (std::vector<std::uint64_t>{0, 1, 2}));
        for (std::uint64_t step = 0; step < 3; ++step)
            QCOMPARE(ordersText(assembled(files, ofStep(step))), kTwoRankOrder);
    }

    void aRankAloneIsMatchedByItsKinds()
    {
        for (const std::size_t rank : {0U, 1U}) {
            const MeasuredRun run = assembled(profilesOf({twoRanks()[rank]}));
            QVERIFY2(run.inferred.has_value(), warningText(run).c_str());
            QCOMPARE(run.inferred->schedule, std::string("1f1b"));
            QCOMPARE(run.ranks.size(), 2U);
            QCOMPARE(orderText(run.ranks[rank], false),
                     rank == 0 ? kTwoRankOrder.substr(0, 15) : kTwoRankOrder.substr(16));
        }
    }

    void labelsAreStronger()
    {
        std::vector<MadeProfile> ranks = twoRanks();
        ranks[0].annotation("PP:0F0").annotation("PP:0B0");
        const MeasuredRun run = assembled(profilesOf(ranks));
        QVERIFY(!run.inferred.has_value());
        QCOMPARE(run.families.at(NameFamily::TorchPipelining), 2U);
    }

    void framesNameNoStageAndAreWeaker()
    {
        const std::string frame = "megatron/core/pipeline_parallel/schedules.py(397): forward_step";
        std::vector<MadeProfile> ranks = twoRanks();
        ranks[1].annotation(frame);
        QCOMPARE(ordersText(assembled(profilesOf(ranks))), kTwoRankOrder);
        // More of them than can be inferred count.
        for (int i = 0; i < 8; ++i)
            ranks[1].annotation(frame);
        QCOMPARE(assembled(profilesOf(ranks)).families.at(NameFamily::PythonFrame), 9U);
    }

    void nothingIsClaimedWithoutAPipeline_data()
    {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const char* name :
             {"a ring of all ranks", "data parallelism", "uneven forwards", "parameter server",
              "alternating, to another rank", "alternating, to some rank", "forwards only", "a ring of two",
              "two that average"})
            QTest::newRow(name) << index++;
    }

    void nothingIsClaimedWithoutAPipeline()
    {
        QFETCH(int, index);
        const std::vector<std::vector<MadeProfile>> all{ring(),
                                                        dataParallel(),
                                                        uneven(),
                                                        parameterServer(),
                                                        alternating(),
                                                        alternatingSomewhere(),
                                                        forwardsOnly(),
                                                        ofOneMicrobatch(true),
                                                        ofOneMicrobatch(false)};
        const MeasuredRun run = assembled(profilesOf(all[static_cast<std::size_t>(index)]));
        QVERIFY2(run.empty() && !run.inferred, ordersText(run).c_str());
        QVERIFY2(warns(run, "no pipeline labels"), warningText(run).c_str());
    }

    void onlyOutermostOperatorsAreKept()
    {
        const TraceFile file = twoRanks(MadeBackwards::Recomputed)[0].file();
        // Three of each forward, two of each backward; nothing of the recomputation.
        QCOMPARE(file.operators.size(), 10U);
        QCOMPARE(file.messages.size(), 4U);
        QCOMPARE(dataParallel()[0].file().operators.size(), 0U);
        QCOMPARE(sizeof(TraceOperator), 24U);
    }
};

BUBBLESCOPE_TEST(TraceInfer)
#include "trace_infer.moc"
