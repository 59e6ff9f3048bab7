// SPDX-License-Identifier: Apache-2.0
// The roofline against the specification's figures, its own limits, and common sense.
#include "shapes.h"

#include "core/io/calibration.h"
#include "probe/plan/calibration_result.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/trace/value_of.h"

#include <QTest>
#include <cmath>

using namespace bubblescope;
using namespace bubblescope::probe;
using namespace bubblescope::test;

namespace {

Estimator estimatorOf(const char* device, DataType type = DataType::Bf16)
{
    return *Estimator::make(*findDevice(device), type);
}

DeviceSheet measuredH200()
{
    return *readDevice(
        R"({"schema": "pipeline-calibration/1", "device": {"name": "NVIDIA H200", "sm_count": 132,
            "ceilings": {"gemm_tflops": {"median": 745}, "copy_gbps": {"median": 4100}}}})",
        "measured.json");
}

double layerTime(const ModelShape& shape, const Estimator& estimator, Op op)
{
    return estimator.timeOf(kernelsOf(Block::Layer, shape), op);
}

} // namespace

class ProbeEstimatorTest : public QObject
{
    Q_OBJECT

private slots:
    void aLayerOnAnH200TakesTheSpecifiedTimes()
    {
        // The specification's shares and its elementwise kernels: without those that the products' rates
        // hide.
        EstimatorConstants constants;
        constants.gemm = 0.80, constants.attention = 0.60, constants.attentionBackward = 1.25;
        constants.bandwidth = 0.88;
        const Estimator estimator = *Estimator::make(*findDevice("h200"), DataType::Bf16, constants);
        const double hidden = 2.0 * 4096 * 4096, perByte = 1 / (4800e3 * 0.88);
        const double heads = 2 * hidden * perByte + 3;
        QVERIFY(std::abs(layerTime(llamaLike(), estimator, Op::Forward) - heads - 2765.2) < 0.05);
        // Two more passes over a gate's inner width and over hidden for each norm, v beside rope, two
        // launches.
        const double more = (2 * hidden * 3.5 + 2 * 2 * hidden + 2 * hidden / 4) * perByte + 6;
        QVERIFY(std::abs(layerTime(llamaLike(), estimator, Op::Input) - more - 3157.2) < 0.06);
        QVERIFY(std::abs(layerTime(llamaLike(), estimator, Op::Weight) - 2340.8) < 0.05);
    }

    void estimatesAreWithinTenPercentOfWhatWasMeasured_data()
    {
        // F and B of one layer, ms: compiled PyTorch 2.11 (docs/probe-results.md), with pauses between passes
        // and without, which a GPU at its power limit feels.
        addRows<QString, QString, double, double>({
            {"H100 Llama 3 8B, 8192", "h100", "8b8192", 6.2393, 13.3777},
            {"H100 Llama 3 8B, 4096", "h100", "8b4096", 2.8229, 5.9127},
            {"H100 Llama 2 7B", "h100", "7b", 2.6637, 5.582},
            {"H100 GPT", "h100", "gpt", 1.5124, 3.0436},
            {"H100 Llama 3 70B", "h100", "70b", 3.0388, 6.2845},
            {"H200 Llama 3 8B, 8192", "h200", "8b8192", 5.9329, 12.8187},
            {"H200 Llama 3 8B, 4096", "h200", "8b4096", 2.7192, 5.7547},
            {"H200 Llama 2 7B", "h200", "7b", 2.5527, 5.4356},
            {"H200 GPT", "h200", "gpt", 1.4392, 2.9265},
            {"H200 Llama 3 70B", "h200", "70b", 2.8724, 6.0301},
            {"H200 busy Llama 3 8B, 8192", "h200", "8b8192", 6.5725, 14.3211},
            {"H200 busy Llama 3 8B, 4096", "h200", "8b4096", 3.0851, 6.5984},
            {"H200 busy Llama 2 7B", "h200", "7b", 2.893, 6.2294},
            {"H200 busy GPT", "h200", "gpt", 1.5928, 3.2598},
            {"H200 busy Llama 3 70B", "h200", "70b", 3.2622, 6.7746},
        });
    }

