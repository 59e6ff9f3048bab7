// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/modes/mode_controller.h"

#include "ui/actions/command_group.h"
#include "ui/compare/comparison.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/modes/inspector_rail.h"
#include "ui/modes/no_run_page.h"
#include "ui/services/window_services.h"
#include "ui/sides/compare_controller.h"
#include "ui/timeline/measure_tool.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/segmented_choice.h"

#include <QAbstractButton>
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QEvent>
#include <QMainWindow>
#include <QStyleHints>
#include <QVBoxLayout>
#include <utility>

namespace bubblescope::ui {

namespace {

constexpr int kSwitchWidth = 252;
/// From here on there is room for the inspector beside the timeline.
constexpr int kWideWindow = 1440;

} // namespace

ModeController::ModeController(WindowServices& window, const Parts& parts)
    : m_window(window)
    , m_parts(parts)
    , m_choice(new SegmentedChoice(&window.shell()))
    , m_noRun(new NoRunPage(window.shell().centralWidget()))
    , m_inspector(window.docks().named(QStringLiteral("inspector-dock")))
    , m_rail(new InspectorRail(window.shell(), *m_inspector, *window.pane()))
    , m_choices(firstChoices())
{
    static_cast<QVBoxLayout*>(window.shell().centralWidget()->layout())->addWidget(m_noRun, 1);
    m_noRun->hide();
    m_selectionRest.setSingleShot(true);
    m_selectionRest.setInterval(QApplication::doubleClickInterval());
    addCommands();
    connectParts();
    window.shell().installEventFilter(this);
}

void ModeController::addCommands()
{
    CommandGroup group(m_window.commands(), tr("Modes"), "view", tr("mode switch layout panels"));
    group.like.section = -1;
    const std::array<QString, kWindowModeCount> texts{tr("&Design"), tr("P&rofile"), tr("C&ompare")};
    auto* modes = new QActionGroup(this);
    QStringList titles;
    for (std::size_t i = 0; i < kWindowModeCount; ++i) {
        const auto mode = static_cast<WindowMode>(i);
        m_actions[i] =
            group.addChoice(qPrintable(QStringLiteral("mode.") + modeName(mode)), texts[i], mode == m_mode,
                            [this, mode] { setMode(mode); },
                            {QKeySequence(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + static_cast<int>(i)))});
        modes->addAction(m_actions[i]);
        titles << plainText(texts[i]);
    }
    m_choice->setObjectName(QStringLiteral("mode-switch"));
    m_choice->setAccessibleName(tr("Mode"));
    m_choice->setChoices(titles);
    m_choice->setCurrent(0);
    m_choice->setFixedWidth(std::max(kSwitchWidth, m_choice->sizeHint().width()));
    // A click leaves the keys with the timeline.
    const auto buttons = m_choice->findChildren<QAbstractButton*>();
    for (int i = 0; i < buttons.size(); ++i) {
        buttons[i]->setFocusPolicy(Qt::TabFocus);
        buttons[i]->setToolTip(m_actions[static_cast<std::size_t>(i)]->toolTip());
    }
    connect(m_choice, &SegmentedChoice::chosen, this,
            [this](int index) { setMode(static_cast<WindowMode>(index)); });
}

void ModeController::connectParts()
{
    Comparison& comparison = m_parts.compare.comparison();
    connect(&comparison, &Comparison::modeChanged, this, &ModeController::takeCompareMode);
    connect(&comparison, &Comparison::sidesChanged, this, &ModeController::showParts);
    TraceController& traces = m_parts.traces;
    connect(&traces, &TraceController::runWanted, this, [this] {
        m_showsMeasured = true;
        setMode(WindowMode::Profile);
        showParts();
    });
    // What is opened or made is what is to be seen; a run tells it by itself.
    connect(&m_window.document(), &Document::identityChanged, this, [this] {
        if (m_mode == WindowMode::Profile && !m_parts.traces.isTakingRun())
            setMode(WindowMode::Design);
    });
    const auto run = [this](const char* id) {
        return [this, id] { m_window.commands().action(QLatin1String(id))->trigger(); };
    };
    connect(m_noRun, &NoRunPage::openAsked, this, run("trace.open"));
    connect(m_noRun, &NoRunPage::folderAsked, this, run("trace.openFolder"));
    connect(m_noRun, &NoRunPage::detailsAsked, this, run("trace.details"));
    TimelineView* view = m_window.pane()->view();
    const auto rest = [this] {
        if (m_choices.inspector == InspectorWish::Auto && !m_hasSelected && hasSelection())
            m_selectionRest.start();
    };
    connect(&view->chosen(), &TimelineSelection::actionChanged, this, rest);
    connect(&view->chosen(), &TimelineSelection::gapChanged, this, rest);
    connect(&view->measure(), &MeasureTool::areaChanged, this, rest);
    connect(&m_selectionRest, &QTimer::timeout, this, &ModeController::openForSelection);
    connect(m_inspector, &QDockWidget::visibilityChanged, view, &TimelineView::setCardsShort);
    connect(m_rail, &InspectorRail::opened, this, [this] { wishInspector(InspectorWish::Open); });
    connect(m_rail, &InspectorRail::closed, this, [this] { wishInspector(InspectorWish::Folded); });
}

