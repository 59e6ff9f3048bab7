// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_session.h"

#include "core/base/guarded.h"
#include "ui/document/load_job.h"
#include "ui/trace/kept_patterns.h"

#include <QFileInfo>
#include <utility>

namespace bubblescope::ui {

namespace {

std::shared_ptr<ProfilesRead> readAll(const std::vector<std::string>& paths, const TraceReadOptions& options)
{
    auto read = std::make_shared<ProfilesRead>();
    std::vector<Result<TraceFile, TraceError>> results = readTraces(paths, options);
    for (std::size_t i = 0; i < results.size(); ++i) {
        if (results[i]) {
            read->files.push_back(std::move(*results[i]));
            read->places.push_back(i);
            continue;
        }
        RefusedProfile refused{std::move(results[i].error()), std::nullopt};
        if (refused.error.refusal == TraceRefusal::Damaged && !options.cancel.isCancelled()) {
            TraceReadOptions keeping = options;
            keeping.keepDamaged = true;
            keeping.progress = nullptr;
            if (auto kept = readTrace(paths[i], keeping))
                refused.kept = std::move(*kept);
        }
        read->refused.push_back(std::move(refused));
        read->refusedPlaces.push_back(i);
    }
    return read;
}

/// The order of a schedule file as it stands there; of a project that makes one, what it makes.
void readSchedules(ProfilesRead& read, const QStringList& paths, const CancelToken& cancel)
{
    for (const QString& path : paths) {
        Result<LoadedDocument> loaded = loadDocument(path, cancel);
        if (!loaded) {
            read.unreadSchedules.push_back(std::move(loaded.error()));
            continue;
        }
        const auto* order = std::get_if<SchedulePtr>(&loaded->state.source);
        Schedule named = order ? **order : *loaded->evaluation->timeline->schedule;
        named.name = QFileInfo(path).fileName().toStdString();
        read.schedules.push_back(std::make_shared<const Schedule>(std::move(named)));
    }
}

/// Of a job that gave nothing, or an error.
template <typename Value>
Error errorOf(const std::optional<Result<Value>>& result)
{
    return result
               ? result->error()
               : Error{ErrorKind::DoesNotHold,
                       Sentence({"window.not-enough-memory-these", "not enough memory for these profiles"}),
                       std::nullopt};
}

std::vector<NamePattern> compiled(const QStringList& expressions)
{
    std::vector<NamePattern> patterns;
    for (const QString& expression : expressions)
        if (auto pattern = NamePattern::compile(expression.toStdString()))
            patterns.push_back(std::move(*pattern));
    return patterns;
}

} // namespace

TraceSession::TraceSession(QObject* parent)
    : QObject(parent)
    , m_patterns(keptNamePatterns())
    , m_reading(*this)
    , m_analysing(*this)
    , m_holding(*this)
{}

void TraceSession::read(const ProfilePaths& paths, std::uint64_t maxSize)
{
    std::vector<std::string> names;
    for (const QString& path : paths.files)
        names.push_back(path.toStdString());
    m_progress = std::make_shared<Progress>();
    if (std::exchange(m_opening, {}).files)
        m_analysing.drop();
    const auto work = [names = std::move(names), schedules = paths.schedules, maxSize,
                       progress = m_progress](const CancelToken& cancel) -> ReadResult {
        TraceReadOptions options;
        options.maxSize = maxSize;
        options.cancel = cancel;
        options.progress = [progress](std::uint64_t done, std::uint64_t total) {
            progress->total = total;
            progress->done = done;
        };
        return guarded("these profiles", [&]() -> Result<std::shared_ptr<ProfilesRead>> {
            std::shared_ptr<ProfilesRead> read = readAll(names, options);
            readSchedules(*read, schedules, cancel);
            return read;
        });
    };
    m_reading.start(work, [this](ReadResult result) {
        // Questions may follow: nothing is being read while they stand.
        emit busyChanged();
        if (result && *result)
            emit readDone(std::move(**result));
        else
            emit failed(errorOf(result));
    });
    emit busyChanged();
}

std::pair<std::uint64_t, std::uint64_t> TraceSession::progress() const
{
    if (!m_progress)
        return {0, 0};
    return {m_progress->done.load(), m_progress->total.load()};
}

void TraceSession::open(std::vector<TraceFile> files, TraceChoices choices)
{
    analyse({std::make_shared<const std::vector<TraceFile>>(std::move(files)), std::move(choices)}, Chosen(),
            true);
}

void TraceSession::reopen(std::map<std::string, std::uint32_t> rankOfFile)
{
    Profiles again = m_open;
    again.choices.rankOfFile = std::move(rankOfFile);
    if (again.files)
        analyse(std::move(again), Chosen(), true);
}

void TraceSession::cancel()
{
    m_reading.drop();
    m_analysing.drop();
    m_opening = {};
    emit busyChanged();
}

AssembleOptions TraceSession::assembling() const
{
    AssembleOptions options;
    options.patterns = compiled(m_patterns);
    options.rankOfFile = m_open.choices.rankOfFile;
    return options;
}

void TraceSession::chooseStep(std::uint64_t step)
{
    if (!m_open.files || m_opening.files)
        return;
    m_chosen.step = step;
    analyse(m_open, m_chosen, false);
}

void TraceSession::chooseReplica(std::size_t replica)
{
    if (!m_open.files || m_opening.files)
        return;
    m_chosen.replica = replica;
    analyse(m_open, m_chosen, false);
}

TraceSession::Chosen TraceSession::shownOfRun() const
{
    if (!m_analysis || m_analysis->run.empty())
        return {};
    return {m_analysis->run.step, m_analysis->run.replica};
}

void TraceSession::setPatterns(const QStringList& expressions)
{
    if (expressions == m_patterns)
        return;
    m_patterns = expressions;
    keepNamePatterns(expressions);
    emit patternsChanged();
    if (m_opening.files)
        analyse(m_opening, Chosen(), true);
    else if (m_open.files)
        analyse(m_open, shownOfRun(), false);
}

void TraceSession::takePatterns(const QStringList& ofProject)
{
    const QStringList patterns = ofProject.isEmpty() ? keptNamePatterns() : ofProject;
    if (patterns == m_patterns)
        return;
    m_patterns = patterns;
    emit patternsTaken();
}

void TraceSession::analyse(Profiles profiles, const Chosen& chosen, bool opens)
{
    m_opening = opens ? profiles : Profiles();
    const auto work = [profiles, chosen, expressions = m_patterns](const CancelToken& cancel) -> Analysed {
        AssembleOptions options;
        options.patterns = compiled(expressions);
        options.step = chosen.step;
        options.replica = chosen.replica;
        options.rankOfFile = profiles.choices.rankOfFile;
        options.cancel = cancel;
        const std::vector<SchedulePtr>& candidates = profiles.choices.candidates;
        Result<TraceAnalysisPtr> analysis = analyzeTrace(*profiles.files, options, candidates);
        // Other patterns may find other steps and pipelines than those that were shown.
        if (!analysis && analysis.error().kind == ErrorKind::InvalidInput &&
            (chosen.step || chosen.replica)) {
            options.step.reset();
            options.replica.reset();
            analysis = analyzeTrace(*profiles.files, options, candidates);
        }
        return analysis;
    };
    m_analysing.start(work,
                      [this, profiles, opens](Analysed result) { take(std::move(result), profiles, opens); });
    emit busyChanged();
}

void TraceSession::take(Analysed result, Profiles profiles, bool opens)
{
    m_opening = {};
    if (!result || !*result) {
        m_chosen = shownOfRun();
        emit busyChanged();
        emit failed(errorOf(result));
        return;
    }
    m_open = std::move(profiles);
    m_analysis = std::move(**result);
    m_chosen = shownOfRun();
    m_holding.drop();
    m_held.reset();
    emit busyChanged();
    if (opens)
        emit opened();
    else
        emit analysed();
}

void TraceSession::holdAgainst(const EvaluationPtr& prediction)
{
    if (!m_analysis || !prediction)
        return;
    if (prediction == m_analysis->predicted) {
        m_holding.drop();
        takeHeld(nullptr);
        return;
    }
    m_holding.start([analysis = m_analysis, prediction](
                        const CancelToken& cancel) { return heldAgainst(analysis, prediction, cancel); },
                    [this](TraceAnalysisPtr held) { takeHeld(std::move(held)); });
}

void TraceSession::takeHeld(TraceAnalysisPtr held)
{
    if (!held && !m_held)
        return;
    m_held = std::move(held);
    emit shownChanged();
}

} // namespace bubblescope::ui
