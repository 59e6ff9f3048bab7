// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/trace_session.h"

#include "ui/trace/kept_patterns.h"

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
    read->isCancelled = options.cancel.isCancelled();
    return read;
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
{}

void TraceSession::read(const ProfilePaths& paths, std::uint64_t maxSize)
{
    std::vector<std::string> names;
    for (const QString& path : paths.files)
        names.push_back(path.toStdString());
    m_progress = std::make_shared<Progress>();
    m_isOpening = false;
    const auto work = [names = std::move(names), maxSize, progress = m_progress](const CancelToken& cancel) {
        TraceReadOptions options;
        options.maxSize = maxSize;
        options.cancel = cancel;
        options.progress = [progress](std::uint64_t done, std::uint64_t total) {
            progress->total = total;
            progress->done = done;
        };
        return readAll(names, options);
    };
    m_reading.start(work, [this](std::shared_ptr<ProfilesRead> read) {
        if (!read) {
            emit failed({ErrorKind::DoesNotHold, "not enough memory for these profiles", std::nullopt});
            emit busyChanged();
        } else {
            emit readDone(std::move(read));
        }
    });
    emit busyChanged();
}

std::pair<std::uint64_t, std::uint64_t> TraceSession::progress() const
{
    if (!m_progress)
        return {0, 0};
    return {m_progress->done.load(), m_progress->total.load()};
}

void TraceSession::open(std::vector<TraceFile> files)
{
    analyse(std::make_shared<const std::vector<TraceFile>>(std::move(files)), {}, true);
}

void TraceSession::cancel()
{
    m_reading.drop();
    m_analysing.drop();
    m_isOpening = false;
    emit busyChanged();
}

void TraceSession::chooseStep(std::uint64_t step)
{
    if (m_files)
        analyse(m_files, step, false);
}

void TraceSession::setPatterns(const QStringList& expressions)
{
    if (expressions == m_patterns)
        return;
    m_patterns = expressions;
    keepNamePatterns(expressions);
    if (m_files)
        analyse(m_files, {}, false);
}

void TraceSession::analyse(TraceFilesPtr files, std::optional<std::uint64_t> step, bool opens)
{
    // Whoever changes a pattern while files are being opened changes how they are opened.
    m_isOpening = m_isOpening || opens;
    const auto work = [files, step, expressions = m_patterns](const CancelToken& cancel) -> Analysed {
        AssembleOptions options;
        options.patterns = compiled(expressions);
        options.step = step;
        options.cancel = cancel;
        return analyzeTrace(*files, options);
    };
    m_analysing.start(work, [this, files, opens](Analysed result) { take(std::move(result), files, opens); });
    emit busyChanged();
}

void TraceSession::take(Analysed result, TraceFilesPtr files, bool opens)
{
    m_isOpening = false;
    if (!result || !*result) {
        emit busyChanged();
        emit failed(
            result ? result->error()
                   : Error{ErrorKind::DoesNotHold, "not enough memory for these profiles", std::nullopt});
        return;
    }
    m_files = std::move(files);
    m_analysis = std::move(**result);
    emit busyChanged();
    if (opens)
        emit opened();
    else
        emit analysed();
}

} // namespace bubblescope::ui
