// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/trace_session.h"

#include <QTimer>

class QDockWidget;

namespace bubblescope::ui {

class MainWindow;
class TracePanel;

/// Profiles in the main window: asks what is to be opened and what of a damaged file is to be kept, shows how
/// far reading is, makes a read run the document with the measured times as its reference, and fills the
/// dock.
class TraceController : public QObject
{
    Q_OBJECT

public:
    /// A part of the window; `dock` gets its panel when it is first needed.
    TraceController(MainWindow& window, QDockWidget* dock);

    /// Profiles and folders of them, as the ranks of one run. What is open stays until they have been read;
    /// what was being opened is not opened any more.
    void open(const QStringList& paths);
    void cancel();
    [[nodiscard]] bool isOpening() const { return m_session->isOpening() || m_read; }
    [[nodiscard]] TraceSession& session() const { return *m_session; }
    /// Makes it, if there is none yet.
    TracePanel& panel();
    [[nodiscard]] bool hasPanel() const { return m_panel != nullptr; }
    /// Whether the document's times are those that the fitted costs predict.
    [[nodiscard]] bool isPrediction() const;
    void askProfiles();
    void askFolder();
    void askSaveCalibration();
    bool saveCalibration(const QString& path);
    void showDock();

private:
    void read(std::uint64_t maxSize);
    void takeRead(const std::shared_ptr<ProfilesRead>& read);
    /// Of the refused files those that the user wants as they are; nothing = he wants larger ones read.
    [[nodiscard]] bool keep(ProfilesRead& read);
    void takeOpened();
    void takeAnalysed();
    void show(const TraceAnalysis& analysis, bool isNew);
    void tellRead(const TraceAnalysis& analysis);
    [[nodiscard]] bool ask(const QString& title, const QString& text, const QString& yes);
    void goTo(RankId rank, const std::optional<ActionId>& action);
    void showBusy();
    void showProgress();

    MainWindow& m_window;
    QDockWidget* m_dock;
    TraceSession* m_session;
    TracePanel* m_panel = nullptr;
    QTimer m_progress;
    QStringList m_asked; ///< as the user gave them
    ProfilePaths m_paths;
    std::vector<Error> m_unread;          ///< of files that are left out
    std::uint64_t m_revision = 0;         ///< the document's when opening began
    std::shared_ptr<ProfilesRead> m_read; ///< waiting for answers
};

} // namespace bubblescope::ui
