// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace bubblescope::ui {

/// What a field of a model is called in the window; to be translated in the context of ModelForm.
struct ModelFieldText
{
    std::string_view key; ///< as in probe::numberFields() and switchFields()
    const char* title;
    const char* unit; ///< may be empty
};
/// Requires a key of those.
[[nodiscard]] const ModelFieldText& modelFieldText(std::string_view key);

} // namespace bubblescope::ui