    void estimatesAreWithinTenPercentOfWhatWasMeasured()
    {
        const auto& [device, name, forward, backward] = givenRow<QString, QString, double, double>();
        ModelShape shape = llamaLike();
        shape.gradientType = DataType::Bf16;
        if (name == "8b8192")
            shape.seq = 8192;
        else if (name == "7b")
            shape.ffn = 11008, shape.kvHeads = 32;
        else if (name == "gpt")
            shape.hidden = 2048, shape.ffn = 8192, shape.heads = shape.kvHeads = 16, shape.seq = 2048,
            shape.microBatch = 4, shape.gated = false;
        else if (name == "70b")
            shape.hidden = 8192, shape.ffn = 28672, shape.heads = 64, shape.seq = 8192, shape.tp = 8;
        const Estimator estimator = estimatorOf(qPrintable(device));
        const double f = layerTime(shape, estimator, Op::Forward) / 1e3;
        const double b =
            (layerTime(shape, estimator, Op::Input) + layerTime(shape, estimator, Op::Weight)) / 1e3;
        QVERIFY2(std::abs(f / forward - 1) < 0.1, qPrintable(QString::number(f / forward)));
        QVERIFY2(std::abs(b / backward - 1) < 0.1, qPrintable(QString::number(b / backward)));
    }

    void moreWorkNeverTakesLess()
    {
        const Estimator estimator = estimatorOf("h100");
        const ModelShape base = llamaLike();
        for (const auto grow :
             {+[](ModelShape& s) { s.seq *= 2; }, +[](ModelShape& s) { s.microBatch = 3; },
              +[](ModelShape& s) { s.hidden += 512; }, +[](ModelShape& s) { s.ffn += 1024; },
              +[](ModelShape& s) { s.heads *= 2; }, +[](ModelShape& s) { s.causal = false; },
              +[](ModelShape& s) { s.recompute = Recompute::Attention; },
              +[](ModelShape& s) { s.recompute = Recompute::Full; }}) {
            ModelShape grown = base;
            grow(grown);
            for (const Op op : kOps)
                QVERIFY(layerTime(grown, estimator, op) >= layerTime(base, estimator, op));
            QVERIFY(layerTime(grown, estimator, Op::Input) > layerTime(base, estimator, Op::Input));
        }
    }

    void aBetterDeviceNeverTakesLonger()
    {
        for (const Op op : kOps) {
            double before = INFINITY;
            for (const char* device : {"rtx4090", "a100", "h100", "h200"}) {
                const double time = layerTime(llamaLike(), estimatorOf(device), op);
                QVERIFY2(time <= before, device);
                before = time;
            }
        }
        DeviceSheet faster = *findDevice("h200");
        faster.memoryGbps *= 2;
        QVERIFY(layerTime(llamaLike(), *Estimator::make(faster, DataType::Bf16), Op::Forward) <
                layerTime(llamaLike(), estimatorOf("h200"), Op::Forward));
    }

    void halfFullWavesCost()
    {
        const Estimator estimator = estimatorOf("h200");
        // 132 multiprocessors: as many tiles take one wave, one more takes a second.
        Kernel full{"full", Op::Forward, KernelKind::Gemm, 128 * 132, 256, 1 << 16};
        full.flops = 2 * full.m * full.n * full.k;
        Kernel over = full;
        over.m += 1;
        over.flops = 2 * over.m * over.n * over.k;
        const double wave = estimator.timeOf(full) - 3;
        QVERIFY(std::abs(wave - static_cast<double>(full.flops) / (989e6 * estimator.constants().gemm)) <
                1e-6 * wave);
        QVERIFY(estimator.timeOf(over) - 3 > 1.9 * wave);
    }

    void devicesAreFoundByAnySpelling()
    {
        for (const char* name : {"h200", "H200", "NVIDIA H200", "nvidia-h200"})
            QCOMPARE(findDevice(name)->key, "h200");
        QCOMPARE(findDevice("RTX 4090")->key, "rtx4090");
        for (const DeviceSheet& sheet : deviceSheets()) {
            QVERIFY(!sheet.source.empty());
            QVERIFY(sheet.bf16Tflops > 0 && sheet.memoryGbps > 0 && sheet.smCount > 0 &&
                    sheet.memoryBytes > 0);
        }
    }

