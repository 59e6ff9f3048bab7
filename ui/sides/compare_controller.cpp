// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sides/compare_controller.h"

#include "ui/actions/command_group.h"
#include "ui/compare/compare_panel.h"
#include "ui/compare/compare_room.h"
#include "ui/compare/compare_strip.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/compare_view.h"
#include "ui/docks/docks.h"
#include "ui/services/window_services.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"

#include <QActionGroup>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>
#include <QVBoxLayout>
#include <algorithm>
#include <array>

namespace bubblescope::ui {

namespace {

constexpr std::array<const char*, kCompareModeCount> kModeIds{"compare.off", "compare.split",
                                                              "compare.overlay", "compare.difference"};

} // namespace

CompareController::CompareController(WindowServices& window, FileController& files, OrderEditor& editor,
                                     Comparison& comparison)
    : m_window(window)
    , m_files(files)
    , m_editor(editor)
    , m_comparison(comparison)
    , m_view(new CompareView(*window.pane(), comparison))
    , m_strip(new CompareStrip(comparison, window.shell().centralWidget()))
    , m_maker(window)
    , m_timer(window.document(), comparison)
{
    QDockWidget* dock = window.docks().addTab(tr("Figures"), "compare-dock", [&](QWidget* holder) {
        return m_panel = new ComparePanel(comparison, holder);
    });
    auto* centre = static_cast<QVBoxLayout*>(window.shell().centralWidget()->layout());
    centre->insertWidget(centre->indexOf(window.pane()), m_strip);
    m_strip->hide();
    connect(&m_comparison, &Comparison::sidesChanged, this, &CompareController::showSideCommands);
    m_room = new CompareRoom(window.shell(), *dock, comparison, *m_view);
    connectParts();
    addCommands();
}

void CompareController::connectParts()
{
    connect(m_view, &CompareView::closeAsked, this, [this] {
        setMode(CompareMode::Off);
        m_window.pane()->view()->setFocus();
    });
    connect(m_view, &CompareView::removeAsked, this, &CompareController::drop);
    connect(m_view, &CompareView::menuAsked, this, &CompareController::showSideMenu);
    connect(m_strip, &CompareStrip::removeAsked, this, &CompareController::drop);
    connect(m_strip, &CompareStrip::menuAsked, this, &CompareController::showSideMenu);
    connect(m_strip, &CompareStrip::modeAsked, this, &CompareController::setMode);
    connect(m_strip, &CompareStrip::addAsked, this, &CompareController::askSide);
    connect(m_view, &CompareView::referenceViewMade, this, &CompareController::connectReferenceView);
    connect(&m_maker, &ReferenceMaker::made, this, &CompareController::takeSide);
    connect(m_panel, &ComparePanel::copied, this, [this](const QString& said) { m_window.say(said); });
    const TimelineView* timeline = m_window.pane()->view();
    connect(m_panel, &ComparePanel::rankAsked, timeline, &TimelineView::revealLane);
    connect(&timeline->chosen(), &TimelineSelection::actionChanged, this, &CompareController::showSelected);
    connect(&m_window.document(), &Document::identityChanged, this, &CompareController::showSides);
    connect(timeline, &TimelineView::evaluationChanged, this, &CompareController::showSides);
}

void CompareController::addCommands()
{
    CommandGroup group(m_window.commands(), tr("Compare"), "view.compare",
                       tr("compare reference against side by side"));
    group.add("compare.keep", tr("&Keep the current one as reference"), [this] { keepPresent(); });
    group.add("compare.file", tr("Compare with a &file…"), [this] { askFile(); });
    group.add("compare.schedule", tr("Compare with a s&chedule…"), [this] { askSide(); });
    addSideCommands(group);
    addModes(group);
    group.like.searchWords = tr("compare reference against side by side");
    group.like.section = 2;
    group.like.scope = CommandScope::Timeline;
    group.add("compare.next", tr("&Next: split, overlay, difference, off"), [this] { nextMode(); },
              {QKeySequence(Qt::Key_Backslash)});
}

void CompareController::addModes(CommandGroup& group)
{
    const std::array<QString, kCompareModeCount> texts{tr("&Off"), tr("&Split"), tr("O&verlay"),
                                                       tr("&Difference")};
    group.like.section = 1;
    group.like.searchWords = tr("compare");
    auto* modes = new QActionGroup(this);
    for (std::size_t i = 0; i < kCompareModeCount; ++i) {
        const auto mode = static_cast<CompareMode>(i);
        modes->addAction(group.addChoice(kModeIds[i], texts[i], mode == CompareMode::Off,
                                         [this, mode] { setMode(mode); }));
    }
    connect(&m_comparison, &Comparison::modeChanged, this, [this](CompareMode mode) {
        CommandRegistry& commands = m_window.commands();
        // Colours are of the difference then, and not of a kind that could be hidden.
        for (std::size_t i = 1; i <= kFillClassCount; ++i)
            commands.setEnabled(QStringLiteral("timeline.kind%1").arg(i), mode != CompareMode::Difference);
        commands.action(QLatin1String(kModeIds[static_cast<std::size_t>(mode)]))->setChecked(true);
    });
}

void CompareController::showSides()
{
    if (std::optional<CompareSide> instead = presentInstead ? presentInstead() : std::nullopt) {
        if (instead->evaluation != m_comparison.current().evaluation)
            m_panel->setSelected(std::nullopt);
        m_comparison.setCurrent(std::move(*instead));
        showSelected();
        return;
    }
    const EvaluationPtr& evaluation = m_window.document().evaluation();
    const QString document = m_window.document().displayName();
    const QString name = namePresent ? namePresent(document) : document;
    // A place in the order before is none in this one.
    if (evaluation != m_comparison.current().evaluation)
        m_panel->setSelected(std::nullopt);
    m_comparison.setCurrent({evaluation ? sideTitle(name, *evaluation) : QString(), evaluation});
    showSelected();
}

/// The timeline tells of a selection in a new order before the order itself.
void CompareController::showSelected()
{
    const TimelineView& view = *m_window.pane()->view();
    const bool isOfCurrent = view.evaluation() == m_comparison.current().evaluation;
    m_panel->setSelected(isOfCurrent ? view.chosen().action() : std::nullopt);
}

void CompareController::setReducedMotion(bool isReduced)
{
    for (TimelineView* reference : m_view->referenceViews())
        reference->navigation().setReducedMotion(isReduced);
}

void CompareController::giveBackRoom()
{
    m_room->giveBack();
}

void CompareController::keepPresent()
{
    if (!m_comparison.current().evaluation)
        return;
    if (m_comparison.current().isRecorded) {
        m_window.say(tr("Measured times stay as they are: there is nothing to keep."));
        return;
    }
    const bool isThere = m_comparison.indexOf(m_comparison.current().evaluation).has_value();
    CompareSide side = presentSide();
    side.path.clear(); // it stays as it is, whatever becomes of the file
    if (!m_comparison.add(std::move(side)))
        m_window.say(
            tr("%1 schedules are already being compared: remove one of them first.").arg(kMostSides));
    else if (isThere)
        m_window.say(tr("The current one is already a reference: change a parameter first."));
    else
        m_window.say(tr("Kept as the reference: %1. Further changes are compared with it.", "title")
                         .arg(m_comparison.reference()->title));
}

void CompareController::setMode(CompareMode mode)
{
    if (mode != CompareMode::Off)
        emit documentWanted(false);
    const bool keeps = mode != CompareMode::Off && !m_comparison.reference();
    if (keeps)
        keepPresent();
    m_comparison.setMode(mode);
    // The group has checked what was asked for, be it possible or not.
    m_window.commands()
        .action(QLatin1String(kModeIds[static_cast<std::size_t>(m_comparison.mode())]))
        ->setChecked(true);
    if (m_comparison.mode() != mode) {
        m_window.say(tr("There is nothing to compare yet."));
        return;
    }
    if (mode != CompareMode::Off && mode != CompareMode::Split && !m_comparison.haveOneAxis()) {
        m_window.say(tr("Overlay cannot show times in different units; Split shows both."));
        return;
    }
    const std::array<QString, kCompareModeCount> said{
        m_comparison.references().size() > 1 ? tr("Comparing is off; the references are kept.")
        : m_comparison.reference()           ? tr("Comparing is off; the reference is kept.")
                                             : tr("Comparing is off."),
        m_comparison.references().size() > 1 ? tr("Split: the references are below, on the same time axis.")
                                             : tr("Split: the reference is below, on the same time axis."),
        tr("Overlay: the thin lane under each lane is the reference's."),
        tr("Difference: blue starts earlier than in the reference, orange starts later."),
    };
    const QString& what = said[static_cast<std::size_t>(mode)];
    m_window.say(keeps ? tr("%1 Kept as the reference: %2.", "what is shown, title")
                             .arg(what, m_comparison.reference()->title)
                       : what);
}

void CompareController::nextMode()
{
    // The schedule against itself would tell nothing.
    if (!m_comparison.reference()) {
        askSide();
        return;
    }
    const auto now = static_cast<std::size_t>(m_comparison.mode());
    setMode(static_cast<CompareMode>((now + 1) % kCompareModeCount));
}

void CompareController::askFile()
{
    const Hold hold(m_window.holds);
    const WindowQuestions& questions = m_window.questions;
    const QString path = questions.comparePath ? questions.comparePath() : questions.openPath();
    if (!path.isEmpty())
        compareWith({path});
}

void CompareController::askSide()
{
    emit sideAsked(!m_comparison.current().isRecorded);
}

void CompareController::compareWithShown()
{
    if (m_comparison.reference()) // else that is what comparing begins with
        keepPresent();
    setMode(m_comparison.mode() == CompareMode::Off ? CompareMode::Split : m_comparison.mode());
}

void CompareController::setStripShown(bool shown)
{
    m_strip->setVisible(shown);
}

void CompareController::compareWithSchedule(int catalogIndex)
{
    if (m_comparison.isFull() && m_window.document().evaluation())
        m_window.say(
            tr("%1 schedules are already being compared: remove one of them first.").arg(kMostSides));
    else
        m_maker.make(catalogIndex);
}

void CompareController::takeSide(CompareSide side)
{
    // A file that is opened again is the same side.
    const auto& references = m_comparison.references();
    const auto before = std::find_if(references.begin(), references.end(), [&](const CompareSide& other) {
        return !side.path.isEmpty() && other.path == side.path;
    });
    const QString title = side.title;
    if (before != references.end()) {
        const auto place = static_cast<std::size_t>(before - references.begin());
        m_comparison.replace(place, std::move(side));
        m_comparison.choose(place);
    } else if (!m_comparison.add(std::move(side))) {
        m_window.messages()->showMessage(
            MessageBar::Kind::Warning,
            tr("%1 was left out: %2 schedules are already being compared. Remove one of them first.",
               "title, number")
                .arg(title)
                .arg(kMostSides));
        return;
    }
    setMode(m_comparison.mode() == CompareMode::Off ? CompareMode::Split : m_comparison.mode());
}

} // namespace bubblescope::ui
