// SPDX-License-Identifier: Apache-2.0
// No file is lost: changed by others, gone, open twice.
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/session_support.h"
#include "ui/session/file_watch.h"

#include <QDialog>
#include <cstdio>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QByteArray kOther = R"({"bubblescopeFormat": 1,
 "source": {"request": {"schedule": "gpipe", "ranks": 7, "microbatches": 4}}})";

/// Another program's way of saving: a new file in the place of the old, which is there at any time.
void replaceFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path + ".new");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    QCOMPARE(std::rename(QFile::encodeName(file.fileName()), QFile::encodeName(path)), 0);
}

} // namespace

class SessionFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void savingOverAChangeAsks_data()
    {
        addRows<bool, ReplaceAnswer>({
            {"replaced, overwrite", false, ReplaceAnswer::Overwrite},
            {"replaced, cancel", false, ReplaceAnswer::Cancel},
            {"written in place, overwrite", true, ReplaceAnswer::Overwrite},
            {"written in place, cancel", true, ReplaceAnswer::Cancel},
        });
    }

    void savingOverAChangeAsks()
    {
        const auto& [inPlace, answer] = givenRow<bool, ReplaceAnswer>();
        SessionWindow w("own.bubble", kProject);
        w.change("3");
        if (inPlace)
            w.write("own.bubble", kOther);
        else
            replaceFile(w.file, kOther);
        w.answer(answer);
        w.trigger("file.save");
        QCOMPARE(w.asked,
                 QString("own.bubble was changed by another program after it was opened. Overwriting it "
                         "loses those changes; saving under another name keeps both."));
        const bool isOverwritten = answer == ReplaceAnswer::Overwrite;
        QCOMPARE(w.read(w.file) == kOther, !isOverwritten);
        QCOMPARE(w.isModified(), !isOverwritten);
        if (!isOverwritten)
            return;
        // From now on the file is what was written.
        w.asked.clear();
        w.change("4");
        w.trigger("file.save");
        QCOMPARE(w.asked, QString());
        QVERIFY(w.read(w.file).contains("\"remarks\""));
    }

    void saveAsKeepsBoth()
    {
        SessionWindow w("own.bubble", kProject);
        w.change("3");
        replaceFile(w.file, kOther);
        w.answer(ReplaceAnswer::SaveAs);
        w.saveAs("mine.bubble");
        w.trigger("file.save");
        QVERIFY(!w.asked.isEmpty());
        QCOMPARE(w.read(w.file), kOther);
        QCOMPARE(w.document().savePath(), w.path("mine.bubble"));
        QVERIFY(!w.isModified());
    }

    void theDialogSaysWhatItDoes()
    {
        MainWindow window(ThemeChoice::Light);
        window.show();
        QStringList buttons;
        QTimer::singleShot(0, &window, [&] {
            auto* box = qobject_cast<QDialog*>(QApplication::activeModalWidget());
            for (const QPushButton* button : box->findChildren<QPushButton*>())
                buttons << button->text().remove(QLatin1Char('&')) + (button->isDefault() ? "!" : "");
            box->reject();
        });
        QVERIFY(window.questions.replaceFile("why") == ReplaceAnswer::Cancel);
        buttons.sort();
        QCOMPARE(buttons, (QStringList{"Cancel", "Overwrite", "Save as…!"}));
    }

    void touchedFilesAreNotChanged()
    {
        SessionWindow w("own.bubble", kProject);
        w.change("3");
        FileWatch watch;
        watch.watch(w.file);
        QSignalSpy touched(&watch, &FileWatch::touched);
        replaceFile(w.file, kProject); // the same bytes in another file
        QVERIFY(touched.wait());
        finishJobs(); // the session reads the file on a worker
        QVERIFY(!w.fileBar().isVisible());
        w.trigger("file.save"); // an unexpected question would cancel it
        QVERIFY(!w.isModified());
    }

    void aChangeIsReportedWhileOpen()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        MessageBar& bar = w.fileBar();
        QVERIFY(!bar.isVisible());
        replaceFile(w.file, kThreeRanks);
        QTRY_VERIFY(bar.isVisible());
        QCOMPARE(bar.headline(), QString("plan.csv was changed on disk by another program."));
        QCOMPARE(bar.offers(), QStringList("Reload"));
        QCOMPARE(w.ranks(), 2U);
        pressLink(bar, "Reload");
        QTRY_COMPARE(w.ranks(), 3U);
        QTRY_VERIFY(!bar.isVisible());
        // And again: the new file is watched, too.
        w.write("plan.csv", kTwoRankOrder);
        QTRY_VERIFY(bar.isVisible());
    }

    void reloadKeepsTheView()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        QVERIFY(w->commands().action("file.reload")->isEnabled());
        w.view().navigation().setRange({1, 3});
        w.write("plan.csv", kThreeRanks);
        w.trigger("file.reload");
        QTRY_COMPARE(w.ranks(), 3U);
        QCOMPARE(w.view().navigation().range(), (TimeRange{1, 3}));
        w->files().startNew({});
        QVERIFY(!w->commands().action("file.reload")->isEnabled());
    }

    void reloadAsksAboutChanges()
    {
        SessionWindow w("own.bubble", kProject);
        w.change("3");
        replaceFile(w.file, kOther);
        QTRY_VERIFY(w.fileBar().isVisible());
        QVERIFY(w.fileBar().headline().contains("Save asks which to keep"));
        int asked = 0;
        SaveAnswer answer = SaveAnswer::Cancel;
        w->questions.saveChanges = [&](const QString&) {
            ++asked;
            return answer;
        };
        pressLink(w.fileBar(), "Reload");
        QCOMPARE(asked, 1);
        QVERIFY(!w->isLoading());
        answer = SaveAnswer::Discard;
        pressLink(w.fileBar(), "Reload");
        QTRY_COMPARE(w.ranks(), 7U);
        QCOMPARE(w.read(w.file), kOther);
    }

    void whatComesBackIsNotReportedAnyMore()
    {
        SessionWindow w("plan.csv", kTwoRankOrder);
        w.write("plan.csv", kThreeRanks);
        QTRY_VERIFY(w.fileBar().isVisible());
        w.write("plan.csv", kTwoRankOrder);
        QTRY_VERIFY(!w.fileBar().isVisible());
    }

    void aRemovedFileIsReportedAndWrittenAgain()
    {
        SessionWindow w("own.bubble", kProject);
        QVERIFY(QFile::remove(w.file));
        MessageBar& bar = w.fileBar();
        QTRY_VERIFY(bar.isVisible());
        QCOMPARE(bar.headline(), QString("own.bubble is no longer on disk. Save writes it again."));
        pressLink(bar, "Save");
        QVERIFY(QFile::exists(w.file));
        QTRY_VERIFY(!bar.isVisible());
    }

    /// Another way of saving: the old file is removed before the new one is there, and the window is
    /// activated between.
    void aFileOnItsWayIsNotGone()
    {
        SessionWindow w("own.bubble", kProject);
        QVERIFY(QFile::rename(w.file, w.file + ".old"));
        QEvent activated(QEvent::WindowActivate);
        QApplication::sendEvent(&w.window(), &activated);
        finishJobs(); // it has seen that the file is gone
        QVERIFY(!w.fileBar().isVisible());
        QVERIFY(QFile::rename(w.file + ".old", w.file));
        w.write("own.bubble", kOther);
        QTRY_COMPARE(w.fileBar().headline(), QString("own.bubble was changed on disk by another program."));
    }

    /// Another schedule is looked at, and saved by habit.
    void anOrderOfItsOwnIsNotReplacedUnasked()
    {
        SessionWindow w("two.csv", kTwoRankOrder);
        const QString path = w.path("mine.bubble");
        w.answer(ReplaceAnswer::Cancel);
        QVERIFY(w->files().saveTo(path));
        QVERIFY(w->files().saveTo(path)); // an order over itself
        QCOMPARE(w.asked, QString());
        const QByteArray order = w.read(path);
        w.openFile(path);
        w.document().chooseSchedule(*findSchedule("gpipe"));
        QTRY_VERIFY(w.document().isGenerated() && !w.document().isBusy());
        w.trigger("file.save");
        verifyBegins(w.asked, "mine.bubble contains a custom order, but the document is now GPipe");
        QCOMPARE(w.read(path), order);
        w.answer(ReplaceAnswer::Overwrite);
        w.trigger("file.save");
        QVERIFY(w.read(path) != order);
        w.asked.clear();
        w.change("3");
        w.trigger("file.save");
        QCOMPARE(w.asked, QString());
    }

    void twoWindowsOnOneFile()
    {
        SessionWindow w("own.bubble", kProject);
        QVERIFY(!w.fileBar().isVisible());
        MainWindow second(ThemeChoice::Light);
        QString asked;
        second.questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
        answerReplacing(second, ReplaceAnswer::Cancel, asked);
        second.show();
        second.session().start(w.path("data"));
        second.files().openFiles({w.file});
        QTRY_COMPARE(second.document().filePath(), w.file);
        const QString process = QString::number(QCoreApplication::applicationPid());
        QTRY_VERIFY(second.session().fileBar()->isVisible());
        verifyBegins(second.session().fileBar()->headline(),
                     "own.bubble is also open in another window (process " + process +
                         "). Saving here replaces what is saved there; Save asks first.");
        QVERIFY(!second.files().saveTo(w.file));
        QCOMPARE(asked, QString("own.bubble is open in another window (process %1). Overwriting it replaces "
                                "what that window has; saving under another name keeps both.")
                            .arg(process));
        QCOMPARE(w.read(w.file), kProject);
        // The first one sees what the second does nevertheless.
        answerReplacing(second, ReplaceAnswer::Overwrite, asked);
        QVERIFY(second.files().saveTo(w.file));
        QTRY_VERIFY(w.fileBar().isVisible());
        QCOMPARE(w.fileBar().headline(), QString("own.bubble was changed on disk by another program."));
        // As soon as the first has left it, there is nothing to ask any more.
        w->files().startNew({});
        asked.clear();
        answerReplacing(second, ReplaceAnswer::Cancel, asked);
        QVERIFY(second.files().saveTo(w.file));
        QCOMPARE(asked, QString());
        // Saving onto a file that the other one has open, too.
        w.openFile(w.write("third.bubble", kProject));
        QVERIFY(!second.files().saveTo(w.path("third.bubble")));
        verifyBegins(asked, "third.bubble is open in another window");
        QVERIFY(second.close());
    }

    void linksAreTheSameFile()
    {
        SessionWindow w;
        const QString path = w.write("own.bubble", kProject);
        QVERIFY(QFile::link(path, w.path("link.bubble")));
        w.openFile(w.path("link.bubble"));
        MainWindow second(ThemeChoice::Light);
        second.session().start(w.path("data"));
        second.files().openFiles({path});
        QTRY_VERIFY(second.session().fileBar()->headline().contains("is also open in another window"));
        QVERIFY(second.close());
        // What the link points to is watched.
        replaceFile(path, kOther);
        QTRY_VERIFY(w.fileBar().isVisible());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, SessionFilesTest)
#include "session_files_test.moc"
