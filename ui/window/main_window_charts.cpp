// SPDX-License-Identifier: GPL-3.0-or-later
// The Charts dock: what it follows, where it leads, and its files.
#include "ui/charts/chart_words.h"
#include "ui/charts/charts_panel.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QActionGroup>
#include <QDir>
#include <QDockWidget>
#include <QFileInfo>
#include <algorithm>
#include <array>

namespace bubblescope::ui {

namespace {

constexpr std::array<const char*, kChartKindCount> kKindIds{"chart.memory", "chart.inFlight", "chart.kinds",
                                                            "chart.sweep"};

std::optional<RankId> rankOf(const TimelineView& view)
{
    if (view.selection())
        return view.selection()->rank;
    return view.gap() ? std::optional(view.gap()->rank) : std::nullopt;
}

} // namespace

void MainWindow::makeCharts()
{
    m_charts = new ChartsPanel;
    m_charts->setKind(static_cast<ChartKind>(std::clamp(Settings::chart(), 0, kChartKindCount - 1)));
    m_charts->setFollows(Settings::chartsFollow());
    m_chartsDock = makeDock(tr("Charts"), "charts-dock", m_charts, Qt::BottomDockWidgetArea, false);
    tabifyDockWidget(m_compareDock, m_chartsDock);
    m_chartsDock->hide();
    m_bubblesDock->raise();
    connect(m_chartsDock, &QDockWidget::visibilityChanged, this, &MainWindow::showBottomTitles);
    connect(m_chartsDock, &QDockWidget::topLevelChanged, this, &MainWindow::showBottomTitles);
    connect(m_chartsDock, &QDockWidget::dockLocationChanged, this, &MainWindow::showBottomTitles);
    connectCharts();
}

void MainWindow::connectCharts()
{
    TimelineView* view = m_pane->view();
    connect(view, &TimelineView::evaluationChanged, m_charts, [this, view] {
        m_charts->setEvaluation(view->evaluation());
        m_charts->setShownRange(view->range());
        m_charts->setSubtitle(m_document.displayName());
    });
    connect(view, &TimelineView::rangeChanged, m_charts, &ChartsPanel::setShownRange);
    const auto select = [this, view] { m_charts->setSelectedRank(rankOf(*view)); };
    connect(view, &TimelineView::selectionChanged, m_charts, select);
    connect(view, &TimelineView::gapChanged, m_charts, select);
    connect(&m_document, &Document::evaluationChanged, m_charts,
            [this] { m_charts->setDocument(m_document.evaluation()); });
    connect(&m_document, &Document::stateChanged, m_charts, &ChartsPanel::holdSweep);
    connect(&m_document, &Document::whatIfChanged, m_charts, &ChartsPanel::holdSweep);
    connect(&m_document, &Document::identityChanged, m_charts,
            [this] { m_charts->setSubtitle(m_document.displayName()); });
    connect(m_charts, &ChartsPanel::rankAsked, view, &TimelineView::revealLane);
    connect(m_charts, &ChartsPanel::placeAsked, this, &MainWindow::goToPlace);
    connect(m_charts, &ChartsPanel::rangeAsked, view, &TimelineView::setRange);
    connect(m_charts, &ChartsPanel::hovered, this, &MainWindow::showHover);
    connect(m_charts, &ChartsPanel::said, this, &MainWindow::say);
    connect(m_charts, &ChartsPanel::followsChanged, this, &Settings::setChartsFollow);
}

void MainWindow::goToPlace(RankId rank, Time time)
{
    TimelineView* view = m_pane->view();
    const EvaluationPtr evaluation = view->evaluation();
    if (!evaluation || rank.value >= evaluation->index->laneCount())
        return;
    const LaneIndex& index = *evaluation->index;
    if (const std::optional<std::size_t> block = index.blockAt(rank, time)) {
        select({rank, index.block(rank, *block).firstAction});
        return;
    }
    const std::size_t next = index.firstBlockEndingAfter(rank, time);
    const Time from = next == 0 ? 0 : index.coverOf(rank, next - 1).end;
    const Time to =
        next < index.blockCount(rank) ? index.coverOf(rank, next).start : evaluation->timeline->makespan;
    if (from < to && !index.isAbsent(rank))
        view->setGap(Gap{rank, from, to});
    view->revealTime(time, time, rank);
}

void MainWindow::addChartKinds()
{
    const std::array<QString, kChartKindCount> texts{tr("&Memory per rank"), tr("Microbatches in &flight"),
                                                     tr("Time by &kind"), tr("&Bubble rate sweep")};
    auto* kinds = new QActionGroup(this);
    for (int i = 0; i < kChartKindCount; ++i) {
        const auto kind = static_cast<ChartKind>(i);
        Command command{QLatin1String(kKindIds[static_cast<std::size_t>(i)]),
                        tr("Charts"),
                        texts[static_cast<std::size_t>(i)],
                        {},
                        CommandScope::Window,
                        [this, kind] {
                            m_chartsDock->show();
                            m_chartsDock->raise();
                            m_charts->setKind(kind);
                        }};
        command.checkable = true;
        command.checked = m_charts->kind() == kind;
        command.menu = QStringLiteral("view.charts");
        command.section = 1;
        command.searchWords = tr("chart graph plot curve memory sweep");
        kinds->addAction(m_commands->add(command));
    }
    connect(m_charts, &ChartsPanel::kindChanged, this, [this](ChartKind kind) {
        Settings::setChart(static_cast<int>(kind));
        m_commands->action(QLatin1String(kKindIds[static_cast<std::size_t>(kind)]))->setChecked(true);
    });
}

void MainWindow::addChartCommands()
{
    makeCharts();
    const auto add = [this](const char* id, const QString& text, int section, std::function<void()> run) {
        Command command{QLatin1String(id), tr("Charts"), text, {}, CommandScope::Window, std::move(run)};
        command.menu = QStringLiteral("view.charts");
        command.section = section;
        command.searchWords = tr("chart graph plot curve");
        return m_commands->add(command);
    };
    add("view.charts", tr("&Show charts"), 0, [this] {
        m_chartsDock->show();
        m_chartsDock->raise();
        m_charts->setFocus(Qt::OtherFocusReason);
    });
    addChartKinds();
    Command follow{QStringLiteral("chart.follow"),
                   tr("Charts"),
                   tr("Charts &follow the timeline"),
                   {},
                   CommandScope::Window,
                   {}};
    follow.checkable = true;
    follow.checked = m_charts->follows();
    follow.menu = QStringLiteral("view.charts");
    follow.section = 2;
    follow.searchWords = tr("chart range zoom time axis");
    QAction* follows = m_commands->add(follow);
    connect(follows, &QAction::toggled, m_charts, &ChartsPanel::setFollows);
    connect(m_charts, &ChartsPanel::followsChanged, follows, &QAction::setChecked);
    QAction* picture = add("chart.export", tr("Export chart as &picture…"), 3,
                           [this] { askExportChart(QStringLiteral("png")); });
    QAction* csv = add("chart.exportCsv", tr("Export chart as &CSV…"), 3,
                       [this] { askExportChart(QStringLiteral("csv")); });
    QAction* copy = add("chart.copy", tr("C&opy chart"), 3, [this] { m_charts->copy(); });
    m_charts->setActions({picture, csv, copy});
    const QString group = tr("Charts");
    m_commands->addGesture({group, tr("Select what a chart shows there"), tr("Click in the chart")});
    m_commands->addGesture({group, tr("Zoom in time"), tr("Wheel in the chart")});
    m_commands->addGesture(
        {group, tr("Go from figure to figure, and there"), tr("Arrows, Return in the chart")});
}

void MainWindow::askExportChart(const QString& ending)
{
    const Hold hold(*this);
    const ChartPicture picture = m_charts->picture();
    const QString title = ChartWords::title(picture.content);
    if (title.isEmpty()) {
        say(tr("There is no chart to export: show one first."));
        return;
    }
    const QString name = tr("%1 %2", "document, chart").arg(m_document.displayName(), title.toLower());
    const auto& ask = questions.chartPath ? questions.chartPath : questions.exportPath;
    const QString path =
        ask(QDir(Settings::lastFolder()).filePath(fileNameFrom(name) + QLatin1Char('.') + ending));
    if (!path.isEmpty())
        exportChartTo(QFileInfo(path).suffix().isEmpty() ? withEnding(path, ending) : path);
}

bool MainWindow::exportChartTo(const QString& path, double scale)
{
    const ChartPicture picture = m_charts->picture();
    const QString ending = QFileInfo(path).suffix().toLower();
    std::function<Result<std::string>()> bytes;
    if (ending == QLatin1String("csv")) {
        bytes = [content = picture.content]() -> Result<std::string> { return chartCsv(content); };
    } else {
        // Graphics items are painted here; only the writing is a worker's.
        Result<QByteArray> made =
            ending == QLatin1String("svg") ? chartSvg(picture)
            : ending == QLatin1String("png")
                ? chartPng(picture, scale)
                : failure(ErrorKind::InvalidInput,
                          {"window.chart-written-png-svg", "a chart is written as .png, .svg or .csv"});
        if (!made) {
            m_messages->showError(tr("%1 was not written.", "file").arg(QFileInfo(path).fileName()),
                                  made.error());
            return false;
        }
        bytes = [made = std::move(*made)]() -> Result<std::string> { return made.toStdString(); };
    }
    const bool written = write(path, bytes, QFileInfo(path).fileName());
    if (written)
        m_messages->showMessage(MessageBar::Kind::Note, tr("Exported to %1", "file").arg(path));
    return written;
}

} // namespace bubblescope::ui
