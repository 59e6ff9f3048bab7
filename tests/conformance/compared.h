// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>
#include <map>
#include <string>

namespace bubblescope::test {

/// Records that are compared one after the other. The first that differs fails the test, in words; how many
/// were compared is said at the end, by kind.
class Compared
{
public:
    Compared() = default;
    Compared(const Compared&) = delete;
    Compared& operator=(const Compared&) = delete;
    ~Compared()
    {
        for (const auto& [kind, count] : m_counts)
            qInfo("%d compared: %s", count, kind.c_str());
    }

    /// Counts one of `kind`; `difference` is empty where it is as recorded, `where` names the record.
    void add(const std::string& kind, const std::string& difference, const std::string& where)
    {
        ++m_counts[kind];
        if (!difference.empty() && !QTest::currentTestFailed())
            QTest::qFail((difference + " in " + where).c_str(), __FILE__, __LINE__);
    }
    void add(const std::string& kind) { ++m_counts[kind]; }

    [[nodiscard]] int of(const std::string& kind) const
    {
        const auto found = m_counts.find(kind);
        return found == m_counts.end() ? 0 : found->second;
    }
    /// How many kinds there were.
    [[nodiscard]] std::size_t kinds() const { return m_counts.size(); }

private:
    std::map<std::string, int> m_counts;
};

} // namespace bubblescope::test
