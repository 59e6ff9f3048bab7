// SPDX-License-Identifier: Apache-2.0
// First, for moc 6.4 cannot parse <compare> before another standard header.
#include <QTest>

#include "core/analyze/activation_slots.h"
#include "core/lower/pass.h"
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
        QTest::addColumn<QString>("order");
        QTest::addColumn<QString>("found");
        QTest::newRow("one after the other") << "0F0 0B0 0F1 0B1"
                                             << "[1] [1]";
        QTest::newRow("all at once") << "0F0 0F1 0F2 0B0 0B1 0B2"
                                     << "[3] [3]";
        QTest::newRow("I ends nothing, W does") << "0F0 0I0 0F1 0W0 0I1 0W1"
                                                << "[2] [2]";
        QTest::newRow("two stages share a microbatch's buffer") << "0F0 1F0 1B0 0B0"
                                                                << "[2] [1]";
        QTest::newRow("a buffer for the whole microbatch lasts longer") << "0F0 0B0 0F1 1F0 1B0 0B1 1F1 1B1"
                                                                        << "[2] [2]";
        QTest::newRow("the parts of a cell are alive together") << "0F0 (0F1;0B0)OVERLAP_F_B 0B1"
                                                                << "[2] [2]";
        QTest::newRow("by rank") << "0F0 0F1 0B0 0B1\n1F0 1B0 1F1 1B1"
                                 << "[2, 1] [2, 1]";
        QTest::newRow("sparse numbers") << "0F7 0F4000000000 0B7 0B4000000000"
                                        << "[2] [2]";
        QTest::newRow("mirrored") << "0F0 1F1 0B0 1B1\n1F0 0F1 1B0 0B1"
                                  << "[2, 2] [2, 2]";
        QTest::newRow("forward only") << "0F0 0F1"
                                      << "none";
        QTest::newRow("nothing at all") << ""
                                        << "none";
        QTest::newRow("F missing") << "0F0 0B0 0B1"
                                   << "none";
        QTest::newRow("B missing") << "0F0 0F1 0B0"
                                   << "none";
        QTest::newRow("B before F") << "0B0 0F0"
                                    << "none";
        QTest::newRow("W without I") << "0F0 0W0"
                                     << "none";
        QTest::newRow("I without W") << "0F0 0I0"
                                     << "none";
        QTest::newRow("W before I") << "0F0 0W0 0I0"
                                    << "none";
        QTest::newRow("B on another rank") << "0F0\n0B0"
                                           << "none";
        QTest::newRow("twice") << "0F0 0F0 0B0 0B1"
                               << "none";
    }

    void counts()
    {
        QFETCH(QString, order);
        QFETCH(QString, found);
        const auto needed = activationSlots(parse(order.toStdString()));
        QCOMPARE(needed ? fmt::format("{} {}", needed->stageMicrobatch, needed->microbatch) : "none",
                 found.toStdString());
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
