// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charts_panel.h"

#include "ui/charts/chart_view.h"
#include "ui/charts/chart_words.h"
#include "ui/widgets/look.h"
#include "ui/widgets/segmented_choice.h"
#include "ui/widgets/table_csv.h"

#include <QCheckBox>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

/// A document that is being edited has come to rest.
constexpr int kRestMs = 300;
constexpr double kCopyScale = 2;

} // namespace

ChartsPanel::ChartsPanel(QWidget* parent)
    : QWidget(parent)
    , m_view(new ChartView(this))
    , m_kinds(new SegmentedChoice(this))
    , m_axes(new SegmentedChoice(this))
    , m_followBox(new QCheckBox(tr("Follow the timeline"), this))
    , m_byPartBox(new QCheckBox(tr("By part"), this))
    , m_progress(new QProgressBar(this))
    , m_stop(new QPushButton(tr("Cancel"), this))
    , m_export(new QToolButton(this))
    , m_note(new QLabel(this))
    , m_job(*this)
{
    setProperty("panel", true);
    setAttribute(Qt::WA_StyledBackground);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 0, 8, 0);
    head->setSpacing(12);
    makeHead(*head);
    m_note->setObjectName(QStringLiteral("chart-note"));
    m_note->setProperty("quiet", true);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 2);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addWidget(m_view, 1);
    // What comes and goes with a sweep stands below, where it pushes nothing aside.
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(12, 0, 8, 0);
    foot->setSpacing(8);
    foot->addWidget(m_note, 1);
    foot->addWidget(m_progress);
    foot->addWidget(m_stop);
    layout->addLayout(foot);
    setFocusProxy(m_view);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kRestMs);
    connect(&m_rest, &QTimer::timeout, this, &ChartsPanel::startSweep);
    connect(&m_runner, &SweepRunner::came, this, &ChartsPanel::takeOutcomes);
    connect(&m_runner, &SweepRunner::finished, this, &ChartsPanel::showSweep);
    connectView();
    showParts();
}

ChartsPanel::~ChartsPanel() = default;

void ChartsPanel::makeHead(QHBoxLayout& head)
{
    QStringList titles;
    for (int i = 0; i < kChartKindCount; ++i)
        titles << ChartWords::shortTitle(static_cast<ChartKind>(i));
    m_kinds->setObjectName(QStringLiteral("chart-kinds"));
    m_kinds->setAccessibleName(tr("Chart"));
    m_kinds->setChoices(titles);
    m_axes->setObjectName(QStringLiteral("chart-axis"));
    m_axes->setAccessibleName(tr("Against"));
    m_axes->setChoices(
        {ChartWords::axisName(SweepAxis::Microbatches), ChartWords::axisName(SweepAxis::Ranks)});
    m_followBox->setObjectName(QStringLiteral("chart-follow"));
    m_followBox->setAccessibleName(tr("Follow the timeline"));
    m_followBox->setToolTip(tr("The chart and the timeline show the same range of time."));
    m_byPartBox->setObjectName(QStringLiteral("chart-by-part"));
    m_byPartBox->setAccessibleName(tr("Memory by part"));
    m_byPartBox->setToolTip(tr("Stack what one rank holds: parameters, optimizer states, gradients, "
                               "activations"));
    connect(m_byPartBox, &QCheckBox::toggled, this, &ChartsPanel::setByPart);
    m_progress->setObjectName(QStringLiteral("chart-progress"));
    m_progress->setAccessibleName(tr("Sweep"));
    m_progress->setTextVisible(false);
    m_progress->setFixedWidth(96);
    m_stop->setObjectName(QStringLiteral("chart-cancel"));
    m_export->setObjectName(QStringLiteral("chart-export"));
    m_export->setText(tr("Export ▾"));
    m_export->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; width: 0; }"));
    m_export->setAccessibleName(tr("Export the chart"));
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setFocusPolicy(Qt::TabFocus);
    m_export->setMenu(new QMenu(m_export));
    for (QWidget* part : std::initializer_list<QWidget*>{m_kinds, m_followBox, m_byPartBox, m_axes})
        head.addWidget(part);
    head.addStretch(1);
    head.addWidget(m_export);
    connect(m_kinds, &SegmentedChoice::chosen, this,
            [this](int index) { setKind(static_cast<ChartKind>(index)); });
    connect(m_axes, &SegmentedChoice::chosen, this,
            [this](int index) { setAxis(static_cast<SweepAxis>(index)); });
    connect(m_followBox, &QCheckBox::toggled, this, &ChartsPanel::setFollows);
    connect(m_stop, &QPushButton::clicked, this, [this] {
        if (isSweeping())
            stopSweep();
        else
            startSweep();
    });
}

void ChartsPanel::connectView()
{
    connect(m_view, &ChartView::placeChosen, this, [this](const ChartPlace& place) {
        if (place.rank && place.time)
            emit placeAsked(*place.rank, *place.time);
        else if (place.rank)
            emit rankAsked(*place.rank);
    });
    connect(m_view, &ChartView::placeChanged, this,
            [this] { emit hovered(m_view->place() ? m_view->place()->text : QString()); });
    const auto moveRange = [this](const auto& moved) {
        if (!m_evaluation)
            return;
        const Time end = m_evaluation->timeline->makespan;
        if (m_follows) {
            emit rangeAsked(moved(m_shownRange, end));
        } else {
            m_ownRange = moved(m_ownRange, end);
            refresh(false);
        }
    };
    connect(m_view, &ChartView::zoomAsked, this, [moveRange](Time anchor, double factor) {
        moveRange([&](const TimeRange& range, Time end) { return zoomedAt(range, anchor, factor, end); });
    });
    connect(m_view, &ChartView::shiftAsked, this, [moveRange](Time by) {
        moveRange([&](const TimeRange& range, Time end) { return panned(range, by, end); });
    });
    connect(m_view, &ChartView::resized, this, &ChartsPanel::showNote);
    connect(m_view, &ChartView::menuAsked, this, [this](const QPoint& position) {
        if (!m_actions.isEmpty())
            QMenu::exec(m_actions, position, nullptr, this);
    });
}

