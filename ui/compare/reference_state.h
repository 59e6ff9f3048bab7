// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/io/document.h"
#include "core/time/what_if.h"
#include "ui/compare/compare_side.h"

#include <QJsonValue>
#include <QString>
#include <optional>

namespace bubblescope::ui {

/// What makes a reference that no file holds again.
struct MadeReference
{
    ProjectDocument project; ///< its request or order, costs, passes and title
    WhatIf whatIf;
    bool followsCosts = false;
};

/// A reference of a comparison, as it is kept for the next start.
struct ReferenceState
{
    QString path;    ///< of its file; empty if it has none
    QString project; ///< else a project as text
    WhatIf whatIf = {};
    bool followsCosts = false; ///< as CompareSide

    bool operator==(const ReferenceState&) const = default;
};

/// An order of more actions is not kept.
inline constexpr std::size_t kMostKeptActions = 20'000;

/// Nothing for measured times, and for an order that is too long.
[[nodiscard]] std::optional<ReferenceState> stateOf(const CompareSide& side);
[[nodiscard]] QJsonValue toJson(const ReferenceState& reference);
[[nodiscard]] ReferenceState referenceFrom(const QJsonValue& value);
/// Nothing if the text is none.
[[nodiscard]] std::optional<MadeReference> madeFrom(const ReferenceState& reference);

} // namespace bubblescope::ui
