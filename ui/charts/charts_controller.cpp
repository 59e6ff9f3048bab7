// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/charts_controller.h"

#include "ui/actions/command_group.h"
#include "ui/charts/chart_words.h"
#include "ui/charts/charts_panel.h"
#include "ui/docks/docks.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/services/window_services.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/csv_export.h"
#include "ui/widgets/message_bar.h"

#include <QActionGroup>
#include <QFileInfo>
#include <algorithm>
#include <array>

namespace bubblescope::ui {

namespace {

constexpr std::array<const char*, kChartKindCount> kKindIds{"chart.memory", "chart.inFlight", "chart.kinds",
                                                            "chart.sweep"};

std::optional<RankId> rankOf(const TimelineView& view)
{
    if (view.chosen().action())
        return view.chosen().action()->rank;
    return view.chosen().gap() ? std::optional(view.chosen().gap()->rank) : std::nullopt;
}

} // namespace

ChartsController::ChartsController(WindowServices& window) : m_window(window)
{
    window.docks().addTab(tr("Charts"), "charts-dock",
                          [this](QWidget* dock) { return m_panel = new ChartsPanel(dock); });
    m_panel->setKind(static_cast<ChartKind>(std::clamp(Settings::chart(), 0, kChartKindCount - 1)));
    m_panel->setFollows(Settings::chartsFollow());
    m_panel->setByPart(Settings::chartsByPart());
    connect(m_panel, &ChartsPanel::byPartChanged, this,
            [](bool byPart) { Settings::chartsByPart.set(byPart); });
    follow();
    addCommands();
}

void ChartsController::follow()
{
    TimelineView* view = m_window.pane()->view();
    connect(view, &TimelineView::evaluationChanged, m_panel, [this, view] {
        m_panel->setEvaluation(view->evaluation());
        m_panel->setShownRange(view->navigation().range());
        m_panel->setSubtitle(m_window.document().displayName());
    });
    connect(&view->navigation(), &TimelineNavigation::rangeChanged, m_panel, &ChartsPanel::setShownRange);
    const auto select = [this, view] { m_panel->setSelectedRank(rankOf(*view)); };
    connect(&view->chosen(), &TimelineSelection::actionChanged, m_panel, select);
    connect(&view->chosen(), &TimelineSelection::gapChanged, m_panel, select);
    connect(&m_window.document(), &Document::evaluationChanged, m_panel,
            [this] { m_panel->setDocument(m_window.document().evaluation()); });
    connect(&m_window.document(), &Document::stateChanged, m_panel, &ChartsPanel::holdSweep);
    connect(&m_window.document(), &Document::whatIfChanged, m_panel, &ChartsPanel::holdSweep);
    connect(&m_window.document(), &Document::identityChanged, m_panel,
            [this] { m_panel->setSubtitle(m_window.document().displayName()); });
    connect(m_panel, &ChartsPanel::rankAsked, view, &TimelineView::revealLane);
    connect(m_panel, &ChartsPanel::placeAsked, this, &ChartsController::goTo);
    connect(m_panel, &ChartsPanel::rangeAsked, &view->navigation(), &TimelineNavigation::setRange);
    connect(m_panel, &ChartsPanel::hovered, this, [this](const QString& text) { m_window.hover(text); });
    connect(m_panel, &ChartsPanel::said, this, [this](const QString& text) { m_window.say(text); });
    connect(m_panel, &ChartsPanel::followsChanged, this,
            [](bool follow) { Settings::chartsFollow.set(follow); });
}

void ChartsController::goTo(RankId rank, Time time)
{
    TimelineView* view = m_window.pane()->view();
    const EvaluationPtr evaluation = view->evaluation();
    if (!evaluation || rank.value >= evaluation->index->laneCount())
        return;
    const LaneIndex& index = *evaluation->index;
    if (const std::optional<std::size_t> block = index.blockAt(rank, time)) {
        const ActionPosition action{rank, index.block(rank, *block).firstAction};
        view->chosen().select(action);
        view->navigation().reveal(action);
        return;
    }
    const std::size_t next = index.firstBlockEndingAfter(rank, time);
    const Time from = next == 0 ? 0 : index.coverOf(rank, next - 1).end;
    const Time to =
        next < index.blockCount(rank) ? index.coverOf(rank, next).start : evaluation->timeline->makespan;
    if (from < to && !index.isAbsent(rank))
        view->chosen().setGap(Gap{rank, from, to});
    view->navigation().revealTime(time, time, rank);
}

void ChartsController::addCommands()
{
    CommandGroup group(m_window.commands(), tr("Charts"), "view.charts", tr("chart graph plot curve"));
    group.add("view.charts", tr("&Show charts"), [this] {
        m_window.docks().raise(m_panel);
        m_panel->setFocus(Qt::OtherFocusReason);
    });
    addKinds();
    group.like.section = 2;
    group.like.searchWords = tr("chart range zoom time axis");
    QAction* follows = group.addChoice("chart.follow", tr("Charts &follow the timeline"), m_panel->follows());
    connect(follows, &QAction::toggled, m_panel, &ChartsPanel::setFollows);
    connect(m_panel, &ChartsPanel::followsChanged, follows, &QAction::setChecked);
    group.like.section = 3;
    group.like.searchWords = tr("chart graph plot curve");
    QAction* picture = group.add("chart.export", tr("Export chart as &picture…"),
                                 [this] { askExport(QStringLiteral("png")); });
    QAction* csv = group.add("chart.exportCsv", tr("Export chart as &CSV or JSON…"),
                             [this] { askExport(QStringLiteral("csv")); });
    QAction* copy = group.add("chart.copy", tr("C&opy chart"), [this] { m_panel->copy(); });
    m_panel->setActions({picture, csv, copy});
    group.addGesture(tr("Select what a chart shows there"), tr("Click in the chart"));
    group.addGesture(tr("Zoom in time"), tr("Wheel in the chart"));
    group.addGesture(tr("Go from value to value, and to its place"), tr("Arrows, Return in the chart"));
}

void ChartsController::addKinds()
{
    const std::array<QString, kChartKindCount> texts{tr("&Memory per rank"), tr("Microbatches in &flight"),
                                                     tr("Time by &kind"), tr("&Bubble rate sweep")};
    CommandGroup group(m_window.commands(), tr("Charts"), "view.charts",
                       tr("chart graph plot curve memory sweep"));
    group.like.section = 1;
    auto* kinds = new QActionGroup(this);
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const auto kind = static_cast<ChartKind>(i);
        kinds->addAction(group.addChoice(kKindIds[i], texts[i], m_panel->kind() == kind, [this, kind] {
            m_window.docks().raise(m_panel);
            m_panel->setKind(kind);
        }));
    }
    connect(m_panel, &ChartsPanel::kindChanged, this, [this](ChartKind kind) {
        Settings::chart.set(static_cast<int>(kind));
        m_window.commands().action(QLatin1String(kKindIds[static_cast<std::size_t>(kind)]))->setChecked(true);
    });
}