void ChartsPanel::setActions(const QList<QAction*>& actions)
{
    m_actions = actions;
    m_export->menu()->clear();
    m_export->menu()->addActions(actions);
}

void ChartsPanel::setKind(ChartKind kind)
{
    m_kinds->setCurrent(static_cast<int>(kind));
    if (m_kind == kind)
        return;
    m_kind = kind;
    showParts();
    refresh(true);
    emit kindChanged(kind);
}

void ChartsPanel::setFollows(bool follows)
{
    if (m_follows == follows)
        return;
    m_follows = follows;
    if (m_evaluation)
        m_ownRange = fitted(m_evaluation->timeline->makespan);
    showParts();
    refresh(false);
    emit followsChanged(follows);
}

void ChartsPanel::setByPart(bool byPart)
{
    if (m_byPart == byPart)
        return;
    m_byPart = byPart;
    showParts();
    if (m_kind == ChartKind::Memory)
        refresh(true);
    emit byPartChanged(byPart);
}

void ChartsPanel::setAxis(SweepAxis axis)
{
    m_axes->setCurrent(static_cast<int>(axis));
    if (m_axis == axis)
        return;
    m_axis = axis;
    m_sweepOf.reset();
    m_isStopped = false;
    refresh(true);
}

void ChartsPanel::setSelectedRank(std::optional<RankId> rank)
{
    if (m_view->selected() == rank)
        return;
    m_view->setSelected(rank);
    // It may not be among the lines.
    if (m_kind == ChartKind::Memory || m_kind == ChartKind::InFlight)
        refresh(false);
}

void ChartsPanel::showParts()
{
    const bool isSweep = m_kind == ChartKind::Sweep;
    m_kinds->setCurrent(static_cast<int>(m_kind));
    m_axes->setCurrent(static_cast<int>(m_axis));
    m_followBox->setChecked(m_follows);
    m_followBox->setVisible(!isSweep);
    m_byPartBox->setChecked(m_byPart);
    m_byPartBox->setVisible(m_kind == ChartKind::Memory);
    m_axes->setVisible(isSweep);
    const bool canSweep =
        isSweep && m_document && std::holds_alternative<ScheduleRequest>(m_document->input.source);
    m_progress->setVisible(canSweep && isSweeping());
    m_progress->setRange(0, m_runner.isRunning() ? m_runner.valueCount() : 0);
    m_progress->setValue(m_runner.doneCount());
    m_stop->setVisible(canSweep && (isSweeping() || m_isStopped));
    m_stop->setText(isSweeping() ? tr("Cancel") : tr("Sweep again"));
    m_stop->setAccessibleName(isSweeping() ? tr("Cancel the sweep") : tr("Sweep again"));
    showNote();
}

QString ChartsPanel::note() const
{
    QString note = ChartWords::note(m_view->content(), m_view->mostBars());
    if (m_kind == ChartKind::Sweep && m_isStopped && m_sweep) {
        const std::size_t done = m_sweep->points.size() + m_sweep->refusals.size();
        note = (done == 0 ? tr("Stopped before the first value.")
                          : tr("Stopped after %1 of %2 values.").arg(done).arg(m_runner.valueCount())) +
               (note.isEmpty() ? QString() : QLatin1Char(' ') + note);
    }
    return note;
}

void ChartsPanel::showNote()
{
    const QString text = note();
    m_note->setText(text);
    m_note->setVisible(!text.isEmpty() || m_progress->isVisibleTo(this) || m_stop->isVisibleTo(this));
    const auto* sweep = std::get_if<SweepChartPtr>(&m_view->content());
    m_note->setToolTip(sweep ? ChartWords::refusals(**sweep) : text);
}

const ChartContent& ChartsPanel::content() const
{
    return m_view->content();
}

ChartFrame ChartsPanel::frame() const
{
    return m_view->frame();
}

QString ChartsPanel::message() const
{
    return m_view->message();
}

bool ChartsPanel::isBusy() const
{
    return m_job.isRunning() || m_again || isSweeping();
}

ChartPicture ChartsPanel::picture() const
{
    ChartPicture picture;
    picture.content = m_view->content();
    picture.theme = Look::instance().theme();
    picture.subtitle = m_subtitle;
    picture.selected = m_view->selected();
    return picture;
}

void ChartsPanel::copy()
{
    const ChartPicture shown = picture();
    if (std::holds_alternative<std::monostate>(shown.content)) {
        emit said(tr("There is no chart to copy."));
        return;
    }
    const Result<QByteArray> png = chartPng(shown, kCopyScale);
    const Result<QByteArray> svg = chartSvg(shown);
    auto* copied = new QMimeData;
    if (png)
        copied->setImageData(QImage::fromData(*png));
    if (svg)
        copied->setData(QStringLiteral("image/svg+xml"), *svg);
    const bool isSmall = chartCsvLines(shown.content) <= kMostCopiedRows;
    if (isSmall) {
        const std::string csv = chartCsv(shown.content);
        copied->setText(QString::fromStdString(csv));
        copied->setData(QStringLiteral("text/csv"), QByteArray::fromStdString(csv));
    }
    QGuiApplication::clipboard()->setMimeData(copied);
    emit said(isSmall ? tr("Copied the chart as a picture and as CSV.")
                      : tr("Copied the chart as a picture; it has too many values for the clipboard: export "
                           "them as CSV."));
}

} // namespace bubblescope::ui
