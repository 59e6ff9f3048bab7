// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/document/document.h"
#include "ui/services/window_questions.h"

#include <QObject>
#include <functional>

class QMenu;

namespace bubblescope::ui {

class LoadJob;
class WindowServices;

/// What is asked, while documents are opened and saved, of whoever keeps them from being lost.
class FileKeeper
{
public:
    FileKeeper() = default;
    virtual ~FileKeeper() = default;
    Q_DISABLE_COPY_MOVE(FileKeeper)

    /// Asks before a file is replaced that is not what was read from it, or that is open elsewhere.
    [[nodiscard]] virtual ReplaceAnswer askBeforeReplacing(const QString& path) = 0;
    /// Makes a copy that was loaded the unsaved document that it is of; false for any other file.
    virtual bool takeRecovered(LoadedDocument& loaded) = 0;
    /// What was just read from, or written to, the file is the document: whether that is an order of its own.
    virtual void noteContent(const QString& path) = 0;
    /// How a document that was opened is to be shown first.
    [[nodiscard]] virtual DocumentView viewToShow() = 0;
};

/// Opens and saves the document of a window.
class FileController : public QObject
{
    Q_OBJECT

public:
    /// Adds the commands for that.
    explicit FileController(WindowServices& window);
    /// Has to be there before a file is opened or saved.
    void setKeeper(FileKeeper& keeper) { m_keeper = &keeper; }

    /// Opens the first schedule, and has it compared with the others; profiles are one run.
    void openFiles(const QStringList& paths);
    void startNew(const ScheduleRequest& request);
    /// As startNew(), unless the user wants to keep what is there.
    void askNew(const ScheduleRequest& request);
    /// Shows the file as soon as it is read. The result goes when it was taken, or was not.
    QObject* load(const QString& path);
    void dropLoad();
    void cancelLoad();
    [[nodiscard]] bool isLoading() const { return m_load != nullptr; }
    bool save();
    /// False if it was not written; the reason stands in the message bar.
    bool saveTo(const QString& path);
    /// Saves or discards changes as the user wants; false = stay here.
    [[nodiscard]] bool maybeSave();
    /// The document is; of a project in a file, the way its lanes stand counts, too.
    [[nodiscard]] bool isModified() const;
    /// False if the file holds cells that were not read and the user wants to keep them.
    [[nodiscard]] bool mayReplace(const QString& path);
    /// Says what a written file lacks; false if it lacks nothing.
    bool tellUnread(const QString& written);
    /// For the menu of recent files, each time that it opens.
    void fillRecent(QMenu& menu);

    /// Range, scroll position and lanes as they are now.
    [[nodiscard]] DocumentView viewToStore() const;
    /// Shows them as the opened file wants them.
    void showStoredView();
    /// Whether that shall be done with what is shown next.
    void wantStoredView(bool wanted) { m_wantsStoredView = wanted; }
    /// Does it then.
    void showWantedView();

signals:
    /// Another document is asked for: what was being opened is not opened any more.
    void replacing();
    void loadingShown(bool isLoading);
    void notOpened();
    void profilesAsked(const QStringList& paths);
    /// The document is there; before that, that it will come with references of its own.
    void openingTogether();
    void openedTogether(const QStringList& references);

private:
    void addCommands();
    void askOpen();
    bool saveAs();
    void takeLoaded();
    void showNotOpened(const Error& error);

    WindowServices& m_window;
    FileKeeper* m_keeper = nullptr;
    LoadJob* m_load = nullptr;
    std::uint64_t m_loadRevision = 0; ///< the document's when the load began
    QStringList m_openedTogether;     ///< references, once the document is there
    bool m_wantsStoredView = false;
};

} // namespace bubblescope::ui
