// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_panel.h"

#include "core/trace/process_mesh.h"
#include "ui/trace/duration_histogram.h"
#include "ui/trace/pattern_page.h"
#include "ui/trace/prediction_words.h"
#include "ui/trace/slowdown_page.h"
#include "ui/trace/stream_lanes.h"
#include "ui/trace/trace_words.h"
#include "ui/trace/waterfall_view.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/segmented_choice.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>
#include <map>

namespace bubblescope::ui {

namespace {

constexpr int kHistogramWidth = 360;
constexpr int kStepWidth = 96;
constexpr const char* kRankProperty = "rank";
constexpr const char* kFactorProperty = "factor";

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
    , m_steps(new QComboBox(this))
    , m_save(makeLink(tr("Save calibration…"), tr("Save the fitted costs as a calibration file"), this))
    , m_stragglers(new QHBoxLayout)
    , m_choice(new SegmentedChoice(this))
    , m_filters(new QStackedWidget(this))
    , m_pages(new QStackedWidget(this))
    , m_waterfall(new WaterfallView(this))
    , m_histogram(new DurationHistogram(this))
    , m_patterns(new PatternPage(session, this))
    , m_streamText(new QLabel(this))
    , m_streamTools(new QWidget(this))
    , m_streamRange(makeLine("trace-stream-range", true, m_streamTools))
    , m_room(makeLink(QString(), QString(), m_streamTools))
    , m_streams(new StreamLanes(this))
    , m_slowdown(new SlowdownPage(session, this))
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
    connect(&document, &Document::whatIfChanged, this, &TracePanel::followWhatIf);
    m_filters->setFixedHeight(m_filters->sizeHint().height());
    connect(m_waterfall, &WaterfallView::causeChosen, this, &TracePanel::listActions);
    setPage(Overview);
    follow();
}

void TracePanel::makeTop()
{
    m_steps->setObjectName(QStringLiteral("trace-step"));
    m_steps->setAccessibleName(tr("Step"));
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_steps->setMinimumWidth(kStepWidth);
    connect(m_steps, &QComboBox::activated, this,
            [this](int row) { m_session.chooseStep(m_steps->itemData(row).toULongLong()); });
    connect(m_save, &QPushButton::clicked, this, &TracePanel::saveAsked);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(4);
    auto* first = new QHBoxLayout;
    first->setContentsMargins(12, 0, 12, 0);
    first->addWidget(m_summary, 1);
    first->addWidget(m_steps);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(12, 0, 12, 0);
    second->addWidget(m_choice);
    second->addWidget(m_filters, 1);
    second->addWidget(m_streamTools, 1);
    auto* third = new QHBoxLayout;
    third->setContentsMargins(12, 0, 12, 0);
    third->addLayout(m_stragglers);
    third->addWidget(m_details, 1);
    third->addWidget(m_save);
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
        {"trace-warnings", tr("Warnings")},
    }};
    m_pages->addWidget(m_waterfall);
    for (std::size_t i = 0; i < kTraceListCount; ++i) {
        const auto list = static_cast<TraceList>(i);
        auto* table =
            new FigureTable(QLatin1String(lists[i].first), lists[i].second, traceFigures(list), this);
        connect(table, &FigureTable::targetAsked, this, &TracePanel::targetAsked);
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
    m_pages->addWidget(makeStreamPage());
    m_pages->addWidget(m_slowdown);
    connect(m_slowdown, &SlowdownPage::workerChosen, this, [this](std::uint64_t rank) {
        emit targetAsked({RankId{static_cast<std::uint32_t>(rank)}, std::nullopt});
    });
    m_choice->setChoices({tr("Overview"), tr("Files"), tr("Schedule"), tr("Durations"), tr("Deviations"),
                          tr("Ranks"), tr("Warnings"), tr("Patterns"), tr("Streams"), tr("Slowdown")});
    connect(m_choice, &SegmentedChoice::chosen, this, [this](int page) { setPage(static_cast<Page>(page)); });
}

