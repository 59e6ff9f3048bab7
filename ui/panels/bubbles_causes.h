// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/bubbles_list.h"

#include <QWidget>
#include <array>
#include <optional>

class QAbstractButton;

namespace bubblescope::ui {

/// Idle time by why: a chip for each that occurs, with its time and a bar for its share; clicking one lists
/// only its bubbles, clicking it again all.
class BubbleCauses : public QWidget
{
    Q_OBJECT

public:
    explicit BubbleCauses(QWidget* parent = nullptr);

    void setLedger(const BubbleLedger& ledger, const std::string& unit);
    [[nodiscard]] std::optional<BubbleWhy> chosen() const;
    /// Null for what does not occur.
    [[nodiscard]] QAbstractButton* chip(BubbleWhy why) const;

signals:
    void chosenChanged();

private:
    std::array<QAbstractButton*, kBubbleWhyCount> m_chips{};
};

} // namespace bubblescope::ui
