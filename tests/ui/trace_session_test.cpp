// SPDX-License-Identifier: Apache-2.0
// Profiles from paths to their analysis, without a window: what was asked for last is what comes.
#include "tests/support/test_program.h"
#include "tests/ui/window_trace_support.h"

#include <QSignalSpy>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

constexpr int kLong = 60000;

/// A folder with profiles and settings, and a session that opens whatever it has read.
struct Fixture
{
    Fixture()
    {
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
        session = std::make_unique<TraceSession>();
        QObject::connect(session.get(), &TraceSession::readDone, session.get(),
                         [this](const std::shared_ptr<ProfilesRead>& read) {
                             session->open(std::move(read->files), {read->schedules, {}});
                             if (afterRead)
                                 std::exchange(afterRead, nullptr)();
                         });
    }
    ProfilePaths write(const QString& name, const QByteArray& bytes) const
    {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return {{file.fileName()}, {}, false};
    }
    /// Opens profiles, and nothing before them.
    void open(const ProfilePaths& paths)
    {
        QSignalSpy opened(session.get(), &TraceSession::opened);
        session->read(paths);
        QVERIFY(opened.wait(kLong));
        QCOMPARE(opened.count(), 1);
    }
    [[nodiscard]] const MeasuredRun& run() const { return session->analysis()->run; }
    QTemporaryDir folder;
    std::unique_ptr<TraceSession> session;
    std::function<void()> afterRead; ///< once, while what was read is being analysed
};

QByteArray threeMicrobatches()
{
    return profileOf({range("PP:0F0", 1000, 10), range("PP:0F1", 1010, 10), range("PP:0F2", 1020, 10),
                      range("PP:0B0", 1030, 20), range("PP:0B1", 1050, 20), range("PP:0B2", 1070, 20)});
}

} // namespace

class TraceSessionTest : public QObject
{
    Q_OBJECT

private slots:
    void aSecondReadForgetsTheFirstsAnalysis()
    {
        Fixture f;
        const ProfilePaths second = f.write("b.json", threeMicrobatches());
        f.afterRead = [&] { f.session->read(second); };
        f.open(f.write("a.json", twoSteps()));
        QVERIFY(!f.session->isBusy());
        QCOMPARE(f.run().microbatchCount, 3U);
    }

    void aPatternWrittenWhileProfilesAreOpenedReadsThem()
    {
        Fixture f;
        f.open(f.write("a.json", twoSteps()));
        f.afterRead = [&] { f.session->setPatterns({"go(?<kind>[FB])(?<microbatch>\\d+)"}); };
        f.open(f.write("b.json", twoSteps("go")));
        QVERIFY(f.session->analysis()->files[0].path.ends_with("b.json"));
        QCOMPARE(f.run().families.count(NameFamily::UserPattern), std::size_t{1});
    }

    void aStepOfTheOldDoesNotStopTheNew()
    {
        Fixture f;
        f.open(f.write("a.json", twoSteps()));
        f.afterRead = [&] { f.session->chooseStep(3); };
        f.open(f.write("b.json", threeMicrobatches()));
        QCOMPARE(f.run().microbatchCount, 3U);
    }

    void aPatternKeepsTheStep()
    {
        Fixture f;
        f.open(f.write("a.json", twoSteps()));
        QCOMPARE(f.run().step, std::uint64_t{4});
        QSignalSpy analysed(f.session.get(), &TraceSession::analysed);
        f.session->chooseStep(3);
        QVERIFY(analysed.wait(kLong));
        f.session->setPatterns({"PP:0(?<kind>[FB])(?<microbatch>\\d+)"});
        QVERIFY(analysed.wait(kLong));
        QCOMPARE(f.run().step, std::uint64_t{3});
    }

    void lanesThatCutOverlappingActionsSaySo()
    {
        Fixture f;
        f.open(
            f.write("a.json", profileOf({range("PP:0F0", 1000, 10000, 1), range("PP:0F1", 2000, 3000, 2),
                                         range("PP:0B0", 20000, 2000, 1), range("PP:0B1", 23000, 2000, 1)})));
        const auto& warnings = f.session->analysis()->warnings;
        QCOMPARE(std::count(warnings.begin(), warnings.end(),
                            "1 action starts while the one before on the rank still runs: the measured lanes "
                            "show only what comes after its end"),
                 1);
    }

