// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/timeline/note_text.h"

#include "ui/widgets/figures.h"

namespace bubblescope::ui {

QString NoteText::place(const DocumentNote& note, Time makespan, const std::string& unit)
{
    QString text;
    if (note.to) {
        const auto [from, to] = stretchTexts(note.from, *note.to, unit);
        text = tr("%1 to %2 · length %3", "times").arg(from, to, timeCell(*note.to - note.from, unit));
    } else {
        text = tr("at %1", "time").arg(timeCell(note.from, unit));
    }
    if (note.from > makespan)
        text += tr(", after the end");
    if (note.rank)
        text += tr(" · rank %1").arg(note.rank->value);
    return text;
}

QString NoteText::card(std::span<const DocumentNote> notes, const std::vector<std::size_t>& shown,
                       Time makespan, const std::string& unit)
{
    constexpr std::size_t kMostLines = 8;
    constexpr int kLongestLine = 60;
    if (shown.size() == 1) {
        const DocumentNote& note = notes[shown.front()];
        return QString::fromStdString(note.text) + QLatin1Char('\n') + place(note, makespan, unit);
    }
    QStringList lines;
    for (std::size_t i = 0; i < std::min(shown.size(), kMostLines); ++i) {
        const DocumentNote& note = notes[shown[i]];
        QString text = QString::fromStdString(note.text);
        if (text.size() > kLongestLine)
            text = text.left(kLongestLine - 1).trimmed() + QStringLiteral("…");
        lines << timeCell(note.from, unit) + QStringLiteral("  ") + text;
    }
    if (shown.size() > kMostLines)
        lines << tr("and %n more", nullptr, static_cast<int>(shown.size() - kMostLines));
    return lines.join(QLatin1Char('\n'));
}

} // namespace bubblescope::ui
