// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/match_index.h"
#include "ui/timeline/match_picture.h"
#include "ui/timeline/timeline_tool.h"

#include <memory>
#include <optional>

namespace bubblescope::ui {

/// Shows in the timeline what a search has found, and finds the next of it. Of many actions the matches are
/// counted by a worker; a step to the next one does not wait for that. A query stays when another evaluation
/// is shown.
class MatchMarks : public TimelineTool
{
    Q_OBJECT

public:
    explicit MatchMarks(TimelineView& view);
    ~MatchMarks() override;

    void setQuery(std::optional<ActionQuery> query);
    [[nodiscard]] const std::optional<ActionQuery>& query() const { return m_query; }
    /// The matches are still being counted.
    [[nodiscard]] bool isCounting() const { return m_job != nullptr; }
    /// Nothing while nothing is asked for, or not counted yet.
    [[nodiscard]] std::optional<std::size_t> count() const;
    /// The number of the selected action among the matches in time, from 0; nothing if it is none of them.
    [[nodiscard]] std::optional<std::size_t> current() const;

    struct Step
    {
        ActionPosition action;
        bool wrapped = false; ///< past the end, on from the other one
    };
    /// The match after (or before) the selected action or gap, else after the begin of the view (or before
    /// its end), in the order of start, then rank. Nothing if nothing matches.
    [[nodiscard]] std::optional<Step> step(bool forward) const;

    /// Of the present geometry.
    [[nodiscard]] const MatchPicture& picture() const;

    void paint(QPainter& painter) const override;
    bool clear() override;
    void evaluationChanged() override;

signals:
    void changed(); ///< the query, or what is known of its matches
    void cleared(); ///< in the timeline, by Esc

private:
    struct Job;
    void count(bool atOnce);
    [[nodiscard]] std::optional<ActionPosition> found(const MatchKey& from, bool forward) const;
    [[nodiscard]] MatchKey origin(bool forward) const;

    std::optional<ActionQuery> m_query;
    std::shared_ptr<Job> m_job; ///< the newest one, until it is delivered
    MatchIndexPtr m_matches;
    mutable MatchPicture m_picture;
};

} // namespace bubblescope::ui
