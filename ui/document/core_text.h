// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>
#include <string>
#include <string_view>

namespace bubblescope::ui {

// The core speaks English. What it says often has words in the window's language all the same; the rest, as
// rare messages of errors, is shown as it is (docs/translating.md).

/// What the core calls kinds, schedules' parameters and a model's fields, and what it says of them: fixed
/// texts, listed for translators in resources/translations/core_texts.h.
[[nodiscard]] QString coreText(std::string_view english);

/// A sentence of the core with names and numbers in it, as "waits for 2F3 from rank 1". Threads may call it.
[[nodiscard]] QString coreSentence(const std::string& english);

/// An error as the window shows it: its place and what it quotes as they are, the words around them in the
/// window's language. Threads may call it.
[[nodiscard]] Error inWindowLanguage(Error error);

} // namespace bubblescope::ui
