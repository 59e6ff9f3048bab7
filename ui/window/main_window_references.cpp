// SPDX-License-Identifier: GPL-3.0-or-later
// What the document is compared with: schedules that are made for it, and files.
#include "core/fit/costs_for_stages.h"
#include "core/time/rank_share.h"
#include "ui/compare/compare_text.h"
#include "ui/compare/comparison.h"
#include "ui/document/load_job.h"
#include "ui/document/request_form.h"
#include "ui/document/schedule_groups.h"
#include "ui/session/reference_state.h"
#include "ui/timeline/timeline_pane.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QFileInfo>
#include <QMenu>
#include <algorithm>

namespace bubblescope::ui {

namespace {

DocumentIdentity identityOf(const LoadedDocument& loaded)
{
    return {loaded.title,        loaded.view,   loaded.unknownKeys, loaded.notes, loaded.namePatterns,
            loaded.namePatterns, loaded.unread, loaded.path,        loaded.stamp, loaded.isProject};
}

/// The document's costs for a schedule that may share the same model among another number of stages: both do
/// the same work.
CostModel costsOfSameWork(const CostModel& costs, const Schedule& present, const ScheduleRequest& request)
{
    const std::uint32_t stages = stageCountOf(request);
    const Result<CostModel> known = costsForStages(costs, stages);
    if (known && *known != costs)
        return *known; // each stage has its own, and those were divided or joined
    const auto ranks = static_cast<std::uint32_t>(request.ranks);
    const std::uint32_t here = present.stageCount / std::max(1U, present.rankCount());
    const std::uint32_t there = stages / std::max(1U, ranks);
    return sizesForOtherStages(timesForOtherStages(costs, here, there), here, there);
}

/// A menu of all schedules, under the headings of the picker.
void addSchedules(QMenu& menu, const std::function<void(int)>& choose)
{
    for (std::size_t group = 0; group < kScheduleGroupCount; ++group) {
        menu.addSection(groupTitle(static_cast<ScheduleGroup>(group)));
        for (std::size_t i = 0; i < scheduleCatalog().size(); ++i)
            if (groupOf(scheduleCatalog()[i]) == static_cast<ScheduleGroup>(group))
                QObject::connect(menu.addAction(QString::fromStdString(scheduleCatalog()[i].title)),
                                 &QAction::triggered, &menu, [choose, i] { choose(static_cast<int>(i)); });
    }
}

} // namespace

void MainWindow::takeSide(CompareSide side)
{
    // A file that is opened again is the same side.
    const auto& references = m_comparison->references();
    const auto before = std::find_if(references.begin(), references.end(), [&](const CompareSide& other) {
        return !side.path.isEmpty() && other.path == side.path;
    });
    const QString title = side.title;
    if (before != references.end()) {
        const auto place = static_cast<std::size_t>(before - references.begin());
        m_comparison->replace(place, std::move(side));
        m_comparison->choose(place);
    } else if (!m_comparison->add(std::move(side))) {
        m_messages->showMessage(
            MessageBar::Kind::Warning,
            tr("%1 is left out: %2 schedules are compared already. Drop one of them first.", "title, number")
                .arg(title)
                .arg(kMostSides));
        return;
    }
    setCompareMode(m_comparison->mode() == CompareMode::Off ? CompareMode::Split : m_comparison->mode());
}

void MainWindow::askSchedule()
{
    QMenu menu(this);
    menu.setObjectName(QStringLiteral("compare-schedules"));
    if (!m_comparison->reference()) {
        menu.addAction(tr("Compare with"))->setEnabled(false);
        connect(menu.addAction(tr("The present one as it is now")), &QAction::triggered, this,
                [this] { setCompareMode(CompareMode::Split); });
        connect(menu.addAction(tr("A file…")), &QAction::triggered, this, &MainWindow::askReference,
                Qt::QueuedConnection);
    }
    addSchedules(menu, [this](int schedule) { compareWithSchedule(schedule); });
    menu.exec(m_pane->mapToGlobal(QPoint(m_pane->width() / 2 - menu.sizeHint().width() / 2, 0)));
}

void MainWindow::compareWithSchedule(int catalogIndex)
{
    const EvaluationPtr& evaluation = m_document.evaluation();
    if (!evaluation)
        return;
    if (m_comparison->isFull()) {
        say(tr("%1 schedules are compared already: drop one of them first.").arg(kMostSides));
        return;
    }
    ScheduleRequest base = m_document.draft();
    if (!m_document.isGenerated()) {
        base.ranks = evaluation->timeline->schedule->rankCount();
        base.microbatches = evaluation->timeline->schedule->microbatchCount;
    }
    const ScheduleInfo& schedule = scheduleCatalog()[static_cast<std::size_t>(catalogIndex)];
    const FittedRequest fitted = fitRequest(base, schedule);
    if (!fitted.admissible) {
        say(tr("%1 does not take these ranks and microbatches.", "schedule")
                .arg(QString::fromStdString(schedule.title)));
        return;
    }
    const CostModel costs =
        costsOfSameWork(m_document.state().costs, *evaluation->timeline->schedule, fitted.request);
    m_sideIdentity = {};
    m_sideRunner->start({fitted.request, costs, m_document.state().passes}, m_document.whatIf());
}

void MainWindow::compareWithMade(const MadeReference& made)
{
    const ProjectDocument& project = made.project;
    ScheduleSource source;
    if (const auto* order = std::get_if<Schedule>(&project.source))
        source = std::make_shared<const Schedule>(*order);
    else
        source = std::get<ScheduleRequest>(project.source);
    m_sideIdentity = {};
    m_sideIdentity.title = project.title;
    m_sideRunner->start({std::move(source), project.costs, project.passes}, made.whatIf);
}

bool MainWindow::isMakingSide() const
{
    return m_sideRunner && m_sideRunner->isBusy();
}

void MainWindow::takeMadeSide()
{
    const Result<EvaluationPtr>& result = m_sideRunner->result();
    if (!result) {
        if (result.error().kind != ErrorKind::Cancelled)
            m_messages->showError(tr("Nothing to compare with:"), result.error());
        return;
    }
    CompareSide side{sideTitle(nameOf(m_sideIdentity, (*result)->input), **result), *result};
    side.identity = std::make_shared<const DocumentIdentity>(m_sideIdentity);
    takeSide(std::move(side));
}

void MainWindow::compareWith(const QStringList& paths)
{
    m_referenceQueue << paths;
    if (!m_referenceLoad)
        loadNextReference();
}

void MainWindow::loadNextReference()
{
    if (m_referenceQueue.isEmpty())
        return;
    const QString path = m_referenceQueue.takeFirst();
    m_referenceLoad = new LoadJob(path, this);
    connect(m_referenceLoad, &LoadJob::finished, this, [this, job = QPointer<LoadJob>(m_referenceLoad)] {
        whenFree([this, job] {
            if (job && job == m_referenceLoad)
                takeReference();
        });
    });
    say(tr("Opening %1 to compare with…", "file").arg(QFileInfo(path).fileName()));
    m_referenceLoad->start();
}

void MainWindow::takeReference()
{
    Result<LoadedDocument> result = std::move(m_referenceLoad->result());
    m_referenceLoad->deleteLater();
    m_referenceLoad = nullptr;
    if (result) {
        Settings::setLastFolder(QFileInfo(result->path).absolutePath());
        const DocumentIdentity identity = identityOf(*result);
        // A project is called as it would be as the document, an order as its file.
        const QString name = result->isProject ? nameOf(identity, result->evaluation->input)
                                               : QFileInfo(result->path).fileName();
        CompareSide side{sideTitle(name, *result->evaluation), result->evaluation, result->path};
        side.identity = std::make_shared<const DocumentIdentity>(identity);
        takeSide(std::move(side));
        if (!result->warnings.empty())
            m_messages->showError(
                tr("Read with %n warning(s); the first:", nullptr, static_cast<int>(result->warnings.size())),
                result->warnings.front());
    } else if (result.error().kind != ErrorKind::Cancelled) {
        m_messages->showError(tr("Nothing to compare with:"), result.error());
    }
    loadNextReference();
}

} // namespace bubblescope::ui
