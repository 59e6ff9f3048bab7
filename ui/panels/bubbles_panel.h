// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "core/scene/geometry.h"
#include "ui/timeline/hit_test.h"
#include "ui/widgets/table_view.h"

#include <QTimer>
#include <QWidget>
#include <optional>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace bubblescope::ui {

class BubblesModel;
class ElidedLabel;
class RankChoice;

/// The bottom dock: every stretch in which a rank computes nothing, with its cause; their sum is the bubble
/// rate. A row leads to the gap, and the gap that is marked in the timeline to its row.
class BubblesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit BubblesPanel(QWidget* parent = nullptr);
    ~BubblesPanel() override;

    /// A null explanation is being worked out, or with `failed` will not come.
    void setContent(const EvaluationPtr& evaluation, const ExplanationPtr& explanation, bool failed = false);
    /// Others are being worked out: these stay listed until setContent(), after a while faded and with a word
    /// that says so.
    void keepContent();
    /// What "only in view" means at present: the shown range, or a measured area with its ranks, rising.
    void setScope(const TimeRange& range, const std::vector<RankId>& ranks, bool isArea);
    [[nodiscard]] bool isScoped() const;
    /// Lists only the bubbles of this reason; nothing = all.
    void setWhy(std::optional<BubbleWhy> why);
    /// Makes the bubble's row the current one and scrolls to it; says so if it is not listed.
    void setCurrent(std::optional<std::size_t> bubble);
    /// Nothing while the explanation is worked out.
    [[nodiscard]] std::optional<std::size_t> bubbleCount() const;
    [[nodiscard]] TableView* list() const { return m_list; }
    [[nodiscard]] BubblesModel* model() const { return m_model; }
    /// The selected rows, else all that are listed, as CSV on the clipboard.
    void copyRows() { copy(true); }

signals:
    void bubbleAsked(std::size_t bubble);            ///< by its number in the ledger
    void fitAsked(std::size_t bubble);               ///< to be seen closely
    void pointed(const bubblescope::ui::Hit& place); ///< whose row the pointer is on; empty when it left
    void copied(const QString& said);                ///< what is on the clipboard now, in words
    void countChanged();
    void everyWhyAsked(); ///< setWhy() shall be taken back

private:
    void makeList();
    void giveWayToReasons();
    void makeBar();
    void filter();
    void showState();
    void showArranged();
    [[nodiscard]] double shareOfRate(Time idle, const BubbleLedger& ledger) const;
    [[nodiscard]] QString summary() const;
    void showRest();
    void copy(bool onlySelected);
    void jump(const QModelIndex& index);
    void fit(const QModelIndex& index);

    EvaluationPtr m_evaluation;
    ExplanationPtr m_explanation;
    bool m_failed = false;
    bool m_isKept = false; ///< others are being worked out,
    bool m_isOld = false;  ///< for a while now
    TimeRange m_scope;
    std::vector<RankId> m_scopeRanks;
    QTimer m_aging;
    std::optional<std::size_t> m_current;
    BubblesModel* m_model;
    ElidedLabel* m_summary;
    std::optional<BubbleWhy> m_why;
    QPushButton* m_everyWhy;
    RankChoice* m_rank;
    QCheckBox* m_inScope;
    QLineEdit* m_text;
    QWidget* m_bar;
    QStackedWidget* m_pages;
    TableView* m_list;
    QLabel* m_empty;
    QLabel* m_rest; ///< what is not listed: the shorter ones, the marked one
};

} // namespace bubblescope::ui
