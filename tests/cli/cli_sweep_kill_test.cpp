// SPDX-License-Identifier: Apache-2.0
// A sweep of ten thousand configurations that is killed again and again ends in the same bytes, and does
// nothing twice.
#include "tests/cli/cli_runner.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QRegularExpression>
#include <QThread>
#include <random>

using namespace bubblescope::test;

namespace {

/// 10,000 in all: 5 schedules, 10 × 100 numbers, 2 × 1.
const QStringList kPlan{
    "1f1b",           "gpipe",  "zbv",           "zb-h1", "interleaved-1f1b", "--ranks", "4..22:2",
    "--microbatches", "8..107", "--p2p-latency", "0,0.5"};

/// "6,012 done before, 3,988 run".
std::pair<int, int> countsIn(const QByteArray& errors)
{
    static const QRegularExpression numbers("^10,000 configurations: ([0-9,]+) done before, ([0-9,]+) run");
    const QRegularExpressionMatch match = numbers.match(QString::fromUtf8(errors));
    return {match.captured(1).remove(',').toInt(), match.captured(2).remove(',').toInt()};
}

/// Whole rows in the file, without its header.
int rowsIn(const QString& path)
{
    return std::max<int>(0, static_cast<int>(readFile(path).count('\n')) - 1);
}

} // namespace

class CliSweepKillTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QElapsedTimer timer;
        timer.start();
        const CliRun run = m_folder.run(QStringList{"sweep"} + kPlan + QStringList{"-o", "whole.csv"});
        m_wholeMs = timer.elapsed();
        QVERIFY2(run.status == 0, run.errors.constData());
        QCOMPARE(countsIn(run.errors), (std::pair{0, 10'000}));
        m_whole = m_folder.read("whole.csv");
        QCOMPARE(m_whole.count('\n'), 10'001);
    }

    void killedAgainAndAgain_data()
    {
        addRows<bool>({
            {"a new file", false},
            {"one that is there is left alone", true},
        });
    }

    void killedAgainAndAgain()
    {
        const auto& [isReplaced] = givenRow<bool>();
        const QString file = m_folder.filePath(isReplaced ? "old.csv" : "new.csv");
        const QString grown = isReplaced ? file + ".part" : file;
        if (isReplaced)
            writeFile(file, "an earlier sweep\n");
        QStringList arguments = QStringList{"sweep"} + kPlan + QStringList{"-o", file};
        std::mt19937 random(7);
        int kills = 0;
        int inTheMiddle = 0;
        while (kills < 40) {
            QProcess process;
            process.start(BUBBLESCOPE_CLI, arguments);
            QVERIFY(process.waitForStarted());
            const int before = rowsIn(grown);
            QThread::msleep(random() % static_cast<unsigned>(m_wholeMs / 4 + 2));
            process.kill();
            QVERIFY(process.waitForFinished());
            if (process.exitStatus() == QProcess::NormalExit)
                break; // it came to its end before
            ++kills;
            inTheMiddle += rowsIn(grown) > before && rowsIn(grown) < 10'000 ? 1 : 0;
            QVERIFY(rowsIn(grown) >= before);
            // Every whole row is one of the unbroken sweep's.
            const QByteArray rows = readFile(grown);
            QVERIFY(m_whole.startsWith(rows));
            if (isReplaced)
                QCOMPARE(readFile(file), "an earlier sweep\n");
            if (QFile::exists(grown) && !arguments.contains("--resume"))
                arguments << "--resume";
        }
        QVERIFY2(kills >= 3 && inTheMiddle >= 2, QByteArray::number(inTheMiddle).constData());
        const int before = rowsIn(QFile::exists(grown) ? grown : file);
        const CliRun last = succeed(arguments);
        QCOMPARE(countsIn(last.errors), (std::pair{before, 10'000 - before}));
        QCOMPARE(readFile(file), m_whole);
    }

private:
    CliFolder m_folder;
    QByteArray m_whole;
    qint64 m_wholeMs = 0;
};

BUBBLESCOPE_TEST(CliSweepKillTest)
#include "cli_sweep_kill_test.moc"
