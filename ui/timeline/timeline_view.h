// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/build_scene.h"
#include "ui/document/evaluation.h"

#include <QAbstractScrollArea>
#include <optional>

namespace bubblescope::ui {

/// The timeline: lanes of ranks under a ruler, zoomed and panned, with hover and selection as an overlay.
/// It knows nothing of documents: it shows an Evaluation and says what the user points at.
class TimelineView : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit TimelineView(QWidget* parent = nullptr);
    ~TimelineView() override;

    /// Shows another evaluation (null = nothing). Keeps the range while the makespan stays, else fits.
    void setEvaluation(EvaluationPtr evaluation);
    void setThemeName(ThemeName theme);
    void setShownFills(FillMask shown);
    void setRange(const TimeRange& range);
    void setSelection(std::optional<ActionPosition> action);
    /// Zoom is eased unless motion is reduced.
    void setReducedMotion(bool reduced);

    [[nodiscard]] TimeRange range() const;
    [[nodiscard]] std::optional<ActionPosition> selection() const;
    [[nodiscard]] FillMask shownFills() const;
    /// For tests and overlays: where lanes and times are in viewport pixels.
    [[nodiscard]] const TimelineGeometry& geometry() const;

public slots:
    void zoomIn();
    void zoomOut();
    void fitAll();
    void fitSelection();
    void panLeft();
    void panRight();
    void selectNext(); ///< along the lane
    void selectPrevious();
    void selectLaneAbove();
    void selectLaneBelow();
    void clearSelection();

signals:
    void rangeChanged(const bubblescope::TimeRange& range);
    void selectionChanged(std::optional<bubblescope::ActionPosition> action);
    /// What the pointer is on, as one line ("1F3 · rank 1 · 4 to 5"), empty for nothing.
    void hoverTextChanged(const QString& text);

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace bubblescope::ui
