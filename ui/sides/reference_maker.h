// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/compare_side.h"
#include "ui/compare/reference_state.h"
#include "ui/document/document.h"
#include "ui/jobs/evaluation_runner.h"

#include <QObject>

namespace bubblescope::ui {

class LoadJob;
class WindowServices;

/// Makes references to compare a document with: of files, of schedules of the catalog with the document's
/// numbers, of what an earlier window had.
class ReferenceMaker : public QObject
{
    Q_OBJECT

public:
    explicit ReferenceMaker(WindowServices& window);

    /// Files, one after the other.
    void load(const QStringList& paths);
    /// The schedule by its place in the catalog, with ranks, microbatches and costs of the present one.
    void make(int catalogIndex);
    void make(const MadeReference& made);
    [[nodiscard]] bool isBusy() const { return m_load || !m_queue.isEmpty() || m_runner.isBusy(); }

signals:
    void made(const bubblescope::ui::CompareSide& side);

private:
    void loadNext();
    void takeLoaded();
    void takeMade();
    void tellFailure(const Error& error);

    WindowServices& m_window;
    EvaluationRunner m_runner;   ///< of a schedule
    DocumentIdentity m_identity; ///< of that one
    bool m_followsCosts = false; ///< that one does
    LoadJob* m_load = nullptr;
    QStringList m_queue; ///< to be opened after that one
};

} // namespace bubblescope::ui
