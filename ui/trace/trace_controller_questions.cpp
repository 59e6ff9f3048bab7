// SPDX-License-Identifier: GPL-3.0-or-later
// What opening profiles together with other files, or beside an open run, asks.
#include "ui/files/file_controller.h"
#include "ui/services/window_services.h"
#include "ui/trace/trace_controller.h"
#include "ui/widgets/message_bar.h"

#include <QFileInfo>

namespace bubblescope::ui {

namespace {

QString namesOf(const QStringList& paths)
{
    constexpr qsizetype kMostNames = 4;
    QStringList names;
    for (const QString& path : paths.mid(0, kMostNames))
        names << QFileInfo(path).fileName();
    const QString joined = names.join(QStringLiteral(", "));
    return paths.size() <= kMostNames ? joined
                                      : TraceController::tr("%1 and %2 more", "names of files, how many")
                                            .arg(joined)
                                            .arg(paths.size() - kMostNames);
}

} // namespace

void TraceController::openMixture(const QStringList& paths)
{
    QStringList profiles, schedules, others;
    for (const QString& path : paths)
        (isProfile(path) ? profiles : isScheduleFile(path) ? schedules : others) << path;
    if (!schedules.isEmpty()) {
        const Hold hold(m_window.holds);
        const QString text = tr("%1 and profiles were opened together. Compare the measured order with it?",
                                "names of schedule files")
                                 .arg(namesOf(schedules));
        const auto& ask = m_window.questions.matchSchedules;
        switch (ask ? ask(text) : MixtureAnswer::LeaveOut) {
        case MixtureAnswer::Match:
            break;
        case MixtureAnswer::LeaveOut:
            others += schedules;
            schedules.clear();
            break;
        case MixtureAnswer::Cancel:
            return;
        }
    }
    if (schedules.isEmpty() && isRunOpen()) {
        const Hold hold(m_window.holds);
        const auto& ask = m_window.questions.secondRun;
        switch (ask ? ask(namesOf(profiles)) : SecondRunAnswer::Replace) {
        case SecondRunAnswer::Compare:
            openSecond(profiles);
            return;
        case SecondRunAnswer::Replace:
            break;
        case SecondRunAnswer::Cancel:
            return;
        }
    }
    if (!m_parts.files.maybeSave())
        return;
    open(profiles, schedules);
    if (!others.isEmpty())
        m_window.messages()->showMessage(
            MessageBar::Kind::Note,
            tr("Left out when opening the profiles: %1", "names of files").arg(namesOf(others)));
}

} // namespace bubblescope::ui
