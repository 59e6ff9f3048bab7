// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "ui/jobs/latest_job.h"
#include "ui/panels/bubbles_list.h"
#include "ui/widgets/table_model.h"

#include <memory>

namespace bubblescope::ui {

/// The bubbles of an evaluation as a table, longest first. A ledger of many thousands is filtered and sorted
/// on a worker, and what was shown stays until it has an answer; of more than kMostBubbleRows the longest are
/// rows.
class BubblesModel : public ColumnModel<Bubble>
{
    Q_OBJECT

public:
    /// Where the length stands among the columns: by it the list is sorted at first.
    static constexpr int kLengthColumn = 2, kWhyColumn = 4, kShareColumn = 5, kPathColumn = 6;

    explicit BubblesModel(QObject* parent = nullptr);
    ~BubblesModel() override;

    /// Either may be null; the explanation belongs to the evaluation.
    void setContent(EvaluationPtr evaluation, ExplanationPtr explanation);
    void setFilter(const BubbleFilter& filter);
    [[nodiscard]] const BubbleFilter& filter() const { return m_filter; }
    [[nodiscard]] const BubbleList& list() const { return m_list; }
    /// Shown as what was true before, while something newer is worked out.
    void setFaded(bool faded);
    [[nodiscard]] bool isFaded() const { return m_isFaded; }
    [[nodiscard]] bool isArranging() const { return m_job.isRunning(); }
    /// A row's number in the ledger.
    [[nodiscard]] std::optional<std::size_t> bubbleAt(const QModelIndex& index) const;
    [[nodiscard]] QModelIndex indexOf(std::size_t bubble) const;
    /// Where a row's bubble is; nothing for none.
    [[nodiscard]] std::optional<Bubble> bubbleOf(const QModelIndex& index) const;
    /// These rows as bubblesCsv() writes them.
    [[nodiscard]] QString csv(const std::vector<QModelIndex>& rows) const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void arranged(); ///< list() is new, or there is none any more

protected:
    [[nodiscard]] const Bubble* recordAt(const QModelIndex& index) const override;
    [[nodiscard]] QVariant look(const Bubble& bubble, int column, int role) const override;

private:
    void arrange();
    void take(BubbleList list);
    [[nodiscard]] QString chainHelp(const Bubble& bubble) const;
    [[nodiscard]] std::vector<ColumnType> makeColumns() const;

    EvaluationPtr m_evaluation;
    ExplanationPtr m_explanation;
    BubbleFilter m_filter;
    int m_sortColumn = kLengthColumn;
    bool m_isDescending = true;
    BubbleList m_list;
    ExplanationPtr m_listed; ///< whose bubbles the rows are
    TimelinePtr m_timeline;  ///< of those
    Time m_longest = 0;
    bool m_isFaded = false;
    LatestJob<BubbleList> m_job;
};

} // namespace bubblescope::ui
