// SPDX-License-Identifier: Apache-2.0
// A program's options as plain data: what manual pages and completions are made from.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <string>
#include <vector>

namespace bubblescope::manual {

/// One option or positional, as the parser declares it.
struct OptionRow
{
    std::vector<std::string> names;    ///< "-o", "--output"; of a positional its one name
    std::string value;                 ///< the placeholder of the value: "FILE"; empty for a flag
    std::string help;                  ///< may have lines, the later ones indented
    std::string group;                 ///< "Options", "Schedule (for a name)"
    std::vector<std::string> words;    ///< known values; others may be possible
    std::vector<std::string> excludes; ///< longest names of those that it excludes
    std::vector<std::string> needs;    ///< longest names of those that it needs
    bool isPositional = false;
    bool isRequired = false;
    bool isRepeated = false; ///< may be given again
    bool takesFile = false;

    bool operator==(const OptionRow&) const = default;
};

/// A program or one of its commands.
struct CommandTable
{
    std::string name;
    std::string help;
    std::vector<OptionRow> options; ///< in the order of --help: positionals first
    std::vector<CommandTable> commands;
};

/// Words for values that the parser does not list: by an option's longest name or its placeholder.
using KnownWords = std::map<std::string, std::vector<std::string>>;

/// What `--help` of `app` and of its commands lists; hidden options are left out.
[[nodiscard]] CommandTable tableOf(const CLI::App& app, const KnownWords& known = {});

/// Words that a help text lists, at its begin or after a colon: "loop, v, block or mirror"; empty if it lists
/// none.
[[nodiscard]] std::vector<std::string> listedWords(const std::string& help);

/// Groups in the order of their first option.
[[nodiscard]] std::vector<std::string> groupsOf(const CommandTable& command);
[[nodiscard]] std::vector<OptionRow> optionsOf(const CommandTable& command, const std::string& group);

} // namespace bubblescope::manual
