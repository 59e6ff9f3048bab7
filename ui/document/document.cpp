// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/document.h"

#include "core/fit/costs_for_stages.h"
#include "core/time/cost_fit.h"
#include "ui/document/change_command.h"
#include "ui/document/core_text.h"
#include "ui/document/cost_edits.h"
#include "ui/document/request_form.h"
#include "ui/document/what_if_rules.h"

#include <QFileInfo>
#include <algorithm>
#include <iterator>
#include <utility>

namespace bubblescope::ui {

QString requestName(const ScheduleRequest& request)
{
    const ScheduleInfo* schedule = findSchedule(request.schedule);
    return Document::tr("%1 · %2 ranks × %3 microbatches", "schedule, ranks, microbatches")
        .arg(QString::fromStdString(schedule ? schedule->title : request.schedule))
        .arg(request.ranks)
        .arg(request.microbatches);
}

ProjectDocument DocumentSnapshot::project() const
{
    ProjectDocument project;
    if (const auto* request = std::get_if<ScheduleRequest>(&state.source))
        project.source = *request;
    else
        project.source = *std::get<SchedulePtr>(state.source);
    project.costs = state.costs;
    project.passes = state.passes;
    project.title = title;
    project.view = view;
    project.unknownKeys = unknownKeys;
    project.notes = notes;
    project.namePatterns = namePatterns;
    project.editedFrom = editedFrom;
    return project;
}

Document::Document(QObject* parent) : QObject(parent)
{
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::identityChanged);
    connect(&m_runner, &EvaluationRunner::finished, this, [this] { takeResult(m_runner.result()); });
    connect(&m_runner, &EvaluationRunner::busyChanged, this, &Document::busyChanged);
    connect(&m_explainer, &ExplanationRunner::changed, this, &Document::explanationChanged);
}

Document::~Document()
{
    // The stack tells of its end when it goes; nobody here may listen any more.
    disconnect(&m_undo, nullptr, this, nullptr);
}

QString Document::displayName() const
{
    if (!m_identity.title.empty())
        return QString::fromStdString(m_identity.title);
    if (const auto* request = std::get_if<ScheduleRequest>(&m_state.source))
        return requestName(*request);
    return QString::fromStdString(std::get<SchedulePtr>(m_state.source)->name);
}

QString Document::fileOrDisplayName() const
{
    return m_identity.filePath.isEmpty() ? displayName() : QFileInfo(m_identity.filePath).fileName();
}

UnreadCellsPtr Document::unread() const
{
    const auto* order = std::get_if<SchedulePtr>(&m_state.source);
    return m_identity.unread && order && *order == m_identity.unread->order ? m_identity.unread : nullptr;
}

std::uint32_t Document::stageCount() const
{
    if (!m_evaluationError.isEmpty() && m_runner.progress().order)
        return std::max(1U, m_runner.progress().order->stageCount);
    return m_evaluation ? std::max(1U, m_evaluation->timeline->schedule->stageCount) : 1;
}

DocumentSnapshot Document::snapshot(const DocumentView& view) const
{
    DocumentSnapshot snapshot{m_identity, m_state, editedFrom()};
    snapshot.view = view;
    snapshot.view.unknownKeys = m_identity.view.unknownKeys;
    snapshot.view.lanes.unknownKeys = m_identity.view.lanes.unknownKeys;
    return snapshot;
}

void Document::propose(const ScheduleRequest& request, const QString& what)
{
    m_draft = request;
    m_draftProblems = checkForWindow(request);
    if (m_draftProblems.empty())
        push({request, costsFor(stageCountOf(request)), m_state.passes}, what);
    emit draftChanged();
}

CostModel Document::costsFor(std::uint32_t stages)
{
    // What was divided before is divided anew: a way back ends where it began.
    const bool isDivided = m_divided && m_state.costs == m_divided->second;
    const CostModel& whole = isDivided ? m_divided->first : m_state.costs;
    if (whole.source.empty())
        return m_state.costs;
    Result<CostModel> same = costsForStages(whole, stages);
    if (!same)
        return m_state.costs;
    if (*same != whole)
        m_divided = std::pair(whole, *same);
    return *std::move(same);
}