    void thePageHasTheTableOfDevices()
    {
        const QString page = QString::fromUtf8(test::readFile(BUBBLESCOPE_SOURCE "/docs/probe.md"));
        const auto number = [](double value) {
            return value > 0 ? QString::number(value) : QStringLiteral("–");
        };
        QStringList keys;
        for (const QString& line : page.split('\n'))
            if (line.startsWith(QLatin1String("| `")) && line.contains(QLatin1String("](https://")))
                keys << line.section('`', 1, 1);
        QStringList known;
        for (const DeviceSheet& sheet : deviceSheets()) {
            known << QString::fromStdString(sheet.key);
            const QString row =
                QStringLiteral("| `%1` | %2 | %3 | %4 | %5 | %6 | %7 | %8 | [%9](https://")
                    .arg(known.back(), QString::fromStdString(sheet.name), number(sheet.bf16Tflops),
                         number(sheet.fp8Tflops), number(sheet.memoryGbps), number(sheet.linkGbps),
                         number(static_cast<double>(sheet.memoryBytes) / 1e9), QString::number(sheet.smCount),
                         QString::fromStdString(sheet.source));
            QVERIFY2(page.contains(row), qPrintable(row));
        }
        QCOMPARE(keys, known);
    }

    void unknownDevicesAreRefused()
    {
        QCOMPARE(findDevice("h900").error().message.text(),
                 "unknown device \"h900\": the known devices are a100, h100, h200, b200, l40s, rtx4090, "
                 "mi300x; describe any other in a JSON file");
    }

    void aTypeWithoutUnitsIsRefused()
    {
        QCOMPARE(Estimator::make(*findDevice("a100"), DataType::Fp8).error().message.text(),
                 "NVIDIA A100 SXM 80GB has no fp8 units: choose another data type or device");
        QVERIFY(Estimator::make(*findDevice("h100"), DataType::Fp8));
    }

    void constantsOutOfBoundsAreRefused()
    {
        QVERIFY(checkConstants({}));
        EstimatorConstants constants;
        constants.gemm = 1.2;
        QCOMPARE(checkConstants(constants).error().message.text(),
                 "the efficiency of gemm is 1.2; expected more than 0, at most 1");
        constants = {};
        constants.launchUs = NAN;
        QVERIFY(!checkConstants(constants));
        constants = {};
        constants.fp8 = 0;
        QVERIFY(!checkConstants(constants));
        constants = {};
        constants.hopUs = -1;
        QVERIFY(!checkConstants(constants));
        constants = {};
        constants.tileRows = 0;
        QVERIFY(!checkConstants(constants));
    }

    void ownDevicesAreRead()
    {
        const auto sheet = valueOf(readDevice(
            R"({"name": "Mine", "peak_tflops": 500, "memory_gbps": 2000, "sm_count": 96, "link_gbps": 100})",
            "mine.json"));
        QCOMPARE(sheet.name, "Mine");
        QCOMPARE(*sheet.peakTflops(DataType::Fp16), 500.0);
        QVERIFY(!sheet.peakTflops(DataType::Fp32));
        QCOMPARE(sheet.source, "given by the user");
    }

    void wrongDevicesSayWhere_data()
    {
        addRows<QString, QString>({
            {"no object", "[1]", "d.json:1:1: expected an object that describes a device, found a list"},
            {"no memory", R"({"name": "x", "peak_tflops": 5, "sm_count": 1})",
             R"(d.json:1:1: the device needs "memory_gbps")"},
            {"zero", R"({"name": "x", "peak_tflops": 0, "memory_gbps": 1, "sm_count": 1})",
             "d.json:1:30: peak_tflops: expected more than 0 and less than 10^9"},
            {"broken", "{", "d.json:1:2: "},
            {"an estimate", R"({"schema": "pipeline-calibration/1", "device": {"name": "x"}})",
             "d.json:1:48: device: this calibration has no measured ceilings: only one with provenance "
             "\"measured\" can replace a datasheet"},
        });
    }

