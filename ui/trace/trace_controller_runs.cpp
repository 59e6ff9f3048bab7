// SPDX-License-Identifier: GPL-3.0-or-later
// Two runs against each other: opening the second, and both as the sides of the comparison.
#include "ui/actions/command_group.h"
#include "ui/compare/comparison.h"
#include "ui/docks/docks.h"
#include "ui/document/core_text.h"
#include "ui/document/settings.h"
#include "ui/files/file_controller.h"
#include "ui/services/window_services.h"
#include "ui/sides/compare_controller.h"
#include "ui/trace/trace_controller.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/message_bar.h"

#include <QDockWidget>
#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

void TraceController::addRunCommands()
{
    CommandGroup runs(m_window.commands(), tr("Trace"), "view.compare",
                      tr("trace profile before after second run compare two runs"));
    runs.like.section = 0;
    runs.add("trace.against", tr("Compare with another &run…"), [this] { askSecond(false); });
    runs.add("trace.againstFolder", tr("Compare with a run in a fo&lder…"), [this] { askSecond(true); });
    runs.addGesture(tr("Compare with the open run"),
                    tr("Drop the files or folder of another run on the window"));
}

void TraceController::connectSecond()
{
    m_second = new SecondRun(m_window, *m_session, this);
    connect(m_second, &SecondRun::opened, this, &TraceController::takeSecond);
    connect(m_second, &SecondRun::closed, this, &TraceController::dropSecond);
    connect(m_second, &SecondRun::changeTaken, this, &TraceController::tellChange);
    connect(m_second, &SecondRun::busyChanged, this, &TraceController::showBusy);
    m_parts.compare.presentInstead = [this]() -> std::optional<CompareSide> {
        return m_areRunsCompared ? std::optional(firstSide()) : std::nullopt;
    };
    connect(&compare(), &Comparison::sidesChanged, this, [this] {
        // Removed from the comparison, it is closed.
        if (!m_isArranging && m_secondShown && !compare().indexOf(m_secondShown))
            m_second->close();
    });
}

Comparison& TraceController::compare() const
{
    return m_parts.compare.comparison();
}

void TraceController::askSecond(bool isFolder)
{
    const WindowQuestions& questions = m_window.questions;
    const auto ask = [&](bool isSecond) -> QStringList {
        if (isFolder) {
            const auto& folder = isSecond && questions.openSecondFolder ? questions.openSecondFolder
                                                                        : questions.openProfileFolder;
            const QString path = folder ? folder() : QString();
            return path.isEmpty() ? QStringList() : QStringList{path};
        }
        const auto& files =
            isSecond && questions.openSecondProfiles ? questions.openSecondProfiles : questions.openProfiles;
        return files ? files() : QStringList();
    };
    const Hold hold(m_window.holds);
    QStringList first;
    if (!isRunOpen() && (first = ask(false)).isEmpty())
        return;
    const QStringList second = ask(true);
    if (second.isEmpty() || (!first.isEmpty() && !m_parts.files.maybeSave()))
        return;
    if (first.isEmpty()) {
        openSecond(second);
        return;
    }
    open(first);
    if (isOpening())
        m_secondWanted = second;
}

void TraceController::openSecond(const QStringList& paths, std::optional<std::uint64_t> step)
{
    if (!isRunOpen()) {
        m_window.say(tr("Open the first run before the one to compare it with."));
        return;
    }
    m_second->open(paths, step);
}

QStringList TraceController::secondPaths() const
{
    return isRunOpen() && m_secondShown ? m_second->paths() : QStringList();
}

CompareSide TraceController::firstSide() const
{
    CompareSide side{m_second->firstTitle(), m_session->analysis()->measured};
    side.isRecorded = true;
    return side;
}

void TraceController::takeSecond()
{
    const CompareMode mode = compare().mode();
    const bool wereCompared = m_areRunsCompared;
    compareRuns(false);
    CompareSide side{m_second->title(), m_second->analysis()->measured};
    side.isRecorded = true;
    const EvaluationPtr before = std::exchange(m_secondShown, side.evaluation);
    if (const auto place = before ? compare().indexOf(before) : std::nullopt) {
        compare().replace(*place, std::move(side));
        compare().choose(*place);
    } else {
        // It was asked for: what was there longest beside the first run makes room.
        if (compare().isFull())
            compare().remove(compare().references().size() - 1);
        compare().add(std::move(side));
    }
    m_isChangeTold = false;
    tellChange();
    m_window.showTimeline();
    showMeasured(true);
    m_parts.compare.setMode(wereCompared && mode != CompareMode::Off ? mode : CompareMode::Split);
    makePanels();
    Docks::raise(m_runsDock);
    emit openRunsChanged();
}

void TraceController::dropSecond()
{
    compareRuns(false);
    m_runsDock->hide();
    const EvaluationPtr gone = std::exchange(m_secondShown, nullptr);
    if (const auto place = gone ? compare().indexOf(gone) : std::nullopt)
        compare().remove(*place);
    // What is left to compare with is the run itself.
    if (m_measuredShown && compare().mode() != CompareMode::Off)
        compare().setMode(CompareMode::Off);
    emit openRunsChanged();
}

void TraceController::tellChange()
{
    const RunChangePtr& change = m_second->change();
    if (!change || std::exchange(m_isChangeTold, true))
        return;
    m_window.say(coreSentence(runChangeSentences(*change).front()));
}

bool TraceController::canCompareRuns() const
{
    return m_measuredShown && m_secondShown && isRunOpen() && compare().indexOf(m_secondShown).has_value();
}

/// The first run in the document's place, and not among the references; or the other way round.
void TraceController::compareRuns(bool compared)
{
    if (compared == m_areRunsCompared || (compared && !canCompareRuns()))
        return;
    const EvaluationPtr first = m_recorded;
    std::vector<CompareSide> references = compare().references();
    CompareSide current;
    if (compared) {
        current = firstSide();
        std::erase_if(references, [&](const CompareSide& side) { return side.evaluation == first; });
    } else {
        CompareSide recorded = compare().current();
        recorded.title = measuredTitle(*m_session->analysis());
        if (recorded.evaluation == first)
            references.insert(references.begin(), std::move(recorded));
        current = {{}, m_window.document().evaluation()};
    }
    const EvaluationPtr chosen = compared                ? m_secondShown
                                 : compare().reference() ? compare().reference()->evaluation
                                                         : nullptr;
    const auto place = std::find_if(references.begin(), references.end(),
                                    [&](const CompareSide& side) { return side.evaluation == chosen; });
    const auto number = static_cast<std::size_t>(place - references.begin());
    m_areRunsCompared = compared;
    m_isArranging = true;
    compare().setSides(std::move(current), std::move(references), number);
    m_parts.compare.showSides();
    m_isArranging = false;
    showRunBar();
}

} // namespace bubblescope::ui
