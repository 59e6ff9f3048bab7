// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/second_run.h"

#include "ui/services/window_services.h"
#include "ui/trace/trace_words.h"
#include "ui/widgets/message_bar.h"

#include <QFileInfo>
#include <algorithm>
#include <utility>

namespace bubblescope::ui {

SecondRun::SecondRun(WindowServices& window, TraceSession& first, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_first(first)
    , m_job(*this)
{
    // The other one is of the run that was open.
    connect(&first, &TraceSession::opened, this, &SecondRun::close);
    connect(&first, &TraceSession::analysed, this, &SecondRun::compare);
    connect(&first, &TraceSession::patternsChanged, this, [this] {
        if (m_open.session)
            m_open.session->setPatterns(m_first.patterns());
    });
}

void SecondRun::open(const QStringList& paths, std::optional<std::uint64_t> step)
{
    drop(m_loading);
    Run run;
    run.session = new TraceSession(this);
    run.session->takePatterns(m_first.patterns());
    run.opening = new ProfileOpening(m_window, *run.session, run.session);
    m_loading = run;
    connect(run.opening, &ProfileOpening::opened, this, [this, run, step] {
        if (!step || *step == run.session->analysis()->run.step) {
            takeOpened();
            return;
        }
        connect(run.session, &TraceSession::analysed, this, &SecondRun::takeOpened);
        run.session->chooseStep(*step);
    });
    connect(run.opening, &ProfileOpening::givenUp, this, [this, run] {
        if (m_loading.session != run.session)
            return;
        drop(m_loading);
        emit busyChanged();
    });
    run.opening->open(paths);
    if (!run.opening->isOpening())
        drop(m_loading);
    emit busyChanged();
}

void SecondRun::takeOpened()
{
    const Run run = std::exchange(m_loading, {});
    disconnect(run.session, &TraceSession::analysed, this, nullptr);
    const TraceAnalysisPtr analysis = run.session->analysis();
    if (!analysis->measured) {
        m_window.messages()->showMessage(
            MessageBar::Kind::Warning,
            tr("These profiles have no pipeline actions, so there is nothing to compare."));
        run.session->deleteLater();
        emit busyChanged();
        return;
    }
    drop(m_open);
    m_open = run;
    m_paths.clear();
    for (const QString& path : run.opening->asked())
        m_paths << QFileInfo(path).absoluteFilePath();
    connect(run.session, &TraceSession::analysed, this, [this] {
        compare();
        emit opened();
    });
    connect(run.session, &TraceSession::busyChanged, this, &SecondRun::busyChanged);
    compare();
    emit busyChanged();
    emit opened();
}

void SecondRun::close()
{
    if (!m_open.session)
        return;
    drop(m_open);
    m_paths.clear();
    m_job.drop();
    m_change.reset();
    emit closed();
}

bool SecondRun::cancel()
{
    if (!m_loading.session)
        return false;
    drop(m_loading);
    emit busyChanged();
    return true;
}

void SecondRun::drop(Run& run)
{
    const Run dropped = std::exchange(run, {});
    if (!dropped.session)
        return;
    dropped.session->disconnect();
    dropped.opening->disconnect();
    dropped.opening->cancel();
    // They may be what tells this.
    dropped.session->deleteLater();
}

TraceAnalysisPtr SecondRun::analysis() const
{
    return m_open.session ? m_open.session->analysis() : nullptr;
}

QString SecondRun::title() const
{
    const TraceAnalysisPtr own = analysis();
    return own ? runTitle(m_paths, *own) : QString();
}

QString SecondRun::firstTitle() const
{
    const TraceAnalysisPtr& own = m_first.analysis();
    return own ? runTitle(m_firstPaths, *own) : QString();
}

std::pair<std::uint64_t, std::uint64_t> SecondRun::progress() const
{
    return m_loading.session ? m_loading.session->progress() : std::pair<std::uint64_t, std::uint64_t>{0, 0};
}

void SecondRun::compare()
{
    const TraceAnalysisPtr before = m_first.analysis();
    const TraceAnalysisPtr after = analysis();
    if (!before || !after || !before->measured || !after->measured)
        return;
    m_change.reset();
    m_job.start(
        [before, after](const CancelToken&) -> RunChangePtr {
            Result<RunChange> change = runChange(before->run, after->run);
            return change ? std::make_shared<const RunChange>(std::move(*change)) : nullptr;
        },
        [this](RunChangePtr change) {
            m_change = std::move(change);
            emit changeTaken();
        });
    emit changeTaken();
}

QString runTitle(const QStringList& paths, const TraceAnalysis& analysis)
{
    QString name;
    if (!paths.isEmpty()) {
        const QFileInfo first(paths.first());
        const auto isBeside = [&](const QString& path) {
            return QFileInfo(path).absolutePath() == first.absolutePath();
        };
        // Files of one folder are called alike in each; the folder tells the runs apart.
        name = paths.size() > 1 && std::all_of(paths.begin(), paths.end(), isBeside)
                   ? QFileInfo(first.absolutePath()).fileName()
                   : first.fileName();
    }
    return name.isEmpty()
               ? runName(analysis)
               : SecondRun::tr("%1, %2", "folder of the run, step 12").arg(name, runName(analysis));
}

} // namespace bubblescope::ui
