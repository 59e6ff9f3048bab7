// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/trace/trace_session.h"

#include <functional>
#include <map>

namespace bubblescope::ui {

class WindowServices;

/// The way of profiles from their paths to an analysed run: reads them, asks what of damaged and large ones
/// is to be kept, and for ranks that no file tells. What the session has stays until that is done.
class ProfileOpening : public QObject
{
    Q_OBJECT

public:
    /// `session` has to stay.
    ProfileOpening(WindowServices& window, TraceSession& session, QObject* parent = nullptr);

    /// Profiles and folders of them, as the ranks of one run; their order is held against that of
    /// `schedules`, too. What was being opened is not opened any more. Says so where there are none.
    void open(const QStringList& paths, const QStringList& schedules = {});
    /// True if something was being opened.
    bool cancel();
    [[nodiscard]] bool isOpening() const { return m_session.isOpening() || m_read; }
    /// As the user gave them.
    [[nodiscard]] const QStringList& asked() const { return m_asked; }
    [[nodiscard]] const ProfilePaths& paths() const { return m_paths; }
    /// Of files that are left out.
    [[nodiscard]] const std::vector<Error>& unread() const { return m_unread; }

    /// Asked before what was read takes the place of what is there; false leaves that. Without it, it does.
    std::function<bool()> mayReplace;

signals:
    /// The session has the run.
    void opened();
    /// Nothing was opened: it failed, or is not wanted after all.
    void givenUp();

private:
    /// Of what has been read and accepted so far, by place among the paths.
    using Accepted = std::map<std::size_t, TraceFile>;
    struct Answers
    {
        bool isCancelled = false;
        std::vector<std::size_t> larger; ///< places of those to be read without a limit
    };
    void takeRead(const std::shared_ptr<ProfilesRead>& read);
    /// Asks about the refused files, all at once, and takes what the user wants of them.
    [[nodiscard]] Answers askAboutRefused(ProfilesRead& read);
    void readLarger(const std::vector<std::size_t>& places);
    void openAccepted();
    void takeOpened();
    /// Asks for ranks that no file tells; true if the profiles are being opened again with them.
    [[nodiscard]] bool askForRanks();

    WindowServices& m_window;
    TraceSession& m_session;
    QStringList m_asked;
    ProfilePaths m_paths;
    std::vector<std::size_t> m_places; ///< of the files being read among the paths
    Accepted m_accepted;
    std::vector<SchedulePtr> m_schedules;
    std::uint64_t m_asks = 0;             ///< grows with each wish to open, or to cancel that
    std::vector<Error> m_unread;          ///< of files that are left out
    std::shared_ptr<ProfilesRead> m_read; ///< waiting for answers
};

} // namespace bubblescope::ui
