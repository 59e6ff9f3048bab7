// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <functional>

namespace bubblescope::ui {

/// Takes files that are dropped on a window: a frame that lights up around it while they hover over it.
class DropFrame : public QWidget
{
    Q_OBJECT

public:
    /// The window accepts drops from now on.
    explicit DropFrame(QWidget* window);
    /// Whether files are taken now; without it always.
    void setGuard(std::function<bool()> mayDrop) { m_mayDrop = std::move(mayDrop); }

signals:
    void filesDropped(const QStringList& files);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void enter(QDragEnterEvent& event);
    void drop(QDropEvent& event);

    std::function<bool()> m_mayDrop;
};

} // namespace bubblescope::ui
