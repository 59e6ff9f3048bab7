// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analyze/explanation.h"
#include "core/evaluate/evaluation.h"
#include "core/evaluate/memory_fit.h"
#include "ui/jobs/latest_job.h"
#include "ui/widgets/figures.h"

#include <QMap>
#include <QWidget>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace bubblescope::ui {

class IdleBar;
class LevelBar;

/// The run in four figures above the timeline: step time, idle share with its reasons, peak memory, problems.
/// What belongs to a figure is in its tool tip. Where they do not all fit, the reasons are left out first,
/// then the memory.
class MetricsStrip : public QWidget
{
    Q_OBJECT

public:
    explicit MetricsStrip(QWidget* parent = nullptr);

    void setEvaluation(const EvaluationPtr& evaluation);
    /// Null while it is worked out (`isComing`), and for an order that cannot run.
    void setExplanation(const ExplanationPtr& explanation, bool isComing);
    /// By how much the shown time is longer than a measured one, or its share of a microbatch, and the
    /// measured time in words; nothing = no measurement to compare it with.
    void setAgainstMeasured(std::optional<double> share, bool isPerMicrobatch, const QString& measured);
    /// How many problems validation found; nothing while it looks.
    void setProblemCount(std::optional<std::size_t> count);
    /// "makespan", "bubble-rate", …: what is shown for it, or said in a tool tip.
    [[nodiscard]] QString value(const QString& name) const;
    [[nodiscard]] IdleBar* idle() const { return m_idleBar; }
    /// Folds and unfolds what stands under the figures.
    [[nodiscard]] QPushButton* whatIf() const { return m_whatIf; }
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void problemsAsked();
    void actionAsked(const bubblescope::ActionPosition& action);
    /// Whether the memory suffices, and what to change where it does not, of that evaluation.
    void memoryAnswered(const bubblescope::EvaluationPtr& evaluation, const QString& answer);

protected:
    void resizeEvent(QResizeEvent* event) override;
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    struct Figure
    {
        QWidget* box = nullptr;
        QLabel* value = nullptr;
        QLabel* unit = nullptr;
    };
    Figure addFigure(const QString& title, const char* name);
    void makeWhatIf();
    void showMemory(const Evaluation& evaluation);
    /// What it holds, by part, and whether it fits: worked out beside.
    void askForParts();
    void addParts(const MemoryAnswer& answer);
    void showStepHelp();
    /// Leaves out what there is no room for.
    void fit();
    void setFigure(const Figure& figure, const QString& value, const QString& unit);
    static void setHelp(const Figure& figure, const QStringList& lines);

    QHBoxLayout* m_layout;
    Figure m_makespan, m_idle, m_memory, m_problems;
    QLabel* m_measured = nullptr; ///< behind the step time
    IdleBar* m_idleBar = nullptr;
    LevelBar* m_level = nullptr; ///< of the limit
    QPushButton* m_whatIf = nullptr;
    EvaluationPtr m_evaluation;
    QMap<QString, QString> m_facts;           ///< what only tool tips say, by name
    std::optional<MemoryCrossing> m_crossing; ///< of the limit, the first
    QStringList m_memoryHelp;
    LatestJob<MemoryAnswer> m_memoryJob{*this};
    Time m_pathLength = 0;
    std::size_t m_pathActions = 0;
};

} // namespace bubblescope::ui
