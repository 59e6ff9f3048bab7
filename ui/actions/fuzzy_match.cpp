// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/actions/fuzzy_match.h"

#include <QStringList>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kTextStart = 100, kWordStart = 80, kInitials = 60, kInside = 40, kScattered = 20;

bool isWordStart(const QString& text, qsizetype at)
{
    return text[at].isLetterOrNumber() && (at == 0 || !text[at - 1].isLetterOrNumber());
}

bool hasInitials(const QString& word, const QString& text)
{
    qsizetype found = 0;
    for (qsizetype i = 0; i < text.size() && found < word.size(); ++i)
        if (isWordStart(text, i) && text[i] == word[found])
            ++found;
    return found == word.size();
}

/// Letters between the first and the last that the word does not have; nothing if they are not there in turn.
std::optional<int> scatter(const QString& word, const QString& text)
{
    qsizetype at = -1;
    qsizetype first = 0;
    for (qsizetype i = 0; i < word.size(); ++i) {
        at = text.indexOf(word[i], at + 1);
        if (at < 0)
            return std::nullopt;
        if (i == 0)
            first = at;
    }
    return static_cast<int>(at - first + 1 - word.size());
}

std::optional<int> wordScore(const QString& word, const QString& text)
{
    if (text.startsWith(word))
        return kTextStart;
    bool inside = false;
    for (qsizetype at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
        if (isWordStart(text, at))
            return kWordStart;
        inside = true;
    }
    if (word.size() > 1 && hasInitials(word, text))
        return kInitials;
    if (inside)
        return kInside;
    const std::optional<int> spread = scatter(word, text);
    // Two letters are in almost every text.
    if (!spread || word.size() < 3 || *spread > 2 * word.size())
        return std::nullopt;
    return std::max(1, kScattered - *spread);
}

} // namespace

std::optional<int> fuzzyScore(const QString& query, const QString& text)
{
    const QStringList words = query.toLower().split(QLatin1Char(' '), Qt::SkipEmptyParts);
    if (words.isEmpty())
        return 0;
    const QString in = text.toLower();
    int sum = 0;
    for (const QString& word : words) {
        const std::optional<int> score = wordScore(word, in);
        if (!score)
            return std::nullopt;
        sum += *score;
    }
    return sum / static_cast<int>(words.size());
}

} // namespace bubblescope::ui
