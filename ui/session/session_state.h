// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "ui/compare/compare_side.h"
#include "ui/compare/reference_state.h"
#include "ui/services/window_mode.h"

#include <QStringList>
#include <optional>
#include <vector>

namespace bubblescope::ui {

/// What a window has open, so that the next one can have it open again.
struct SessionState
{
    QString file;                           ///< of the document, absolute; empty for none
    QStringList profiles;                   ///< of the open run
    std::optional<std::uint64_t> step = {}; ///< of that, where it is not the one that is shown first
    QStringList against = {};               ///< profiles of the run that it is compared with
    std::optional<std::uint64_t> againstStep = {};
    /// What makes a document that has no file and is as it was made.
    std::optional<ScheduleRequest> request;
    DocumentView view;
    std::optional<RankId> rank; ///< the chosen lane
    CompareMode mode = CompareMode::Off;
    std::vector<ReferenceState> references; ///< what is compared with, in its order
    bool measuredAlone = false;
    /// Nothing in a state that an earlier version wrote: it follows from the rest.
    std::optional<WindowMode> window = {};

    /// What the window is used for.
    [[nodiscard]] WindowMode windowMode() const;

    /// Whether there is nothing to open again.
    [[nodiscard]] bool isEmpty() const { return file.isEmpty() && profiles.isEmpty() && !request; }
    bool operator==(const SessionState&) const = default;
};

[[nodiscard]] QByteArray sessionText(const SessionState& state);
/// Empty for a text that is none, or that a newer version wrote.
[[nodiscard]] SessionState sessionFrom(const QByteArray& text);

} // namespace bubblescope::ui
