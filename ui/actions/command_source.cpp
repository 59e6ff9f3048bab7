// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/command_source.h"

#include "ui/actions/fuzzy_match.h"

#include <QCoreApplication>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr qsizetype kCommandSourceMostRecent = 20;
/// Less than what separates two ways of being found.
constexpr int kRecentBonus = 15;
/// A command found by its group or search words only stands after those found by their text.
constexpr int kElsewhere = 50;

std::optional<int> score(const QString& query, const Command& command, const QString& text)
{
    const std::optional<int> inText = fuzzyScore(query, text);
    const std::optional<int> elsewhere =
        fuzzyScore(query, text + QLatin1Char(' ') + command.group + QLatin1Char(' ') + command.searchWords);
    if (!inText && !elsewhere)
        return std::nullopt;
    return std::max(inText.value_or(0), elsewhere ? *elsewhere - kElsewhere : 0);
}

} // namespace

CommandSource::CommandSource(const CommandRegistry& registry, QStringList recent,
                             std::function<void(const QStringList&)> used)
    : m_registry(registry)
    , m_recent(std::move(recent))
    , m_used(std::move(used))
{}

QString CommandSource::name() const
{
    return QCoreApplication::translate("CommandSource", "Command palette");
}

QString CommandSource::placeholder() const
{
    return QCoreApplication::translate("CommandSource", "Type a command");
}

std::vector<std::uint32_t> CommandSource::find(const QString& query) const
{
    struct Found
    {
        std::uint32_t number;
        int score;
    };
    std::vector<Found> found;
    const std::vector<Command>& commands = m_registry.commands();
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const QString text = plainText(m_registry.action(commands[i].id)->text());
        if (std::optional<int> points = score(query, commands[i], text)) {
            const qsizetype used = m_recent.indexOf(commands[i].id);
            // Without a query those used come in turn; with one, use only decides among equals.
            if (used >= 0)
                *points +=
                    query.isEmpty() ? static_cast<int>(2 * kCommandSourceMostRecent - used) : kRecentBonus;
            found.push_back({static_cast<std::uint32_t>(i), *points});
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Found& a, const Found& b) { return a.score > b.score; });
    std::vector<std::uint32_t> numbers;
    for (const Found& each : found)
        numbers.push_back(each.number);
    return numbers;
}

QuickRow CommandSource::row(std::uint32_t number) const
{
    const Command& command = m_registry.commands()[number];
    const QAction* action = m_registry.action(command.id);
    QuickRow row{plainText(action->text()), command.group,      {}, {}, action->isEnabled(),
                 action->isCheckable(),     action->isChecked()};
    for (const QKeySequence& key : action->shortcuts())
        row.keys << key.toString(QKeySequence::NativeText);
    return row;
}

void CommandSource::choose(std::uint32_t number)
{
    const QString id = m_registry.commands()[number].id;
    m_recent.removeAll(id);
    m_recent.prepend(id);
    m_recent = m_recent.mid(0, kCommandSourceMostRecent);
    if (m_used)
        m_used(m_recent);
    m_registry.action(id)->trigger();
}

} // namespace bubblescope::ui