    void wrongDevicesSayWhere()
    {
        const auto& [text, message] = givenRow<QString, QString>();
        const std::string bytes = text.toStdString();
        const Result<DeviceSheet> sheet = readDevice(bytes, "d.json");
        QVERIFY(!sheet);
        const QString told = QString::fromStdString(sheet.error().headline());
        QVERIFY2(message.endsWith(' ') ? told.startsWith(message) : told == message, qPrintable(told));
    }

    void measuredCeilingsTakeTheSheetsPlace()
    {
        const DeviceSheet sheet = measuredH200();
        QCOMPARE(sheet.bf16Tflops, 745.0);
        QCOMPARE(sheet.memoryGbps, 4100.0);
        QCOMPARE(sheet.smCount, 132);
        QVERIFY(sheet.isMeasured);
    }

    void aMeasuredCeilingIsEstimatedAsItWasMeasured()
    {
        const DeviceSheet sheet = measuredH200();
        const Estimator estimator = *Estimator::make(sheet, DataType::Bf16);
        Kernel product{"ceiling", Op::Forward, KernelKind::Gemm, kCeilingSize, kCeilingSize, kCeilingSize};
        product.flops = 2 * product.m * product.n * product.k;
        const double launch = estimator.constants().launchUs;
        const double measuredUs = static_cast<double>(product.flops) / 745e6;
        QVERIFY(std::abs(estimator.timeOf(product) - launch - measuredUs) < 1e-6 * measuredUs);
        const Kernel copy{"copy", Op::Forward, KernelKind::Elementwise, 0, 0, 0, 0, std::int64_t{8} << 30};
        const double copyUs = static_cast<double>(copy.bytes) / 4100e3;
        QVERIFY(std::abs(estimator.timeOf(copy) - launch - copyUs) < 1e-6 * copyUs);
        // One whole wave loses nothing to a last one: faster than the ceiling, whose 2048 tiles fill 2112
        // places.
        Kernel full{"full", Op::Forward, KernelKind::Gemm, 128 * 132, 256, 1 << 16};
        full.flops = 2 * full.m * full.n * full.k;
        const double fullUs = static_cast<double>(full.flops) / (745e6 * 2112 / 2048);
        QVERIFY(std::abs(estimator.timeOf(full) - launch - fullUs) < 1e-6 * fullUs);
    }

    void sharesOfAMeasuredCeilingAreWhatIsLeft()
    {
        const EstimatorConstants usual = usualConstants(measuredH200());
        QCOMPARE(usual.gemm, 1.0);
        QCOMPARE(usual.bandwidth, 1.0);
        QVERIFY(std::abs(usual.attention - 0.55 / 0.76) < 1e-12);
        QCOMPARE(usual.attentionBackward, 1.50);
        QCOMPARE(usual.link, 1.0);
        QCOMPARE(usualConstants(*findDevice("h200")), EstimatorConstants{});
        // A GPU that reaches just what is assumed of its datasheet is estimated as from the datasheet.
        DeviceSheet reached = *findDevice("h200");
        const double promised = layerTime(llamaLike(), estimatorOf("h200"), Op::Forward);
        reached.bf16Tflops *= 0.76 * 2048 / 2112;
        reached.memoryGbps *= 0.78;
        reached.isMeasured = true;
        const double measured =
            layerTime(llamaLike(), *Estimator::make(reached, DataType::Bf16), Op::Forward);
        // But for attention, which is held against the product as it is, its last wave included.
        QVERIFY2(std::abs(measured / promised - 1) < 0.01, qPrintable(QString::number(measured / promised)));
        const CalibrationResult result =
            estimateModel(llamaLike(), *Estimator::make(measuredH200(), DataType::Bf16), {});
        QCOMPARE(result.device.name, "NVIDIA H200 (measured ceilings)");
        QCOMPARE(result.warnings.front().message,
                 "roofline below measured ceilings, with assumed shares of them: gemm 1.00, attention 0.72 "
                 "(backward x1.50), bandwidth 1.00, tiles 128 x 256, 3 us per launch");
    }

