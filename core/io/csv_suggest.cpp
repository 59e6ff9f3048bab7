// SPDX-License-Identifier: Apache-2.0
#include "core/io/csv_cell.h"

#include <array>
#include <utility>

namespace bubblescope::csv {

namespace {

constexpr std::size_t kLongestCell = 120;

// Names of other tools and of PyTorch's long forms; a name stands before those that it begins with.
constexpr std::array<std::pair<std::string_view, std::string_view>, 17> kSpellings{{
    {"BACKWARD_INPUT", "I"},
    {"BACKWARD_WEIGHT", "W"},
    {"FULL_BACKWARD", "B"},
    {"BACKWARD", "B"},
    {"FORWARD", "F"},
    {"BWD_INPUT", "I"},
    {"BWD_WEIGHT", "W"},
    {"FWD_RECV", "RECV_F"},
    {"FWD_SEND", "SEND_F"},
    {"BWD_RECV", "RECV_B"},
    {"BWD_SEND", "SEND_B"},
    {"FSDP_UNSHARD", "UNSHARD"},
    {"FSDP_RESHARD", "RESHARD"},
    {"FSDP_REDUCE_GRAD", "REDUCE_GRAD"},
    {"BWD", "B"},
    {"FWD", "F"},
    {"WAIT_F", "WAIT_SEND_F"},
}};

void replaceAll(std::string& text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

std::string usualSpelling(std::string_view cell)
{
    std::string text;
    for (const char c : cell)
        if (!isBlank(c))
            text += c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    for (const auto& [from, to] : kSpellings)
        replaceAll(text, from, to);
    return text;
}

// "F0_S1" of early PyTorch: microbatch 0 of stage 1.
std::string fromEarlyTorch(const std::string& text)
{
    const std::size_t mark = text.find("_S");
    if (text.size() < 2 || mark == std::string::npos || (text[0] != 'F' && text[0] != 'B'))
        return {};
    return text.substr(mark + 2) + text[0] + text.substr(1, mark - 1);
}

bool isStrict(const std::string& text)
{
    Row row;
    return scanStrictCell(text.data(), text.data() + text.size(), row) == text.data() + text.size();
}

} // namespace

Sentence suggestionFor(std::string_view cell)
{
    if (cell.size() > kLongestCell)
        return {};
    const std::string usual = usualSpelling(cell);
    for (const std::string& text : {usual, fromEarlyTorch(usual)})
        if (text != cell && isStrict(text))
            return {{"csv.write", "write {text}"}, text};
    return {};
}

} // namespace bubblescope::csv
