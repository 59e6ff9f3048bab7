// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/find/find_problem.h"

#include <QObject>

namespace bubblescope::ui {

class CompareController;
class FileController;
class FileKeeper;
class FindDialog;
class WindowServices;

/// The command "Find a schedule…": its dialog, and what becomes of what was found.
class FindController : public QObject
{
    Q_OBJECT

public:
    /// Adds its command.
    FindController(WindowServices& window, FileController& files, FileKeeper& keeper,
                   CompareController& compare);

    /// Shows the dialog; of a document that is another one by now it takes the values.
    void show();
    /// Null until it was shown.
    [[nodiscard]] FindDialog* dialog() const { return m_dialog; }
    /// For tests: what searches in place of searchSchedule().
    void setSearch(SearchFunction search);

private:
    void makeDialog();
    void takeDocument(bool always);
    void showObstacles();
    /// As it is shown: of the request that makes it, where one does, else of the order. Worked out once.
    [[nodiscard]] EvaluationPtr evaluated(const FoundSchedulePtr& found);
    void open(const FoundSchedulePtr& found);
    void compare(const FoundSchedulePtr& found);
    void save(const FoundSchedulePtr& found);
    void exportCsv(const FoundSchedulePtr& found);

    WindowServices& m_window;
    FileController& m_files;
    FileKeeper& m_keeper;
    CompareController& m_compare;
    FindDialog* m_dialog = nullptr;
    SearchFunction m_search;
    std::pair<FoundSchedulePtr, EvaluationPtr> m_evaluated;
    std::optional<std::uint64_t> m_openedRevision; ///< the document's when it became what was found
};

} // namespace bubblescope::ui
