// SPDX-License-Identifier: GPL-3.0-or-later
// What is open, kept for the next start, and opened again.
#include "ui/compare/comparison.h"
#include "ui/document/settings.h"
#include "ui/modes/mode_controller.h"
#include "ui/services/window_services.h"
#include "ui/session/session_controller.h"
#include "ui/sides/compare_controller.h"
#include "ui/timeline/lane_headers.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/message_bar.h"

#include <QDir>
#include <QFileInfo>
#include <QMainWindow>

namespace bubblescope::ui {

namespace {

/// Those that are there; the others go to `gone`.
QStringList existing(const QStringList& paths, QStringList& gone)
{
    QStringList there;
    for (const QString& path : paths)
        (QFileInfo::exists(path) ? there : gone) << path;
    return there;
}

/// The shown step, unless it is the last complete one, which shows without being asked for.
std::optional<std::uint64_t> stepBesideFirst(const TraceAnalysis& analysis)
{
    const MeasuredRun& run = analysis.run;
    return run.steps.empty() || run.step != run.steps.back() ? std::optional(run.step) : std::nullopt;
}

} // namespace

SessionState SessionController::present() const
{
    if (m_restoring)
        return m_restoring->state;
    const Document& document = m_window.document();
    SessionState state;
    state.profiles = m_traces.openPaths();
    if (!state.profiles.isEmpty())
        state.step = stepBesideFirst(*m_traces.session().analysis());
    state.against = m_traces.secondPaths();
    if (!state.against.isEmpty())
        state.againstStep = stepBesideFirst(*m_traces.second().analysis());
    if (document.fileStamp().isKnown())
        state.file = document.filePath();
    const auto* request = std::get_if<ScheduleRequest>(&document.state().source);
    const bool isAsMade = request && !document.isModified() && document.filePath().isEmpty() &&
                          document.state() == DocumentState{*request, CostModel{}, {}};
    if (isAsMade && document.revision() != m_firstRevision)
        state.request = *request;
    if (state.isEmpty())
        return state;
    state.view = m_files.viewToStore();
    state.rank = m_window.pane()->view()->laneHeaders().selected();
    const Comparison& comparison = m_compare.comparison();
    state.mode = comparison.mode();
    for (const CompareSide& side : comparison.references())
        if (std::optional<ReferenceState> reference = stateOf(side))
            state.references.push_back(std::move(*reference));
    state.measuredAlone = m_traces.measuredShown() != nullptr;
    state.window = m_modes.mode();
    return state;
}

void SessionController::keepSession()
{
    if (!m_store)
        return;
    const SessionState state = Settings::reopens() ? present() : SessionState();
    const QByteArray text = state.isEmpty() ? QByteArray() : sessionText(state);
    if (text != m_keptSession)
        Settings::session.set(text);
    m_keptSession = text;
}

void SessionController::restore()
{
    if (!m_store || !Settings::reopens() || m_store->hasOtherWindows())
        return;
    SessionState state = sessionFrom(Settings::session());
    if (state.isEmpty())
        return;
    // A file that ends the program as it is opened does so once, not at every start.
    Settings::session.set({});
    m_keptSession.clear();
    std::vector<ReferenceState> references = state.references;
    m_restoring = Restoring{std::move(state), std::move(references), Step::Profiles, {}};
    m_poll.start();
    advance();
}

void SessionController::advance()
{
    if (!m_restoring || m_files.isLoading() || m_traces.isOpening() || m_traces.session().isBusy() ||
        m_compare.maker().isBusy() || m_window.holds.areHeld() || m_window.document().isBusy())
        return;
    const Step step = m_restoring->step;
    m_restoring->step = static_cast<Step>(static_cast<int>(step) + 1);
    switch (step) {
    case Step::Profiles:
        openProfiles();
        break;
    case Step::ProfileStep:
        if (const auto shown = m_restoring->state.step; shown && !m_traces.openPaths().isEmpty())
            m_traces.session().chooseStep(*shown);
        break;
    case Step::File:
        openDocument();
        break;
    case Step::Against:
        openSecond();
        break;
    case Step::References:
        openReference();
        break;
    case Step::Mode:
        showMode();
        break;
    case Step::End:
        finishRestoring();
        break;
    }
}

void SessionController::openProfiles()
{
    if (const QStringList profiles = existing(m_restoring->state.profiles, m_restoring->gone);
        !profiles.isEmpty())
        m_traces.open(profiles);
}

void SessionController::openSecond()
{
    const SessionState& state = m_restoring->state;
    if (state.against.isEmpty() || m_traces.openPaths().isEmpty())
        return;
    if (const QStringList profiles = existing(state.against, m_restoring->gone); !profiles.isEmpty())
        m_traces.openSecond(profiles, state.againstStep);
}

void SessionController::openDocument()
{
    const SessionState& state = m_restoring->state;
    // What was edited or opened while profiles were being read stays.
    if (m_files.isModified() || m_window.document().fileStamp().isKnown()) {
        m_restoring->step = Step::End;
        return;
    }
    m_toShow = Shown{state.file, state.view, state.rank};
    if (!state.file.isEmpty()) {
        if (const QStringList file = existing({state.file}, m_restoring->gone); !file.isEmpty())
            m_files.load(file.first());
    } else if (state.request) {
        m_files.startNew(*state.request);
    } else if (!m_traces.openPaths().isEmpty()) {
        m_toShow->path = m_window.document().filePath();
        m_files.showStoredView();
    }
}

/// One at a time, so that they stand in their order.
void SessionController::openReference()
{
    std::vector<ReferenceState>& wanted = m_restoring->toCompare;
    if (wanted.empty())
        return;
    const ReferenceState reference = std::move(wanted.front());
    wanted.erase(wanted.begin());
    m_restoring->step = Step::References; // until none is left
    if (!reference.path.isEmpty())
        m_compare.compareWith(existing({reference.path}, m_restoring->gone));
    else if (const std::optional<MadeReference> made = madeFrom(reference))
        m_compare.maker().make(*made);
}

void SessionController::showMode()
{
    const SessionState& state = m_restoring->state;
    m_toShow.reset();
    // Two runs are compared while the first is shown by itself; else comparing shows the document.
    const bool comparesRuns =
        state.measuredAlone && state.mode != CompareMode::Off && !m_traces.secondPaths().isEmpty();
    if (comparesRuns)
        m_traces.showMeasured(true);
    if (m_compare.comparison().reference() && m_compare.comparison().mode() != state.mode)
        m_compare.setMode(state.mode);
    // What was opened has shown its docks; the user may have hidden them.
    m_modes.restore(state.windowMode());
    if (!comparesRuns)
        m_traces.showMeasured(state.measuredAlone);
}

void SessionController::finishRestoring()
{
    m_poll.stop();
    const QStringList gone = std::exchange(m_restoring, std::nullopt)->gone;
    keepSession();
    m_window.showTimeline();
    if (m_keptSession.isEmpty() && Settings::startPage())
        emit restoredNothing();
    if (gone.isEmpty())
        return;
    QStringList names;
    for (const QString& path : gone)
        names << QDir::toNativeSeparators(path);
    const QString told = tr("%n file(s) that were open last time are no longer there.", nullptr,
                            static_cast<int>(gone.size()));
    MessageBar& messages = *m_window.messages();
    // What could not be read comes first.
    if (messages.isHidden())
        messages.showMessage(MessageBar::Kind::Note, told, names.join(QLatin1Char('\n')));
    else
        m_window.say(told);
}

} // namespace bubblescope::ui
