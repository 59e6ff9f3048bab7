// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/step_list.h"

#include "ui/trace/trace_words.h"
#include "ui/widgets/look.h"

#include <QPainter>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kStepRole = Qt::UserRole, kTimeRole = Qt::UserRole + 1, kShareRole = Qt::UserRole + 2;
constexpr int kStepRow = 26, kStepMargin = 12, kMostStepRows = 8;
constexpr int kTimeWidth = 72;
/// What more steps take would not be seen in their bars, and costs as long as it takes to read them.
constexpr std::size_t kMostTimedSteps = 200;

/// "step 3", its bar, "213.9 ms".
class StepDelegate : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& /*option*/,
                                 const QModelIndex& /*index*/) const override
    {
        return {120, kStepRow};
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        const LookColors& c = Look::instance().colors();
        const bool isCurrent = option.state & QStyle::State_Selected;
        const QRect row = option.rect;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        if (isCurrent || (option.state & QStyle::State_MouseOver)) {
            painter->setPen(option.state & QStyle::State_HasFocus ? QPen(c.accent, 1) : QPen(Qt::NoPen));
            painter->setBrush(isCurrent ? c.accentSoft : c.hover);
            painter->drawRoundedRect(QRectF(row).adjusted(4.5, 0.5, -4.5, -0.5), 5, 5);
        }
        painter->setFont(figuresFont(12, isCurrent));
        painter->setPen(c.text);
        const QString name = index.data(Qt::DisplayRole).toString();
        const QRect text = row.adjusted(kStepMargin, 0, -kStepMargin, 0);
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter, name);
        const QString time = index.data(kTimeRole).toString();
        painter->drawText(text, Qt::AlignRight | Qt::AlignVCenter, time);
        const int left = text.left() + painter->fontMetrics().horizontalAdvance(name) + 10;
        const int room = text.right() - kTimeWidth - left;
        if (const double share = index.data(kShareRole).toDouble(); share > 0 && room > 8) {
            painter->setPen(Qt::NoPen);
            painter->setBrush(isCurrent ? c.accent : mixed(c.panel, c.accent, 0.35));
            painter->drawRoundedRect(QRectF(left, row.center().y() - 3, std::max(2.0, room * share), 8), 2,
                                     2);
        }
        painter->restore();
    }
};

/// Whether the shown step counts with its head and its tail: then all do.
bool hasStepPhases(const TraceAnalysis& analysis)
{
    return analysis.measured && !analysis.measured->timeline->phases.empty();
}

} // namespace

StepList::StepList(TraceSession& session, QWidget* parent)
    : QListWidget(parent)
    , m_session(session)
    , m_job(*this)
{
    setObjectName(QStringLiteral("trace-step"));
    setAccessibleName(tr("Step"));
    setItemDelegate(new StepDelegate(this));
    setFrameShape(QFrame::NoFrame);
    setUniformItemSizes(true);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    // Keys go through the rows before one is chosen: each costs an analysis.
    const auto choose = [this](const QListWidgetItem* item) {
        m_session.chooseStep(item->data(kStepRole).toULongLong());
    };
    connect(this, &QListWidget::itemClicked, this, choose);
    connect(this, &QListWidget::itemActivated, this, choose);
}

void StepList::show(const TraceAnalysis& analysis)
{
    const QSignalBlocker blocker(this);
    clear();
    std::map<std::uint64_t, bool> isComplete;
    for (const std::uint64_t step : analysis.run.incompleteSteps)
        isComplete[step] = false;
    for (const std::uint64_t step : analysis.run.steps)
        isComplete[step] = true;
    for (const auto& [step, complete] : isComplete) {
        auto* item = new QListWidgetItem(
            complete ? tr("step %1").arg(step) : tr("step %1, incomplete").arg(step), this);
        item->setData(kStepRole, QVariant::fromValue<qulonglong>(step));
        if (!complete)
            item->setToolTip(tr("Some ranks lack actions."));
        if (step == analysis.run.step)
            setCurrentItem(item);
    }
    measure(analysis);
    updateGeometry();
}

void StepList::measure(const TraceAnalysis& analysis)
{
    const TraceFilesPtr& files = m_session.files();
    if (const auto wanted = std::pair(files, std::pair(m_session.patterns(), analysis.run.replica));
        wanted != m_measured) {
        m_measured = wanted;
        m_times.clear();
        m_job.drop();
        const auto work = [files, steps = analysis.run.steps, shown = analysis.run.step,
                           replica = analysis.run.replica, hasPhases = hasStepPhases(analysis),
                           assembling = m_session.assembling()](const CancelToken& cancel) {
            Times times;
            AssembleOptions options = assembling;
            options.cancel = cancel;
            options.replica = replica;
            for (const std::uint64_t step : steps) {
                if (cancel.isCancelled() || times.size() >= kMostTimedSteps)
                    break;
                options.step = step;
                if (step != shown)
                    if (const Result<MeasuredRun> run = assembleRun(*files, options))
                        times[step] = (hasPhases && hasEdges(*run) ? measuredStepTimeline(*run)
                                                                   : measuredTimeline(*run))
                                          .makespan;
            }
            return times;
        };
        if (files && analysis.run.steps.size() > 1)
            m_job.start(work, [this](const Times& times) {
                m_times.insert(times.begin(), times.end());
                takeTimes();
            });
    }
    if (analysis.measured)
        m_times[analysis.run.step] = analysis.measured->timeline->makespan;
    takeTimes();
}

void StepList::takeTimes()
{
    Time longest = 0;
    for (const auto& [step, time] : m_times)
        longest = std::max(longest, time);
    for (int row = 0; row < count(); ++row) {
        const std::optional<Time> time = timeOf(row);
        const QString text = time ? microsecondsText(*time) : QString();
        item(row)->setData(kTimeRole, text);
        item(row)->setData(kShareRole, time && longest > 0 ? *time / longest : 0);
        item(row)->setData(Qt::AccessibleTextRole,
                           time ? tr("%1, %2", "step, time").arg(item(row)->text(), text)
                                : item(row)->text());
    }
}

std::optional<Time> StepList::timeOf(int row) const
{
    const auto time = m_times.find(stepOf(row));
    return time == m_times.end() ? std::nullopt : std::optional(time->second);
}

std::uint64_t StepList::stepOf(int row) const
{
    return item(row)->data(kStepRole).toULongLong();
}

QSize StepList::sizeHint() const
{
    return {160, std::clamp(count(), 1, kMostStepRows) * kStepRow + 2};
}

QSize StepList::minimumSizeHint() const
{
    return {120, std::clamp(count(), 1, 3) * kStepRow + 2};
}

} // namespace bubblescope::ui
