// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/fuzz_targets.h"

#include "core/base/text_show.h"
#include "core/trace/record_names.h"
#include "tests/fuzz/fuzz_checks.h"

#include <algorithm>
#include <string>

namespace bubblescope::test {

namespace {

void checkAction(const NamedAction& action)
{
    require(action.stage.value_or(0) < 65'536, "a stage is in bounds");
    require(action.microbatch.value_or(0) < 1U << 24U, "a microbatch is in bounds");
    require(action.chunk.value_or(0) < 65'536 && action.rank.value_or(0) < 65'536,
            "a chunk and a rank are in bounds");
    require(action.kind != ActionKind::Bubble, "a label is no bubble");
    require(!action.microbatch || hasMicrobatch(action.kind), "only who has a microbatch says one");
}

void checkShown(std::string_view name)
{
    const std::string shown = shownName(name);
    require(firstInvalidUtf8(shown) == std::string_view::npos, "a shown name is UTF-8");
    require(codePointCount(shown) <= 200, "a shown name is short");
    require(printable(shown) == shown, "a shown name can be printed");
}

/// What torch writes for the actions that were read is read as the same.
void checkTorchText(const RecordName& name)
{
    std::string text;
    for (const NamedAction& action : name.actions) {
        const ActionId id{StageId{*action.stage}, action.kind, MicrobatchId{action.microbatch.value_or(0)}};
        if (hasMicrobatch(action.kind) && !action.microbatch)
            return;
        text += (text.empty() ? "" : ";") + actionText(id);
    }
    text = name.isOverlap ? "PP:(" + text + ")OVERLAP_F_B" : "PP:" + text;
    const auto again = NameReader{}.read(text);
    require(again && *again == name, "a label's own text is read as the same");
}

void checkName(std::string_view name)
{
    checkShown(name);
    static_cast<void>(NameReader::readContext(name));
    const auto read = NameReader{}.read(name);
    if (!read)
        return;
    require(!NameReader::readContext(name), "a label is no mark of a step");
    require(read->isOverlap || read->actions.size() <= 1 || read->family == NameFamily::ZeroBubble,
            "one action, a block or fused transfers");
    for (const NamedAction& action : read->actions)
        checkAction(action);
    if (read->family == NameFamily::TorchPipelining)
        checkTorchText(*read);
}

} // namespace

void fuzzNames(std::string_view bytes)
{
    forEachLine(bytes, checkName);
}

void fuzzNamePattern(std::string_view bytes)
{
    const std::string expression(bytes.substr(0, bytes.find('\n')));
    const auto pattern = NamePattern::compile(expression);
    if (!pattern) {
        const Error& error = pattern.error();
        require(!error.message.empty() && error.where && error.where->column > 0,
                "an error says what and where");
        require(firstInvalidUtf8(error.text()) == std::string_view::npos, "an error's text is UTF-8");
        return;
    }
    require(pattern->expression() == expression, "a pattern keeps its text");
    const NameReader reader({*pattern});
    constexpr std::size_t mostNames = 20;
    std::size_t count = 0;
    forEachLine(bytes.substr(std::min(expression.size() + 1, bytes.size())), [&](std::string_view name) {
        if (++count > mostNames)
            return;
        const auto action = pattern->match(name);
        if (!action)
            return;
        checkAction(*action);
        const auto read = reader.read(name);
        require(read && read->family == NameFamily::UserPattern && read->actions.front() == *action,
                "a user's pattern comes first");
    });
}

} // namespace bubblescope::test
