// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/sides/reference_maker.h"

#include "core/fit/costs_of_same_work.h"
#include "ui/compare/compare_text.h"
#include "ui/document/load_job.h"
#include "ui/document/request_form.h"
#include "ui/document/settings.h"
#include "ui/services/window_services.h"
#include "ui/widgets/message_bar.h"

#include <QFileInfo>
#include <QPointer>
#include <algorithm>

namespace bubblescope::ui {

ReferenceMaker::ReferenceMaker(WindowServices& window) : m_window(window)
{
    connect(&m_runner, &EvaluationRunner::finished, this, &ReferenceMaker::takeMade);
}

void ReferenceMaker::make(int catalogIndex)
{
    const Document& document = m_window.document();
    const EvaluationPtr& evaluation = document.evaluation();
    if (!evaluation)
        return;
    ScheduleRequest base = document.draft();
    if (!document.isGenerated()) {
        base.ranks = evaluation->timeline->schedule->rankCount();
        base.microbatches = evaluation->timeline->schedule->microbatchCount;
    }
    const ScheduleInfo& schedule = scheduleCatalog()[static_cast<std::size_t>(catalogIndex)];
    const FittedRequest fitted = fitRequest(base, schedule);
    if (!fitted.admissible) {
        m_window.say(tr("%1 does not take these ranks and microbatches.", "schedule")
                         .arg(QString::fromStdString(schedule.title)));
        return;
    }
    const CostModel costs = document.costsOfSameWork(workCutOf(fitted.request));
    m_identity = {};
    m_followsCosts = true;
    m_runner.start({fitted.request, costs, document.state().passes}, document.whatIf());
}

void ReferenceMaker::make(const MadeReference& made)
{
    const ProjectDocument& project = made.project;
    ScheduleSource source;
    if (const auto* order = std::get_if<Schedule>(&project.source))
        source = std::make_shared<const Schedule>(*order);
    else
        source = std::get<ScheduleRequest>(project.source);
    m_identity = {};
    m_identity.title = project.title;
    m_followsCosts = made.followsCosts;
    m_runner.start({std::move(source), project.costs, project.passes}, made.whatIf);
}

void ReferenceMaker::tellFailure(const Error& error)
{
    if (error.kind != ErrorKind::Cancelled)
        m_window.messages()->showError(tr("Nothing to compare with:"), error);
}

void ReferenceMaker::takeMade()
{
    const Result<EvaluationPtr>& result = m_runner.result();
    if (!result) {
        tellFailure(result.error());
        return;
    }
    CompareSide side{sideTitle(nameOf(m_identity, (*result)->input), **result), *result};
    side.identity = std::make_shared<const DocumentIdentity>(m_identity);
    side.followsCosts = m_followsCosts;
    emit made(side);
}

void ReferenceMaker::load(const QStringList& paths)
{
    m_queue << paths;
    if (!m_load)
        loadNext();
}

void ReferenceMaker::loadNext()
{
    if (m_queue.isEmpty())
        return;
    const QString path = m_queue.takeFirst();
    m_load = new LoadJob(path, this);
    connect(m_load, &LoadJob::finished, this, [this, job = QPointer<LoadJob>(m_load)] {
        m_window.holds.whenFree([this, job] {
            if (job && job == m_load)
                takeLoaded();
        });
    });
    m_window.say(tr("Opening %1 to compare with…", "file").arg(QFileInfo(path).fileName()));
    m_load->start();
}

void ReferenceMaker::takeLoaded()
{
    Result<LoadedDocument> result = std::move(m_load->result());
    m_load->deleteLater();
    m_load = nullptr;
    if (result) {
        Settings::lastFolder.set(QFileInfo(result->filePath).absolutePath());
        DocumentIdentity identity = *result;
        identity.savedNamePatterns = identity.namePatterns;
        // A project is called as it would be as the document, an order as its file.
        const QString name = result->isProject ? nameOf(identity, result->evaluation->input)
                                               : QFileInfo(result->filePath).fileName();
        CompareSide side{sideTitle(name, *result->evaluation), result->evaluation, result->filePath};
        side.identity = std::make_shared<const DocumentIdentity>(identity);
        side.followsCosts = !result->isProject; // an order in a CSV has no costs of its own
        emit made(side);
        m_window.messages()->showWarnings(result->warnings);
    } else {
        tellFailure(result.error());
    }
    loadNext();
}

} // namespace bubblescope::ui
