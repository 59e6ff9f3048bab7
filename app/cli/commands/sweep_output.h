// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/io/growing_file.h"
#include "core/sweep/sweep_columns.h"

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace bubblescope::cli {

/// Where the rows of a sweep go. A file that is not there yet grows as rows come; one that is there stays as
/// it is until the sweep that replaces it is done, which grows in FILE.part beside it. "-" and what is no
/// regular file are written to as they are. Two sweeps cannot write one file.
class SweepOutput
{
public:
    /// `resume`: to go on with FILE.part, or with FILE where there is none. Without it a FILE.part that is
    /// left is refused.
    [[nodiscard]] static Result<std::unique_ptr<SweepOutput>> open(const std::string& path, bool resume);
    ~SweepOutput();
    SweepOutput(const SweepOutput&) = delete;
    SweepOutput& operator=(const SweepOutput&) = delete;

    /// The file that grows, as messages call it.
    [[nodiscard]] const std::string& name() const { return m_name; }
    [[nodiscard]] bool isFile() const { return m_file.has_value(); }
    /// What an earlier sweep left there.
    [[nodiscard]] Result<std::string> earlierText() const;

    /// Goes on behind the first `size` bytes; begins with `header` if there are none. From now on what is
    /// added is written at least once a second; `onFailure` is called (on any thread) if that fails.
    [[nodiscard]] Result<void> begin(std::uint64_t size, const std::string& header,
                                     std::function<void()> onFailure);
    /// One line with its LF.
    void add(std::string_view line);
    /// Writes what is left; once the sweep is complete the file takes its place. The first failure, if there
    /// was one.
    [[nodiscard]] Result<void> finish(bool isComplete);

private:
    explicit SweepOutput(std::string name) : m_name(std::move(name)) {}
    void keepWriting(const std::stop_token& stop);
    void writeBuffered(); ///< with m_mutex held
    [[nodiscard]] Result<void> write(std::string_view lines);

    std::string m_name;
    std::string m_target; ///< whose place the file takes when it is complete; empty = it is there
    std::optional<GrowingFile> m_claim; ///< the target's
    std::optional<GrowingFile> m_file;
    std::FILE* m_stream = nullptr; ///< in the place of a file
    std::function<void()> m_onFailure;
    std::mutex m_mutex;
    std::condition_variable_any m_added; ///< something to the buffer
    std::string m_buffer;
    Result<void> m_outcome;
    std::jthread m_writer;
};

} // namespace bubblescope::cli
