// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/load_job.h"

#include "core/base/guarded.h"
#include "core/base/try.h"
#include "core/generate/examine.h"
#include "core/io/costs_lists.h"
#include "core/io/file.h"
#include "core/io/input_kind.h"
#include "core/io/schedule_csv.h"
#include "core/time/cost_fit.h"

#include <QFileInfo>
#include <QtConcurrentRun>

namespace bubblescope::ui {

namespace {

Result<void> readProject(LoadedDocument& loaded, const std::string& text, const std::string& name)
{
    TRY(ProjectDocument project, readDocument(text, name));
    if (auto* order = std::get_if<Schedule>(&project.source))
        loaded.state.source = std::make_shared<const Schedule>(std::move(*order));
    else
        loaded.state.source = std::get<ScheduleRequest>(project.source);
    loaded.state.costs = std::move(project.costs);
    loaded.state.passes = std::move(project.passes);
    loaded.title = std::move(project.title);
    loaded.view = std::move(project.view);
    loaded.notes = std::move(project.notes);
    loaded.namePatterns = std::move(project.namePatterns);
    loaded.editedFrom = std::move(project.editedFrom);
    loaded.unknownKeys = std::move(project.unknownKeys);
    loaded.isProject = true;
    return {};
}

Result<void> readOrder(LoadedDocument& loaded, const std::string& text, const std::string& name,
                       const CancelToken& cancel)
{
    TRY(LenientScheduleCsv read, readScheduleCsvLeniently(text, name, cancel));
    const auto order = std::make_shared<const Schedule>(std::move(read.csv.schedule));
    loaded.state.source = order;
    loaded.warnings = std::move(read.csv.warnings);
    loaded.unread = unreadCells(read, order, loaded.filePath);
    return {};
}

Result<void> readKnown(LoadedDocument& loaded, const std::string& text, const std::string& name,
                       const CancelToken& cancel)
{
    switch (const InputKind kind = inputKindOf(name, text)) {
    case InputKind::Document:
        return readProject(loaded, text, name);
    case InputKind::ScheduleCsv:
        return readOrder(loaded, text, name, cancel);
    default:
        return tl::unexpected(unexpectedInput(name, kind, "a schedule CSV or a project document"));
    }
}

/// Of the order as far as it is known; a schedule that is made for costs is none if these do not fit it.
std::optional<std::uint32_t> stageCountOf(const LoadedDocument& loaded, const EvaluationProgress& progress)
{
    if (progress.order)
        return progress.order->stageCount;
    const auto* request = std::get_if<ScheduleRequest>(&loaded.state.source);
    if (request == nullptr)
        return std::nullopt;
    const Examined examined = examine(*request);
    return examined.problems.empty() ? std::optional(examined.shape.stageCount()) : std::nullopt;
}

Result<LoadedDocument> loadUnguarded(const QString& path, const CancelToken& cancel)
{
    const QFileInfo file(path);
    const std::string name = path.toStdString();
    const std::optional<FileFacts> facts = settledFacts(path);
    TRY(std::string text, readFile(name));
    LoadedDocument loaded;
    loaded.filePath = file.absoluteFilePath();
    loaded.stamp = {digestOf(text), facts};
    const std::string shownName = file.fileName().toStdString();
    TRY_VOID(readKnown(loaded, text, shownName, cancel));
    const CostsLists lists = misfitOf(loaded.state.costs, 0) || loaded.state.costs.blocks
                                 ? costsListsOfDocument(text, shownName)
                                 : CostsLists();
    text.clear();
    EvaluationProgress progress;
    Result<EvaluationPtr> evaluation = evaluate(loaded.state, cancel, {.progress = &progress});
    if (!evaluation) {
        const std::optional<std::uint32_t> stages = stageCountOf(loaded, progress);
        const Result<void> fits = stages ? checkPlaced(loaded.state.costs, *stages, lists) : Result<void>();
        Error error = fits ? std::move(evaluation.error()) : fits.error();
        if (!error.where)
            error.where = SourceLocation{shownName, 0, 0, {}, {}};
        return tl::unexpected(std::move(error));
    }
    loaded.evaluation = std::move(*evaluation);
    for (std::string& unknown :
         unknownRanks(loaded.state.costs, loaded.evaluation->timeline->schedule->rankCount()))
        loaded.warnings.push_back(Error{ErrorKind::InvalidInput, Sentence::verbatim(std::move(unknown)),
                                        SourceLocation{shownName, 0, 0, {}, {}}});
    for (Error& remark : remarksOnLayers(loaded.state.costs, lists))
        loaded.warnings.push_back(std::move(remark));
    return loaded;
}

} // namespace

Result<LoadedDocument> loadDocument(const QString& path, const CancelToken& cancel)
{
    return guarded(QFileInfo(path).fileName().toStdString(), [&] { return loadUnguarded(path, cancel); });
}

LoadJob::LoadJob(QString path, QObject* parent) : QObject(parent), m_path(std::move(path)) {}

LoadJob::~LoadJob()
{
    m_cancel.cancel();
}

void LoadJob::start()
{
    m_result =
        std::make_shared<Result<LoadedDocument>>(failure(ErrorKind::Cancelled, {"base.stopped", "stopped"}));
    connect(&m_watcher, &QFutureWatcher<void>::finished, this, &LoadJob::finished);
    m_watcher.setFuture(QtConcurrent::run([result = m_result, path = m_path, cancel = m_cancel] {
        *result = loadDocument(path, cancel);
        if (cancel.isCancelled())
            *result = failure(ErrorKind::Cancelled, {"base.stopped", "stopped"});
    }));
}

void LoadJob::cancel()
{
    m_cancel.cancel();
}

} // namespace bubblescope::ui
