// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>
#include <memory>

class QLabel;
class QPushButton;

namespace bubblescope {
struct MeasuredRun;
}

namespace bubblescope::ui {

class ElidedLabel;
class StreamLanes;

/// The streams of a run under what is told of all of them. Its tools, which stand wherever the owner puts
/// them, tell the shown range and ask for the room of the timeline.
class StreamPage : public QWidget
{
    Q_OBJECT

public:
    explicit StreamPage(QWidget* parent = nullptr);

    void setRun(std::shared_ptr<const MeasuredRun> run);
    [[nodiscard]] StreamLanes* lanes() const { return m_lanes; }
    [[nodiscard]] QWidget* tools() const { return m_tools; }
    /// Whether it has the room of the timeline: tells on the button that asks for it.
    void setRoomy(bool roomy);

signals:
    void roomAsked(bool given);

private:
    void showRange();

    QLabel* m_text;
    StreamLanes* m_lanes;
    QWidget* m_tools;
    ElidedLabel* m_range;
    QPushButton* m_room;
};

} // namespace bubblescope::ui
