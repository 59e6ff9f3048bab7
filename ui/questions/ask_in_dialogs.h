// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/services/window_questions.h"

class QWidget;

namespace bubblescope::ui {

/// All questions of a window, each asked in a dialog of it.
[[nodiscard]] WindowQuestions askInDialogs(QWidget* window);

} // namespace bubblescope::ui
