// SPDX-License-Identifier: Apache-2.0
#include "core/lower/pass_settings.h"

#include "core/base/number_parse.h"
#include "core/base/text_edit.h"
#include "core/base/text_match.h"
#include "core/base/text_show.h"
#include "core/base/try.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <vector>

namespace bubblescope {

namespace {} // namespace

std::int64_t PassSettings::number(std::string_view key) const
{
    return wholeNumberFrom(text(key)).value_or(0);
}

/// Takes a text apart piece by piece; what it has read is in m_read.
class SettingsReader
{
public:
    SettingsReader(std::string_view pass, std::span<const PassSetting> settings)
        : m_pass(pass)
        , m_settings(settings)
    {}

    Result<PassSettings> read(std::string_view text)
    {
        for (;;) {
            const std::size_t separator = text.find_first_of(":,");
            TRY_VOID(readPiece(trimmed(text.substr(0, separator))));
            if (separator == std::string_view::npos)
                break;
            m_list = text[separator] == ',' ? m_list : nullptr;
            text.remove_prefix(separator + 1);
        }
        return checked();
    }

    Result<PassSettings> checked()
    {
        for (const PassSetting& setting : m_settings) {
            const auto [value, isDefault] =
                m_read.m_values.try_emplace(std::string(setting.key), setting.defaultValue);
            if (!isDefault && !setting.admits(value->second))
                return invalidInput({"lower.takes", "{key} is {value}; {pass} takes {values}"}, setting.key,
                                    quotedText(value->second), m_pass, setting.values);
        }
        return std::move(m_read);
    }

private:
    Result<void> readPiece(std::string_view piece)
    {
        const std::size_t equals = piece.find('=');
        if (equals == std::string_view::npos && m_list != nullptr && !piece.empty()) {
            m_read.m_values.find(m_list->key)->second += "," + lowered(piece);
            return {};
        }
        const std::string_view key = trimmed(piece.substr(0, equals));
        if (key.empty())
            return invalidInput({"lower.followed-key-value", "expected KEY=VALUE after '{pass}:'; {known}"},
                                m_pass, known());
        const std::string lowerKey = lowered(key);
        const auto setting = std::find_if(m_settings.begin(), m_settings.end(),
                                          [&](const PassSetting& s) { return s.key == lowerKey; });
        if (setting == m_settings.end())
            return unknownKey(key);
        const std::string_view value =
            equals == std::string_view::npos ? std::string_view{} : trimmed(piece.substr(equals + 1));
        if (value.empty())
            return invalidInput({"lower.no-value-write-takes",
                                 "{key} has no value: write {key}={default}; {pass} takes {values}"},
                                setting->key, setting->defaultValue, m_pass, setting->values);
        if (!m_read.m_values.emplace(setting->key, lowered(value)).second)
            return invalidInput({"lower.given-twice", "{key} is given twice"}, setting->key);
        m_list = setting->isList ? &*setting : nullptr;
        return {};
    }

    tl::unexpected<Error> unknownKey(std::string_view key) const
    {
        const std::string_view meant = meantBy(lowered(key));
        return invalidInput({"lower.pass-no-setting", "pass {pass} has no setting {key}{meant}; {known}"},
                            m_pass, quotedText(key),
                            meant.empty() ? Sentence()
                                          : Sentence({"lower.meant", " (did you mean {nearest}?)"}, meant),
                            known());
    }

    /// The only setting that begins so, else the nearest in spelling.
    std::string_view meantBy(std::string key) const
    {
        std::replace(key.begin(), key.end(), '-', '_');
        std::vector<std::string_view> keys;
        std::vector<std::string_view> longer;
        for (const PassSetting& setting : m_settings) {
            keys.push_back(setting.key);
            if (setting.key.starts_with(key))
                longer.push_back(setting.key);
        }
        return longer.size() == 1 ? longer.front() : nearestOf(key, keys);
    }

    std::string known() const
    {
        std::string text;
        for (const PassSetting& setting : m_settings)
            text += fmt::format("{}{}", text.empty() ? "it takes " : ", ", setting.key);
        return text;
    }

    std::string_view m_pass;
    std::span<const PassSetting> m_settings;
    const PassSetting* m_list = nullptr; ///< the setting read last, if more values may follow
    PassSettings m_read;
};

Result<PassSettings> readPassSettings(std::string_view pass, std::span<const PassSetting> settings,
                                      std::string_view text, bool hasText)
{
    SettingsReader reader(pass, settings);
    if (!hasText)
        return reader.checked();
    if (settings.empty())
        return invalidInput({"lower.pass-takes-no-settings", "pass {pass} takes no settings; found {text}"},
                            pass, quotedText(text));
    return reader.read(text);
}

} // namespace bubblescope
