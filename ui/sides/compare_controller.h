// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/comparison.h"
#include "ui/sides/reference_maker.h"
#include "ui/sides/side_timer.h"

namespace bubblescope::ui {

class CommandGroup;
class ComparePanel;
class CompareRoom;
class CompareStrip;
class CompareView;
class FileController;
class OrderEditor;
class TimelineView;

/// Comparing the document of a window with references: the present schedule, kept as it is, others that are
/// made for it, and files; and making a reference the document.
class CompareController : public QObject
{
    Q_OBJECT

public:
    /// Adds the commands and the dock.
    CompareController(WindowServices& window, FileController& files, OrderEditor& editor,
                      Comparison& comparison);

    [[nodiscard]] Comparison& comparison() const { return m_comparison; }
    [[nodiscard]] CompareView* view() const { return m_view; }
    [[nodiscard]] ComparePanel* panel() const { return m_panel; }
    [[nodiscard]] CompareStrip* strip() const { return m_strip; }
    /// Above the timelines, where the window is for comparing.
    void setStripShown(bool shown);
    [[nodiscard]] ReferenceMaker& maker() { return m_maker; }
    /// Opens files as references that the document's schedule is compared with, as many as there is room for.
    void compareWith(const QStringList& paths) { m_maker.load(paths); }
    void compareWithSchedule(int catalogIndex);
    /// What is shown becomes a side as it is now.
    void compareWithShown();
    void askFile();
    /// Adds a side and shows it; says so, or why not.
    void takeSide(CompareSide side);
    void setMode(CompareMode mode);
    /// What the document is called as a side; nothing else calls for it but that it has changed.
    void showSides();
    /// Of the references' own timelines.
    void setReducedMotion(bool isReduced);
    /// For a window that closes: the room that comparing took.
    void giveBackRoom();

    /// How the document is called beside its references; without it as it is.
    std::function<QString(const QString& name)> namePresent;
    /// What stands in the document's place beside the references; nothing, or without it, the document.
    std::function<std::optional<CompareSide>()> presentInstead;

signals:
    /// The document itself is to be shown, whatever is shown in its place; to be compared, or to become
    /// another.
    void documentWanted(bool isEdited);
    /// A side is to be chosen; what is shown can be one itself.
    void sideAsked(bool canTakeShown);

private:
    void connectParts();
    void addCommands();
    void addModes(CommandGroup& group);
    void addSideCommands(CommandGroup& group);
    void showSelected();
    void keepPresent();
    void nextMode();
    void askSide();
    // The sides (compare_controller_sides.cpp)
    using OnReference = void (CompareController::*)(std::size_t reference);
    void connectReferenceView(TimelineView* view);
    void showSideCommands();
    void showSideMenu(std::size_t reference, const QPoint& position);
    /// Runs it for the reference that has the focus, else for the chosen one.
    [[nodiscard]] std::function<void()> onReference(OnReference run);
    void chooseNext();
    void edit(std::size_t reference);
    void drop(std::size_t reference);
    void dropAll();
    void moveUp(std::size_t reference) { m_comparison.move(reference, false); }
    void moveDown(std::size_t reference) { m_comparison.move(reference, true); }
    [[nodiscard]] CompareSide presentSide() const;

    WindowServices& m_window;
    FileController& m_files;
    OrderEditor& m_editor;
    Comparison& m_comparison;
    CompareView* m_view;
    ComparePanel* m_panel = nullptr;
    CompareStrip* m_strip;
    CompareRoom* m_room = nullptr;
    ReferenceMaker m_maker;
    SideTimer m_timer;
    std::uint64_t m_editedRevision = 0; ///< the document's when a side became it
    QString m_editedPath;               ///< that side's file
};

} // namespace bubblescope::ui
