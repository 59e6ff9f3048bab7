// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/text_checks.h"
#include "tests/ui/window_support.h"
#include "ui/session/recovery_store.h"
#include "ui/session/session_controller.h"

#include <QPushButton>
#include <QThreadPool>

namespace bubblescope::test {

inline const QByteArray kTwoRankOrder = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n";
inline const QByteArray kThreeRanks = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n2F0,2B0,2F1,2B1\n";
/// 1F1B on two ranks, with something that a later version wrote.
inline const QByteArray kProject = R"({"bubblescopeFormat": 1, "remarks": [1],
 "source": {"request": {"schedule": "1f1b", "ranks": 2, "microbatches": 4}}})";

/// Presses the link of a bar that says so.
inline void pressLink(ui::MessageBar& bar, const QString& text)
{
    for (QPushButton* link : bar.findChildren<QPushButton*>())
        if (link->isVisible() && link->text() == text) {
            QTest::mouseClick(link, Qt::LeftButton);
            return;
        }
    QFAIL(qPrintable(QStringLiteral("no link ") + text));
}

/// Until what runs on other threads has reported.
inline void finishJobs()
{
    QCoreApplication::processEvents();
    QVERIFY(QThreadPool::globalInstance()->waitForDone());
    QCoreApplication::processEvents();
}

/// Gives this answer whenever a window asks whether to replace a file, and keeps what it asked.
inline void answerReplacing(ui::MainWindow& window, ui::ReplaceAnswer answer, QString& asked)
{
    window.questions.replaceFile = [answer, &asked](const QString& text) {
        asked = text;
        return answer;
    };
}

/// A window whose session is kept in its folder of settings, as the program keeps it in the user's.
class SessionWindow : public ShownWindow
{
public:
    enum class Session : std::uint8_t { None, Begun };
    explicit SessionWindow(Session session = Session::Begun)
    {
        if (session == Session::Begun)
            begin();
    }
    /// With this file open.
    SessionWindow(const QString& name, const QByteArray& bytes) : SessionWindow()
    {
        file = write(name, bytes);
        openFile(file);
    }
    QString file;
    QString asked; ///< by answer()'s question

    void begin() { session().start(path("data")); }
    /// Begins, with what a window left behind.
    void beginWithOffer()
    {
        begin();
        QTRY_VERIFY(recoveryBar().isVisible());
    }
    [[nodiscard]] ui::SessionController& session() { return window().session(); }
    [[nodiscard]] ui::MessageBar& fileBar() { return *session().fileBar(); }
    [[nodiscard]] ui::MessageBar& recoveryBar() { return *session().recoveryBar(); }
    [[nodiscard]] ui::MessageBar& messages() { return *window().messages(); }
    [[nodiscard]] bool isModified() { return window().files().isModified(); }
    /// The next start: closes the window, whose changes are given up, and begins as the program does without
    /// files.
    void startAgain()
    {
        reopen();
        begin();
        session().restore();
        QTRY_VERIFY(!session().isRestoring());
    }
    /// Files of the session: "recovery" or "open".
    [[nodiscard]] QStringList filesIn(const QString& folder, const QString& names = "*") const
    {
        return QDir(path("data/" + folder)).entryList({names}, QDir::Files);
    }
    /// Copies of unsaved documents that are there, by whomever.
    [[nodiscard]] QStringList copies() const { return filesIn("recovery", "*.bubble"); }
    [[nodiscard]] ui::AbandonedCopy readCopy() const
    {
        ui::AbandonedCopy copy{path("data/recovery/") + copies().value(0), {}, {}, {}};
        readAbandoned(copy);
        return copy;
    }
    /// As the timers do after some seconds.
    void keep()
    {
        session().keepNow();
        // One that was being written is followed by the newest.
        do {
            session().keeper()->wait();
            QCoreApplication::processEvents();
        } while (session().keeper()->isWriting());
    }
    void change(const char* ranks = "3")
    {
        type(number("ranks"), QLatin1String(ranks));
        QTRY_VERIFY(document().isModified());
        QTRY_VERIFY(!document().isBusy());
    }
    void answer(ui::ReplaceAnswer answer) { answerReplacing(window(), answer, asked); }
    void saveAs(const QString& name)
    {
        window().questions.savePath = [to = path(name)](const QString&) { return to; };
    }
    void discardChanges()
    {
        window().questions.saveChanges = [](const QString&) { return ui::SaveAnswer::Discard; };
    }
};

} // namespace bubblescope::test