void ModeController::setMode(WindowMode mode)
{
    m_window.showTimeline();
    if (mode == m_mode) {
        showMode(); // the switch has marked what was pressed
        return;
    }
    if (m_mode == WindowMode::Profile)
        m_showsMeasured = m_parts.traces.measuredShown() != nullptr || !m_parts.traces.hasRun();
    m_parts.compare.giveBackRoom(); // before other docks take the place of Compare's
    enter(mode);
    m_isSwitching = true;
    CompareController& compare = m_parts.compare;
    if (mode == WindowMode::Compare) {
        if (compare.comparison().reference())
            compare.setMode(m_compareMode);
    } else {
        if (compare.comparison().mode() != CompareMode::Off)
            compare.setMode(CompareMode::Off);
        if (mode == WindowMode::Profile && m_showsMeasured)
            m_parts.traces.showRun();
        else
            m_parts.traces.showMeasured(false);
    }
    m_isSwitching = false;
    showParts();
}

void ModeController::enter(WindowMode mode)
{
    noteDocks();
    if (m_mode != WindowMode::Compare)
        m_before = m_mode;
    m_mode = mode;
    showParts();
    showDocks();
    showMode();
    emit modeChanged(mode);
}

void ModeController::takeCompareMode(CompareMode mode)
{
    if (mode != CompareMode::Off)
        m_compareMode = mode;
    if (m_isSwitching)
        return;
    const bool isComparing = m_mode == WindowMode::Compare;
    if (mode != CompareMode::Off && !isComparing)
        enter(WindowMode::Compare);
    // Without its last side one goes on with what is to be compared next.
    else if (mode == CompareMode::Off && isComparing && m_parts.compare.comparison().reference())
        enter(m_before);
}

void ModeController::showMode()
{
    m_choice->setCurrent(static_cast<int>(m_mode));
    m_actions[static_cast<std::size_t>(m_mode)]->setChecked(true);
}

void ModeController::showParts()
{
    const bool lacksRun = m_mode == WindowMode::Profile && !m_parts.traces.hasRun();
    const bool wasLacking = !m_noRun->isHidden();
    m_parts.compare.setStripShown(m_mode == WindowMode::Compare);
    m_parts.metrics->setVisible(m_mode != WindowMode::Compare && !lacksRun);
    m_noRun->setHasProfiles(m_parts.traces.session().analysis() != nullptr);
    m_noRun->setVisible(lacksRun);
    if (lacksRun == wasLacking)
        return;
    m_window.pane()->setVisible(!lacksRun);
    emit timelineShown(!lacksRun);
    if (m_mode == WindowMode::Profile)
        showDocks();
}

/// What is said beside a timeline is of no use where there is none.
void ModeController::showDocks()
{
    m_window.docks().show(m_noRun->isHidden() ? m_choices.of(m_mode) : DockChoice());
    followWidth();
}

void ModeController::noteDocks()
{
    if (m_noRun->isHidden())
        m_choices.of(m_mode) = m_window.docks().choice();
}

void ModeController::giveRoom()
{
    if (!m_noRun->isHidden())
        setMode(WindowMode::Design);
}

void ModeController::start()
{
    m_choices = choicesFrom(Settings::modeChoices());
    showDocks();
}

void ModeController::restore(WindowMode mode)
{
    setMode(mode);
    m_choices = choicesFrom(Settings::modeChoices());
    showDocks();
}

void ModeController::keep()
{
    noteDocks();
    ModeChoices kept = m_choices;
    // What was opened for a selection is not for the next start.
    if (kept.inspector == InspectorWish::Auto)
        kept.of(WindowMode::Design).shown.removeAll(m_inspector->objectName());
    Settings::modeChoices.set(choicesText(kept));
}

bool ModeController::isWide() const
{
    return m_window.shell().width() >= kWideWindow;
}

bool ModeController::hasSelection() const
{
    const TimelineView& view = *m_window.pane()->view();
    return view.chosen().action() || view.chosen().gap() || view.measure().area();
}

bool ModeController::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize && watched == &m_window.shell() && !m_window.pane()->isHidden())
        followWidth();
    return QObject::eventFilter(watched, event);
}

void ModeController::followWidth()
{
    if (m_mode == WindowMode::Design && m_choices.inspector == InspectorWish::Auto)
        m_inspector->setVisible(isWide() || m_hasSelected);
}

/// Later than the click: what would move the lanes must not come between the two of a double click.
void ModeController::openForSelection()
{
    if (!hasSelection())
        return;
    if (QApplication::mouseButtons() != Qt::NoButton) {
        m_selectionRest.start();
        return;
    }
    m_hasSelected = true;
    if (!m_window.pane()->isHidden())
        followWidth();
}

void ModeController::wishInspector(InspectorWish wish)
{
    if (m_mode == WindowMode::Design)
        m_choices.inspector = wish;
}

} // namespace bubblescope::ui
