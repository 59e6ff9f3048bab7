// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "ui/document/evaluation.h"

#include <QTimer>
#include <QWidget>
#include <optional>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTreeView;

namespace bubblescope::ui {

class BubbleCauses;
class BubblesDelegate;
class BubblesModel;
class RankChoice;
class SortHeader;

/// The bottom dock: every stretch in which a rank computes nothing, with its cause; their sum is the bubble
/// rate. A row leads to the gap, and the gap that is marked in the timeline to its row.
class BubblesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BubblesPanel(QWidget* parent = nullptr);

    /// A null explanation is being worked out, or with `failed` will not come.
    void setContent(const EvaluationPtr& evaluation, const ExplanationPtr& explanation, bool failed = false);
    /// The same order is timed anew: its bubbles stay listed until setContent(), after a while with a word
    /// that they are being worked out.
    void keepContent();
    /// Makes the bubble's row the current one, if it is listed; nothing for none.
    void setCurrent(std::optional<std::size_t> bubble);
    /// Nothing while the explanation is worked out.
    [[nodiscard]] std::optional<std::size_t> bubbleCount() const;
    [[nodiscard]] QTreeView* list() const { return m_list; }
    [[nodiscard]] BubblesModel* model() const { return m_model; }
    /// The selected rows, else all that are listed, as CSV on the clipboard.
    void copyRows() const;

signals:
    void bubbleAsked(std::size_t bubble); ///< by its number in the ledger
    void fitAsked(std::size_t bubble);    ///< to be seen closely
    void countChanged();

private:
    void makeList();
    void makeBar();
    void filter();
    /// Times are shown whole, be they ever so long.
    void fitColumns();
    void showState();
    void showArranged();
    [[nodiscard]] QString summary() const;
    void jump(const QModelIndex& index);

    EvaluationPtr m_evaluation;
    ExplanationPtr m_explanation;
    bool m_failed = false;
    bool m_isOld = false; ///< for a while now
    QTimer m_aging;
    std::optional<std::size_t> m_current;
    BubblesModel* m_model;
    QLabel* m_summary;
    BubbleCauses* m_causes;
    RankChoice* m_rank;
    QLineEdit* m_text;
    QWidget* m_bar;
    QStackedWidget* m_pages;
    QTreeView* m_list;
    SortHeader* m_header;
    BubblesDelegate* m_delegate;
    QLabel* m_empty;
    QLabel* m_rest; ///< how many shorter ones are not listed
};

} // namespace bubblescope::ui