QWidget* TracePanel::makeStreamPage()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(4);
    m_streamText->setObjectName(QStringLiteral("trace-stream-text"));
    m_streamText->setProperty("quiet", true);
    m_streamText->setTextFormat(Qt::PlainText);
    m_streamText->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_streamText->setWordWrap(true);
    m_streamText->setContentsMargins(12, 0, 12, 0);
    column->addWidget(m_streamText);
    column->addWidget(m_streams, 1);
    auto* tools = new QHBoxLayout(m_streamTools);
    tools->setContentsMargins(0, 0, 0, 0);
    m_streamRange->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_room->setObjectName(QStringLiteral("trace-room"));
    m_room->setCheckable(true);
    tools->addWidget(m_streamRange, 1);
    tools->addWidget(m_room);
    connect(m_streams, &StreamLanes::rangeChanged, this, &TracePanel::showStreamRange);
    connect(m_streams, &StreamLanes::ready, this, &TracePanel::showStreamRange);
    connect(m_room, &QPushButton::clicked, this, &TracePanel::roomAsked);
    setRoomy(false);
    return page;
}

void TracePanel::showStreamRange()
{
    const QString range = m_streams->index() ? m_streams->rangeText() : QString();
    m_streamRange->setWholeText(m_streams->measured() ? tr("measured: %1", "range").arg(range) : range);
}

bool TracePanel::wantsRoom() const
{
    return m_session.analysis() && !m_session.analysis()->measured && m_streams->laneCount() > 0;
}

void TracePanel::setRoomy(bool roomy)
{
    m_room->setChecked(roomy);
    m_room->setText(roomy ? tr("Back to the schedule") : tr("Enlarge"));
    m_room->setToolTip(roomy ? tr("Show the timeline and the panels around it again")
                             : tr("Show the streams in the space of the timeline"));
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
    m_streamTools->setVisible(page == Streams);
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
    if (analysis) {
        showSteps(*analysis);
        showStragglers(*analysis);
        // Shared with the analysis that holds it.
        m_streams->setRun(std::shared_ptr<const MeasuredRun>(analysis, &analysis->run));
        m_streamText->setText(m_streams->summary());
        m_streamText->setVisible(!m_streamText->text().isEmpty());
        // Who is at the patterns goes on with them.
        if (wantsRoom() && page() != Patterns)
            setPage(Streams);
    }
    m_steps->setVisible(m_steps->count() > 0);
    showWaterfall();
    showSummary();
    showPage();
}

void TracePanel::showWaterfall()
{
    const TraceAnalysisPtr shown = m_session.shown();
    m_waterfall->show(shown && shown->deviations ? waterfallOf(*shown->deviations) : std::nullopt);
}

void TracePanel::listActions(DeviationCause cause)
{
    setPage(Deviations);
    const std::string_view text = causeText(cause);
    FigureTable* deviations = table(TraceList::Deviations);
    deviations->filter()->setText(QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())));
    deviations->list()->setFocus();
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
        QStringList parts{heldAgainst, QString::fromStdString(meshText(analysis.run.mesh)),
                          labelsText(analysis.run)};
        parts.removeAll(QString());
        return parts.join(QStringLiteral(" · "));
    }
    if (page() == Deviations || page() == Ranks)
        return heldAgainst;
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

void TracePanel::showStragglers(const TraceAnalysis& analysis)
{
    while (QLayoutItem* item = m_stragglers->takeAt(0)) {
        item->widget()->deleteLater();
        delete item;
    }
    for (const Straggler& straggler : analysis.fitted.stragglers) {
        auto* box = new QCheckBox(tr("without straggler %1").arg(straggler.rank.value), this);
        box->setObjectName(QStringLiteral("trace-without-straggler-%1").arg(straggler.rank.value));
        box->setToolTip(tr("What the step would take if rank %1, which is %2 times as slow as the others, "
                           "were as fast as the others")
                            .arg(straggler.rank.value)
                            .arg(figureText(straggler.factor, 2)));
        box->setProperty(kRankProperty, straggler.rank.value);
        box->setProperty(kFactorProperty, 1 / straggler.factor);
        connect(box, &QCheckBox::clicked, this, [this, box](bool without) {
            WhatIf whatIf = m_document.whatIf();
            const std::uint32_t rank = box->property(kRankProperty).toUInt();
            whatIf.ranks.erase(rank);
            if (without)
                whatIf.ranks[rank] = box->property(kFactorProperty).toDouble();
            m_document.setWhatIf(whatIf);
        });
        m_stragglers->addWidget(box);
    }
    followWhatIf();
}

void TracePanel::followWhatIf()
{
    for (int i = 0; i < m_stragglers->count(); ++i) {
        auto* box = qobject_cast<QCheckBox*>(m_stragglers->itemAt(i)->widget());
        const auto factor = m_document.whatIf().ranks.find(box->property(kRankProperty).toUInt());
        box->setChecked(factor != m_document.whatIf().ranks.end() &&
                        factor->second == box->property(kFactorProperty).toDouble());
    }
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
