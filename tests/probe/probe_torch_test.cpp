// SPDX-License-Identifier: Apache-2.0
// What the probe counts as PyTorch keeps it, and the comparison of both.
#include <QTest>

#include "probe/plan/block_memory.h"
#include "probe/plan/torch_comparison.h"
#include "tests/probe/shapes.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

ModelShape shapeOf(std::vector<std::int64_t> sizes, bool gated, std::int64_t tp)
{
    ModelShape shape = llamaLike();
    shape.hidden = sizes[0], shape.ffn = sizes[1], shape.heads = sizes[2], shape.kvHeads = sizes[3];
    shape.seq = sizes[4], shape.microBatch = sizes[5], shape.vocab = sizes[6];
    shape.gated = gated;
    shape.tp = tp;
    return shape;
}

const char* const kTorch = R"(a warning before
{"torch": "2.11.0", "device": "NVIDIA H200", "frameworks": {
 "compiled": {"layer": {"F": 6000, "B": 13000, "activation": 1293000000}, "head": {"F": 13000, "B": 24000}},
 "eager": {"layer": {"F": 7000, "I": 9400, "W": 4600, "B": 14000, "activation": 1528000000}}}})";

CalibrationFigures own(const char* framework, double factor)
{
    return {
        framework,
        {{"layer", {{"F", 6000 * factor}, {"I", 8000}, {"W", 5000}, {"B", 13000}, {"activation", 1.293e9}}},
         {"embedding", {{"F", 40}}}}};
}

} // namespace

class ProbeTorchTest : public QObject
{
    Q_OBJECT

private slots:
    void activationsAreThoseOfPyTorch_data()
    {
        QTest::addColumn<QList<qint64>>("sizes"); // hidden, ffn, heads, kv heads, seq, micro-batch, vocab
        QTest::addColumn<bool>("gated");
        QTest::addColumn<qint64>("tp");
        QTest::addColumn<QList<qint64>>("wanted"); // layer compiled and eager, head compiled and eager
        // PyTorch 2.11 on an H100 and an H200 (docs/probe-results.md); of heads with their input, which the
        // stage before does not count.
        QTest::newRow("Llama 3 8B, 8192")
            << QList<qint64>{4096, 14336, 32, 8, 8192, 1, 128256} << true << qint64{1}
            << QList<qint64>{1292960768, 1527841792, 2168554496 + 67108864, 4269900800 + 67108864};
        QTest::newRow("Llama 3 8B, 4096") << QList<qint64>{4096, 14336, 32, 8, 4096, 1, 0} << true
                                          << qint64{1} << QList<qint64>{646480896, 763921408};
        QTest::newRow("Llama 2 7B, 4096")
            << QList<qint64>{4096, 11008, 32, 32, 4096, 1, 32000} << true << qint64{1}
            << QList<qint64>{640189440, 730366976, 295748608 + 33554432, 557892608 + 33554432};
        QTest::newRow("GPT") << QList<qint64>{2048, 8192, 16, 16, 2048, 4, 50304} << false << qint64{1}
                             << QList<qint64>{638125056, 638125056, 857834496 + 33554432,
                                              1682015232 + 33554432};
        QTest::newRow("Llama 3 70B, tp 8") << QList<qint64>{8192, 28672, 64, 8, 8192, 1, 0} << true
                                           << qint64{8} << QList<qint64>{786760704, 845480960};
    }

    void activationsAreThoseOfPyTorch()
    {
        QFETCH(QList<qint64>, sizes);
        QFETCH(bool, gated);
        QFETCH(qint64, tp);
        QFETCH(QList<qint64>, wanted);
        ModelShape shape = shapeOf({sizes.begin(), sizes.end()}, gated, tp);
        for (qsizetype i = 0; i < wanted.size(); ++i) {
            shape.framework = i % 2 == 0 ? Framework::Compiled : Framework::Eager;
            const auto held =
                static_cast<double>(memoryOf(i < 2 ? Block::Layer : Block::Head, shape).activation);
            const double ratio = held / static_cast<double>(wanted[i]);
            QVERIFY2(std::abs(ratio - 1) < 2e-4, qPrintable(QString::number(ratio, 'g', 8)));
        }
    }

    void eagerRunsEveryOperationByItself()
    {
        ModelShape shape = llamaLike();
        const std::vector<Kernel> compiled = kernelsOf(Block::Layer, shape);
        shape.framework = Framework::Eager;
        const std::vector<Kernel> eager = kernelsOf(Block::Layer, shape);
        for (const Op op : {Op::Forward, Op::Input}) {
            QCOMPARE(flopsOf(eager, op), flopsOf(compiled, op));
            QVERIFY(bytesOf(eager, op) > bytesOf(compiled, op));
            const auto launches = [op](const std::vector<Kernel>& kernels) {
                std::int64_t count = 0;
                for (const Kernel& kernel : kernels)
                    count += kernel.op == op ? kernel.launches : 0;
                return count;
            };
            QVERIFY(launches(eager) > launches(compiled) + 10);
        }
        QCOMPARE(bytesOf(eager, Op::Weight), bytesOf(compiled, Op::Weight));
        // In fp32, and rows are read more than once.
        ModelShape fused = llamaLike();
        QVERIFY(bytesOf(kernelsOf(Block::Head, shape), Op::Forward) >
                bytesOf(kernelsOf(Block::Head, fused), Op::Forward) + 4 * 4 * shape.tokens() * shape.vocab);
    }

