// SPDX-License-Identifier: Apache-2.0
// The desktop entry's actions, as a desktop starts them.
#include <QTest>

#include "tests/packaging/packaging_support.h"

#include <QImage>
#include <QTemporaryDir>

using namespace bubblescope::test;

class StartTest : public QObject
{
    Q_OBJECT

private slots:
    void actionsShowWhatTheySay();
    void oneThingIsBegun_data();
    void oneThingIsBegun();
};

namespace {

ProgramRun start(const QTemporaryDir& folder, const QStringList& arguments)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.insert(QLatin1String(name), folder.filePath(QLatin1String(name)));
    return runProgram(QStringLiteral(BUBBLESCOPE_WINDOW), arguments, environment);
}

/// The window as it looks after a start.
QImage pictureOf(const QStringList& arguments)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("window.png"));
    const ProgramRun run = start(folder, arguments + QStringList{"--screenshot", path});
    return run.status == 0 ? QImage(path) : QImage();
}

} // namespace

void StartTest::actionsShowWhatTheySay()
{
    const QImage fresh = pictureOf({"--new"});
    const QImage example = pictureOf({"--example"});
    QVERIFY(!fresh.isNull());
    QVERIFY(!example.isNull());
    QVERIFY(fresh != example);
}

void StartTest::oneThingIsBegun_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("both") << QStringList{"--new", "--example"};
    QTest::newRow("a file with a new schedule") << QStringList{"--new", "plan.csv"};
    QTest::newRow("a file with the example") << QStringList{"--example", "plan.csv"};
}

void StartTest::oneThingIsBegun()
{
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    const ProgramRun run = start(folder, arguments);
    QCOMPARE(run.status, 2);
    QVERIFY2(run.errors.contains(QStringLiteral(" excludes ")), qPrintable(run.errors));
}

QTEST_APPLESS_MAIN(StartTest)
#include "start_test.moc"
