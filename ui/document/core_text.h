// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/sentence.h"

#include <QString>
#include <string_view>

namespace bubblescope::ui {

// The core speaks English, in fixed texts and in sentences that are codes with arguments. All have words in
// the window's language; what has none is shown in English (docs/translating.md). Threads may call these.

/// A fixed text of the core: what it calls kinds, schedules' parameters and a model's fields, and what it
/// says of them, as listed for translators in resources/translations/core_texts.h.
[[nodiscard]] QString coreText(std::string_view english);

/// A sentence of the core: its names and numbers as they are, the words around them in the window's language.
[[nodiscard]] QString coreSentence(const Sentence& sentence);

/// With a capital letter, for a sentence of the core that stands alone.
[[nodiscard]] QString capitalized(const QString& text);

/// Error::text(): its place, what is wrong, the line and a caret.
[[nodiscard]] QString errorText(const Error& error);
/// Error::headline(): the first line of it.
[[nodiscard]] QString errorHeadline(const Error& error);

/// How the window says what core writes itself, as the texts of a page.
[[nodiscard]] const Wording& windowWording();

/// What the window says itself, where a sentence is wanted.
[[nodiscard]] Sentence ownWords(const QString& text);

} // namespace bubblescope::ui
