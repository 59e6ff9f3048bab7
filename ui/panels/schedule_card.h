// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"

#include <QFrame>
#include <QPixmap>

class QLabel;
class QPushButton;

namespace bubblescope::ui {

class FoldedLabel;

/// The whole of a timeline, small.
class SchedulePicture : public QWidget
{
    Q_OBJECT

public:
    explicit SchedulePicture(QWidget* parent);

    void setIndex(LaneIndexPtr index);

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    LaneIndexPtr m_index;
    QPixmap m_pixmap; ///< of the index, in its size; null = to be drawn
};

/// What the document's order is: its name, what it does, a picture of it, and a way to another one.
class ScheduleCard : public QFrame
{
    Q_OBJECT

public:
    explicit ScheduleCard(QWidget* parent = nullptr);

    /// `help` is the tool tip of the sentence, as rich text.
    void setTexts(const QString& title, const QString& about, const QString& help);
    [[nodiscard]] SchedulePicture* picture() const { return m_picture; }
    [[nodiscard]] QPushButton* change() const { return m_change; }
    [[nodiscard]] FoldedLabel* about() const { return m_about; }
    /// Beside it: back to the order that this one was made of.
    [[nodiscard]] QPushButton* origin() const { return m_origin; }

private:
    QLabel* m_title;
    FoldedLabel* m_about;
    SchedulePicture* m_picture;
    QPushButton* m_change;
    QPushButton* m_origin;
};

} // namespace bubblescope::ui
