// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/scene/scene.h"
#include "core/scene/theme.h"

#include <string>

namespace bubblescope {

/// The picture as a LaTeX document that compiles by itself (`standalone`) and whose `tikzpicture` can be
/// copied into another one; with pdflatex, xelatex or lualatex. Blocks are rectangles, what is narrower is
/// exact coverage, as in the SVG: as many lines as those can have at most, whatever the number of actions.
[[nodiscard]] std::string writeTikz(const Scene& scene, const Theme& theme);

/// A text as LaTeX prints it: what is special is escaped, signs beyond ASCII that pictures use are written as
/// commands, others stay, for a typesetter that reads UTF-8.
[[nodiscard]] std::string latexText(std::string_view text);

} // namespace bubblescope
