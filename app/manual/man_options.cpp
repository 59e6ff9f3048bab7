// SPDX-License-Identifier: Apache-2.0
#include "app/manual/man_options.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace bubblescope::manual {

namespace {

constexpr const char* kOwnGroup = "Options";

std::vector<std::string> linesOf(const std::string& text)
{
    std::vector<std::string> lines;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        if (end > at)
            lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

std::string bold(const std::string& text)
{
    return "\\fB" + forRoff(text) + "\\fR";
}

/// \fB\-o\fR, \fB\-\-output\fR \fIFILE\fR
std::string headOf(const OptionRow& row)
{
    std::vector<std::string> names;
    for (const std::string& name : row.names)
        names.push_back(row.isPositional ? "\\fI" + forRoff(name) + "\\fR" : bold(name));
    std::string head = fmt::format("{}", fmt::join(names, ", "));
    if (!row.isPositional && !row.value.empty())
        head += " \\fI" + forRoff(row.value) + "\\fR";
    return head;
}

/// "name: what" as a term of a list, whose depth is that of the line's indentation.
std::string nestedLines(const std::vector<std::string>& lines)
{
    std::string text;
    std::size_t depth = 0;
    std::vector<std::size_t> indents{0};
    for (const std::string& line : lines) {
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent > indents.back()) {
            indents.push_back(indent);
            ++depth;
            text += ".RS\n";
        }
        while (indent < indents.back()) {
            indents.pop_back();
            --depth;
            text += ".RE\n";
        }
        const std::size_t colon = line.find(": ");
        text += fmt::format(".TP\n{}\n{}\n", bold(line.substr(indent, colon - indent)),
                            forRoff(colon == std::string::npos ? "" : line.substr(colon + 2)));
    }
    for (; depth > 0; --depth)
        text += ".RE\n";
    return text;
}

std::string remarksOf(const OptionRow& row)
{
    std::vector<std::string> remarks;
    if (row.isRequired)
        remarks.emplace_back("required");
    if (!row.needs.empty())
        remarks.push_back(fmt::format("wants {}", fmt::join(row.needs, ", ")));
    if (!row.excludes.empty())
        remarks.push_back(fmt::format("not together with {}", fmt::join(row.excludes, ", ")));
    return remarks.empty() ? "" : fmt::format(" ({})", fmt::join(remarks, "; "));
}

std::string rowAsMan(const OptionRow& row)
{
    const std::vector<std::string> lines = linesOf(row.help);
    const std::string first = lines.empty() ? "" : lines.front();
    std::string text = fmt::format(".TP\n{}\n{}\n", headOf(row), forRoff(first + remarksOf(row)));
    if (lines.size() > 1)
        text += ".RS\n" + nestedLines({lines.begin() + 1, lines.end()}) + ".RE\n";
    return text;
}

std::string rowsAsMan(const std::vector<OptionRow>& rows)
{
    std::string text;
    for (const OptionRow& row : rows)
        text += rowAsMan(row);
    return text;
}

/// Groups that at least two commands have, with the very same options.
std::vector<std::string> sharedGroups(const CommandTable& program)
{
    std::map<std::string, std::vector<std::vector<OptionRow>>> forms;
    std::vector<std::string> order;
    for (const CommandTable& command : program.commands)
        for (const std::string& group : groupsOf(command)) {
            if (forms[group].empty())
                order.push_back(group);
            forms[group].push_back(optionsOf(command, group));
        }
    std::erase_if(order, [&](const std::string& group) {
        const auto& all = forms[group];
        return group == kOwnGroup || all.size() < 2 ||
               std::any_of(all.begin(), all.end(), [&](const auto& rows) { return rows != all.front(); });
    });
    return order;
}

bool contains(const std::vector<std::string>& names, const std::string& name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// "bubblescope-cli generate [OPTION...] INPUT"
std::string usageOf(const std::string& program, const CommandTable& command)
{
    std::string usage = bold(program + ' ' + command.name) + " [\\fIOPTION\\fR...]";
    for (const OptionRow& row : command.options) {
        if (!row.isPositional)
            continue;
        const std::string name = "\\fI" + forRoff(row.names.front()) + "\\fR" + (row.isRepeated ? "..." : "");
        usage += row.isRequired ? " " + name : " [" + name + "]";
    }
    return usage;
}

std::string commandAsMan(const std::string& program, const CommandTable& command,
                         const std::vector<std::string>& shared)
{
    std::string text = fmt::format(".SS {}\n{}\n.PP\n{}.\n", forRoff(command.name), usageOf(program, command),
                                   forRoff(command.help));
    std::vector<std::string> elsewhere;
    for (const std::string& group : groupsOf(command)) {
        if (contains(shared, group)) {
            elsewhere.push_back("\\(lq" + forRoff(group) + "\\(rq");
            continue;
        }
        if (group != kOwnGroup)
            text += fmt::format(".PP\n{}:\n", forRoff(group));
        text += rowsAsMan(optionsOf(command, group));
    }
    if (!elsewhere.empty())
        text +=
            fmt::format(".PP\nIt also takes the options of {} below.\n", fmt::join(elsewhere, " and of "));
    return text;
}

} // namespace

std::string forRoff(const std::string& text)
{
    std::string safe;
    if (text.starts_with('.') || text.starts_with('\''))
        safe = "\\&";
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\')
            safe += "\\e";
        else if (text[i] == '-')
            safe += "\\-";
        else if (text[i] == '^' || text[i] == '~' || text[i] == '`' || text[i] == '\'')
            safe += text[i] == '^' ? "\\(ha" : text[i] == '~' ? "\\(ti" : text[i] == '`' ? "\\(ga" : "\\(aq";
        else if (text.compare(i, 3, "…") == 0) {
            safe += "...";
            i += 2;
        } else
            safe += text[i];
    }
    return safe;
}

std::string optionsAsMan(const CommandTable& program)
{
    std::string text = ".SH OPTIONS\n";
    for (const std::string& group : groupsOf(program)) {
        if (group != kOwnGroup)
            text += fmt::format(".SS {}\n", forRoff(group));
        text += rowsAsMan(optionsOf(program, group));
    }
    if (program.commands.empty())
        return text;
    const std::vector<std::string> shared = sharedGroups(program);
    text += ".SH COMMANDS\n";
    for (const CommandTable& command : program.commands)
        text += commandAsMan(program.name, command, shared);
    if (!shared.empty())
        text += ".SH SHARED OPTIONS\n";
    for (const std::string& group : shared) {
        const auto holder =
            std::find_if(program.commands.begin(), program.commands.end(),
                         [&](const CommandTable& command) { return contains(groupsOf(command), group); });
        text += fmt::format(".SS {}\n{}", forRoff(group), rowsAsMan(optionsOf(*holder, group)));
    }
    return text;
}

} // namespace bubblescope::manual
