// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/scene/match_index.h"
#include "ui/jobs/latest_job.h"
#include "ui/timeline/match_picture.h"
#include "ui/timeline/timeline_tool.h"

#include <memory>
#include <optional>

namespace bubblescope::ui {

/// Shows in the timeline what a search has found, and finds the next of it. Of many actions the matches are
/// counted by a worker; a step to one that is near does not wait for that, one to what is rare is taken when
/// they are counted. A query stays when another evaluation is shown.
class MatchMarks : public TimelineTool
{
    Q_OBJECT

public:
    explicit MatchMarks(TimelineView& view);
    ~MatchMarks() override;

    void setQuery(std::optional<ActionQuery> query);
    [[nodiscard]] const std::optional<ActionQuery>& query() const { return m_query; }
    /// The matches are still being counted.
    [[nodiscard]] bool isCounting() const { return m_job.isRunning(); }
    /// A step is asked for that has to wait for the count.
    [[nodiscard]] bool isSearching() const { return m_waitingStep.has_value(); }
    /// Null while nothing is asked for, or not counted yet.
    [[nodiscard]] const MatchIndexPtr& found() const { return m_matches; }
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
    /// its end), in the order of start, then rank. Nothing if nothing matches; or if it is not known yet:
    /// then stepReady() tells when to ask again, unless something else is chosen or searched before.
    [[nodiscard]] std::optional<Step> step(bool forward);

    /// Of the present geometry.
    [[nodiscard]] const MatchPicture& picture() const;

    void paint(QPainter& painter) const override;
    bool clear() override;
    void evaluationChanged() override;

signals:
    void changed(); ///< the query, or what is known of its matches
    void cleared(); ///< in the timeline, by Esc
    void stepReady(bool forward);

private:
    void count(bool atOnce);
    [[nodiscard]] BoundedMatch found(const MatchKey& from, bool forward, std::size_t& looks) const;
    void waitToStep(std::optional<bool> forward);
    void takeCounted(MatchIndexPtr matches);
    [[nodiscard]] MatchKey origin(bool forward) const;

    std::optional<ActionQuery> m_query;
    LatestJob<MatchIndexPtr> m_job;
    MatchIndexPtr m_matches;
    std::optional<bool> m_waitingStep; ///< forward
    mutable MatchPicture m_picture;
};

} // namespace bubblescope::ui
