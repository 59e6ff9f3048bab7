// SPDX-License-Identifier: Apache-2.0
// The desktop entry's actions, as a desktop starts them.
#include <QTest>

#include "tests/packaging/packaging_support.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QImage>
#include <QTemporaryDir>

using namespace bubblescope::test;

namespace {

ProgramRun start(const QTemporaryDir& folder, const QStringList& arguments,
                 const QString& language = QStringLiteral("C.UTF-8"), const QString& loggingRules = {})
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
    environment.insert(QStringLiteral("LC_ALL"), language);
    environment.remove(QStringLiteral("LANGUAGE"));
    environment.insert(QStringLiteral("QT_LOGGING_RULES"), loggingRules);
    for (const char* name : {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"})
        environment.insert(QLatin1String(name), folder.filePath(QLatin1String(name)));
    return runProgram(QStringLiteral(BUBBLESCOPE_WINDOW), arguments, environment);
}

/// The window as it looks after a start.
QImage pictureOf(const QStringList& arguments, const QString& language = QStringLiteral("C.UTF-8"))
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("window.png"));
    const ProgramRun run = start(folder, arguments + QStringList{"--screenshot", path}, language);
    return run.status == 0 ? QImage(path) : QImage();
}

} // namespace

class StartTest : public QObject
{
    Q_OBJECT

private slots:
    void actionsShowWhatTheySay()
    {
        const QImage fresh = pictureOf({"--new"});
        const QImage example = pictureOf({"--example"});
        QVERIFY(!fresh.isNull());
        QVERIFY(!example.isNull());
        QVERIFY(fresh != example);
    }

    void anEmptyStartGreets()
    {
        const QImage example = pictureOf({"--example"});
        const QImage greeting = pictureOf({});
        QVERIFY(!greeting.isNull());
        QVERIFY(greeting != example);
        // Unless the user does not want it.
        const QTemporaryDir folder;
        QVERIFY(QDir(folder.path()).mkpath("XDG_CONFIG_HOME/Bubblescope"));
        QFile settings(folder.filePath("XDG_CONFIG_HOME/Bubblescope/Bubblescope.ini"));
        QVERIFY(settings.open(QIODevice::WriteOnly));
        settings.write("[view]\nstartPage=false\n");
        settings.close();
        const QString path = folder.filePath(QStringLiteral("window.png"));
        QCOMPARE(start(folder, {"--screenshot", path}).status, 0);
        QVERIFY(QImage(path).height() > 0);
        QVERIFY(QImage(path) != greeting);
    }

    /// What measures the start waits for.
    void theFirstFrameIsToldToWhoAsks()
    {
        const QTemporaryDir folder;
        const QStringList arguments{"--example", "--screenshot",
                                    folder.filePath(QStringLiteral("window.png"))};
        const QString english = QStringLiteral("C.UTF-8");
        const ProgramRun asked = start(folder, arguments, english, "bubblescope.ui.start.debug=true");
        QCOMPARE(asked.status, 0);
        QCOMPARE(asked.errors.count(QStringLiteral("first frame")), 1);
        const ProgramRun plain = start(folder, arguments, english);
        QCOMPARE(plain.status, 0);
        QVERIFY(!plain.errors.contains(QStringLiteral("first frame")));
    }

    void oneThingIsBegun_data()
    {
        addRows<QStringList>({
            {"both", {"--new", "--example"}},
            {"a file with a new schedule", {"--new", "plan.csv"}},
            {"a file with the example", {"--example", "plan.csv"}},
        });
    }

    void oneThingIsBegun()
    {
        const auto& [arguments] = givenRow<QStringList>();
        const QTemporaryDir folder;
        const ProgramRun run = start(folder, arguments);
        QCOMPARE(run.status, 2);
        QVERIFY2(run.errors.contains(QStringLiteral(" excludes ")), qPrintable(run.errors));
    }

    void theSystemsLanguageIsSpoken()
    {
#ifndef BUBBLESCOPE_HAVE_LINGUIST
        QSKIP("built without qt6-tools-dev and qt6-l10n-tools");
#endif
        // The menus: what stands below tells how long drawing took, and makes the window wider or narrower.
        const auto menusIn = [](const char* language) {
            const QImage window = pictureOf({"--example"}, QLatin1String(language));
            return window.copy(0, 0, 480, 24);
        };
        const QImage english = menusIn("en_GB.UTF-8");
        const QImage german = menusIn("de_DE.UTF-8");
        const QImage chinese = menusIn("zh_CN.UTF-8");
        QVERIFY(!english.isNull());
        QCOMPARE(german, english);
        QVERIFY(!chinese.isNull());
        QVERIFY(chinese != english);
    }
};

BUBBLESCOPE_TEST(StartTest)
#include "start_test.moc"
