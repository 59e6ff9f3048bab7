// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/lower/pass.h"
#include "tests/core/rows_support.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <random>

using namespace bubblescope;
using test::parse;
using test::render;

/// PyTorch's way: from each cell on, scan for the next different stages.
static std::string naive(const Row& row, std::size_t kept, std::size_t fetched)
{
    const auto ahead = [&](std::size_t from, std::size_t count) {
        std::vector<StageId> stages;
        for (std::size_t i = from; i < row.size() && stages.size() < count; i = cellEnd(row, i))
            for (std::size_t k = i; k < cellEnd(row, i); ++k)
                if (std::find(stages.begin(), stages.end(), row[k].stage()) == stages.end())
                    stages.push_back(row[k].stage());
        return stages;
    };
    std::vector<StageId> active;
    Schedule lowered;
    Row& out = lowered.rows.emplace_back();
    const auto letGo = [&](const std::vector<StageId>& keep) {
        std::erase_if(active, [&](StageId stage) {
            const bool goes = std::find(keep.begin(), keep.end(), stage) == keep.end();
            if (goes)
                out.emplace_back(stage, ActionKind::Reshard);
            return goes;
        });
    };
    for (std::size_t i = 0; i < row.size(); i = cellEnd(row, i)) {
        letGo(ahead(i, kept));
        for (const StageId stage : ahead(i, fetched))
            if (std::find(active.begin(), active.end(), stage) == active.end()) {
                active.push_back(stage);
                out.emplace_back(stage, ActionKind::Unshard);
            }
        for (std::size_t k = i; k < cellEnd(row, i); ++k)
            out.push_back(row[k]);
    }
    letGo({});
    return render(lowered);
}

/// UNSHARD, RESHARD and REDUCE_GRAD in both styles.
class LowerFsdp : public QObject
{
    Q_OBJECT

private slots:
    void placesActions_data()
    {
        test::addRows<std::string, std::string, std::string>({
            {"one stage", "", "0F0 . 0B0", "0UNSHARD 0F0 0B0 0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0RESHARD"},
            {"reductions come before the next stage is gathered", ":max_active_stages=1", "0F0 2F0 2B0 0B0",
             "0UNSHARD 0F0 0RESHARD 2UNSHARD 2F0 2B0 2REDUCE_GRAD 2WAIT_REDUCE_GRAD 2RESHARD 0UNSHARD 0B0 "
             "0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0RESHARD"},
            {"a stage that is used again soon stays", ":max_active_stages=2", "0F0 2F0 0F1 4F0",
             "0UNSHARD 2UNSHARD 0F0 2F0 2RESHARD 4UNSHARD 0F1 0RESHARD 4F0 4RESHARD"},
            {"look-ahead of one holds more than it gathers", ":max_active_stages=2:unshard_lookahead=1",
             "0F0 2F0 0F1 4F0", "0UNSHARD 0F0 2UNSHARD 2F0 2RESHARD 0F1 0RESHARD 4UNSHARD 4F0 4RESHARD"},
            {"an overlapped cell is taken whole", ":max_active_stages=2", "0F0 (2F0;4F0)OVERLAP_F_B",
             "0UNSHARD 2UNSHARD 4UNSHARD 0F0 0RESHARD (2F0;4F0)OVERLAP_F_B 2RESHARD 4RESHARD"},
            {"stages go in the order in which they came", ":max_active_stages=2",
             "0F0 2F0 (2F1;0F1)OVERLAP_F_B (4F0;6F0)OVERLAP_F_B",
             "0UNSHARD 2UNSHARD 0F0 2F0 (2F1;0F1)OVERLAP_F_B 0RESHARD 2RESHARD 4UNSHARD 6UNSHARD "
             "(4F0;6F0)OVERLAP_F_B 4RESHARD 6RESHARD"},
            {"the wait goes to before the next reduction, or to the end", ":defer_reduce_grad_wait=true",
             "0F0 2F0 2B0 0B0",
             "0UNSHARD 2UNSHARD 0F0 2F0 2B0 2REDUCE_GRAD 2RESHARD 0B0 2WAIT_REDUCE_GRAD 0REDUCE_GRAD "
             "0RESHARD 0WAIT_REDUCE_GRAD"},
            {"the last W reduces, in whatever order", "", "0F0 0F1 0I1 0I0 0W1 0W0",
             "0UNSHARD 0F0 0F1 0I1 0I0 0W1 0W0 0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0RESHARD"},
            {"a mirrored stage reduces behind the microbatches of its own rank", "",
             "0F0 1F1 0B0 1B1\n1F0 0F1 1B0 0B1",
             "0UNSHARD 1UNSHARD 0F0 1F1 0B0 0REDUCE_GRAD 0WAIT_REDUCE_GRAD 0RESHARD 1B1 1REDUCE_GRAD "
             "1WAIT_REDUCE_GRAD 1RESHARD\n"
             "1UNSHARD 0UNSHARD 1F0 0F1 1B0 1REDUCE_GRAD 1WAIT_REDUCE_GRAD 1RESHARD 0B1 0REDUCE_GRAD "
             "0WAIT_REDUCE_GRAD 0RESHARD"},
            {"forward only: nothing to reduce", "", "0F0 0F1", "0UNSHARD 0F0 0F1 0RESHARD"},
            {"around communication", ":max_active_stages=1", "0F0 0SEND_F0 2RECV_F0 2F0",
             "0UNSHARD 0F0 0RESHARD 2UNSHARD 0SEND_F0 2RECV_F0 2F0 2RESHARD"},
            {"auto looks one stage further on each rank", ":max_active_stages=3:unshard_lookahead=auto",
             "0F0 2F0 4F0 6F0\n1F0 3F0 5F0 7F0",
             "0UNSHARD 2UNSHARD 0F0 0RESHARD 4UNSHARD 2F0 2RESHARD 6UNSHARD 4F0 4RESHARD 6F0 6RESHARD\n"
             "1UNSHARD 3UNSHARD 5UNSHARD 1F0 1RESHARD 7UNSHARD 3F0 3RESHARD 5F0 5RESHARD 7F0 7RESHARD"},
            {"hyper-parallel: bubbles stay, no wait, by the microbatch's number", ":style=hyper-parallel",
             "0F0 0F1 . 0B1 0B0", "0UNSHARD 0F0 0F1 . 0B1 0REDUCE_GRAD 0B0 0RESHARD"},
            {"hyper-parallel: OVERLAP_B_F stays closed", ":style=hyper-parallel:max_active_stages=1",
             "0F0 2F0 (2B0;4F0)OVERLAP_B_F 0B0",
             "0UNSHARD 0F0 0RESHARD 2UNSHARD 2F0 2RESHARD 0UNSHARD (2B0;4F0)OVERLAP_B_F 0B0 0REDUCE_GRAD "
             "0RESHARD"},
            {"hyper-parallel: the window ends within an overlapped cell",
             ":style=hyper-parallel:max_active_stages=1", "(0F0;2F0)OVERLAP_F_B 4F0",
             "0UNSHARD (0F0;2F0)OVERLAP_F_B 0RESHARD 4UNSHARD 4F0 4RESHARD"},
        });
    }