    void aRankWithoutATraceIsNotIdle()
    {
        Fixture f;
        ProfilePaths paths;
        for (const QString& file : profilesOf(kStraggler))
            if (!file.contains("rank3"))
                paths.files << file;
        QCOMPARE(paths.files.size(), 3);
        f.open(paths);
        const Evaluation& measured = *f.session->analysis()->measured;
        const Timeline& timeline = *measured.timeline;
        Time busy = 0;
        for (const LaneTimes& lane : timeline.lanes)
            for (std::size_t i = 0; i < lane.start.size(); ++i)
                busy += lane.end[i] - lane.start[i];
        QVERIFY(std::abs(measured.metrics.idleFraction - (1 - busy / (3 * timeline.makespan))) < 1e-9);
    }

    void anOrderOfTheUsersIsComparedWithTheRun()
    {
        Fixture f;
        ProfilePaths paths = f.write("a.json", twoSteps());
        paths.schedules = f.write("eager.csv", "0F0,0B0,0F1,0B1\n").files;
        paths.schedules << f.write("own.csv", "0F0,0F1,0B0,0B1\n").files;
        f.open(paths);
        const auto& matches = f.session->analysis()->identification.matches;
        const auto named = [&](const char* name) {
            return std::find_if(matches.begin(), matches.end(),
                                [&](const ScheduleMatch& match) { return match.name == name; });
        };
        QVERIFY(named("own.csv") != matches.end() && named("own.csv")->isExact);
        QVERIFY(named("eager.csv") != matches.end() && !named("eager.csv")->isExact);
        QCOMPARE(QString::fromStdString(named("eager.csv")->differences.at(0).text()),
                 "rank 0, action 1: expected 0B0, trace has 0F1");
    }

    void deviationsFollowAPredictionOfTheSameActions()
    {
        Fixture f;
        f.open(f.write("a.json", twoSteps()));
        const TraceAnalysisPtr analysis = f.session->analysis();
        QVERIFY(analysis->predicted && analysis->deviations);
        WhatIf whatIf;
        whatIf.ranks[0] = 2;
        const auto slow = evaluate(analysis->predicted->input, {}, {.whatIf = whatIf});
        QVERIFY(slow);
        QSignalSpy changed(f.session.get(), &TraceSession::shownChanged);
        f.session->holdAgainst(*slow);
        QVERIFY(changed.wait(kLong));
        QVERIFY(f.session->isHeldAgainstOther());
        QCOMPARE(f.session->shown()->deviations->predicted.makespan, (*slow)->timeline->makespan);
        // Another number of microbatches runs other actions.
        ScheduleRequest more;
        more.schedule = "gpipe";
        more.ranks = 1;
        more.microbatches = 3;
        const auto other = evaluate({more, analysis->fitted.costs, {}}, {});
        QVERIFY(other);
        f.session->holdAgainst(*other);
        QVERIFY(changed.wait(kLong));
        QVERIFY(f.session->shown() == analysis);
        f.session->holdAgainst(*slow);
        QVERIFY(changed.wait(kLong));
        f.session->holdAgainst(analysis->predicted);
        QVERIFY(!f.session->isHeldAgainstOther());
    }

    void patternsOfAProjectAreNotKeptForTheNextStart()
    {
        Fixture f;
        f.session->setPatterns({"mine(?<kind>F)"});
        f.session->takePatterns({"theirs(?<kind>F)"});
        QCOMPARE(f.session->patterns(), QStringList("theirs(?<kind>F)"));
        QCOMPARE(TraceSession().patterns(), QStringList("mine(?<kind>F)"));
        f.session->takePatterns({});
        QCOMPARE(f.session->patterns(), QStringList("mine(?<kind>F)"));
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, TraceSessionTest)
#include "trace_session_test.moc"
