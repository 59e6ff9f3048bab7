// SPDX-License-Identifier: Apache-2.0
// Runs of which one rank has no trace, and orders of the user that a run is held against.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/support/text_checks.h"
#include "tests/ui/window_trace_support.h"
#include "ui/panels/bubbles_panel.h"
#include "ui/trace/run_bar.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::TraceList;

namespace {

QStringList withoutRank2()
{
    QStringList files = profilesOf(kStraggler);
    files.removeAt(2);
    return files;
}

QString saysOf(const QWidget& panel)
{
    QStringList texts;
    for (const QLabel* label : panel.findChildren<QLabel*>())
        texts << label->text();
    return texts.join('\n');
}

QString cell(ShownWindow& w, TraceList list, int row, int column)
{
    return tracePanel(w).table(list)->list()->model()->index(row, column).data().toString();
}

} // namespace

class WindowTraceMissingTest : public QObject
{
    Q_OBJECT

private slots:
    void aMissingRankIsNamed()
    {
        ShownWindow w;
        openProfiles(w, withoutRank2());
        const QString summary = tracePanel(w).summary();
        verifyBegins(summary, "1f1b, exact on 3 of 4 ranks (rank 2 has no trace) · measured ");
        // Three ranks are not held against four.
        QVERIFY2(!summary.contains('%'), qPrintable(summary));
        verifyEnds(summary, " (of all 4 ranks)");
        w->traces().showMeasured(true);
        verifyContains(w->traces().runBar()->text(), {" · step 1 · rank 2 has no trace · "});
    }

    void aMissingRankIsNoProblemAndNotIdle()
    {
        ShownWindow w;
        openProfiles(w, withoutRank2());
        w->traces().showMeasured(true);
        const LaneIndex& index = *w.view().evaluation()->index;
        QCOMPARE(index.absentRanks(), std::vector<std::uint32_t>{2});
        const auto* problems = w->findChild<ui::ProblemsPanel*>();
        QTRY_VERIFY(problems->report() && problems->report()->timeline == w.view().evaluation()->timeline);
        QCOMPARE(problems->report()->problems.size(), std::size_t{0});
        // Nothing else is made of the gap that they leave.
        const auto* bubbles = w->findChild<ui::BubblesPanel*>();
        QTRY_VERIFY2(saysOf(*bubbles).contains("Some ranks have no trace"), qPrintable(saysOf(*bubbles)));
        // The prediction has all ranks.
        w->traces().showMeasured(false);
        QVERIFY(w.view().evaluation()->index->absentRanks().empty());
    }

    void anOwnOrderComesFirst_data()
    {
        addRows<QByteArray, QString, QString>({
            {"the same", "0F0,0F1,0B0,0B1\n", "own.csv: exact · ", "the same order on every rank"},
            {"another", "0F0,0B0,0F1,0B1\n", "own.csv: first difference rank 0, action 1 · ",
             "rank 0, action 1: expected 0B0, trace has 0F1"},
        });
    }
    void anOwnOrderComesFirst()
    {
        const auto& [order, begin, difference] = givenRow<QByteArray, QString, QString>();
        ShownWindow w;
        openProfiles(w, {w.write("rank0.json", twoSteps())});
        const QString known = tracePanel(w).summary();
        const bool isGenerated = w.document().isGenerated();
        w->questions.matchSchedules = [](const QString&) { return ui::MixtureAnswer::Match; };
        openProfiles(w, {w.write("own.csv", order), w.write("rank0.json", twoSteps())});
        QCOMPARE(tracePanel(w).summary(), begin + known);
        tracePanel(w).setPage(ui::TracePanel::Schedule);
        QCOMPARE(cell(w, TraceList::Schedule, 0, 0), "own.csv");
        QCOMPARE(cell(w, TraceList::Schedule, 0, 3), difference);
        // What is generated stays what the form is about.
        QCOMPARE(w.document().isGenerated(), isGenerated);
        for (int row = 1; row < tracePanel(w).table(TraceList::Schedule)->list()->model()->rowCount(); ++row)
            QVERIFY(cell(w, TraceList::Schedule, row, 0) != "own.csv");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowTraceMissingTest)
#include "window_trace_missing_test.moc"
