// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>

using namespace bubblescope::test;

namespace {

const QByteArray kLayeredModel = R"({"format": "bubblescope-costs", "version": 2, "memory_unit": "bytes",
 "blocks": {"embedding": {"F": 0.5, "W": 0.5, "parameters": 1e9},
            "layer": {"F": 1, "I": 1, "W": 1, "activation": 2e9, "parameters": 1e9, "gradients": 2e9, "optimizer": 6e9},
            "expert": {"F": 2, "I": 2, "W": 2, "activation": 3e9, "parameters": 2e9, "gradients": 4e9, "optimizer": 6e9},
            "mtp": {"F": 2, "I": 2, "W": 2, "activation": 2e9}, "head": {"F": 1, "I": 1, "W": 1, "activation": 1e9}},
 "dense_layers": 2})";

} // namespace

/// Memory by part, and layers of several kinds, on the command line.
class CliMemory : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        m_costs = m_folder.filePath(QStringLiteral("model.json"));
        QFile file(m_costs);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(kLayeredModel);
    }

    void simulateTellsPartsAndWhetherItFits()
    {
        const QStringList command{"simulate", "1f1b",     "--ranks", "2",           "--costs",
                                  m_costs,    "--layout", "Ett|ttL", "--workspace", "5e8"};
        const QJsonObject json = succeed(command + QStringList{"--device", "h100", "--json"}).json();
        const QJsonObject memory = json["memory"].toObject();
        QCOMPARE(memory["limit"].toDouble(), 80e9);
        QVERIFY(memory["fit"]["fits"].toBool(false));
        for (const QJsonValue& rank : memory["per_rank"].toArray()) {
            double sum = 0;
            for (const QJsonValue& size : rank["parts"].toObject())
                sum += size.toDouble();
            QVERIFY(std::abs(sum - rank["peak"].toDouble()) < 1);
            QCOMPARE(rank["parts"]["workspace"].toDouble(), 5e8);
        }
        const QByteArray text = succeed(command + QStringList{"--device-memory", "2e10"}).output;
        QVERIFY(text.contains(
            "does not fit: rank 1 holds 31.5 GB of 20 GB, most of it optimizer states (12 GB)"));
    }

    void withoutSizesNothingIsAdded()
    {
        const QJsonObject json = succeed({"simulate", "1f1b", "--memory-limit", "2", "--json"}).json();
        QVERIFY(!json["memory"].toObject().contains("fit"));
        QVERIFY(!json["memory"]["per_rank"][0].toObject().contains("parts"));
    }

    void whatDoesNotGoTogetherIsRefused_data()
    {
        addRows<QStringList, QString>({
            {"device", {"--device", "h1000"}, "unknown device \"h1000\""},
            {"sizes", {"--device", "h100"}, "the costs have no sizes"},
            {"blocks", {"--layout", "Et|tL"}, "a layout needs blocks"},
        });
    }
    void whatDoesNotGoTogetherIsRefused()
    {
        const auto& [options, message] = givenRow<QStringList, QString>();
        const QString refusal = runCli(QStringList{"simulate", "1f1b", "--ranks", "2"} + options).refusal();

        QVERIFY2(refusal.contains(message), qPrintable(refusal));
    }

    void searchFindsALayout()
    {
        const QJsonObject json =
            succeed({"search", "--ranks", "2", "--microbatches", "4", "--costs", m_costs, "--layers", "8",
                     "--mtp-layers", "1", "--layout", "Et*4|t*4mL", "--iterations", "0", "--json"})
                .json();
        QVERIFY(json["makespan"].toDouble() <= json["recipe"].toDouble());
        const QString layout = json["layout"].toString();
        succeed({"layout", layout, "--ranks", "2", "--layers", "8", "--mtp-layers", "1"});
        double layers = 0;
        for (const QJsonValue& stage : json["layers_per_stage"].toArray())
            layers += stage.toDouble();
        QCOMPARE(layers, 8.0);
    }

private:
    QTemporaryDir m_folder;
    QString m_costs;
};

BUBBLESCOPE_TEST(CliMemory)
#include "cli_memory_test.moc"
