// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/evaluate/evaluation.h"
#include "core/fit/costs_of_same_work.h"
#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "core/io/document.h"
#include "ui/document/file_stamp.h"
#include "ui/document/order_origins.h"
#include "ui/document/unread_cells.h"
#include "ui/jobs/evaluation_runner.h"
#include "ui/jobs/explanation_runner.h"

#include <QObject>
#include <QString>
#include <QUndoStack>
#include <functional>
#include <optional>

namespace bubblescope::ui {

/// What undo restores: everything that changes the picture.
using DocumentState = EvaluationInput;

/// What makes a document the one that it is, whatever its state: its file, and what that keeps beside the
/// schedule. Cheap to copy.
struct DocumentIdentity
{
    std::string title;
    DocumentView view;
    std::map<std::string, std::string> unknownKeys;
    std::vector<DocumentNote> notes;
    std::vector<std::string> namePatterns, savedNamePatterns;
    UnreadCellsPtr unread;  ///< of the opened file; null if every cell was read
    QString filePath;       ///< absolute; empty for none
    FileStamp stamp;        ///< of the file as it was read or written last; of a profile none
    bool isProject = false; ///< a `.bubble`: Save writes it back
};

/// What a document keeps, taken at one moment. Cheap to copy: a loaded order is shared.
struct DocumentSnapshot : DocumentIdentity
{
    DocumentState state = {};
    std::optional<OrderOrigin> editedFrom = {};

    /// Everything that a `.bubble` keeps. Copies a loaded order, O(actions): for a worker.
    [[nodiscard]] ProjectDocument project() const;
};

/// A schedule that can be shown in the place of the document's, and the other way round.
struct DocumentPart
{
    DocumentState state;
    EvaluationPtr evaluation; ///< of that state, or the last good one before it
    /// Nothing for a state of the same document.
    std::optional<DocumentIdentity> identity;
    WhatIf whatIf = {}; ///< that it was shown with
};

/// A file that was read and found to run; made by a worker, taken over by Document::open().
struct LoadedDocument : DocumentSnapshot
{
    EvaluationPtr evaluation; ///< never null
    std::vector<Error> warnings;
    bool isUnsaved = false; ///< holds changes that are in no file of the user's
};

/// The open project: where its schedule comes from, its costs, their undo history, and the evaluation that
/// belongs to them. The state is always admissible; what the form holds beyond that is the draft, which
/// becomes the state as soon as the schedule can take it. The last good evaluation stays until a better one
/// is there.
class Document : public QObject
{
    Q_OBJECT

public:
    explicit Document(QObject* parent = nullptr);
    ~Document() override;

    [[nodiscard]] const DocumentState& state() const { return m_state; }
    [[nodiscard]] bool isGenerated() const { return std::holds_alternative<ScheduleRequest>(m_state.source); }
    /// The request as the form has it; for a loaded order the last one there was.
    [[nodiscard]] const ScheduleRequest& draft() const { return m_draft; }
    /// What keeps the draft from becoming the state; empty if it is the state.
    [[nodiscard]] const std::vector<ParameterProblem>& draftProblems() const { return m_draftProblems; }
    /// The last good one; null until the first has come.
    [[nodiscard]] const EvaluationPtr& evaluation() const { return m_evaluation; }
    /// Of the last good evaluation; null until it has been worked out, and for an order that cannot run.
    [[nodiscard]] const ExplanationPtr& explanation() const { return m_explainer.explanation(); }
    [[nodiscard]] bool isExplaining() const { return m_explainer.isBusy(); }
    /// Why the state has no evaluation of its own; empty if it has.
    [[nodiscard]] const QString& evaluationError() const { return m_evaluationError; }
    /// What it says; empty if it did not fail.
    [[nodiscard]] const Sentence& evaluationFailure() const { return m_evaluationFailure; }
    /// What failed then.
    [[nodiscard]] EvaluationStep failedStep() const { return m_runner.progress().step; }
    /// Of the state's order as far as it is known, be it one whose costs do not fit it; at least 1.
    [[nodiscard]] std::uint32_t stageCount() const;
    [[nodiscard]] bool isBusy() const { return m_runner.isBusy(); }
    [[nodiscard]] QUndoStack& undoStack() { return m_undo; }

