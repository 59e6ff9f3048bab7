// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/timeline.h"

#include <QObject>
#include <QTimer>

namespace bubblescope::ui {

class BubblesPanel;
class DocumentNotices;
class InspectorPanel;
class MetricsStrip;
class ProblemsPanel;
struct ProblemTarget;
class ShownTimes;
class WhatIfPanel;
class WindowServices;

/// Timeline, figures and the docks beside them show the shown times: the order, what explains it, what is
/// wrong with it; and what one of them leads to in the others.
class ShownPanels : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        MetricsStrip* metrics = nullptr;
        InspectorPanel* inspector = nullptr;
        BubblesPanel* bubbles = nullptr;
        ProblemsPanel* problems = nullptr;
        DocumentNotices* notices = nullptr;
        WhatIfPanel* whatIf = nullptr;
    };
    ShownPanels(WindowServices& window, ShownTimes& shown, const Parts& parts);

    [[nodiscard]] const Parts& parts() const { return m_parts; }
    /// Adds the commands for dependencies and for what if.
    void addCommands();
    /// From now on, after whatever is connected already.
    void follow();
    void select(const ActionPosition& action);

signals:
    /// The timeline has the times to show; other panels get them next.
    void timelineTaken();

private:
    void connectLists();
    void showEvaluation();
    void showExplanation();
    void showSelection();
    void showGap();
    void showProblems();
    void showWantedRange();
    void connectReasons();
    void makeWhatIf();
    void goToProblem(const ProblemTarget& target);

    WindowServices& m_window;
    ShownTimes& m_shown;
    Parts m_parts;
    QTimer m_rangeRest; ///< until the shown range rests
};

} // namespace bubblescope::ui
