// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/key_tables.h"

#include "ui/actions/command_registry.h"

#include <functional>

namespace bubblescope::ui {

namespace {

/// Of one group: what it is called, and each row's keys or gesture with what it does.
struct KeyGroup
{
    QString title;
    std::vector<std::pair<QString, QString>> rows;
};

std::vector<KeyGroup> keyGroups(const CommandRegistry& registry)
{
    std::vector<KeyGroup> groups;
    for (const QString& title : groupsOf(registry)) {
        KeyGroup group{title, {}};
        for (const Command& command : registry.commands()) {
            if (command.group != title || command.shortcuts.isEmpty())
                continue;
            QStringList keys;
            for (const QKeySequence& key : command.shortcuts)
                keys << key.toString(QKeySequence::PortableText);
            group.rows.emplace_back(keys.join(QStringLiteral("  ")), plainText(command.text));
        }
        for (const Gesture& gesture : registry.gestures())
            if (gesture.group == title)
                group.rows.emplace_back(gesture.how, gesture.text);
        if (!group.rows.empty())
            groups.push_back(std::move(group));
    }
    return groups;
}

/// As text of roff: no character of it is an instruction, whatever it begins with.
QString forRoff(const QString& text)
{
    QString safe;
    for (const QChar c : text) {
        if (c == QLatin1Char('\\'))
            safe += QStringLiteral("\\e");
        else if (c == QLatin1Char('-'))
            safe += QStringLiteral("\\-");
        else if (c == QChar(0x2026))
            safe += QStringLiteral("...");
        else if (c.unicode() < 0x80)
            safe += c;
        else
            safe += QStringLiteral("\\[u%1]").arg(
                QString::number(c.unicode(), 16).toUpper().rightJustified(4, QLatin1Char('0')));
    }
    if (safe.startsWith(QLatin1Char('.')) || safe.startsWith(QLatin1Char('\'')))
        safe.prepend(QStringLiteral("\\&"));
    return safe;
}

QString forMarkdown(QString text)
{
    return text.replace(QLatin1Char('|'), QStringLiteral("\\|"));
}

/// A key between backticks, whose backslash needs no other.
QString keysForMarkdown(const QString& keys)
{
    QStringList quoted;
    for (const QString& key : keys.split(QStringLiteral("  ")))
        quoted << (key.contains(QLatin1Char(' ')) ? forMarkdown(key)
                                                  : QStringLiteral("`%1`").arg(forMarkdown(key)));
    return quoted.join(QLatin1Char(' '));
}

} // namespace

QString keysAsMan(const CommandRegistry& registry)
{
    QString text;
    for (const KeyGroup& group : keyGroups(registry)) {
        text += QStringLiteral(".SS %1\n").arg(forRoff(group.title));
        for (const auto& [keys, what] : group.rows)
            text += QStringLiteral(".TP\n%1\n%2\n").arg(forRoff(keys), forRoff(what));
    }
    return text;
}

QString keysAsMarkdown(const CommandRegistry& registry)
{
    QString text;
    for (const KeyGroup& group : keyGroups(registry)) {
        text += QStringLiteral("\n## %1\n\n| keys or mouse | what it does |\n|---|---|\n").arg(group.title);
        for (const auto& [keys, what] : group.rows)
            text += QStringLiteral("| %1 | %2 |\n").arg(keysForMarkdown(keys), forMarkdown(what));
    }
    return text;
}

std::optional<QString> withGeneratedPart(const QString& page, const QString& begin, const QString& end,
                                         const QString& part)
{
    const qsizetype first = page.indexOf(begin + QLatin1Char('\n'));
    const qsizetype from = first + begin.size() + 1;
    const qsizetype last = first < 0 ? -1 : page.indexOf(end, from);
    if (last < 0)
        return std::nullopt;
    const qsizetype to = page.lastIndexOf(QLatin1Char('\n'), last) + 1;
    return page.left(from) + part + page.mid(to);
}

} // namespace bubblescope::ui
