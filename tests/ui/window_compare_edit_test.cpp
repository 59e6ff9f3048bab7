// SPDX-License-Identifier: Apache-2.0
// Making a side of a comparison the document, and back, with nothing lost; and pictures of all sides.
#include "tests/support/test_program.h"
#include "tests/ui/compare_support.h"
#include "tests/ui/timeline_support.h"
#include "ui/compare/compare_header.h"
#include "ui/exports/export_controller.h"

using namespace bubblescope;
using namespace bubblescope::test;
using ui::CompareMode;

namespace {

constexpr const char* kTwo = "0F0,0F1,,,0B0,0B1\n,1F0,1F1,1B0,1B1,\n";

QString referenceTitle(ShownWindow& w)
{
    return w->comparison().references().front().title;
}

} // namespace

class WindowCompareEditTest : public QObject
{
    Q_OBJECT

    FreshWindow w;

private slots:
    void init() { w.begin(); }
    void cleanup() { w.end(); }

    void aSideBecomesTheDocument()
    {
        w.trigger("compare.split");
        w.trigger("compare.edit");
        QCOMPARE(w.said(), "The document already shows this side.");
        w.setMicrobatches(12);
        const EvaluationPtr twelve = w.document().evaluation();
        const EvaluationPtr eight = w->comparison().reference()->evaluation;
        w.trigger("compare.edit");
        QCOMPARE(w.document().evaluation(), eight);
        QCOMPARE(w->comparison().reference()->evaluation, twelve);
        QCOMPARE(referenceTitle(w), "Interleaved 1F1B · 4 ranks × 12 microbatches");
        QCOMPARE(w.number("microbatches").text(), "8");
        QCOMPARE(w.view().evaluation(), eight);
        QCOMPARE(other(w).evaluation(), twelve);
        QVERIFY(w.view().hasFocus());
        QCOMPARE(w.undoText(), "Edit Interleaved 1F1B · 4 ranks × 8 microbatches");
        // It is edited as any other; undo leads all the way back.
        w.setMicrobatches(16);
        QCOMPARE(w->comparison().reference()->evaluation, twelve);
        w.trigger("edit.undo");
        QTRY_COMPARE(w.microbatches(), 8U);
        w.trigger("edit.undo");
        QCOMPARE(w.document().evaluation(), twelve);
        QCOMPARE(w->comparison().reference()->evaluation->timeline->schedule->microbatchCount, 8U);
        QCOMPARE(referenceTitle(w), "Interleaved 1F1B · 4 ranks × 8 microbatches");
        w.trigger("edit.redo");
        QCOMPARE(w.microbatches(), 8U);
        QCOMPARE(w->comparison().reference()->evaluation, twelve);
    }

    /// What is saved then goes to no file of the other one.
    void filesGoWithTheirSides()
    {
        const QString project = w.path("mine.bubble");
        QVERIFY(w->files().saveTo(project));
        w.document().setNotes({DocumentNote{3.0, std::nullopt, std::nullopt, "look here"}}, "note");
        QCOMPARE(w.document().notes().size(), std::size_t{1});
        const QString file = w.write("small.csv", kTwo);
        w->compare().compareWith({file});
        QTRY_VERIFY(!w->compare().maker().isBusy());
        // Another document comes in its place: what is not saved is asked about, and can stay.
        w->questions.saveChanges = [](const QString&) { return ui::SaveAnswer::Cancel; };
        w.trigger("compare.edit");
        QCOMPARE(w.document().savePath(), project);
        w->questions.saveChanges = [](const QString&) { return ui::SaveAnswer::Discard; };
        w.trigger("compare.edit");
        QCOMPARE(w.document().filePath(), file);
        QVERIFY(w.document().savePath().isEmpty());
        QVERIFY(w.document().notes().empty());
        QCOMPARE(w.ranks(), 2U);
        QVERIFY(w->files().isModified());
        w.trigger("edit.undo");
        QCOMPARE(w.document().savePath(), project);
        QCOMPARE(w.document().notes().size(), std::size_t{1});
        QCOMPARE(w.ranks(), 4U);
        QCOMPARE(w->comparison().reference()->path, file);
        w.trigger("edit.undo");
        QVERIFY(w.document().notes().empty());
        QVERIFY(!w.document().isModified());
    }

