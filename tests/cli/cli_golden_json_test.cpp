// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/cli_runner.h"
#include "tests/support/conformance_data.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QJsonDocument>

using namespace bubblescope::test;

namespace {

QString goldenFolder()
{
    return QString::fromStdString((testsFolder() / "golden" / "simulate").string());
}

} // namespace

/// What `simulate --json` prints, byte for byte. tests/golden/simulate/commands.txt names each file and its
/// command; tests/tools/make_golden_json.sh writes the files anew.
class CliGoldenJsonTest : public QObject
{
    Q_OBJECT

private slots:
    void simulate_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QStringList>("arguments");
        const QList<QByteArray> lines = readFile(goldenFolder() + "/commands.txt").split('\n');
        for (const QByteArray& line : lines) {
            QStringList words = QString::fromUtf8(line).split(' ', Qt::SkipEmptyParts);
            if (words.isEmpty())
                continue;
            const QString file = words.takeFirst();
            QTest::newRow(qPrintable(file)) << file << words;
        }
    }

    void simulate()
    {
        QFETCH(QString, file);
        QFETCH(QStringList, arguments);
        const CliRun run = runCli(arguments, {}, goldenFolder());
        QCOMPARE(run.errors, QByteArray());
        QCOMPARE(run.status, 0);
        QVERIFY(!QJsonDocument::fromJson(run.output).isEmpty());
        const QList<QByteArray> expected = readFile(goldenFolder() + "/" + file).split('\n');
        const QList<QByteArray> lines = run.output.split('\n');
        for (qsizetype i = 0; i < std::min(lines.size(), expected.size()); ++i)
            QVERIFY2(lines[i] == expected[i],
                     qPrintable(QString("line %1 is\n%2\nexpected\n%3")
                                    .arg(i + 1)
                                    .arg(QString::fromUtf8(lines[i]), QString::fromUtf8(expected[i]))));
        QCOMPARE(lines.size(), expected.size());
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CliGoldenJsonTest)
#include "cli_golden_json_test.moc"
