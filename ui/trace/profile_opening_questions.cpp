// SPDX-License-Identifier: GPL-3.0-or-later
// What opening profiles asks: which damaged or large files are wanted, and ranks that no file tells.
#include "ui/document/core_text.h"
#include "ui/services/window_services.h"
#include "ui/trace/profile_opening.h"
#include "ui/trace/profile_questions.h"
#include "ui/widgets/figures.h"

#include <QFileInfo>
#include <QMainWindow>
#include <set>

namespace bubblescope::ui {

namespace {

/// What is wrong and where in the file, without the path that stands above it.
QString whereAndWhat(const Error& error, const QString& path)
{
    QString text = coreSentence(error.message);
    for (const QString& before :
         {path + QStringLiteral(": "), QFileInfo(path).fileName() + QStringLiteral(": ")})
        if (text.startsWith(before))
            text.remove(0, before.size());
    text = capitalized(text);
    return error.where && error.where->line > 0 && error.where->column > 0
               ? ProfileOpening::tr("Line %1, column %2: %3", "of a file; what is wrong")
                     .arg(error.where->line)
                     .arg(error.where->column)
                     .arg(coreSentence(error.message))
               : text;
}

/// "Open 3 damaged files too"; empty where nothing would be opened.
QString acceptText(std::size_t count, bool areDamaged, std::size_t others)
{
    if (count == 0)
        return others == 0   ? QString()
               : others == 1 ? ProfileOpening::tr("Open only the other file")
                             : ProfileOpening::tr("Open only the other %1 files").arg(countText(others));
    const QString files = areDamaged
                              ? (count == 1 ? ProfileOpening::tr("1 damaged file")
                                            : ProfileOpening::tr("%1 damaged files").arg(countText(count)))
                              : (count == 1 ? ProfileOpening::tr("1 of these files")
                                            : ProfileOpening::tr("%1 of these files").arg(countText(count)));
    return (others > 0 ? ProfileOpening::tr("Open %1 too", "files") : ProfileOpening::tr("Open %1", "files"))
        .arg(files);
}

/// What is known of a file without a rank: "host a · stages 1, 5 · 224 events".
QString knownOf(const TraceAnalysis& analysis, const AssumedRank& assumed)
{
    QStringList parts;
    for (const TraceFileFacts& file : analysis.files) {
        if (file.path != assumed.file)
            continue;
        if (!file.host.empty())
            parts << ProfileOpening::tr("host %1").arg(QString::fromStdString(file.host));
        QStringList numbers;
        for (const std::uint32_t stage : assumed.stages)
            numbers << QString::number(stage);
        if (!numbers.isEmpty())
            parts << (numbers.size() == 1 ? ProfileOpening::tr("stage %1") : ProfileOpening::tr("stages %1"))
                         .arg(numbers.join(QStringLiteral(", ")));
        parts << ProfileOpening::tr("%1 events").arg(countText(file.events));
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace

ProfileOpening::Answers ProfileOpening::askAboutRefused(ProfilesRead& read)
{
    std::vector<ProfileQuestion> questions;
    std::vector<std::size_t> about;
    std::size_t damaged = 0;
    for (std::size_t i = 0; i < read.refused.size(); ++i) {
        const RefusedProfile& refused = read.refused[i];
        const Error& error = refused.error.error;
        if (refused.error.refusal != TraceRefusal::TooLarge && !refused.kept) {
            if (error.kind != ErrorKind::Cancelled)
                m_unread.push_back(error);
            continue;
        }
        const QString path = m_paths.files[static_cast<qsizetype>(m_places[read.refusedPlaces[i]])];
        const QString offer =
            refused.kept
                ? tr("keep the %1 events before the damage, %2 of which are used here")
                      .arg(countText(refused.kept->eventCount), countText(refused.kept->records.size()))
                : tr("read all of it, which may take a lot of memory and time");
        questions.push_back({QFileInfo(path).fileName(), whereAndWhat(error, path), offer,
                             refused.kept && !refused.kept->records.empty()});
        damaged += refused.kept ? 1 : 0;
        about.push_back(i);
    }
    if (questions.empty())
        return {};
    const Hold hold(m_window.holds);
    const QString text =
        m_paths.files.size() == 1
            ? tr("This profile could not be read completely.")
            : tr("%1 of %2 profiles could not be read completely. Profiles that are not checked are left "
                 "out. For a damaged one, only the part before the damage is shown.")
                  .arg(questions.size())
                  .arg(m_paths.files.size());
    const auto accept = [&](std::size_t count) {
        return acceptText(count, damaged == questions.size(), m_accepted.size());
    };
    const auto ticked = askAboutProfiles(&m_window.shell(), text, accept, questions);
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

bool ProfileOpening::askForRanks()
{
    const TraceAnalysisPtr analysis = m_session.analysis();
    const MeasuredRun& run = analysis->run;
    // Of one file there is nothing to tell apart.
    if (run.assumedRanks.empty() || m_session.files()->size() < 2)
        return false;
    std::vector<RankQuestion> questions;
    std::set<std::string> assumed;
    for (const AssumedRank& rank : run.assumedRanks) {
        questions.push_back({QFileInfo(QString::fromStdString(rank.file)).fileName(),
                             knownOf(*analysis, rank), rank.globalRank});
        assumed.insert(rank.file);
    }
    std::vector<std::uint32_t> others;
    for (const MeasuredRank& rank : run.ranks)
        if (rank.globalRank && !rank.file.empty() && !assumed.contains(rank.file))
            others.push_back(*rank.globalRank);
    const std::uint64_t asked = m_asks;
    std::optional<std::vector<std::uint32_t>> ranks;
    {
        const Hold hold(m_window.holds);
        ranks = askRanks(&m_window.shell(), questions, others);
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
    m_session.reopen(std::move(given));
    return true;
}

} // namespace bubblescope::ui
