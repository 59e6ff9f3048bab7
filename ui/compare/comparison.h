// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_side.h"
#include "ui/compare/difference_picture.h"
#include "ui/jobs/latest_job.h"

#include <QObject>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// What is compared, and how it is shown: the schedule of the document against up to three references, which
/// stay as they are whatever happens to the document. What compares two sides takes the chosen reference.
/// Which action is which is worked out on a worker thread; of few actions at once.
class Comparison : public QObject
{
    Q_OBJECT

public:
    explicit Comparison(QObject* parent = nullptr);

    [[nodiscard]] const CompareSide& current() const { return m_current; }
    [[nodiscard]] const std::vector<CompareSide>& references() const { return m_references; }
    /// The chosen one; null while there is none.
    [[nodiscard]] const CompareSide* reference() const
    {
        return m_references.empty() ? nullptr : &m_references[m_chosen];
    }
    /// Its number; 0 while there is none.
    [[nodiscard]] std::size_t chosen() const { return m_chosen; }
    [[nodiscard]] bool isFull() const { return m_references.size() + 1 >= kMostSides; }
    /// The reference that shows this; nothing if none does.
    [[nodiscard]] std::optional<std::size_t> indexOf(const EvaluationPtr& evaluation) const;
    [[nodiscard]] CompareMode mode() const { return m_mode; }
    /// Whether there are two sides.
    [[nodiscard]] bool isReady() const { return reference() != nullptr && m_current.evaluation; }
    /// Whether the times of document and chosen reference can be laid over each other.
    [[nodiscard]] bool haveOneAxis() const;
    /// Of the present sides; null while it is worked out, while the mode is Off, and for times that cannot be
    /// compared. Has lanes in the mode Difference.
    [[nodiscard]] const DifferencePicturePtr& difference() const { return m_difference; }

    /// Whether the present sides could not be compared: there are too many actions, or too little memory.
    [[nodiscard]] bool hasFailed() const { return m_hasFailed; }

    void setCurrent(CompareSide side);
    /// In place of those before, as many as there may be; the first one is chosen. Without any the mode is
    /// Off.
    void setReferences(std::vector<CompareSide> sides);
    /// As the last one, and chosen. One that is there already is only chosen. False if there is no room.
    bool add(CompareSide side);
    /// A measured run, in place of `before` (null: of the first that was measured), else as the first
    /// reference (the last one goes if there is no room: its title is returned); chosen.
    QString setRecorded(CompareSide side, const EvaluationPtr& before = nullptr);
    /// All sides at once; as many references as there may be, and of these the chosen one.
    void setSides(CompareSide current, std::vector<CompareSide> references, std::size_t chosen);
    void choose(std::size_t reference);
    /// Without the last one the mode is Off.
    void remove(std::size_t reference);
    /// By one place, as far as there is one.
    void move(std::size_t reference, bool down);
    void replace(std::size_t reference, CompareSide side);
    /// Off as long as there are no two sides.
    void setMode(CompareMode mode);

signals:
    void sidesChanged();
    void modeChanged(bubblescope::ui::CompareMode mode);
    void differenceChanged();

private:
    void sidesAreOthers();
    void renewDifference();
    void takeDifference(DifferencePicturePtr difference, bool isDone);
    [[nodiscard]] bool isUpToDate() const;

    CompareSide m_current;
    std::vector<CompareSide> m_references;
    std::size_t m_chosen = 0;
    CompareMode m_mode = CompareMode::Off;
    DifferencePicturePtr m_difference;
    bool m_hasFailed = false;
    LatestJob<DifferencePicturePtr> m_job;
};

} // namespace bubblescope::ui
