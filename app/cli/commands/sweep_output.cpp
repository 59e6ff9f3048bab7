// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sweep_output.h"

#include "core/base/try.h"

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <utility>

namespace bubblescope::cli {

namespace {

namespace filesystem = std::filesystem;

/// What is not written yet is what a kill takes.
constexpr auto kWriteEvery = std::chrono::milliseconds(20);
constexpr std::size_t kMostBuffered = std::size_t{1} << 20U;

/// Where a link leads to, so that the file is replaced and not the link.
std::string realPath(const std::string& path)
{
    std::error_code none;
    if (!filesystem::is_symlink(path, none))
        return path;
    const filesystem::path real = filesystem::canonical(path, none);
    return none ? path : real.string();
}

bool isSpecial(const std::string& path)
{
    std::error_code none;
    const filesystem::file_status status = filesystem::status(path, none);
    return filesystem::exists(status) && !filesystem::is_regular_file(status) &&
           !filesystem::is_directory(status);
}

} // namespace

Result<std::unique_ptr<SweepOutput>> SweepOutput::open(const std::string& path, bool resume)
{
    std::unique_ptr<SweepOutput> output(new SweepOutput(path));
    if (path == "-" || isSpecial(path)) {
        if (resume)
            return invalidInput({"cli.resume-no-file-go", "--resume: {path} is not a file to continue"},
                                path);
        output->m_stream = path == "-" ? stdout : std::fopen(path.c_str(), "w");
        if (output->m_stream == nullptr)
            return failure(ErrorKind::OutputFailed, {"cli.cannot-write", "cannot write {path}: {errno}"},
                           path, std::strerror(errno));
        return output;
    }
    const std::string target = realPath(path);
    const std::string part = target + ".part";
    std::error_code none;
    const bool isLeft = filesystem::exists(part, none);
    if (isLeft && !resume)
        return invalidInput(
            {"cli.part-what-sweep-into",
             "{path}.part is from an unfinished sweep into {path2}: continue it with --resume, or remove it"},
            path, path);
    TRY(output->m_file, GrowingFile::open(target));
    if (!isLeft && (resume || output->m_file->size() == 0))
        return output;
    TRY(GrowingFile beside, GrowingFile::open(part));
    output->m_claim = std::exchange(output->m_file, std::move(beside));
    output->m_target = target;
    output->m_name = path + ".part";
    return output;
}

SweepOutput::~SweepOutput()
{
    m_writer.request_stop();
    if (m_writer.joinable())
        m_writer.join();
    if (m_stream != nullptr && m_stream != stdout)
        std::fclose(m_stream);
}

Result<std::string> SweepOutput::earlierText() const
{
    return m_file ? m_file->read() : std::string();
}

Result<void> SweepOutput::begin(std::uint64_t size, const std::string& header,
                                std::function<void()> onFailure)
{
    m_onFailure = std::move(onFailure);
    if (m_file)
        if (const Result<void> cut = m_file->cutTo(size); !cut)
            return cut;
    if (size == 0)
        if (const Result<void> begun = write(header); !begun)
            return begun;
    m_writer = std::jthread([this](const std::stop_token& stop) { keepWriting(stop); });
    return {};
}

void SweepOutput::add(std::string_view line)
{
    const std::scoped_lock lock(m_mutex);
    m_buffer += line;
    if (m_buffer.size() >= kMostBuffered)
        writeBuffered();
    m_added.notify_one();
}

Result<void> SweepOutput::finish(bool isComplete)
{
    m_writer.request_stop();
    if (m_writer.joinable())
        m_writer.join();
    const std::scoped_lock lock(m_mutex);
    writeBuffered();
    if (!m_outcome || !m_file)
        return m_outcome;
    return isComplete && !m_target.empty() ? m_file->replace(m_target) : m_file->sync();
}

void SweepOutput::keepWriting(const std::stop_token& stop)
{
    std::unique_lock lock(m_mutex);
    while (m_added.wait(lock, stop, [this] { return !m_buffer.empty(); })) {
        writeBuffered();
        m_added.wait_for(lock, stop, kWriteEvery, [] { return false; });
    }
}

void SweepOutput::writeBuffered()
{
    const std::string lines = std::exchange(m_buffer, {});
    if (!m_outcome || lines.empty())
        return;
    m_outcome = write(lines);
    if (!m_outcome && m_onFailure)
        m_onFailure();
}

Result<void> SweepOutput::write(std::string_view lines)
{
    if (m_file)
        return m_file->append(lines);
    if (std::fwrite(lines.data(), 1, lines.size(), m_stream) == lines.size() && std::fflush(m_stream) == 0)
        return {};
    return failure(ErrorKind::OutputFailed, {"cli.cannot-write-2", "cannot write {words}: {errno}"},
                   m_stream == stdout ? "to standard output" : m_name, std::strerror(errno));
}

} // namespace bubblescope::cli
