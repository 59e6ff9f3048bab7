// SPDX-License-Identifier: Apache-2.0
#include "core/trace/record_names.h"

#include "core/base/text_show.h"
#include "core/trace/name_scanner.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace bubblescope {

std::string_view nameFamilyText(NameFamily family) noexcept
{
    constexpr std::array<std::string_view, 14> kTexts{"torch pipelining",
                                                      "torch single stage",
                                                      "actions without a prefix",
                                                      "zero-bubble",
                                                      "Megatron",
                                                      "DeepSpeed",
                                                      "DualPipe phases",
                                                      "own pattern",
                                                      "Python frames",
                                                      "inferred from autograd and messages",
                                                      "forward-compute",
                                                      "fwd:mb",
                                                      "Primus",
                                                      "Paddle"};
    return kTexts[static_cast<std::size_t>(family)];
}

NameReader::NameReader(std::vector<NamePattern> patterns) : m_patterns(std::move(patterns)) {}

namespace {

/// The first character decides which families there are to try.
names::Reading readFamilies(std::string_view name)
{
    if (name.empty())
        return names::notALabel();
    const char first = name.front();
    if (names::isDigit(first) || first == '(')
        return names::bareActionName(name);
    if (first == 'P' && name.starts_with("PP:"))
        return names::torchPipeliningName(name);
    for (const auto family : {names::torchSingleStageName, names::zeroBubbleName, names::megatronName,
                              names::dualPipePhaseName, names::deepSpeedName, names::pythonFrameName,
                              names::timelineName, names::shortName, names::primusName, names::paddleName}) {
        auto read = family(name);
        if (read || read.error() == NameRefusal::OutOfBounds)
            return read;
    }
    return names::notALabel();
}

} // namespace

Result<RecordName, NameRefusal> NameReader::read(std::string_view name) const
{
    for (const NamePattern& pattern : m_patterns) {
        auto action = pattern.read(name);
        if (action)
            return RecordName{NameFamily::UserPattern, {*action}, false, false};
        if (action.error() == NameRefusal::OutOfBounds)
            return names::outOfBounds();
    }
    return readFamilies(name);
}

std::string shownName(std::string_view name)
{
    constexpr std::size_t mostCharacters = 200;
    constexpr std::string_view cut = "…";
    std::string shown;
    std::size_t beforeCut = 0;
    std::size_t count = 0;
    for (std::size_t at = 0; at < name.size();) {
        const std::size_t length = utf8SequenceLength(name, at);
        const auto byte = static_cast<unsigned char>(name[at]);
        // Two bytes C2 80 … C2 9F are control characters too.
        const bool isControl =
            byte < 0x20 || byte == 0x7F ||
            (length == 2 && byte == 0xC2 && static_cast<unsigned char>(name[at + 1]) < 0xA0);
        const bool isShown = length > 0 && !isControl;
        const std::size_t width = isShown ? 1 : 4;
        if (count + width > mostCharacters)
            return shown.substr(0, beforeCut).append(cut);
        if (isShown)
            shown.append(name.substr(at, length));
        else
            fmt::format_to(std::back_inserter(shown), "\\x{:02X}", byte);
        at += isShown ? length : 1;
        count += width;
        if (count < mostCharacters)
            beforeCut = shown.size();
    }
    return shown;
}

std::string_view functionName(std::string_view name) noexcept
{
    constexpr std::string_view unnamed = "(anonymous namespace)::";
    constexpr std::string_view nothing = "void ";
    std::string_view own = name;
    if (own.starts_with(nothing))
        own.remove_prefix(nothing.size());
    if (const std::size_t at = own.find(unnamed); at != std::string_view::npos)
        own.remove_prefix(at + unnamed.size());
    else if (own.size() == name.size() && own.find("::") == std::string_view::npos)
        return name; // no C++
    own = own.substr(0, std::min(own.find('<'), own.find('(')));
    if (const std::size_t scope = own.rfind("::"); scope != std::string_view::npos)
        own.remove_prefix(scope + 2);
    return own.empty() || own.find(' ') != std::string_view::npos ? name : own;
}

} // namespace bubblescope
