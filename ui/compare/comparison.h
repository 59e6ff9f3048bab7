// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_side.h"
#include "ui/compare/difference_picture.h"
#include "ui/document/latest_job.h"

#include <QObject>
#include <vector>

namespace bubblescope::ui {

/// What is compared, and how it is shown: the schedule of the document against references, which stay as they
/// are whatever happens to the document. There may be several references; what compares two sides takes the
/// first. Which action is which is worked out on a worker thread; of few actions at once.
class Comparison : public QObject
{
    Q_OBJECT

public:
    explicit Comparison(QObject* parent = nullptr);

    [[nodiscard]] const CompareSide& current() const { return m_current; }
    [[nodiscard]] const std::vector<CompareSide>& references() const { return m_references; }
    /// The first one; null while there is none.
    [[nodiscard]] const CompareSide* reference() const
    {
        return m_references.empty() ? nullptr : &m_references.front();
    }
    [[nodiscard]] CompareMode mode() const { return m_mode; }
    /// Whether there are two sides.
    [[nodiscard]] bool isReady() const { return reference() != nullptr && m_current.evaluation; }
    /// Whether their times can be laid over each other.
    [[nodiscard]] bool haveOneAxis() const;
    /// Of the present sides; null while it is worked out, while the mode is Off, and for times that cannot be
    /// compared. Has lanes in the mode Difference.
    [[nodiscard]] const DifferencePicturePtr& difference() const { return m_difference; }

    /// Whether the present sides could not be compared: there are too many actions, or too little memory.
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

    void setCurrent(CompareSide side);
    /// In place of those before. Without any the mode is Off.
    void setReferences(std::vector<CompareSide> sides);
    /// Off as long as there are no two sides.
    void setMode(CompareMode mode);

signals:
    void sidesChanged();
    void modeChanged(bubblescope::ui::CompareMode mode);
    void differenceChanged();

private:
    void renewDifference();
    void takeDifference(DifferencePicturePtr difference, bool isDone);
    [[nodiscard]] bool isUpToDate() const;

    CompareSide m_current;
    std::vector<CompareSide> m_references;
    CompareMode m_mode = CompareMode::Off;
    DifferencePicturePtr m_difference;
    bool m_hasFailed = false;
    LatestJob<DifferencePicturePtr> m_job;
};

} // namespace bubblescope::ui
