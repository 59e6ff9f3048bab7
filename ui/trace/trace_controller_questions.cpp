// SPDX-License-Identifier: GPL-3.0-or-later
// What opening profiles asks: which damaged or large files are wanted, and ranks that no file tells.
#include "ui/main_window.h"
#include "ui/panels/figures.h"
#include "ui/trace/profile_questions.h"
#include "ui/trace/trace_controller.h"

#include <QFileInfo>
#include <set>

namespace bubblescope::ui {

TraceController::Answers TraceController::askAboutRefused(ProfilesRead& read)
{
    std::vector<ProfileQuestion> questions;
    std::vector<std::size_t> about;
    for (std::size_t i = 0; i < read.refused.size(); ++i) {
        const RefusedProfile& refused = read.refused[i];
        const Error& error = refused.error.error;
        if (refused.error.refusal != TraceRefusal::TooLarge && !refused.kept) {
            if (error.kind != ErrorKind::Cancelled)
                m_unread.push_back(error);
            continue;
        }
        const QString file =
            QFileInfo(m_paths.files[static_cast<qsizetype>(m_places[read.refusedPlaces[i]])]).fileName();
        const QString offer =
            refused.kept
                ? tr("keep the %1 events before the damage, of which %2 records matter here")
                      .arg(countText(refused.kept->eventCount), countText(refused.kept->records.size()))
                : tr("read all of it, which may take much memory and time");
        questions.push_back({file, offer, QString::fromStdString(error.headline()),
                             refused.kept && !refused.kept->records.empty()});
        about.push_back(i);
    }
    if (questions.empty())
        return {};
    const MainWindow::Hold hold(m_window);
    const QString text =
        m_paths.files.size() == 1
            ? tr("This profile could not be read completely.")
            : tr("%1 of %2 profiles could not be read completely. What is not ticked is left "
                 "out.")
                  .arg(questions.size())
                  .arg(m_paths.files.size());
    const auto ticked = askAboutProfiles(&m_window, text, tr("Open"), questions);
    if (!ticked)
        return {true, {}};
    Answers answers;
    for (std::size_t i = 0; i < about.size(); ++i) {
        RefusedProfile& refused = read.refused[about[i]];
        const std::size_t place = m_places[read.refusedPlaces[about[i]]];
        // Each by itself: a yes to one is no yes to a bomb beside it.
        if (!(*ticked)[i])
            m_unread.push_back(refused.error.error);
        else if (refused.kept)
            m_accepted.emplace(place, std::move(*refused.kept));
        else
            answers.larger.push_back(place);
    }
    return answers;
}

bool TraceController::askForRanks()
{
    const TraceAnalysisPtr analysis = m_session->analysis();
    const MeasuredRun& run = analysis->run;
    // Of one file there is nothing to tell apart.
    if (run.assumedRanks.empty() || m_session->files()->size() < 2)
        return false;
    std::vector<RankQuestion> questions;
    std::set<std::string> assumed;
    for (const AssumedRank& rank : run.assumedRanks) {
        questions.push_back({QFileInfo(QString::fromStdString(rank.file)).fileName(), rank.globalRank});
        assumed.insert(rank.file);
    }
    std::vector<std::uint32_t> others;
    for (const MeasuredRank& rank : run.ranks)
        if (rank.globalRank && !rank.file.empty() && !assumed.contains(rank.file))
            others.push_back(*rank.globalRank);
    const std::uint64_t asked = m_asks;
    std::optional<std::vector<std::uint32_t>> ranks;
    {
        const MainWindow::Hold hold(m_window);
        ranks = askRanks(&m_window, questions, others);
    }
    // Something else was asked for while the question stood.
    if (asked != m_asks)
        return true;
    // Whoever says nothing keeps the order in which the files were given.
    if (!ranks)
        return false;
    std::map<std::string, std::uint32_t> given;
    for (std::size_t i = 0; i < run.assumedRanks.size(); ++i)
        given[run.assumedRanks[i].file] = (*ranks)[i];
    m_session->reopen(std::move(given));
    return true;
}

} // namespace bubblescope::ui
