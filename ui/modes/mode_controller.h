// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_side.h"
#include "ui/modes/mode_choices.h"

#include <QAction>
#include <QTimer>
#include <array>

class QDockWidget;

namespace bubblescope::ui {

class CompareController;
class InspectorRail;
class NoRunPage;
class SegmentedChoice;
class TraceController;
class WindowServices;

/// Design, Profile, Compare: the switch between them, and what of the window each shows. What makes another
/// mode than the present one meaningful turns to it: a run that is opened, sides that are compared.
class ModeController : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        CompareController& compare;
        TraceController& traces;
        QWidget* metrics; ///< in Compare its sentence has their place
    };
    /// Adds the commands, the page of a Profile without a run, and the inspector's rail.
    ModeController(WindowServices& window, const Parts& parts);

    [[nodiscard]] WindowMode mode() const { return m_mode; }
    void setMode(WindowMode mode);
    /// For the toolbar.
    [[nodiscard]] SegmentedChoice* choice() const { return m_choice; }
    [[nodiscard]] InspectorRail* rail() const { return m_rail; }
    [[nodiscard]] NoRunPage* noRunPage() const { return m_noRun; }
    /// Shows the docks that the windows before were left with.
    void start();
    /// The same in this mode, once what was open is open again.
    void restore(WindowMode mode);
    /// For the next start.
    void keep();
    /// A start page wants the room: a Profile without a run gives it.
    void giveRoom();

signals:
    void modeChanged(bubblescope::ui::WindowMode mode);
    void timelineShown(bool shown); ///< not in a Profile without a run

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addCommands();
    void connectParts();
    void enter(WindowMode mode);
    void takeCompareMode(CompareMode mode);
    void showParts();
    void showMode();
    void showDocks();
    void noteDocks();
    // The inspector
    void followWidth();
    void openForSelection();
    [[nodiscard]] bool hasSelection() const;
    [[nodiscard]] bool isWide() const;
    void wishInspector(InspectorWish wish);

    WindowServices& m_window;
    Parts m_parts;
    SegmentedChoice* m_choice;
    NoRunPage* m_noRun;
    QDockWidget* m_inspector;
    InspectorRail* m_rail;
    std::array<QAction*, kWindowModeCount> m_actions{};
    ModeChoices m_choices;
    WindowMode m_mode = WindowMode::Design;
    WindowMode m_before = WindowMode::Design; ///< of Compare: where one is when it ends
    CompareMode m_compareMode = CompareMode::Split;
    bool m_showsMeasured = true; ///< in Profile
    bool m_isSwitching = false;
    bool m_hasSelected = false; ///< something, since the window was opened
    QTimer m_selectionRest;     ///< until a double click would have come
};

} // namespace bubblescope::ui
