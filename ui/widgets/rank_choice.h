// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/choice_box.h"

#include <cstdint>
#include <optional>

namespace bubblescope::ui {

/// All ranks or a single one. Knows how many there are, and no list of them: they may be 65,536. Digits that
/// are typed choose the rank.
class RankChoice : public ChoiceBox
{
    Q_OBJECT

public:
    explicit RankChoice(QWidget* parent = nullptr);

    /// A chosen rank that is no more gives way to all of them.
    void setRankCount(std::uint32_t count);
    [[nodiscard]] std::optional<std::uint32_t> rank() const;
    void setRank(std::optional<std::uint32_t> rank);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    QString m_digits; ///< typed so far
    qint64 m_typedAt = 0;
};

} // namespace bubblescope::ui
