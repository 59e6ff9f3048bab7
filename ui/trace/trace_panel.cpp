// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_panel.h"

#include "core/trace/process_mesh.h"
#include "ui/trace/duration_histogram.h"
#include "ui/trace/pattern_page.h"
#include "ui/trace/prediction_words.h"
#include "ui/trace/replica_rows.h"
#include "ui/trace/stream_lanes.h"
#include "ui/trace/stream_page.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/segmented_choice.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kHistogramWidth = 360;

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

} // namespace

TracePanel::TracePanel(TraceSession& session, Document& document, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_document(document)
    , m_summary(makeLine("trace-summary", false, this))
    , m_details(makeLine("trace-details", true, this))
    , m_choice(new SegmentedChoice(this))
    , m_filters(new QStackedWidget(this))
    , m_pages(new QStackedWidget(this))
    , m_histogram(new DurationHistogram(this))
    , m_patterns(new PatternPage(session, this))
    , m_streams(new StreamPage(this))
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
    setPage(Files);
    follow();
}

void TracePanel::makeTop()
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 8, 0, 0);
    layout->setSpacing(4);
    auto* first = new QHBoxLayout;
    first->setContentsMargins(12, 0, 12, 0);
    first->addWidget(m_summary, 1);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(12, 0, 12, 0);
    second->addWidget(m_choice);
    second->addWidget(m_filters, 1);
    auto* third = new QHBoxLayout;
    third->setContentsMargins(12, 0, 12, 0);
    third->addWidget(m_details, 1);
    third->addWidget(m_streams->range());
    layout->addLayout(first);
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
    for (std::size_t i = 0; i < kTraceListCount; ++i) {
        const auto list = static_cast<TraceList>(i);
        auto* table =
            new FigureTable(QLatin1String(lists[i].first), lists[i].second, traceFigures(list), this);
        connect(table, &FigureTable::targetAsked, this, [this](const TraceTarget& target) {
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
    m_choice->setChoices({tr("Files"), tr("Schedule"), tr("Durations"), tr("Deviations"), tr("Ranks"),
                          tr("Replicas"), tr("Warnings"), tr("Patterns"), tr("Streams")});
    m_choice->setOffered(Replicas, false);
    m_choice->setAccessibleName(tr("Page"));
    m_choice->setFolding(true);
    connect(m_choice, &SegmentedChoice::chosen, this, [this](int page) { setPage(static_cast<Page>(page)); });
}

StreamLanes* TracePanel::streams() const
{
    return m_streams->lanes();
}

bool TracePanel::holdsStreamsOnly() const
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
    m_streams->range()->setVisible(page == Streams);
    if (list < kTraceListCount)
        m_filters->setCurrentIndex(static_cast<int>(list));
    showSummary();
    showPage();
}

void TracePanel::follow()
{
    m_isFilled = {};
    const TraceAnalysisPtr analysis = m_session.analysis();
    if (analysis) {
        offerReplicas(*analysis);
        // Shared with the analysis that holds it.
        m_streams->setRun(std::shared_ptr<const MeasuredRun>(analysis, &analysis->run));
        // Who is at the patterns goes on with them.
        if (holdsStreamsOnly() && page() != Patterns)
            setPage(Streams);
    }
    showSummary();
    showPage();
}

void TracePanel::showCause(std::optional<DeviationCause> cause)
{
    QLineEdit* filter = table(TraceList::Deviations)->filter();
    const auto words = [](DeviationCause of) {
        const std::string_view text = causeText(of);
        return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
    };
    // What was typed since stays.
    const auto before = std::exchange(m_cause, cause);
    if (cause)
        filter->setText(words(*cause));
    else if (before && filter->text() == words(*before))
        filter->clear();
}

void TracePanel::followShown()
{
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
    if (page() == Deviations || page() == Ranks)
        return heldAgainst;
    if (page() == Replicas)
        return tr("each compared with the median of the others; a click shows it");
    return overheadText(analysis.fitted) + QStringLiteral(" · ") + labelsText(analysis.run);
}

void TracePanel::offerReplicas(const TraceAnalysis& analysis)
{
    m_choice->setOffered(Replicas, !analysis.replicas.empty());
    if (analysis.replicas.empty() && page() == Replicas)
        setPage(Files);
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
