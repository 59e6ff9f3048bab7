// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_panel.h"

#include "core/trace/process_mesh.h"
#include "ui/trace/duration_histogram.h"
#include "ui/trace/pattern_page.h"
#include "ui/trace/prediction_words.h"
#include "ui/trace/replica_rows.h"
#include "ui/trace/runs_page.h"
#include "ui/trace/slowdown_page.h"
#include "ui/trace/straggler_row.h"
#include "ui/trace/stream_lanes.h"
#include "ui/trace/stream_page.h"
#include "ui/trace/trace_words.h"
#include "ui/trace/waterfall_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/segmented_choice.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <map>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kHistogramWidth = 360;
constexpr int kStepChoiceWidth = 96;

/// The table of a page; kTraceListCount for a page that is none.
std::size_t listOf(TracePanel::Page page)
{
    const bool isTable = page >= TracePanel::Files && page <= TracePanel::Warnings;
    return isTable ? static_cast<std::size_t>(page - TracePanel::Files) : kTraceListCount;
}

ElidedLabel* makeLine(const char* name, bool isQuiet, QWidget* parent)
{
    auto* label = new ElidedLabel(parent);
    label->setObjectName(QLatin1String(name));
    if (isQuiet)
        label->setProperty("quiet", true);
    return label;
}

QComboBox* makeRunChoice(const char* name, const QString& title, QWidget* parent)
{
    auto* choice = new QComboBox(parent);
    choice->setObjectName(QLatin1String(name));
    choice->setAccessibleName(title);
    choice->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    choice->setMinimumWidth(kStepChoiceWidth);
    return choice;
}

} // namespace

