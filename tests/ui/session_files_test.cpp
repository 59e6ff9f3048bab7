// SPDX-License-Identifier: Apache-2.0
// No file is lost: changed by others, gone, open twice.
#include "tests/support/test_program.h"
#include "tests/ui/session_support.h"

#include <QDialog>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QByteArray kProject = R"({"bubblescopeFormat": 1, "remarks": [1],
 "source": {"request": {"schedule": "1f1b", "ranks": 2, "microbatches": 4}}})";
const QByteArray kOther = R"({"bubblescopeFormat": 1,
 "source": {"request": {"schedule": "gpipe", "ranks": 7, "microbatches": 4}}})";

/// Another program's way of saving: a new file in the place of the old.
void replaceFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path + ".new");
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    QVERIFY(QFile::remove(path));
    QVERIFY(file.rename(path));
}

ReplaceAnswer answerWith(ReplaceAnswer answer, QString& asked, const QString& text)
{
    asked = text;
    return answer;
}

} // namespace

class SessionFilesTest : public QObject
{
    Q_OBJECT

private slots:
    void savingOverAChangeAsks_data()
    {
        QTest::addColumn<bool>("inPlace");
        QTest::addColumn<ReplaceAnswer>("answer");
        QTest::newRow("replaced, overwrite") << false << ReplaceAnswer::Overwrite;
        QTest::newRow("replaced, cancel") << false << ReplaceAnswer::Cancel;
        QTest::newRow("written in place, overwrite") << true << ReplaceAnswer::Overwrite;
        QTest::newRow("written in place, cancel") << true << ReplaceAnswer::Cancel;
    }

    void savingOverAChangeAsks()
    {
        QFETCH(bool, inPlace);
        QFETCH(ReplaceAnswer, answer);
        SessionWindow w;
        const QString path = w.write("own.bubble", kProject);
        w.openFile(path);
        w.change("3");
        if (inPlace)
            w.write("own.bubble", kOther);
        else
            replaceFile(path, kOther);
        QString asked;
        w->questions.replaceFile = [&](const QString& text) { return answerWith(answer, asked, text); };
        w.trigger("file.save");
        QCOMPARE(
            asked,
            QString("own.bubble was changed by another program since it was opened. Overwriting it loses "
                    "those changes; under another name both are kept."));
        const bool isOverwritten = answer == ReplaceAnswer::Overwrite;
        QCOMPARE(w.read(path) == kOther, !isOverwritten);
        QCOMPARE(w->files().isModified(), !isOverwritten);
        if (!isOverwritten)
            return;
        // From now on the file is what was written.
        asked.clear();
        w.change("4");
        w.trigger("file.save");
        QCOMPARE(asked, QString());
        QVERIFY(w.read(path).contains("\"remarks\""));
    }

    void saveAsKeepsBoth()
    {
        SessionWindow w;
        const QString path = w.write("own.bubble", kProject);
        w.openFile(path);
        w.change("3");
        replaceFile(path, kOther);
        QString asked;
        w->questions.replaceFile = [&](const QString& text) {
            return answerWith(ReplaceAnswer::SaveAs, asked, text);
        };
        w->questions.savePath = [&w](const QString&) { return w.path("mine.bubble"); };
        w.trigger("file.save");
        QVERIFY(!asked.isEmpty());
        QCOMPARE(w.read(path), kOther);
        QCOMPARE(w.document().savePath(), w.path("mine.bubble"));
        QVERIFY(!w->files().isModified());
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
        SessionWindow w;
        const QString path = w.write("own.bubble", kProject);
        w.openFile(path);
        w.change("3");
        replaceFile(path, kProject); // the same bytes in another file
        QTest::qWait(600);
        QVERIFY(!w->session().fileBar()->isVisible());
        w.trigger("file.save"); // an unexpected question would cancel it
        QVERIFY(!w->files().isModified());
    }

    void aChangeIsToldWhileOpen()
    {
        SessionWindow w;
        const QString path = w.write("plan.csv", kTwoRanks);
        w.openFile(path);
        MessageBar& bar = *w->session().fileBar();
        QVERIFY(!bar.isVisible());
        replaceFile(path, kThreeRanks);
        QTRY_VERIFY(bar.isVisible());
        QCOMPARE(bar.headline(), QString("plan.csv was changed on disk by another program."));
        QCOMPARE(bar.offers(), QStringList("Reload"));
        QCOMPARE(w.ranks(), 2U);
        pressLink(bar, "Reload");
        QTRY_COMPARE(w.ranks(), 3U);
        QTRY_VERIFY(!bar.isVisible());
        // And again: the new file is watched, too.
        w.write("plan.csv", kTwoRanks);
        QTRY_VERIFY(bar.isVisible());
    }

    void reloadKeepsTheView()
    {
        SessionWindow w;
        w.openFile(w.write("plan.csv", kTwoRanks));
        QVERIFY(w->commands().action("file.reload")->isEnabled());
        w.view().navigation().setRange({1, 3});
        w.write("plan.csv", kThreeRanks);
        w.trigger("file.reload");
        QTRY_COMPARE(w.ranks(), 3U);
        QCOMPARE(w.view().navigation().range().from, 1.0);
        QCOMPARE(w.view().navigation().range().to, 3.0);
        w->files().startNew({});
        QVERIFY(!w->commands().action("file.reload")->isEnabled());
    }