void ChartsController::askExport(const QString& ending)
{
    const Hold hold(m_window.holds);
    const QString title = ChartWords::title(m_panel->picture().content);
    if (title.isEmpty()) {
        m_window.say(tr("There is no chart to export: show one first."));
        return;
    }
    const QString name =
        tr("%1 %2", "document, chart").arg(m_window.document().displayName(), title.toLower());
    const WindowQuestions& questions = m_window.questions;
    const auto& ask = questions.chartPath ? questions.chartPath : questions.exportPath;
    const QString path = ask(suggestedPath(name, ending));
    if (!path.isEmpty())
        exportTo(withAnyEnding(path, ending));
}

bool ChartsController::exportTo(const QString& path, double scale)
{
    const ChartPicture picture = m_panel->picture();
    const QString ending = QFileInfo(path).suffix().toLower();
    if (ending == QLatin1String("csv"))
        return m_window.exportTo(
            path, [content = picture.content]() -> Result<std::string> { return chartCsv(content); });
    if (ending == QLatin1String("json"))
        return m_window.exportTo(path, [content = picture.content]() -> Result<std::string> {
            return csvAsJson(QString::fromStdString(chartCsv(content))).toStdString();
        });
    // Graphics items are painted here; only the writing is a worker's.
    const Result<QByteArray> made =
        ending == QLatin1String("svg") ? chartSvg(picture)
        : ending == QLatin1String("png")
            ? chartPng(picture, scale)
            : failure(ErrorKind::InvalidInput,
                      {"window.chart-written-png-svg", "a chart is written as .png, .svg, .csv or .json"});
    if (!made) {
        m_window.messages()->showError(tr("%1 was not written.", "file").arg(QFileInfo(path).fileName()),
                                       made.error());
        return false;
    }
    return m_window.exportTo(path, [made = *made]() -> Result<std::string> { return made.toStdString(); });
}

} // namespace bubblescope::ui
