// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <functional>
#include <optional>
#include <vector>

class QWidget;

namespace bubblescope::ui {

/// One file that a question is about.
struct ProfileQuestion
{
    QString file;  ///< as a user knows it
    QString why;   ///< what is wrong and where, under it
    QString offer; ///< what a tick means, below that: "Keep 48 events, of which 3 records matter"
    bool isTicked = false;
};

/// Asks for all files at once, each with a tick of its own, and one for all. Which are ticked; nothing =
/// cancelled. `accept` names the button for how many are ticked; empty where nothing would be done then.
[[nodiscard]] std::optional<std::vector<bool>>
askAboutProfiles(QWidget* parent, const QString& text, const std::function<QString(std::size_t)>& accept,
                 const std::vector<ProfileQuestion>& files);

/// A file whose rank is not known, with the one that it would get.
struct RankQuestion
{
    QString file;
    QString known; ///< what helps to tell: "host a · stages 1, 5 · 224 events"
    std::uint32_t rank = 0;
};

/// Asks for the ranks of files that do not say theirs; `others` are taken by files that do. In the order of
/// `files`; nothing = cancelled. Two files cannot have one rank.
[[nodiscard]] std::optional<std::vector<std::uint32_t>>
askRanks(QWidget* parent, const std::vector<RankQuestion>& files, const std::vector<std::uint32_t>& others);

} // namespace bubblescope::ui
