// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/lane_index.h"

#include <QAbstractButton>
#include <QImage>

namespace bubblescope::ui {

/// What can be opened from the start page: an example under its picture, or a file in a row. One click,
/// Return or Space opens it; arrows go on to the next.
class StartCard : public QAbstractButton
{
    Q_OBJECT

public:
    enum class Shape : std::uint8_t { Picture, Row };

    StartCard(Shape shape, const QString& title, const QString& detail, QWidget* parent);

    /// A second quiet line of a picture card: its figures.
    void setFigures(const QString& figures);
    void setDetail(const QString& detail);
    /// What is drawn as the whole of it; null for not known yet.
    void setIndex(LaneIndexPtr index);
    [[nodiscard]] bool hasPicture() const { return m_index != nullptr; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void paintFrame(QPainter& painter) const;
    void paintPicture(QPainter& painter, const QRect& room);
    [[nodiscard]] int pictureHeight() const;
    void name();

    Shape m_shape;
    QString m_title, m_detail, m_figures;
    LaneIndexPtr m_index;
    QImage m_picture; ///< as it was drawn last
    int m_pictureTheme = -1;
};

/// Where files can be dropped; a click asks for them.
class DropCard : public QAbstractButton
{
    Q_OBJECT

public:
    explicit DropCard(QWidget* parent);
    [[nodiscard]] QSize sizeHint() const override { return {320, 64}; }

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
};

} // namespace bubblescope::ui
