// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/timeline/critical_path_marks.h"

#include <QObject>

namespace bubblescope::ui {

/// The critical path over a timeline's blocks, as soon as there is one and it is asked for.
class CriticalPathLayer : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

    /// The path of what is shown; null for none.
    void setPath(const LaneIndexPtr& index, const std::shared_ptr<const CriticalPath>& path);
    void setShown(bool shown);
    [[nodiscard]] bool isShown() const { return m_isShown; }
    /// Whether there is something to paint.
    [[nodiscard]] bool isThere() const { return m_marks != nullptr; }
    /// In this geometry; empty while the path is not shown.
    [[nodiscard]] const CriticalPathPicture& picture(const TimelineGeometry& geometry,
                                                     double devicePixelRatio);

signals:
    void shownChanged(bool shown);

private:
    void makeMarks();

    LaneIndexPtr m_index;
    std::shared_ptr<const CriticalPath> m_path;
    bool m_isShown = false;
    CriticalPathMarksPtr m_marks; ///< null while the path is not shown
    CriticalPathPicture m_picture;
};

} // namespace bubblescope::ui