void Document::setKeepsWork(bool keeps)
{
    if (std::exchange(m_keepsWork, keeps) != keeps)
        emit keepsWorkChanged();
}

WorkCut Document::workCut() const
{
    if (const auto* request = std::get_if<ScheduleRequest>(&m_state.source))
        return workCutOf(*request);
    return workCutOf(*std::get<SchedulePtr>(m_state.source));
}

CostModel Document::costsOfSameWork(const WorkCut& cut) const
{
    if (!m_keepsWork)
        return m_state.costs;
    // What was cut before is cut anew from the same: a way back ends where it began.
    const bool isCut = m_cutFrom && m_state.costs == m_cutFrom->made;
    return isCut ? bubblescope::costsOfSameWork(m_cutFrom->costs, m_cutFrom->cut, cut)
                 : bubblescope::costsOfSameWork(m_state.costs, workCut(), cut);
}

QStringList Document::chooseSchedule(const ScheduleInfo& schedule)
{
    const FittedRequest fitted = fitRequest(m_draft, schedule);
    QStringList notes;
    for (const ParameterProblem& problem : fitted.adapted)
        notes << coreSentence(problem.said());
    endTyping();
    const CostModel before = m_state.costs;
    if (m_keepsWork && checkForWindow(fitted.request).empty()) {
        const bool isCut = m_cutFrom && m_state.costs == m_cutFrom->made;
        Origin origin = isCut ? *m_cutFrom : Origin{m_state.costs, workCut(), {}};
        origin.made = costsOfSameWork(workCutOf(fitted.request));
        m_draft = fitted.request;
        m_draftProblems.clear();
        push({fitted.request, origin.made, m_state.passes}, tr("Schedule"));
        m_cutFrom = std::move(origin);
        emit draftChanged();
    } else {
        propose(fitted.request, tr("Schedule"));
    }
    endTyping();
    if (m_keepsWork && m_state.costs != before)
        notes << tr("The stages are cut anew: each rank does the same work as before.");
    return notes;
}

void Document::setCosts(const CostModel& costs, const QString& what)
{
    CostModel marked = costs;
    markEdited(marked, m_state.costs);
    push({m_state.source, std::move(marked), m_state.passes}, what);
}

void Document::takeMeasured(const std::optional<ScheduleSource>& source, const CostModel& costs,
                            const QString& what)
{
    endTyping();
    push({source.value_or(m_state.source), costs, m_state.passes}, what);
    endTyping();
}

QString Document::fitCosts(const QString& what)
{
    const std::size_t notes = m_state.costs.notes.size();
    if (CostModel same = costsFor(stageCount()); same != m_state.costs) {
        QString said = same.notes.size() > notes ? QString::fromStdString(same.notes.back()) : QString();
        takeMeasured(std::nullopt, same, what);
        return said;
    }
    endTyping();
    setCosts(fittedTo(m_state.costs, stageCount()), what);
    endTyping();
    return {};
}

void Document::setPasses(const std::vector<std::string>& passes, const QString& what)
{
    push({m_state.source, m_state.costs, passes}, what);
}

void Document::setOrder(SchedulePtr order, const QString& what)
{
    endTyping();
    m_origins.note(m_state, order);
    push({std::move(order), m_state.costs, {}}, what);
    endTyping();
}

void Document::setIdentity(DocumentIdentity identity)
{
    m_identity = std::move(identity);
    emit notesChanged();
    emit namePatternsChanged();
}

void Document::exchange(DocumentPart other, const QString& what,
                        std::function<void(const EvaluationPtr& shown, const DocumentPart& gone)> exchanged)
{
    endTyping();
    m_undo.push(new ExchangeCommand(*this, std::move(other), what, std::move(exchanged)));
    endTyping();
}

void Document::exchangeWith(DocumentPart& other)
{
    m_runner.cancel();
    DocumentPart gone{m_state, m_evaluation, std::nullopt, m_whatIf};
    if (other.identity) {
        gone.identity = identity();
        setIdentity(*std::move(other.identity));
    }
    replaceWhatIf(other.whatIf);
    m_state = std::move(other.state);
    ++m_revision;
    const EvaluationPtr known = std::exchange(other, std::move(gone)).evaluation;
    resetDraft();
    // Nothing is worked out again that is known.
    if (known && known->input == m_state && known->whatIf == m_whatIf)
        takeResult(known);
    else
        m_runner.start(m_state, m_whatIf, known);
    emit stateChanged();
    emit identityChanged();
}