    void theLastObjectOfTheOutputIsRead()
    {
        const Result<TorchTimes> times = readTorchTimes(kTorch);
        QVERIFY(times.has_value());
        QCOMPARE(times->torch, "2.11.0");
        QCOMPARE(times->device, "NVIDIA H200");
        QCOMPARE(times->frameworks.at("eager").at("layer").at("W"), 4600.0);
        QCOMPARE(times->frameworks.at("compiled").size(), std::size_t{2});
    }

    void brokenOutputIsAnError_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("saying");
        QTest::newRow("nothing") << ""
                                 << "PyTorch's times";
        QTest::newRow("no object") << "[1]"
                                   << "expected an object";
        QTest::newRow("no frameworks") << R"({"torch": "2", "device": "x"})"
                                       << "\"frameworks\" is missing";
        QTest::newRow("no device") << R"({"torch": "2"})"
                                   << "\"device\" is missing";
        QTest::newRow("a text for a time")
            << R"({"torch": "2", "device": "x", "frameworks": {"eager": {"layer": {"F": "long"}}}})"
            << "frameworks.eager.layer.F";
        QTest::newRow("a list for a framework")
            << R"({"torch": "2", "device": "x", "frameworks": {"eager": []}})"
            << "frameworks.eager";
    }

    void brokenOutputIsAnError()
    {
        QFETCH(QString, text);
        QFETCH(QString, saying);
        const Result<TorchTimes> times = readTorchTimes(text.toStdString());
        QVERIFY(!times);
        const QString said = QString::fromStdString(times.error().text());
        QVERIFY2(said.contains(saying), qPrintable(said));
    }

    void calibrationsSayTheirFramework()
    {
        const char* const text = R"({"method": {"framework": "eager"}, "blocks": [
            {"block": "layer", "ops": {"F": {"median": 3.5}}, "memory": {"activation_f": 12}}]})";
        const Result<CalibrationFigures> figures = readFigures(text, "cal.json");
        QVERIFY(figures.has_value());
        QCOMPARE(figures->framework, "eager");
        QCOMPARE(figures->blocks.at("layer").at("F"), 3.5);
        QCOMPARE(figures->blocks.at("layer").at("activation"), 12.0);
        // Files from before frameworks were told of: fused elementwise kernels.
        QCOMPARE(readFigures(R"({"blocks": []})", "old.json")->framework, "compiled");
        QVERIFY(!readFigures("{}", "no.json"));
    }

    void bothSidesAreComparedWhereBothAre()
    {
        const TorchTimes torch = *readTorchTimes(kTorch);
        const std::vector<ComparedRow> rows = compared(torch, {own("compiled", 1.04), own("eager", 1.2)});
        // F, B and activation of the compiled layer; all five of the eager one; no head, no embedding.
        QCOMPARE(rows.size(), std::size_t{8});
        QCOMPARE(rows.front().framework, "compiled");
        QCOMPARE(rows.front().quantity, "F");
        QVERIFY(std::abs(rows.front().ratio() - 1.04) < 1e-9);
        QCOMPARE(rows[4].quantity, "I");
        QVERIFY(isWithin(compared(torch, {own("compiled", 1.04)})));
        QVERIFY(!isWithin(compared(torch, {own("compiled", 1.06)})));
        const QString text = QString::fromStdString(
            comparisonText(llamaLike(), torch, compared(torch, {own("compiled", 1.06)})));
        QVERIFY2(text.contains("1.060  farther than 5 %"), qPrintable(text));
        QVERIFY(text.contains("1293.0 MB"));
        const QString json = QString::fromStdString(comparisonJson(llamaLike(), torch, rows));
        QVERIFY(json.contains("\"schema\": \"probe-compare-torch/1\""));
        QVERIFY(json.contains("\"is_within\": false"));
    }

    void theRequestHasTheSizesOfOneShard()
    {
        ModelShape shape = llamaLike();
        shape.tp = 4;
        const QString text =
            QString::fromStdString(torchRequest(shape, {Framework::Compiled, Framework::Eager}, 1, 0.5));
        for (const char* part : {"\"heads\":8", "\"kv_heads\":2", "\"ffn\":3584", "\"vocab\":32064",
                                 "\"hidden\":4096", "\"device\":1", "[\"compiled\",\"eager\"]"})
            QVERIFY2(text.contains(QLatin1String(part)), part);
        QVERIFY(torchScript().find("json.load(open(sys.argv[1]))") != std::string_view::npos);
    }
};

BUBBLESCOPE_TEST(ProbeTorchTest)
#include "probe_torch_test.moc"
