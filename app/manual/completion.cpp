// SPDX-License-Identifier: Apache-2.0
#include "app/manual/completion.h"

#include <algorithm>
#include <fmt/format.h>

namespace bubblescope::manual {

std::string completionHead(const std::string& program, const std::string& shell)
{
    return fmt::format(
        "# SPDX-License-"
        "Identifier: Apache-2.0\n"
        "# {} completes {}. Made from its options; BUBBLESCOPE_UPDATE_GOLDEN=1 manual_test writes it "
        "anew.\n",
        shell, program);
}

std::string shellQuoted(const std::string& text)
{
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string shortHelp(const OptionRow& row)
{
    std::string text = row.help.substr(0, row.help.find('\n'));
    if (const std::size_t end = text.find(';'); end != std::string::npos)
        text.resize(end);
    return text;
}

std::string functionName(const std::string& program)
{
    std::string name = program;
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
}

} // namespace bubblescope::manual
