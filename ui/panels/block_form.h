// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/quantity.h"
#include "core/time/cost_model.h"

#include <QTimer>
#include <QWidget>
#include <array>
#include <utility>

class QGridLayout;
class QLabel;
class QLineEdit;

namespace bubblescope::ui {

class CostRow;
class Document;
class ExactText;
class LayoutForm;
class ProblemNote;
class StageCosts;

/// Costs by block: what embedding, one layer and the head take of F, I and W, how many layers a stage has,
/// and the stage times that follow.
class BlockForm : public QWidget
{
    Q_OBJECT

public:
    explicit BlockForm(Document& document, QWidget* parent = nullptr);

    /// Document to form.
    void follow();
    /// The row of that field; null for none.
    [[nodiscard]] CostRow* rowOf(std::string_view key) const;
    [[nodiscard]] QString problemText() const;
    [[nodiscard]] LayoutForm* layoutForm() const { return m_layout; }

private:
    static constexpr std::size_t kBlocks = 5;
    static constexpr std::size_t kTimes = 3;

    void makeGrid(QGridLayout& grid);
    /// Layers with experts and of prediction where the costs or the layout have them.
    void showBlocks(const CostModel& costs);
    void typed(std::size_t block, std::size_t time);
    /// What waits for a unit to follow.
    void takeTyped();
    void take(std::size_t block, std::size_t time);

    Document& m_document;
    std::array<std::array<QLineEdit*, kTimes>, kBlocks> m_cells{};
    std::array<QLabel*, kBlocks> m_labels{};
    std::array<std::array<ExactText*, kTimes>, kBlocks> m_texts{}; ///< of the cells
    Measure m_measure;                                             ///< of the cells
    QTimer m_typing;                               ///< runs while a cell may still be half typed
    std::pair<std::size_t, std::size_t> m_typedAt; ///< that cell
    std::optional<BlockCosts> m_seen;
    bool m_isWrong = false; ///< a cell's text is no number
    ProblemNote* m_problem;
    CostRow* m_layers;
    CostRow* m_perAction;
    LayoutForm* m_layout;
    StageCosts* m_composed;
};

} // namespace bubblescope::ui