    void placesActions()
    {
        const auto [settings, order, lowered] = test::fetchRow<std::string, std::string, std::string>();
        const Schedule given = parse(order);
        const auto found = test::succeeded(applyPass("fsdp" + settings, given));
        QCOMPARE(render(*found), lowered);
        QCOMPARE(render(applyPass("strip", *found).value()), render(applyPass("strip", given).value()));
    }

    void windowsAreThoseOfANaiveScan()
    {
        std::mt19937 random(5);
        int compared = 0;
        for (int round = 0; round < 400; ++round) {
            Schedule order;
            Row& row = order.rows.emplace_back();
            const auto stages = static_cast<std::uint32_t>(1 + random() % 7);
            const auto cells = static_cast<std::uint32_t>(random() % 30);
            for (std::uint32_t k = 0; k < cells; ++k) {
                const bool overlapped = random() % 3 == 0;
                row.emplace_back(StageId{static_cast<std::uint32_t>(random() % stages)}, ActionKind::Forward,
                                 MicrobatchId{2 * k},
                                 overlapped ? CellRole::OverlapForwardBackward : CellRole::Single);
                if (overlapped)
                    row.emplace_back(StageId{static_cast<std::uint32_t>(random() % stages)},
                                     ActionKind::Forward, MicrobatchId{2 * k + 1},
                                     CellRole::OverlapContinued);
            }
            countStagesAndMicrobatches(order);
            const std::size_t kept = 2 + random() % 5;
            const std::size_t fetched = 1 + random() % kept;
            const auto lowered =
                test::succeeded(applyPass("fsdp:max_active_stages=" + std::to_string(kept) +
                                              ",unshard_lookahead=" + std::to_string(fetched),
                                          order));
            QCOMPARE(render(*lowered), naive(row, kept, fetched));
            ++compared;
        }
        QCOMPARE(compared, 400);
    }

    void refusals()
    {
        QCOMPARE(applyPass("fsdp", parse("0F0 . 0RESHARD")).error().text(),
                 "rank 0 cell 2: 0RESHARD stands here, but fsdp needs an order without FSDP "
                 "actions (the pass strip makes one)");
        QCOMPARE(applyPass("fsdp:max_active_stages=1", parse("0F0 (0F1;3B0)OVERLAP_F_B")).error().text(),
                 "rank 0 cell 1: (0F1;3B0)OVERLAP_F_B uses 2 stages at once, but max_active_stages is 1");
        QVERIFY(applyPass("fsdp:max_active_stages=1", parse("0F0 (0F1;0B0)OVERLAP_F_B")).has_value());
    }
};

BUBBLESCOPE_TEST(LowerFsdp)
#include "lower_fsdp.moc"
