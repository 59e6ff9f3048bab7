// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/overlap_rule.h"
#include "ui/widgets/field_rows.h"

#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace bubblescope::ui {

using KindPair = std::pair<ActionKind, ActionKind>;
using OverlapTimes = std::map<KindPair, OverlapTime>;

/// How long blocks of a pair of kinds take, one row a pair: "F+B" and a time, a list of one a stage, or a
/// share of what both parts take ("× 0.8"). Times that are not admissible are explained below, and not told.
/// When each part is done is not shown; a pair keeps it while its time is edited.
class OverlapRows : public FieldRows
{
    Q_OBJECT

public:
    /// `propose` gives the time that "Add" begins with.
    OverlapRows(std::function<StageValues(const KindPair&)> propose, QWidget* parent);

    /// Leaves texts alone that mean these times.
    void setTimes(const OverlapTimes& times);
    /// Two of F, I, W and B with a plus between them.
    [[nodiscard]] static std::optional<KindPair> pairFrom(const QString& text);
    [[nodiscard]] static QString textOf(const KindPair& pair);

signals:
    void edited(const OverlapTimes& times);

private:
    [[nodiscard]] static std::vector<Field> fields();
    void add() override;
    void take() override;
    /// What the rows say; `problem` says what is wrong, or is left empty.
    [[nodiscard]] OverlapTimes shown(QString& problem) const;

    std::function<StageValues(const KindPair&)> m_propose;
    OverlapTimes m_times; ///< as last set or told
    bool m_isWrong = false;
};

} // namespace bubblescope::ui
