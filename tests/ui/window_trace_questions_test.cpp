// SPDX-License-Identifier: Apache-2.0
// What the window asks when profiles are opened, and what it leaves open.
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

QByteArray cut(const QByteArray& profile)
{
    return profile.left(profile.size() - 120);
}

/// Runs something when what it watches is shown.
class WindowTraceQuestionsShown : public QObject
{
public:
    explicit WindowTraceQuestionsShown(std::function<void()> run) : m_run(std::move(run)) {}
    [[nodiscard]] int count() const { return m_count; }
    bool eventFilter(QObject* /*watched*/, QEvent* event) override
    {
        if (event->type() == QEvent::Show) {
            ++m_count;
            QTimer::singleShot(0, this, m_run);
        }
        return false;
    }

private:
    std::function<void()> m_run;
    int m_count = 0;
};

} // namespace

class WindowTraceQuestionsTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void aFolderWithoutProfilesStopsWhatWasBeingRead()
    {
        const QString empty = w.path("empty");
        QVERIFY(QDir().mkpath(empty));
        w->files().openFiles(profilesOf(kInterleaved));
        QVERIFY(w->isLoading());
        w->files().openFiles({empty});
        QVERIFY(!w->isLoading());
        workersEnd();
        QVERIFY(!w->traces().session().analysis());
        QCOMPARE(w.document().displayName(), kFirstName);
        verifyContains(w->messages()->headline(), {"has no profiles"});
    }

    void anotherStepKeepsTheNameOfTheOpenRun()
    {
        const QString first = w.write("first.json", twoSteps());
        openProfiles(w, {first});
        openProfiles(w, {w.write("broken.json", "{\"traceEvents\": 3}")});
        QCOMPARE(w.document().filePath(), first);
        const auto before = w->traces().session().analysis();
        w->traces().session().chooseStep(3);
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis() != before, 60000);
        QCOMPARE(w.document().filePath(), first);
    }

    void damagedFilesAreOneQuestion()
    {
        const QStringList files{w.write("rank0.json", cut(twoSteps())),
                                w.write("rank1.json", cut(twoSteps())), w.write("rank2.json", twoSteps())};
        int questions = 0;
        QString asked;
        answerQuestion(asked, [&](QDialog& dialog) {
            ++questions;
            QCOMPARE(dialog.objectName(), "profile-question");
            const auto ticks = dialog.findChildren<QCheckBox*>("profile-question-tick");
            QCOMPARE(ticks.size(), 2);
            // While it stands nothing is being read.
            QVERIFY(w->findChild<QProgressBar*>("load-progress")->isHidden());
            auto* all = dialog.findChild<QCheckBox*>("profile-question-all");
            QVERIFY(all);
            QVERIFY(all->checkState() == Qt::Checked);
            ticks[0]->click();
            QVERIFY(all->checkState() == Qt::PartiallyChecked);
            press(dialog, "Open 1 damaged file too");
        });
        openProfiles(w, files);
        QCOMPARE(questions, 1);
        verifyContains(asked, {"2 of 3 profiles could not be read completely."});
        const auto analysis = w->traces().session().analysis();
        QVERIFY(analysis);
        QCOMPARE(analysis->files.size(), std::size_t{2});
        QVERIFY(analysis->files[0].isCut);
        QVERIFY(analysis->files[0].path.ends_with("rank1.json"));
        verifyBegins(w->messages()->headline(), "One file was left out: rank0.json:");
    }

    void aScheduleBesideProfilesIsAskedAbout_data()
    {
        QTest::addColumn<int>("answer");
        QTest::newRow("matched") << static_cast<int>(ui::MixtureAnswer::Match);
        QTest::newRow("left out") << static_cast<int>(ui::MixtureAnswer::LeaveOut);
        QTest::newRow("canceled") << static_cast<int>(ui::MixtureAnswer::Cancel);
    }
    void aScheduleBesideProfilesIsAskedAbout()
    {
        QFETCH(int, answer);
        QString asked;
        w->questions.matchSchedules = [&](const QString& text) {
            asked = text;
            return static_cast<ui::MixtureAnswer>(answer);
        };
        // Whichever comes first.
        openProfiles(w, {w.write("own.csv", "0F0,0F1,0B0,0B1\n"), w.write("rank0.json", twoSteps())});
        QCOMPARE(asked, "own.csv and profiles were opened together. Compare the measured order with it?");
        const auto analysis = w->traces().session().analysis();
        if (answer == static_cast<int>(ui::MixtureAnswer::Cancel)) {
            QVERIFY(!analysis);
            return;
        }
        QVERIFY(analysis);
        const auto& matches = analysis->identification.matches;
        const bool isThere = std::any_of(matches.begin(), matches.end(),
                                         [](const ScheduleMatch& match) { return match.name == "own.csv"; });
        QCOMPARE(isThere, answer == static_cast<int>(ui::MixtureAnswer::Match));
        QCOMPARE(w->messages()->headline(),
                 isThere ? QString() : QString("Left out when opening the profiles: own.csv"));
    }

    void theBarGoesWithItsReason()
    {
        openProfiles(w, {w.write("rank0.json", twoSteps("go"))});
        QVERIFY(!w->messages()->headline().isEmpty());
        QVERIFY(!w->traces().session().analysis()->measured);
        w->traces().session().setPatterns({"go(?<kind>[FB])(?<microbatch>\\d+)"});
        QTRY_VERIFY_WITH_TIMEOUT(w->traces().session().analysis()->measured, 60000);
        QCOMPARE(w->messages()->headline(), QString());
        w->traces().session().setPatterns({});
        QTRY_VERIFY_WITH_TIMEOUT(!w->traces().session().analysis()->measured, 60000);
        QVERIFY(!w->messages()->headline().isEmpty());
    }

    void cancellingHidesTheProgress()
    {
        auto* bar = w->findChild<QProgressBar*>("load-progress");
        auto* cancel = w->findChild<QToolButton*>("load-cancel");
        QVERIFY(bar && cancel);
        WindowTraceQuestionsShown shown([cancel] { cancel->click(); });
        bar->installEventFilter(&shown);
        // Long enough that the progress is due before it is read.
        QByteArray events;
        while (events.size() < (1 << 20))
            events += R"({"ph":"X","cat":"cpu_op","name":"aten::add_","pid":1,"tid":1,"ts":1,"dur":1},)";
        w->files().openFiles({w.write("long.json", '[' + events.repeated(300) + "{}]")});
        QTRY_VERIFY(shown.count() > 0);
        QTRY_VERIFY(!w->isLoading());
        QVERIFY(!w->traces().session().analysis());
        QVERIFY(bar->isHidden());
    }

    void patternsAreSavedWithTheProject()
    {
        const QString pattern = "go(?<kind>[FB])(?<microbatch>\\d+)";
        const QString path = w.path("run.bubble");
        w->traces().session().setPatterns({pattern});
        openProfiles(w, {w.write("rank0.json", twoSteps("go"))});
        QVERIFY(w->traces().session().analysis()->measured);
        QVERIFY(!w->files().isModified());
        QVERIFY(w->files().saveTo(path));
        // Another of the patterns, in the same project: it is changed, and stays the same file.
        const QString other = "go(?<kind>F|B)(?<microbatch>\\d+)";
        w->traces().session().setPatterns({other});
        QTRY_COMPARE_WITH_TIMEOUT(w.document().namePatterns(), std::vector<std::string>{other.toStdString()},
                                  60000);
        QCOMPARE(w.document().savePath(), path);
        QVERIFY(w->files().isModified());
        QVERIFY(w->files().saveTo(path));
        QVERIFY(!w->files().isModified());
        // Somewhere else, where the user has none.
        w->traces().session().setPatterns({});
        w.reopen();
        QCOMPARE(w->traces().session().patterns(), QStringList());
        w.openFile(path);
        QCOMPARE(w->traces().session().patterns(), QStringList(other));
        openProfiles(w, {w.path("rank0.json")});
        QVERIFY(w->traces().session().analysis()->measured);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTraceQuestionsTest)
#include "window_trace_questions_test.moc"
