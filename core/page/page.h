// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/analyze/explanation.h"
#include "core/base/result.h"
#include "core/base/sentence.h"
#include "core/evaluate/evaluation.h"
#include "core/scene/geometry.h"

#include <optional>
#include <string>
#include <vector>

namespace bubblescope {

/// One schedule of a page.
struct PageSide
{
    EvaluationPtr evaluation;   ///< with memory where its strips are wanted
    ExplanationPtr explanation; ///< null where there is none: then bubbles have no causes
    std::string title;
};

/// A page of HTML that shows schedules one under the other on one time axis, with their figures.
struct Page
{
    std::string title; ///< empty: that of the first schedule
    std::vector<PageSide> sides;
    ThemeName theme = ThemeName::Light;  ///< of a dark one the page begins dark; else as the browser is set
    std::optional<TimeRange> range = {}; ///< shown at first
    const Wording* wording = &englishWording(); ///< never null; what it has no words for is English
    std::string language = "en";                ///< of those words, as HTML names it
};

/// The fixed texts of the page's frame and script, which Wording::term() is asked for.
[[nodiscard]] std::vector<std::string> pageTerms();

/// More actions than that are not drawn; the page says which are left out. Figures are those of all.
inline constexpr std::size_t kMostPageActions = 1'000'000;

/// One file without anything from a network: the script, the style, the figures as text, and the times
/// packed, at most about 20 bytes an action. Times are exact while they fit into that, else to a 2^40th of
/// the makespan. An error where the sides have different units of time, and where memory is lacking.
[[nodiscard]] Result<std::string> writePage(const Page& page);

} // namespace bubblescope
