// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/unread_cells.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <fmt/format.h>

namespace bubblescope::ui {

UnreadCellsPtr unreadCells(const LenientScheduleCsv& read, const SchedulePtr& order, const QString& path)
{
    if (read.wrongCells.empty())
        return nullptr;
    auto unread = std::make_shared<UnreadCells>();
    unread->order = order;
    unread->path = path;
    unread->count = read.wrongCellCount;
    unread->first = read.wrongCells.front().error;
    unread->problems.reserve(read.wrongCells.size() + 1);
    for (const WrongCell& wrong : read.wrongCells) {
        Problem problem;
        problem.kind = ProblemKind::Syntax;
        problem.message = wrong.error.message;
        problem.line = wrong.error.where->line;
        problem.column = wrong.error.where->column;
        problem.actions.push_back({wrong.rank, wrong.cell, ActionId{}});
        unread->problems.push_back(std::move(problem));
    }
    if (const std::size_t more = read.wrongCellCount - read.wrongCells.size(); more > 0) {
        Problem rest;
        rest.kind = ProblemKind::Syntax;
        rest.message =
            Sentence({"window.more-cells", "{count} more cells of this file could not be read"}, more);
        unread->problems.push_back(std::move(rest));
    }
    return unread;
}

QString unreadCellsName(const UnreadCells& unread)
{
    const QString file = QFileInfo(unread.path).fileName();
    return unread.count == 1 ? QCoreApplication::translate("UnreadCells", "1 cell of %1", "file").arg(file)
                             : QCoreApplication::translate("UnreadCells", "%1 cells of %2", "number, file")
                                   .arg(static_cast<qulonglong>(unread.count))
                                   .arg(file);
}

} // namespace bubblescope::ui