void Document::setNotes(const std::vector<DocumentNote>& notes, const QString& what)
{
    std::vector<DocumentNote> kept;
    std::copy_if(notes.begin(), notes.end(), std::back_inserter(kept), isAdmissible);
    sortNotes(kept);
    kept.resize(std::min(kept.size(), kMostNotes));
    if (kept != m_identity.notes)
        m_undo.push(new ChangeCommand(*this, m_identity.notes, std::move(kept), what, m_typing));
}

void Document::apply(const std::vector<DocumentNote>& notes)
{
    m_identity.notes = notes;
    ++m_revision;
    emit notesChanged();
}

void Document::setNamePatterns(const std::vector<std::string>& expressions)
{
    std::vector<std::string> kept = admissiblePatterns(expressions);
    if (kept == m_identity.namePatterns)
        return;
    m_identity.namePatterns = std::move(kept);
    ++m_revision;
    emit identityChanged();
}

void Document::endTyping()
{
    ++m_typing;
}

void Document::push(const DocumentState& after, const QString& what)
{
    if (after == m_state)
        return;
    m_undo.push(new ChangeCommand(*this, m_state, after, what, m_typing));
}

void Document::apply(const DocumentState& state)
{
    if (!hasSameParts(state.source, m_state.source))
        replaceWhatIf(withoutParts(m_whatIf));
    m_state = state;
    ++m_revision;
    resetDraft();
    m_runner.start(m_state, m_whatIf, m_evaluation);
    emit stateChanged();
    emit identityChanged();
}

void Document::resetDraft()
{
    if (const auto* request = std::get_if<ScheduleRequest>(&m_state.source))
        m_draft = *request;
    m_draftProblems.clear();
    emit draftChanged();
}

void Document::startNew(const ScheduleRequest& request)
{
    m_identity = {};
    m_undo.clear();
    replaceWhatIf({});
    emit notesChanged();
    emit namePatternsChanged();
    apply({request, CostModel{}, {}});
}

void Document::open(LoadedDocument loaded)
{
    m_runner.cancel();
    m_identity = static_cast<const DocumentIdentity&>(loaded);
    m_identity.savedNamePatterns = m_identity.namePatterns;
    m_undo.clear();
    if (loaded.isUnsaved)
        m_undo.resetClean();
    m_state = std::move(loaded.state);
    if (const auto* order = std::get_if<SchedulePtr>(&m_state.source); order && loaded.editedFrom)
        m_origins.note(*loaded.editedFrom, *order);
    ++m_revision;
    replaceWhatIf({});
    resetDraft();
    emit notesChanged();
    emit namePatternsChanged();
    takeResult(std::move(loaded.evaluation));
    emit stateChanged();
    emit identityChanged();
}

void Document::confirmFile(const FileStamp& stamp)
{
    if (stamp.digest == m_identity.stamp.digest)
        m_identity.stamp = stamp;
}

bool Document::markSaved(const QString& path, std::uint64_t revision, const DocumentView& view,
                         const FileStamp& stamp)
{
    if (path == m_identity.filePath)
        m_identity.stamp = stamp;
    if (revision != m_revision)
        return false;
    m_identity.filePath = path;
    m_identity.stamp = stamp;
    m_identity.isProject = true;
    m_identity.view = view;
    m_identity.savedNamePatterns = m_identity.namePatterns;
    m_undo.setClean();
    emit identityChanged();
    return true;
}

void Document::takeResult(const Result<EvaluationPtr>& result)
{
    if (!result) {
        m_evaluationError = errorText(result.error());
        m_evaluationFailure = result.error().message;
        emit evaluationFailed(m_evaluationError);
        return;
    }
    m_evaluation = *result;
    m_evaluationError.clear();
    m_evaluationFailure = {};
    dropKindsNotRun();
    emit evaluationChanged();
    m_explainer.start(m_evaluation);
}

} // namespace bubblescope::ui
