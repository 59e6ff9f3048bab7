// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/time/overlap_rule.h"

#include <QWidget>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace bubblescope::ui {

using KindPair = std::pair<ActionKind, ActionKind>;
using OverlapTimes = std::map<KindPair, OverlapTime>;

/// How long blocks of a pair of kinds take, one row a pair: "F+B" and a time, a list of one a stage, or a
/// share of what both parts take ("× 0.8"). What does not do is said below, and not told. When each part is
/// done is not shown; a pair keeps it while its time is edited.
class OverlapRows : public QWidget
{
    Q_OBJECT

public:
    explicit OverlapRows(QWidget* parent = nullptr);

    /// The time that "Add" begins with.
    void setProposal(std::function<StageValues(const KindPair&)> propose);
    /// Leaves texts alone that mean these times.
    void setTimes(const OverlapTimes& times);
    void setProblem(const QString& text);
    [[nodiscard]] QString problemText() const;
    /// Fields of a row; null if there is none.
    [[nodiscard]] QLineEdit* pairField(std::size_t row) const;
    [[nodiscard]] QLineEdit* timeField(std::size_t row) const;
    [[nodiscard]] QPushButton* removeButton(std::size_t row) const;
    [[nodiscard]] QPushButton* addButton() const { return m_add; }

    /// Two of F, I, W and B with a plus between them.
    [[nodiscard]] static std::optional<KindPair> pairFrom(const QString& text);
    [[nodiscard]] static QString textOf(const KindPair& pair);

signals:
    void edited(const OverlapTimes& times);
    void editingFinished();

private:
    struct Row
    {
        QWidget* widget = nullptr;
        QLineEdit* pair = nullptr;
        QLineEdit* time = nullptr;
        QPushButton* remove = nullptr;
    };
    void addRow();
    void addPair();
    void dropRow(const QWidget* row);
    void take();
    /// What the rows say; `problem` says what is wrong, or is left empty.
    [[nodiscard]] OverlapTimes shown(QString& problem) const;

    std::function<StageValues(const KindPair&)> m_propose;
    OverlapTimes m_times; ///< as last set or told
    std::vector<Row> m_rows;
    bool m_isWrong = false;
    QPushButton* m_add;
    QVBoxLayout* m_layout;
    QLabel* m_problem;
};

} // namespace bubblescope::ui