    [[nodiscard]] const QString& filePath() const { return m_identity.filePath; }
    /// The file where Save goes; empty for a schedule that has none.
    [[nodiscard]] QString savePath() const { return m_identity.isProject ? m_identity.filePath : QString(); }
    [[nodiscard]] bool isModified() const
    {
        return !m_undo.isClean() || m_identity.namePatterns != m_identity.savedNamePatterns;
    }
    /// Of filePath() as it was read or written last; unknown without a file.
    [[nodiscard]] const FileStamp& fileStamp() const { return m_identity.stamp; }
    /// The file still holds what it did, be it under other facts.
    void confirmFile(const FileStamp& stamp);
    /// "Interleaved 1F1B · 4 ranks × 8 microbatches", or the title or file's name.
    [[nodiscard]] QString displayName() const;
    /// "plan.bubble", by which the user knows it; the display name where there is no file.
    [[nodiscard]] QString fileOrDisplayName() const;
    /// The title that the user or the file gave; empty for none.
    [[nodiscard]] const std::string& title() const { return m_identity.title; }
    /// The view that stands in the file.
    [[nodiscard]] const DocumentView& storedView() const { return m_identity.view; }
    /// With what the opened file's view holds that this version does not know.
    [[nodiscard]] DocumentSnapshot snapshot(const DocumentView& view) const;
    /// Of the shown order; null for one that was generated or read completely.
    [[nodiscard]] UnreadCellsPtr unread() const;
    /// Grows with every change of the state or the notes, be it by the user, undo or a file.
    [[nodiscard]] std::uint64_t revision() const { return m_revision; }

    /// Takes the request if its schedule can, with costs of a source in its stages (see fitCosts()), else
    /// keeps it as a draft. `what` names the field: changes of one field become one undo step until
    /// endTyping().
    void propose(const ScheduleRequest& request, const QString& what);
    /// Whether chooseSchedule() keeps the work of a rank: its costs are then those of the same model in other
    /// stages.
    [[nodiscard]] bool keepsWork() const { return m_keepsWork; }
    void setKeepsWork(bool keeps);
    /// How the shown schedule cuts its model.
    [[nodiscard]] WorkCut workCut() const;
    /// The costs for a schedule that cuts the same model so; those of the document if it does not keep work.
    [[nodiscard]] CostModel costsOfSameWork(const WorkCut& cut) const;
    /// Another schedule with the nearest parameters that it takes. Returns what had to change, in words.
    QStringList chooseSchedule(const ScheduleInfo& schedule);
    /// Costs of the same source that differ are from then on called edited.
    void setCosts(const CostModel& costs, const QString& what);
    /// What another step of a measured run gives, as one undo step: `source` if it is its order that is
    /// shown, and the costs as they were fitted, of which nothing is edited.
    void takeMeasured(const std::optional<ScheduleSource>& source, const CostModel& costs,
                      const QString& what);
    /// Makes the lists fit the number of stages, as one undo step: of costs that were measured the same model
    /// in other stages, divided or joined evenly, which is then told in words; else by fittedTo().
    QString fitCosts(const QString& what);
    /// How the order is lowered before it is timed.
    void setPasses(const std::vector<std::string>& passes, const QString& what);
    /// An order in place of the shown one, of which it was made: as it is, nothing lowers it any more. One
    /// undo step.
    void setOrder(SchedulePtr order, const QString& what);
    /// What generated the order before it was edited, here or before it was saved; nothing for a generated
    /// one, and for one of which nobody knows.
    [[nodiscard]] std::optional<OrderOrigin> editedFrom() const { return m_origins.of(m_state); }
    [[nodiscard]] const DocumentIdentity& identity() const { return m_identity; }
    /// Shows another schedule, with its file if it is of another document, as one undo step: what was there
    /// comes back by it, and nothing of either is lost. `exchanged` is called whenever one has taken the
    /// other's place, with what is shown now and what is gone; it must last as long as the document.
    void exchange(DocumentPart other, const QString& what,
                  std::function<void(const EvaluationPtr& shown, const DocumentPart& gone)> exchanged);
    /// Factors that are tried on the costs; no part of the project. Another document or order takes those
    /// back that no longer mean what they meant.
    [[nodiscard]] const WhatIf& whatIf() const { return m_whatIf; }
    void setWhatIf(const WhatIf& whatIf);
    /// Makes the factors part of the costs, as one undo step.
    void takeOverWhatIf(const QString& what);
    /// Remarks on the timeline by time, part of the project. Those that a file can hold are taken, as an undo
    /// step; steps of the same name become one until endTyping().
    [[nodiscard]] const std::vector<DocumentNote>& notes() const { return m_identity.notes; }
    void setNotes(const std::vector<DocumentNote>& notes, const QString& what);
    /// Expressions by which the names in profiles are read, part of the project; undo does not change them.
    /// Those that a file can hold are taken.
    [[nodiscard]] const std::vector<std::string>& namePatterns() const { return m_identity.namePatterns; }
    void setNamePatterns(const std::vector<std::string>& expressions);
    /// The next change is an undo step of its own.
    void endTyping();

