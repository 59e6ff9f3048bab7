// SPDX-License-Identifier: Apache-2.0
#include "core/io/number_list.h"

#include "core/base/text_location.h"
#include "core/base/text_show.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace bubblescope {

namespace {

constexpr std::string_view kSeparators = ", \t\r\n";

tl::unexpected<Error> wrongNumber(std::string_view text, std::size_t offset, const std::string& sourceName,
                                  Sentence message)
{
    return tl::unexpected(
        Error{ErrorKind::InvalidInput, std::move(message), locationInText(text, offset, sourceName)});
}

} // namespace

Result<std::vector<double>> numbersFromText(std::string_view text, const std::string& sourceName)
{
    std::vector<double> numbers;
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    while ((at = text.find_first_not_of(kSeparators, at)) != std::string_view::npos) {
        if (text[at] == '#') {
            at = std::min(text.find_first_of("\r\n", at), text.size());
            continue;
        }
        const std::size_t end = std::min(text.find_first_of(", \t\r\n#", at), text.size());
        const std::string_view word = text.substr(at, end - at);
        double value = 0;
        const auto [stop, problem] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (problem != std::errc{} || stop != word.data() + word.size() || !std::isfinite(value) || value < 0)
            return wrongNumber(
                text, at, sourceName,
                Sentence({"io.no-number", "'{text}' is not a number of 0 or more"}, printable(word)));
        numbers.push_back(value);
        at = end;
    }
    if (numbers.empty())
        return wrongNumber(text, text.size(), sourceName,
                           Sentence({"io.no-numbers", "there is no number: write e.g. 1, 0.8, 1.2"}));
    return numbers;
}

} // namespace bubblescope
