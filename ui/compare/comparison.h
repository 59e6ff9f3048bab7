// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_side.h"

#include <QObject>
#include <vector>

namespace bubblescope::ui {

/// What is compared, and how it is shown: the schedule of the document against references, which stay as they
/// are whatever happens to the document. There may be several references; what compares two sides takes the
/// first.
class Comparison : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

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

    void setCurrent(CompareSide side);
    /// In place of those before. Without any the mode is Off.
    void setReferences(std::vector<CompareSide> sides);
    /// Off as long as there is no reference.
    void setMode(CompareMode mode);

signals:
    void sidesChanged();
    void modeChanged(bubblescope::ui::CompareMode mode);

private:
    CompareSide m_current;
    std::vector<CompareSide> m_references;
    CompareMode m_mode = CompareMode::Off;
};

} // namespace bubblescope::ui