    void whatWasNotMeasuredComesFromTheSheet()
    {
        const DeviceSheet sheet = measuredH200();
        QVERIFY(std::abs(sheet.fp8Tflops - 1979.0 * 745 / 989) < 1e-9);
        QVERIFY(std::abs(sheet.linkGbps - 450 * 0.88) < 1e-9);
        QCOMPARE(sheet.memoryBytes, findDevice("h200")->memoryBytes);
        QCOMPARE(
            sheet.source,
            "measured ceilings: a product of 8192 x 8192 x 8192, a copy of 4 GiB; link: from the datasheet");
        // A ceiling counts for the type in which it was measured.
        const DeviceSheet single = *readDevice(
            R"({"schema": "pipeline-calibration/1", "model": {"dtype": "fp32"}, "device": {"name": "Mine", "sm_count": 50,
            "ceilings": {"gemm_tflops": {"median": 52}, "copy_gbps": {"median": 900}}},
            "transfers": [{"kind": "device_copy", "stand_in": true, "fit": {"latency_us": 2, "gbps": 800}},
                          {"kind": "peer_copy", "concurrent_compute": true, "fit": {"gbps": 200}},
                          {"kind": "peer_copy", "stand_in": false, "fit": {"gbps": 380.5}}]})",
            "measured.json");
        QCOMPARE(*single.peakTflops(DataType::Fp32), 52.0);
        QVERIFY(!single.peakTflops(DataType::Bf16));
        QCOMPARE(single.linkGbps, 380.5);
        QCOMPARE(single.memoryBytes, std::int64_t{0});
        // The memory that was found stands over the sheet's.
        const DeviceSheet small = *readDevice(
            R"({"schema": "pipeline-calibration/1", "device": {"name": "NVIDIA A100-SXM4-40GB", "sm_count": 108,
            "memory_bytes": 42000000000,
            "ceilings": {"gemm_tflops": {"median": 260}, "copy_gbps": {"median": 1300}}}})",
            "measured.json");
        QCOMPARE(small.memoryBytes, std::int64_t{42000000000});
    }

    void theCostModelReadsWhatIsWritten()
    {
        const CalibrationResult result =
            estimateModel(llamaLike(), estimatorOf("h200"), "2026-01-31T12:00:00Z");
        const std::string text = calibrationText(result);
        const auto read = valueOf(readCalibration(text, "h200.json"));
        QCOMPARE(read.provenance, "estimate");
        QCOMPARE(read.device, "NVIDIA H200 (datasheet)");
        QVERIFY(read.costs.blocks.has_value());
        QVERIFY(std::abs(*read.costs.blocks->layer.forward -
                         layerTime(llamaLike(), estimatorOf("h200"), Op::Forward)) < 0.001);
        QCOMPARE(*read.costs.blocks->layer.activation, 646479872.0);
        const CostModel stages = read.costs.forStages(4);
        const double layers = 4 * *read.costs.blocks->layer.forward;
        QVERIFY(std::abs(stages.durationOf(ActionKind::Forward, StageId{1}) - layers) < 1e-6);
        // The first stage embeds, the last one has the head.
        QVERIFY(stages.durationOf(ActionKind::Forward, StageId{0}) > layers);
        QVERIFY(stages.durationOf(ActionKind::Forward, StageId{3}) > layers + 5000);
        QCOMPARE(read.costs.transfer.latency, 10.0);
    }

    void everyPresetIsEstimatedOnEveryDevice()
    {
        for (const DeviceSheet& sheet : deviceSheets()) {
            const Estimator estimator = *Estimator::make(sheet, DataType::Bf16);
            const std::string text =
                calibrationText(estimateModel(llamaLike(), estimator, "2026-01-31T12:00:00Z"));
            QVERIFY2(readCalibration(text, "x.json").has_value(), sheet.key.c_str());
        }
    }
};

BUBBLESCOPE_TEST(ProbeEstimatorTest)
#include "probe_estimator_test.moc"