    void aDroppedSideIsStillUndone()
    {
        w.trigger("compare.split");
        w.setMicrobatches(12);
        w.trigger("compare.edit");
        w.trigger("compare.dropAll");
        w.trigger("edit.undo");
        QCOMPARE(w.microbatches(), 12U);
        QVERIFY(!w->comparison().reference());
        w.trigger("edit.redo");
        QCOMPARE(w.microbatches(), 8U);
    }

    /// Each side has its own what-if, and undo gives both back.
    void whatIfsGoWithTheirSides()
    {
        WhatIf whatIf;
        whatIf.kinds[ActionKind::Forward] = 2;
        w.document().setWhatIf(whatIf);
        QTRY_VERIFY(!w.document().isBusy() && w.document().evaluation()->whatIf == whatIf);
        w.trigger("compare.split");
        const EvaluationPtr slowed = w->comparison().reference()->evaluation;
        w.document().setWhatIf({});
        QTRY_VERIFY(!w.document().isBusy() && w.document().evaluation()->whatIf == WhatIf());
        w.setMicrobatches(12);
        const EvaluationPtr plain = w.document().evaluation();
        w.trigger("compare.edit");
        QCOMPARE(w.document().evaluation(), slowed);
        QVERIFY(w.document().whatIf() == whatIf);
        QVERIFY(!w.document().isBusy());
        w.trigger("edit.undo");
        QCOMPARE(w.document().evaluation(), plain);
        QVERIFY(w.document().whatIf() == WhatIf());
        QCOMPARE(w->comparison().reference()->evaluation, slowed);
    }

    /// A change that is not worked out yet belongs to the document that goes.
    void whatIsBeingWorkedOutComesFirst()
    {
        w.trigger("compare.split");
        w.type(w.number("microbatches"), "2000");
        w.trigger("compare.edit");
        QTRY_COMPARE(w->comparison().reference()->evaluation->timeline->schedule->microbatchCount, 2000U);
        QCOMPARE(w.microbatches(), 8U);
    }

    void allSidesAreOnePicture()
    {
        QVERIFY(w->exports().pictureSettings().sides.empty());
        w.trigger("compare.split");
        w.setMicrobatches(12);
        w.trigger("compare.keep");
        w.setMicrobatches(4);
        ui::PictureSettings settings = w->exports().pictureSettings();
        QVERIFY(settings.ofComparison);
        QCOMPARE(settings.sides.size(), std::size_t{3});
        const Evaluation& shown = *w.document().evaluation();
        const Result<Scene> all = ui::pictureScene(shown, settings);
        QVERIFY(all);
        QCOMPARE(all->width, 1280.0);
        // One axis: the last column of the longest is the last of the picture.
        double right = 0;
        for (const SceneRect& rect : all->rects)
            if (rect.block >= 0)
                right = std::max(right, rect.rect.right());
        QVERIFY(isNear(right, all->geometry.plot.right(), 1e-6));
        QStringList titles;
        for (const SceneText& text : all->texts)
            if (text.bold && text.size > 12)
                titles << QString::fromStdString(text.text);
        QCOMPARE(titles, QStringList({"Interleaved 1F1B · 4 ranks × 4 microbatches",
                                      "Interleaved 1F1B · 4 ranks × 8 microbatches",
                                      "Interleaved 1F1B · 4 ranks × 12 microbatches"}));
        settings.ofComparison = false;
        const Result<Scene> alone = ui::pictureScene(shown, settings);
        QVERIFY(alone && alone->height < all->height / 2);
    }

    void thePictureIsWrittenInEveryFormat()
    {
        w.trigger("compare.split");
        w.setMicrobatches(12);
        for (const char* name : {"all.png", "all.svg", "all.pdf"}) {
            ui::PictureSettings settings = w->exports().pictureSettings();
            settings.format = *ui::formatOfFile(QLatin1String(name));
            QVERIFY(w->exports().exportTo(w.path(QLatin1String(name)), settings));
        }
        QVERIFY(ShownWindow::read(w.path("all.png")).startsWith("\x89PNG"));
        QVERIFY(ShownWindow::read(w.path("all.pdf")).startsWith("%PDF"));
        const QString svg = QString::fromUtf8(ShownWindow::read(w.path("all.svg")));
        QSet<QString> ids;
        auto match = QRegularExpression(" id=\"([^\"]+)\"").globalMatch(svg);
        while (match.hasNext()) {
            const QString id = match.next().captured(1);
            QVERIFY2(!ids.contains(id), qPrintable(id));
            ids.insert(id);
        }
        QVERIFY(ids.size() > 200);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, WindowCompareEditTest)
#include "window_compare_edit_test.moc"