    void reloadAsksAboutChanges()
    {
        SessionWindow w;
        const QString path = w.write("own.bubble", kProject);
        w.openFile(path);
        w.change("3");
        replaceFile(path, kOther);
        QTRY_VERIFY(w->session().fileBar()->isVisible());
        QVERIFY(w->session().fileBar()->headline().contains("Save asks which to keep"));
        int asked = 0;
        SaveAnswer answer = SaveAnswer::Cancel;
        w->questions.saveChanges = [&](const QString&) {
            ++asked;
            return answer;
        };
        pressLink(*w->session().fileBar(), "Reload");
        QCOMPARE(asked, 1);
        QVERIFY(!w->isLoading());
        answer = SaveAnswer::Discard;
        pressLink(*w->session().fileBar(), "Reload");
        QTRY_COMPARE(w.ranks(), 7U);
        QCOMPARE(w.read(path), kOther);
    }

    void whatComesBackIsNotToldAnyMore()
    {
        SessionWindow w;
        w.openFile(w.write("plan.csv", kTwoRanks));
        w.write("plan.csv", kThreeRanks);
        QTRY_VERIFY(w->session().fileBar()->isVisible());
        w.write("plan.csv", kTwoRanks);
        QTRY_VERIFY(!w->session().fileBar()->isVisible());
    }

    void aRemovedFileIsToldAndWrittenAgain()
    {
        SessionWindow w;
        const QString path = w.write("own.bubble", kProject);
        w.openFile(path);
        QVERIFY(QFile::remove(path));
        MessageBar& bar = *w->session().fileBar();
        QTRY_VERIFY(bar.isVisible());
        QCOMPARE(bar.headline(), QString("own.bubble is no longer on disk. Save writes it again."));
        pressLink(bar, "Save");
        QVERIFY(QFile::exists(path));
        QTRY_VERIFY(!bar.isVisible());
    }

    /// Another schedule is looked at, and saved by habit.
    void anOrderOfItsOwnIsNotReplacedUnasked()
    {
        SessionWindow w;
        w.openFile(w.write("two.csv", kTwoRanks));
        const QString path = w.path("mine.bubble");
        QString asked;
        w->questions.replaceFile = [&](const QString& text) {
            return answerWith(ReplaceAnswer::Cancel, asked, text);
        };
        QVERIFY(w->files().saveTo(path));
        QVERIFY(w->files().saveTo(path)); // an order over itself
        QCOMPARE(asked, QString());
        const QByteArray order = w.read(path);
        w.openFile(path);
        w.document().chooseSchedule(*findSchedule("gpipe"));
        QTRY_VERIFY(w.document().isGenerated() && !w.document().isBusy());
        w.trigger("file.save");
        QVERIFY2(asked.startsWith("mine.bubble holds an order of its own, and the document is GPipe"),
                 qPrintable(asked));
        QCOMPARE(w.read(path), order);
        w->questions.replaceFile = [&](const QString& text) {
            return answerWith(ReplaceAnswer::Overwrite, asked, text);
        };
        w.trigger("file.save");
        QVERIFY(w.read(path) != order);
        asked.clear();
        w.change("3");
        w.trigger("file.save");
        QCOMPARE(asked, QString());
    }

    void twoWindowsOnOneFile()
    {
        SessionWindow w;
        const QString path = w.write("own.bubble", kProject);
        w.openFile(path);
        QVERIFY(!w->session().fileBar()->isVisible());
        MainWindow second(ThemeChoice::Light);
        QString asked;
        second.questions.saveChanges = [](const QString&) { return SaveAnswer::Discard; };
        second.questions.replaceFile = [&](const QString& text) {
            return answerWith(ReplaceAnswer::Cancel, asked, text);
        };
        second.show();
        second.session().start(w.path("data"));
        second.files().openFiles({path});
        QTRY_COMPARE(second.document().filePath(), path);
        const QString process = QString::number(QCoreApplication::applicationPid());
        QTRY_VERIFY(second.session().fileBar()->isVisible());
        QVERIFY2(second.session().fileBar()->headline().startsWith(
                     "own.bubble is also open in another window (process " + process +
                     "). What is saved here replaces what is saved there: Save asks first."),
                 qPrintable(second.session().fileBar()->headline()));
        QVERIFY(!second.files().saveTo(path));
        QCOMPARE(
            asked,
            QString("own.bubble is open in another window (process %1). Overwriting it replaces what that "
                    "window has; under another name both are kept.")
                .arg(process));
        QCOMPARE(w.read(path), kProject);
        // The first one sees what the second does nevertheless.
        second.questions.replaceFile = [](const QString&) { return ReplaceAnswer::Overwrite; };
        QVERIFY(second.files().saveTo(path));
        QTRY_VERIFY(w->session().fileBar()->isVisible());
        QCOMPARE(w->session().fileBar()->headline(),
                 QString("own.bubble was changed on disk by another program."));
        // As soon as the first has left it, there is nothing to ask any more.
        w->files().startNew({});
        asked.clear();
        second.questions.replaceFile = [&](const QString& text) {
            return answerWith(ReplaceAnswer::Cancel, asked, text);
        };
        QVERIFY(second.files().saveTo(path));
        QCOMPARE(asked, QString());
        // Saving onto a file that the other one has open, too.
        w.openFile(w.write("third.bubble", kProject));
        QVERIFY(!second.files().saveTo(w.path("third.bubble")));
        QVERIFY2(asked.startsWith("third.bubble is open in another window"), qPrintable(asked));
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
        QTRY_VERIFY(w->session().fileBar()->isVisible());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, SessionFilesTest)
#include "session_files_test.moc"