    /// A new project made from a request.
    void startNew(const ScheduleRequest& request);
    void open(LoadedDocument loaded);
    /// The state of that revision stands in the file, with that view. False, and nothing is marked but what
    /// the file holds, if there is another state by now.
    bool markSaved(const QString& path, std::uint64_t revision, const DocumentView& view,
                   const FileStamp& stamp = {});

signals:
    void stateChanged(); ///< source or costs, by the user, undo or a file
    void draftChanged();
    void evaluationChanged();
    void evaluationFailed(const QString& text);
    void explanationChanged(); ///< new, or null again
    void whatIfChanged();
    void notesChanged();
    void keepsWorkChanged();
    void namePatternsChanged(); ///< by another document, not by setNamePatterns()
    void busyChanged(bool busy);
    void identityChanged(); ///< name, path or modified

private:
    template <typename Value>
    friend class ChangeCommand;
    friend class ExchangeCommand;
    void apply(const DocumentState& state);
    void apply(const std::vector<DocumentNote>& notes);
    /// Shows the other; that is then what was shown.
    void exchangeWith(DocumentPart& other);
    void setIdentity(DocumentIdentity identity);
    void push(const DocumentState& after, const QString& what);
    /// The costs for an order of so many stages: those that came from a measurement, an estimate or a file
    /// divided or joined evenly, where that can be done; else as they are.
    [[nodiscard]] CostModel costsFor(std::uint32_t stages);
    /// The costs of before, and how they were cut: where the present ones were made of them.
    struct Origin
    {
        CostModel costs;
        WorkCut cut;
        CostModel made;
    };
    void takeResult(const Result<EvaluationPtr>& result);
    void resetDraft();
    void replaceWhatIf(const WhatIf& whatIf);
    void dropKindsNotRun();

    DocumentState m_state;
    std::optional<std::pair<CostModel, CostModel>>
        m_divided; ///< costs, and what costsFor() made of them last
    std::optional<Origin> m_cutFrom;
    bool m_keepsWork = true;
    ScheduleRequest m_draft;
    std::vector<ParameterProblem> m_draftProblems;
    EvaluationPtr m_evaluation;
    QString m_evaluationError;
    Sentence m_evaluationFailure;
    DocumentIdentity m_identity; ///< its unread cells stay: undo may lead back to their order
    OrderOrigins m_origins;
    int m_typing = 0;
    std::uint64_t m_revision = 0;
    QUndoStack m_undo;
    WhatIf m_whatIf;
    EvaluationRunner m_runner;
    ExplanationRunner m_explainer;
};

/// "Interleaved 1F1B · 4 ranks × 8 microbatches".
[[nodiscard]] QString requestName(const ScheduleRequest& request);

} // namespace bubblescope::ui
