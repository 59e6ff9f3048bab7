// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/window_support.h"
#include "ui/session/recovery_store.h"
#include "ui/session/session_controller.h"

#include <QDir>
#include <QPushButton>

namespace bubblescope::test {

inline const QByteArray kTwoRanks = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n";
inline const QByteArray kThreeRanks = "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n2F0,2B0,2F1,2B1\n";

/// A window whose session is kept in its folder of settings, as the program keeps it in the user's.
class SessionWindow : public ShownWindow
{
public:
    SessionWindow() { session().start(path("data")); }
    [[nodiscard]] ui::SessionController& session() { return window().session(); }
    /// The next start: closes the window, whose changes are given up, and begins as the program does without
    /// files.
    void startAgain()
    {
        reopen();
        session().start(path("data"));
        session().restore();
        QTRY_VERIFY(!session().isRestoring());
    }
    /// Copies of unsaved documents that are there, by whomever.
    [[nodiscard]] QStringList copies() const
    {
        return QDir(path("data/recovery")).entryList({"*.bubble"}, QDir::Files);
    }
    /// As the timers do after some seconds.
    void keep()
    {
        session().keepNow();
        session().keeper()->wait();
        QCoreApplication::processEvents();
    }
    void change(const char* ranks = "3")
    {
        type(number("ranks"), QLatin1String(ranks));
        QTRY_VERIFY(document().isModified());
        QTRY_VERIFY(!document().isBusy());
    }
};

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

} // namespace bubblescope::test