TracePanel::TracePanel(TraceSession& session, Document& document, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_document(document)
    , m_summary(makeLine("trace-summary", false, this))
    , m_details(makeLine("trace-details", true, this))
    , m_replicas(makeRunChoice("trace-replica", tr("Replica"), this))
    , m_steps(makeRunChoice("trace-step", tr("Step"), this))
    , m_save(makeLink(tr("Save calibration…"), tr("Save the fitted costs as a calibration file"), this))
    , m_compare(makeLink(tr("Compare with another run…"),
                         tr("Compare this run with another, before and after a change"), this))
    , m_listActions(makeLink(QString(), tr("List the actions of the chosen cause"), this))
    , m_stragglers(new StragglerRow(document, this))
    , m_choice(new SegmentedChoice(this))
    , m_filters(new QStackedWidget(this))
    , m_pages(new QStackedWidget(this))
    , m_waterfall(new WaterfallView(this))
    , m_histogram(new DurationHistogram(this))
    , m_patterns(new PatternPage(session, this))
    , m_streams(new StreamPage(this))
    , m_slowdown(new SlowdownPage(session, this))
    , m_runs(new RunsPage(this))
{
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    makeTop();
    makePages();
    for (const auto change : {&TraceSession::opened, &TraceSession::analysed})
        connect(&session, change, this, &TracePanel::follow);
    connect(&session, &TraceSession::busyChanged, this, &TracePanel::showSummary);
    connect(&session, &TraceSession::shownChanged, this, &TracePanel::followShown);
    connect(&document, &Document::evaluationChanged, this, &TracePanel::showSummary);
    m_filters->setFixedHeight(m_filters->sizeHint().height());
    connect(m_waterfall, &WaterfallView::causeChosen, this, &TracePanel::setCause);
    connect(m_listActions, &QPushButton::clicked, this, [this] {
        setPage(Deviations);
        table(TraceList::Deviations)->list()->setFocus();
    });
    m_listActions->setObjectName(QStringLiteral("trace-list-actions"));
    setPage(Overview);
    follow();
}

void TracePanel::makeTop()
{
    connect(m_replicas, &QComboBox::activated, this,
            [this](int row) { m_session.chooseReplica(m_replicas->itemData(row).toULongLong()); });
    connect(m_steps, &QComboBox::activated, this,
            [this](int row) { m_session.chooseStep(m_steps->itemData(row).toULongLong()); });
    connect(m_save, &QPushButton::clicked, this, &TracePanel::saveAsked);
    m_compare->setObjectName(QStringLiteral("trace-compare-runs"));
    connect(m_compare, &QPushButton::clicked, this, &TracePanel::secondAsked);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    m_stragglers->setContentsMargins(12, 0, 12, 0);
    auto* first = new QHBoxLayout;
    first->setContentsMargins(12, 0, 12, 0);
    first->addWidget(m_summary, 1);
    first->addWidget(m_replicas);
    first->addWidget(m_steps);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(12, 0, 12, 0);
    second->addWidget(m_choice);
    second->addWidget(m_filters, 1);
    auto* third = new QHBoxLayout;
    third->setContentsMargins(12, 0, 12, 0);
    third->addWidget(m_details, 1);
    third->addWidget(m_streams->tools());
    third->addWidget(m_listActions);
    third->addWidget(m_compare);
    third->addWidget(m_save);
    layout->addLayout(first);
    layout->addWidget(m_stragglers);
    layout->addLayout(second);
    layout->addLayout(third);
    layout->addWidget(m_pages, 1);
}

void TracePanel::makePages()
{
    const std::array<std::pair<const char*, QString>, kTraceListCount> lists{{
        {"trace-files", tr("Files of the profiles")},
        {"trace-schedules", tr("Schedules closest to the measured order")},
        {"trace-durations", tr("Durations by kind and stage")},
        {"trace-deviations", tr("Largest deviations of single actions")},
        {"trace-ranks", tr("Extra time of each rank by cause")},
        {"trace-replicas", tr("Replicas of the pipeline")},
        {"trace-warnings", tr("Warnings")},
    }};
    m_pages->addWidget(m_waterfall);
    for (std::size_t i = 0; i < kTraceListCount; ++i) {
        const auto list = static_cast<TraceList>(i);
        auto* table =
            new FigureTable(QLatin1String(lists[i].first), lists[i].second, traceFigures(list), this);
        connect(table, &FigureTable::targetAsked, this, [this](const FigureTarget& target) {
            if (!target.replica)
                emit targetAsked(target);
            else if (*target.replica != m_session.analysis()->run.replica)
                m_session.chooseReplica(*target.replica);
        });
        connect(table, &FigureTable::copied, this, &TracePanel::copied);
        m_tables[i] = table;
        m_filters->addWidget(table->filter());
        if (list != TraceList::Durations) {
            m_pages->addWidget(table);
            continue;
        }
        auto* both = new QWidget(this);
        auto* beside = new QHBoxLayout(both);
        beside->setContentsMargins(0, 0, 0, 0);
        // On a narrow page the figures come first.
        beside->addWidget(table, 3);
        m_histogram->setMaximumWidth(kHistogramWidth);
        beside->addWidget(m_histogram, 1);
        connect(table, &FigureTable::currentChanged, this, &TracePanel::showHistogram);
        m_pages->addWidget(both);
    }
    m_pages->addWidget(m_patterns);
    m_pages->addWidget(m_streams);
    connect(m_streams, &StreamPage::roomAsked, this, &TracePanel::roomAsked);
    m_pages->addWidget(m_slowdown);
    m_pages->addWidget(m_runs);
    connect(m_runs, &RunsPage::targetAsked, this, &TracePanel::targetAsked);
    connect(m_runs, &RunsPage::closeAsked, this, &TracePanel::secondCloseAsked);
    connect(m_runs, &RunsPage::copied, this, &TracePanel::copied);
    connect(m_slowdown, &SlowdownPage::workerChosen, this, [this](std::uint64_t rank, std::uint64_t replica) {
        const auto& analysis = m_session.analysis();
        const FigureTarget target{RankId{static_cast<std::uint32_t>(rank)}, std::nullopt};
        if (!analysis || analysis->run.replica == replica) {
            emit targetAsked(target);
            return;
        }
        m_wanted = target; // once its pipeline is shown
        m_session.chooseReplica(replica);
    });
    m_choice->setChoices({tr("Overview"), tr("Files"), tr("Schedule"), tr("Durations"), tr("Deviations"),
                          tr("Ranks"), tr("Replicas"), tr("Warnings"), tr("Patterns"), tr("Streams"),
                          tr("Slowdown"), tr("Two runs")});
    m_choice->setOffered(Replicas, false);
    m_choice->setOffered(Runs, false);
    m_choice->setAccessibleName(tr("Page"));
    m_choice->setFolding(true);
    connect(m_choice, &SegmentedChoice::chosen, this, [this](int page) { setPage(static_cast<Page>(page)); });
}

void TracePanel::setSecond(SecondRun& second)
{
    m_runs->follow(second);
    const auto offer = [this, &second] {
        m_choice->setOffered(Runs, second.isOpen());
        if (!second.isOpen() && page() == Runs)
            setPage(Overview);
    };
    for (const auto change : {&SecondRun::opened, &SecondRun::closed})
        connect(&second, change, this, offer);
    offer();
}

StreamLanes* TracePanel::streams() const
{
    return m_streams->lanes();
}

void TracePanel::setRoomy(bool roomy)
{
    m_streams->setRoomy(roomy);
}

bool TracePanel::wantsRoom() const
{
    return m_session.analysis() && !m_session.analysis()->measured && m_streams->lanes()->laneCount() > 0;
}

TracePanel::Page TracePanel::page() const
{
    return static_cast<Page>(m_pages->currentIndex());
}

void TracePanel::setPage(Page page)
{
    m_choice->setCurrent(page);
    m_pages->setCurrentIndex(page);
    const std::size_t list = listOf(page);
    m_filters->setVisible(list < kTraceListCount);
    m_listActions->setVisible(cause() && page == Overview);
    m_streams->tools()->setVisible(page == Streams);
    if (list < kTraceListCount)
        m_filters->setCurrentIndex(static_cast<int>(list));
    showSummary();
    showPage();
}

void TracePanel::follow()
{
    m_isFilled = {};
    const TraceAnalysisPtr analysis = m_session.analysis();
    m_save->setEnabled(analysis && analysis->measured);
    m_compare->setEnabled(analysis && analysis->measured);
    if (analysis) {
        showSteps(*analysis);
        showReplicas(*analysis);
        m_stragglers->show(*analysis);
        // Shared with the analysis that holds it.
        m_streams->setRun(std::shared_ptr<const MeasuredRun>(analysis, &analysis->run));
        // Who is at the patterns goes on with them.
        if (wantsRoom() && page() != Patterns)
            setPage(Streams);
    }
    m_steps->setVisible(m_steps->count() > 0);
    m_replicas->setVisible(m_replicas->count() > 0);
    showWaterfall();
    showSummary();
    showPage();
    // When the window shows it, too.
    if (const auto wanted = std::exchange(m_wanted, std::nullopt))
        QMetaObject::invokeMethod(
            this, [this, target = *wanted] { emit targetAsked(target); }, Qt::QueuedConnection);
}

void TracePanel::showWaterfall()
{
    const TraceAnalysisPtr shown = m_session.shown();
    const auto waterfall =
        shown && shown->deviations ? waterfallOf(*shown->deviations) : std::optional<Waterfall>();
    m_waterfall->show(waterfall);
    if (!waterfall)
        setCause(std::nullopt);
}

void TracePanel::setCause(std::optional<DeviationCause> cause)
{
    if (cause == m_waterfall->chosen())
        return;
    QLineEdit* filter = table(TraceList::Deviations)->filter();
    const auto words = [](DeviationCause of) {
        const std::string_view text = causeText(of);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    // What was typed since stays.
    const auto before = m_waterfall->chosen();
    if (cause)
        filter->setText(words(*cause));
    else if (before && filter->text() == words(*before))
        filter->clear();
    m_waterfall->setChosen(cause);
    m_listActions->setVisible(cause && page() == Overview);
    emit causeChanged();
}

std::optional<DeviationCause> TracePanel::cause() const
{
    return m_waterfall->chosen();
}

void TracePanel::setMarked(std::size_t actions)
{
    m_listActions->setText(actions == 0   ? tr("List the actions")
                           : actions == 1 ? tr("List 1 action")
                                          : tr("List %1 actions").arg(countText(actions)));
}

void TracePanel::followShown()
{
    showWaterfall();
    for (const TraceList list : {TraceList::Deviations, TraceList::Ranks})
        m_isFilled[static_cast<std::size_t>(list)] = false;
    showSummary();
    showPage();
}

void TracePanel::showPage()
{
    const std::size_t list = listOf(page());
    if (!m_session.analysis() || list >= kTraceListCount || m_isFilled[list])
        return;
    m_isFilled[list] = true;
    m_tables[list]->setContent(traceFigures(static_cast<TraceList>(list), m_session.shown().get()));
    if (page() == Durations && !m_session.analysis()->fitted.durations.empty())
        m_tables[list]->setCurrentRow(0);
}

QString TracePanel::summary() const
{
    return m_summary->wholeText();
}

QString TracePanel::details() const
{
    return m_details->wholeText();
}

void TracePanel::showSummary()
{
    const TraceAnalysisPtr analysis = m_session.analysis();
    if (!analysis) {
        m_summary->setWholeText(m_session.isBusy()
                                    ? tr("Reading…")
                                    : tr("No profiles are open: File > Open profiles, or drop them here."));
        m_details->setWholeText({});
        return;
    }
    QString text = headingText(*analysis, m_document);
    if (!m_session.isOpening() && m_session.isBusy())
        text += tr(" · computing…");
    m_summary->setWholeText(text);
    m_details->setWholeText(detailsText(*analysis));
}

QString TracePanel::detailsText(const TraceAnalysis& analysis) const
{
    if (!analysis.measured)
        return analysis.warnings.empty() ? QString() : QString::fromStdString(analysis.warnings.front());
    // Figures of a schedule that may be another than the shown one.
    const QString heldAgainst = deviationsText(analysis, m_document, m_session.isHeldAgainstOther());
    if (page() == Overview) {
        QStringList parts{QString::fromStdString(meshText(analysis.run.mesh)), replicaText(analysis),
                          heldAgainst, labelsText(analysis.run)};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    }
    if (page() == Deviations || page() == Ranks)
        return heldAgainst;
    if (page() == Runs)
        return {};
    if (page() == Replicas)
        return tr("each compared with the median of the others; a click shows it");
    return overheadText(analysis.fitted) + QStringLiteral(" · ") + labelsText(analysis.run);
}

void TracePanel::showSteps(const TraceAnalysis& analysis)
{
    const QSignalBlocker blocker(m_steps);
    m_steps->clear();
    std::map<std::uint64_t, bool> isComplete;
    for (const std::uint64_t step : analysis.run.incompleteSteps)
        isComplete[step] = false;
    for (const std::uint64_t step : analysis.run.steps)
        isComplete[step] = true;
    for (const auto& [step, complete] : isComplete) {
        m_steps->addItem(complete ? tr("step %1").arg(step) : tr("step %1, incomplete").arg(step),
                         QVariant::fromValue<qulonglong>(step));
        if (!complete)
            m_steps->setItemData(m_steps->count() - 1, tr("Some ranks lack actions."), Qt::ToolTipRole);
    }
    m_steps->setCurrentIndex(m_steps->findData(QVariant::fromValue<qulonglong>(analysis.run.step)));
}

void TracePanel::showReplicas(const TraceAnalysis& analysis)
{
    const QSignalBlocker blocker(m_replicas);
    m_replicas->clear();
    for (const ReplicaFigures& of : analysis.replicas) {
        m_replicas->addItem(replicaName(of.replica), QVariant::fromValue<qulonglong>(of.replica));
        m_replicas->setItemData(m_replicas->count() - 1, globalRanksText(of.globalRanks), Qt::ToolTipRole);
    }
    m_replicas->setCurrentIndex(m_replicas->findData(QVariant::fromValue<qulonglong>(analysis.run.replica)));
    m_choice->setOffered(Replicas, !analysis.replicas.empty());
    if (analysis.replicas.empty() && page() == Replicas)
        setPage(Overview);
}

void TracePanel::showHistogram()
{
    const TraceAnalysisPtr analysis = m_session.analysis();
    const std::optional<std::size_t> row = table(TraceList::Durations)->currentRow();
    if (!analysis || !row || *row >= analysis->fitted.durations.size()) {
        m_histogram->show({}, {}, 0, ActionKind::Forward);
        return;
    }
    const DurationStatistics& of = analysis->fitted.durations[*row];
    const std::string_view kind = kindText(of.kind);
    m_histogram->show(tr("%1 on stage %2", "kind, stage")
                          .arg(QString::fromUtf8(kind.data(), static_cast<qsizetype>(kind.size())))
                          .arg(of.stage.value),
                      durationsOf(analysis->run, of.kind, of.stage), of.median, of.kind);
}

} // namespace bubblescope::ui
