// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <optional>
#include <vector>

class QWidget;

namespace bubblescope::ui {

/// One file that a question is about.
struct ProfileQuestion
{
    QString file;  ///< as a user knows it
    QString offer; ///< what a tick means: "Keep 48 events, of which 3 records matter"
    QString why;   ///< what is wrong, under it
    bool isTicked = false;
};

/// Asks for all files at once, each with a tick of its own, and one for all. Which are ticked; nothing =
/// cancelled. `accept` names the button.
[[nodiscard]] std::optional<std::vector<bool>> askAboutProfiles(QWidget* parent, const QString& text,
                                                                const QString& accept,
                                                                const std::vector<ProfileQuestion>& files);

/// A file whose rank is not known, with the one that it would get.
struct RankQuestion
{
    QString file;
    std::uint32_t rank = 0;
};

/// Asks for the ranks of files that do not say theirs; `others` are taken by files that do. In the order of
/// `files`; nothing = cancelled. Two files cannot have one rank.
[[nodiscard]] std::optional<std::vector<std::uint32_t>>
askRanks(QWidget* parent, const std::vector<RankQuestion>& files, const std::vector<std::uint32_t>& others);

} // namespace bubblescope::ui
