// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>

class QToolButton;

namespace bubblescope::ui {

/// A side of a comparison as a tab: its name with a dot for the one that is edited, or with what it is told
/// of and a button that removes it.
class SideTab : public QAbstractButton
{
    Q_OBJECT

public:
    explicit SideTab(QWidget* parent);

    /// `mark`: "frozen"; empty for none.
    void show(const QString& title, const QString& mark, bool isCurrent);
    [[nodiscard]] QToolButton* closeButton() const { return m_close; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void removeAsked();
    void menuAsked(const QPoint& globalPosition);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    [[nodiscard]] int markWidth() const;

    QString m_mark;
    bool m_isCurrent = false;
    QToolButton* m_close;
};

} // namespace bubblescope::ui
