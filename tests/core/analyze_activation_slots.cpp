// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/analyze/activation_slots.h"
#include "core/lower/pass.h"
#include "tests/core/rows_support.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

using namespace bubblescope;
using test::parse;

/// Buffers for activations by the order alone.
class AnalyzeActivationSlots : public QObject
{
    Q_OBJECT

private slots:
    void counts_data()
    {
        test::addRows<std::string, std::string>({
            {"one after the other", "0F0 0B0 0F1 0B1", "[1] [1]"},
            {"all at once", "0F0 0F1 0F2 0B0 0B1 0B2", "[3] [3]"},
            {"I ends nothing, W does", "0F0 0I0 0F1 0W0 0I1 0W1", "[2] [2]"},
            {"two stages share a microbatch's buffer", "0F0 1F0 1B0 0B0", "[2] [1]"},
            {"a buffer for the whole microbatch lasts longer", "0F0 0B0 0F1 1F0 1B0 0B1 1F1 1B1", "[2] [2]"},
            {"the parts of a cell are alive together", "0F0 (0F1;0B0)OVERLAP_F_B 0B1", "[2] [2]"},
            {"by rank", "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1", "[2, 1] [2, 1]"},
            {"sparse numbers", "0F7 0F4000000000 0B7 0B4000000000", "[2] [2]"},
            {"mirrored", "0F0 1F1 0B0 1B1\n1F0 0F1 1B0 0B1", "[2, 2] [2, 2]"},
            {"forward only", "0F0 0F1", "none"},
            {"nothing at all", "", "none"},
            {"F missing", "0F0 0B0 0B1", "none"},
            {"B missing", "0F0 0F1 0B0", "none"},
            {"B before F", "0B0 0F0", "none"},
            {"W without I", "0F0 0W0", "none"},
            {"I without W", "0F0 0I0", "none"},
            {"W before I", "0F0 0W0 0I0", "none"},
            {"B on another rank", "0F0\n0B0", "none"},
            {"twice", "0F0 0F0 0B0 0B1", "none"},
        });
    }

    void counts()
    {
        const auto [order, found] = test::fetchRow<std::string, std::string>();
        const auto needed = activationSlots(parse(order));
        QCOMPARE(needed ? fmt::format("{} {}", needed->stageMicrobatch, needed->microbatch) : "none", found);
    }

    void communicationAndBubblesChangeNothing()
    {
        const Schedule order = parse("0F0 0F1 . 0B0 0B1\n1F0 1B0 . . 1F1 1B1");
        const auto plain = activationSlots(order).value();
        const auto lowered = activationSlots(applyPass("torch", order).value()).value();
        QCOMPARE(lowered.stageMicrobatch, plain.stageMicrobatch);
        QCOMPARE(lowered.microbatch, plain.microbatch);
    }
};

BUBBLESCOPE_TEST(AnalyzeActivationSlots)
#include "analyze_activation_slots.moc"
