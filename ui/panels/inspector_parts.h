// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/action.h"

#include <QLabel>
#include <QPushButton>

namespace bubblescope::ui {

/// A figure at the right edge that never pushes the panel wider: what does not fit goes on in a second line;
/// a word that is too wide for one is cut with an ellipsis, and the tool tip has all of it. Its text can be
/// selected with mouse and keyboard.
class FactLabel : public QLabel
{
    Q_OBJECT

public:
    FactLabel(const QString& text, QWidget* parent);

    [[nodiscard]] const QString& wholeText() const { return m_whole; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] bool breaksInto(int width) const;
    void fit();

    QString m_whole;
};

/// A line with an action's badge that leads there. A button: keyboard and screen reader reach it as it is.
class LinkLine : public QPushButton
{
    Q_OBJECT

public:
    LinkLine(const Action& action, std::uint8_t chunk, const QString& text, QWidget* parent);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    /// The pointer or the keyboard is on it, or no longer.
    void pointed(bool isOn);

protected:
    void enterEvent(QEnterEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void hideEvent(QHideEvent* event) override;
    /// Up and Down go from line to line, and do not leave them.
    void keyPressEvent(QKeyEvent* event) override;
};

} // namespace bubblescope::ui
