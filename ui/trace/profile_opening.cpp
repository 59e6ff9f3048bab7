// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/profile_opening.h"

#include "ui/document/core_text.h"
#include "ui/services/window_services.h"
#include "ui/widgets/message_bar.h"

#include <QPointer>
#include <limits>
#include <numeric>

namespace bubblescope::ui {

ProfileOpening::ProfileOpening(WindowServices& window, TraceSession& session, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_session(session)
{
    connect(&session, &TraceSession::readDone, this, [this](const std::shared_ptr<ProfilesRead>& read) {
        m_read = read;
        m_window.holds.whenFree([self = QPointer(this), read] {
            if (self)
                self->takeRead(read);
        });
    });
    connect(&session, &TraceSession::opened, this, [this] {
        m_window.holds.whenFree([self = QPointer(this), asked = m_asks] {
            if (self && asked == self->m_asks)
                self->takeOpened();
        });
    });
    connect(&session, &TraceSession::failed, this, [this](const Error& error) {
        if (error.kind != ErrorKind::Cancelled)
            m_window.messages()->showError({}, error);
        emit givenUp();
    });
}

void ProfileOpening::open(const QStringList& paths, const QStringList& schedules)
{
    m_window.messages()->clear();
    // Also where nothing follows: what is asked for last is what shows.
    ++m_asks;
    m_read.reset();
    if (m_session.isOpening())
        m_session.cancel();
    m_asked = paths;
    m_paths = profilesIn(paths);
    m_paths.schedules = schedules;
    m_unread.clear();
    m_accepted.clear();
    m_schedules.clear();
    if (m_paths.files.isEmpty()) {
        m_window.messages()->showMessage(
            MessageBar::Kind::Failure,
            tr("%1 has no profiles: they end in .json, .json.gz or .sqlite.", "folder").arg(paths.first()));
        emit givenUp();
        return;
    }
    m_places.resize(static_cast<std::size_t>(m_paths.files.size()));
    std::iota(m_places.begin(), m_places.end(), 0);
    m_session.read(m_paths);
}

bool ProfileOpening::cancel()
{
    const bool wasOpening = isOpening();
    m_read.reset();
    ++m_asks;
    if (!m_session.isBusy())
        return false;
    m_session.cancel();
    return wasOpening;
}

void ProfileOpening::takeRead(const std::shared_ptr<ProfilesRead>& read)
{
    if (read != m_read)
        return; // cancelled, or something else is being opened
    for (std::size_t i = 0; i < read->files.size(); ++i)
        m_accepted.emplace(m_places[read->places[i]], std::move(read->files[i]));
    m_schedules.insert(m_schedules.end(), read->schedules.begin(), read->schedules.end());
    m_unread.insert(m_unread.end(), read->unreadSchedules.begin(), read->unreadSchedules.end());
    const Answers answers = askAboutRefused(*read);
    if (read != m_read)
        return; // something else was asked for while the question stood
    m_read.reset();
    if (answers.isCancelled) {
        m_accepted.clear();
        m_window.messages()->showError({}, read->refused.front().error.error);
        emit givenUp();
    } else if (!answers.larger.empty()) {
        readLarger(answers.larger);
    } else {
        openAccepted();
    }
}

void ProfileOpening::readLarger(const std::vector<std::size_t>& places)
{
    ProfilePaths larger;
    for (const std::size_t place : places)
        larger.files << m_paths.files[static_cast<qsizetype>(place)];
    m_places = places;
    m_session.read(larger, std::numeric_limits<std::uint64_t>::max());
}

void ProfileOpening::openAccepted()
{
    if (m_accepted.empty()) {
        if (!m_unread.empty())
            m_window.messages()->showError({}, m_unread.front());
        emit givenUp();
        return;
    }
    // What was edited while the profiles were being read has not been asked about.
    if (mayReplace && !mayReplace()) {
        emit givenUp();
        return;
    }
    std::vector<TraceFile> files;
    // At their places again: names without a rank are numbered in the order given.
    for (auto& [place, file] : m_accepted)
        files.push_back(std::move(file));
    m_accepted.clear();
    m_session.open(std::move(files), {m_schedules, {}});
}

void ProfileOpening::takeOpened()
{
    if ((mayReplace && !mayReplace()) || askForRanks())
        return;
    emit opened();
}

} // namespace bubblescope::ui
