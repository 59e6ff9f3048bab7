// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/json_text.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bubblescope::json {

/// Builds a value from nlohmann's parser events, so that it knows the place of what it refuses.
class Builder : public nlohmann::json_sax<Json>
{
public:
    explicit Builder(std::string_view text) : m_text(text), m_read(text.data()) {}

    /// False with errorMessage() and errorOffset().
    [[nodiscard]] bool build(Json& root);
    [[nodiscard]] const Sentence& errorMessage() const { return m_message; }
    [[nodiscard]] std::size_t errorOffset() const { return m_offset; }

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(number_integer_t value) override { return add(value); }
    bool number_unsigned(number_unsigned_t value) override { return add(value); }
    bool number_float(number_float_t value, const string_t&) override { return add(value); }
    bool string(string_t& value) override { return add(std::move(value)); }
    bool binary(binary_t& value) override { return add(Json::binary(std::move(value))); }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_array() override { return close(); }
    bool key(string_t& name) override;
    bool parse_error(std::size_t position, const std::string& token,
                     const nlohmann::json::exception& error) override;

private:
    bool add(Json value);
    bool open(Json value);
    bool close();
    bool refuse(std::size_t offset, Sentence message);
    [[nodiscard]] std::size_t tokenBegin(const std::string& token) const;
    [[nodiscard]] std::size_t readBytes() const { return static_cast<std::size_t>(m_read - m_text.data()); }

    std::string_view m_text;
    const char* m_read; ///< behind the last byte that the parser took
    Json* m_root = nullptr;
    std::vector<Json*> m_open; ///< the containers around the next value, outermost first
    std::string m_key;
    Sentence m_message;
    std::size_t m_offset = 0;
};

} // namespace bubblescope::json
