// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "core/scene/range_totals.h"
#include "ui/panels/measured_figure.h"
#include "ui/timeline/dependency_links.h"

#include <QWidget>
#include <optional>
#include <span>

class QFormLayout;
class QLabel;
class QVBoxLayout;

namespace bubblescope::ui {

class InspectorRange;
class KindBars;

/// The right dock: the selected action with its slack, what it waited for and what needs it, or the marked
/// bubble, or a measured area, or the run's figures when nothing is selected; below them the time by kind.
class InspectorPanel : public QWidget
{
    Q_OBJECT

public:
    explicit InspectorPanel(QWidget* parent = nullptr);

    /// `links` are the selected action's in that evaluation.
    void setContent(const EvaluationPtr& evaluation, const std::optional<ActionPosition>& selection,
                    const DependencyLinks& links);
    /// Of that evaluation, null while it is worked out; `bubble` is the marked one's number in its ledger.
    void setExplanation(const ExplanationPtr& explanation, std::optional<std::size_t> bubble);
    /// Of a measured area, times in `unit`; null for none. The area and what is selected take turns: what
    /// was chosen last is shown, and the area while nothing is.
    void setArea(const RangeTotals* totals, const std::string& unit = {});
    /// How actions ran in a profile, said of the selected one beside how it is shown; empty for none.
    void setMeasured(MeasuredLookup lookup);
    /// Whether the memory of that evaluation suffices, as a sentence.
    void setMemoryAnswer(const EvaluationPtr& evaluation, const QString& answer);
    /// All that is said about the selection or the run, a line each; for tests and for copying.
    [[nodiscard]] QString plainText() const;
    /// The same as label and value, numbers in full precision.
    [[nodiscard]] QString csv() const;

signals:
    void actionAsked(const bubblescope::ActionPosition& action);
    /// The pointer or the focus is on a link to that action, or on none any more.
    void actionPointed(const std::optional<bubblescope::ActionPosition>& action);

protected:
    /// A frame while it has the focus itself: where nothing in it takes it, panes still go round.
    void paintEvent(QPaintEvent* event) override;
    void moveEvent(QMoveEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    void rebuild();
    [[nodiscard]] bool showsArea() const;
    void showPart();
    void showAction(const ActionPosition& action);
    void addSlack(const ActionPosition& action);
    void addMeasured(const ActionPosition& action);
    /// Whether its shown times are those that were measured: then no model tells of its transfers.
    [[nodiscard]] bool isMeasurement(const ActionPosition& position) const;
    void showRun();
    void showPath();
    void showIdle();
    void showMemory();
    /// What a rank holds meanwhile, and at most.
    void addRankMemory(RankId rank, Time from, Time to);
    void showBubble(const Bubble& bubble);
    void addChain(const Timeline& timeline, const Bubble& bubble, std::span<const Place> chain);
    void addHeading(const QString& title);
    /// `raw` goes to the CSV in place of the value, if it is given.
    void addFact(const QString& name, const QString& value, const QString& raw = {},
                 const QString& help = {});
    void addTime(const QString& name, Time time);
    void addBadgeLine(const ActionPosition& action);
    void addNote(const QString& text);
    void addLink(const ActionPosition& action, const QString& text);
    /// The bubble that the action ends; null for none.
    [[nodiscard]] const Bubble* bubbleBefore(const ActionPosition& action) const;
    /// `turn`: the one of `actions` that only stands before it on its rank.
    void addLinks(const QString& title, const std::vector<ActionPosition>& actions, bool waited,
                  std::optional<ActionPosition> turn);

    EvaluationPtr m_evaluation;
    std::optional<ActionPosition> m_selection;
    DependencyLinks m_links;
    ExplanationPtr m_explanation;
    ExplanationPtr m_explainedBy; ///< the one that was told last, and
    EvaluationPtr m_explained;    ///< whose it is: older than m_evaluation until the new one's has come
    std::optional<std::size_t> m_bubble;
    EvaluationPtr m_answered; ///< whose memory m_memoryAnswer is about
    QString m_memoryAnswer;
    MeasuredLookup m_measured;
    QVBoxLayout* m_facts;
    QWidget* m_factsHolder = nullptr;
    QVBoxLayout* m_holderLayout = nullptr;
    QWidget* m_runPart; ///< of the whole run, under the facts
    KindBars* m_bars;
    InspectorRange* m_range;
    bool m_hasArea = false;
    bool m_areaIsNewer = false; ///< than what is selected
    QStringList m_lines;
    QString m_heading;                      ///< under which the next lines stand
    QList<QPair<QString, QString>> m_pairs; ///< of the CSV
};

} // namespace bubblescope::ui
