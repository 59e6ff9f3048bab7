// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace bubblescope {

/// A setting of a pass, as help, documentation and errors show it.
struct PassSetting
{
    std::string_view key;
    std::string_view values; ///< the admissible values in words: "torch or hyper-parallel"
    std::string_view defaultValue;
    std::string_view help;
    bool (*admits)(std::string_view value); ///< the value, in lower case, is one of those
    bool isList = false;                    ///< further values may follow after commas
};

/// The settings of one use of a pass, checked, with defaults filled in.
class PassSettings
{
public:
    /// Requires a key that the pass has.
    [[nodiscard]] const std::string& text(std::string_view key) const { return m_values.find(key)->second; }
    /// Requires a setting whose value is a whole number.
    [[nodiscard]] std::int64_t number(std::string_view key) const;
    [[nodiscard]] bool isOn(std::string_view key) const { return text(key) == "true"; }

private:
    friend class SettingsReader;
    std::map<std::string, std::string, std::less<>> m_values;
};

/// Reads "style=torch:max_active_stages=2,…" for a pass with these settings; `text` is what follows the
/// pass's name and its ':' , empty if nothing does.
[[nodiscard]] Result<PassSettings> readPassSettings(std::string_view pass,
                                                    std::span<const PassSetting> settings,
                                                    std::string_view text, bool hasText);

} // namespace bubblescope
