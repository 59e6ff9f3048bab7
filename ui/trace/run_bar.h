// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QAction;

namespace bubblescope::ui {

class ElidedLabel;
class SegmentedChoice;

/// A line above the timeline while a measured run is open: its schedule, mesh and step, how long that took
/// and was predicted to take, and the switch between both.
class RunBar : public QWidget
{
    Q_OBJECT

public:
    explicit RunBar(QWidget* parent = nullptr);

    /// What of the run is shown, and what the other choice is called: "Predicted", "What if", "Simulated".
    void show(bool isMeasured, const QString& other, const QString& title);
    [[nodiscard]] bool isMeasured() const;
    /// A button before the switch that turns the residual lanes on and off; there while that can be
    /// done.
    void offerResiduals(QAction& command);
    /// "Predicted: 1F1B · 4 ranks × 8 microbatches".
    [[nodiscard]] QString text() const { return m_text; }
    [[nodiscard]] SegmentedChoice* choice() const { return m_choice; }

signals:
    void measuredAsked(bool measured);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    SegmentedChoice* m_choice;
    ElidedLabel* m_title;
    QString m_other;
    QString m_text;
};

} // namespace bubblescope::ui
