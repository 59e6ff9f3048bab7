// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/file_stamp.h"

#include "core/io/file.h"

#include <QCryptographicHash>
#include <QFile>
#include <chrono>
#include <sys/stat.h>

namespace bubblescope::ui {

namespace {

constexpr std::int64_t kNsPerSecond = 1'000'000'000;
/// Longer than what file systems and clocks leave undecided.
constexpr std::int64_t kSettleNs = 2 * kNsPerSecond;

std::optional<FileFacts> factsOf(const QString& path)
{
    struct stat status
    {};
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return std::nullopt;
    return FileFacts{status.st_dev, status.st_ino, status.st_size,
                     status.st_mtim.tv_sec * kNsPerSecond + status.st_mtim.tv_nsec};
}

bool isSettled(const FileFacts& facts)
{
    using namespace std::chrono;
    const auto now = duration_cast<nanoseconds>(system_clock::now().time_since_epoch()).count();
    return now - facts.modifiedNs > kSettleNs;
}

} // namespace

std::optional<FileFacts> settledFacts(const QString& path)
{
    const std::optional<FileFacts> facts = factsOf(path);
    return facts && isSettled(*facts) ? facts : std::nullopt;
}

QByteArray digestOf(std::string_view bytes)
{
    QCryptographicHash hash(QCryptographicHash::Blake2b_256);
    hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return hash.result();
}

bool isSurelyUnchanged(const QString& path, const FileStamp& before)
{
    return before.facts && factsOf(path) == before.facts;
}

FileCheck checkFile(const QString& path, const FileStamp& before)
{
    if (isSurelyUnchanged(path, before))
        return {FileChange::None, before};
    if (!factsOf(path))
        return {FileChange::Gone, {}};
    FileStamp now{{}, settledFacts(path)};
    if (const Result<std::string> bytes = readFile(path.toStdString()))
        now.digest = digestOf(*bytes);
    return {now.digest == before.digest ? FileChange::None : FileChange::Changed, now};
}

} // namespace bubblescope::ui
