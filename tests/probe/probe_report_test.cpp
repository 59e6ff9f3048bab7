// SPDX-License-Identifier: Apache-2.0
// What a run tells people: how attention came to its time.
#include "app/probe/report.h"

#include "tests/probe/shapes.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace bubblescope::probe;
using namespace bubblescope::test;

class ProbeReportTest : public QObject
{
    Q_OBJECT

private slots:
    void theWayOfAttentionIsTold_data()
    {
        addRows<QString, QString, int, QString>({
            {"estimate", "estimate", "analytic", 1,
             "attention: estimated, fused; kernels and activations as in compiled PyTorch"},
            {"computed", "measured", "analytic", 1,
             "attention: computed, its FLOPs over 0.6 of the measured rate of products; kernels and "
             "activations "
             "as in compiled PyTorch"},
            {"fused", "measured", "cudnn", 1,
             "attention: run fused, by cuDNN; kernels and activations as in compiled PyTorch"},
            {"unfused", "measured", "unfused", 1,
             "attention: run unfused, over all scores; kernels and activations as in compiled PyTorch"},
            {"a shard", "measured", "unfused", 4,
             "attention: run unfused, over all scores; kernels and activations as in compiled PyTorch; times "
             "are of one of 4 tensor-parallel shards, without "
             "their communication"},
        });
    }

    void theWayOfAttentionIsTold()
    {
        const auto& [provenance, attention, tp, line] = givenRow<QString, QString, int, QString>();
        CalibrationResult result;
        result.provenance = provenance.toStdString();
        result.attention = attention.toStdString();
        result.model = llamaLike();
        result.model.tp = tp;
        const QStringList lines = QString::fromStdString(resultText(result)).split(u'\n');
        QVERIFY2(lines.contains(line), qPrintable(lines.join(u'\n')));
    }
};

BUBBLESCOPE_TEST(ProbeReportTest)
#include "probe_report_test.moc"
