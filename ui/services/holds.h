// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <functional>
#include <vector>

namespace bubblescope::ui {

/// Makes tasks wait while somebody is in the middle of something: nested event loops deliver them in between.
class Holds : public QObject
{
    Q_OBJECT

public:
    [[nodiscard]] bool areHeld() const { return m_count > 0; }
    /// Runs the task now, or as soon as nothing holds any more.
    void whenFree(std::function<void()> task);
    /// Drops what waits.
    void clear() { m_waiting.clear(); }
    /// Once for each take() (see Hold).
    void take() { ++m_count; }
    void release();

private:
    int m_count = 0;
    std::vector<std::function<void()>> m_waiting;
};

/// While one lives (a write, a question about the document), whatever would change the document or close the
/// window waits.
class Hold
{
public:
    explicit Hold(Holds& holds) : m_holds(holds) { m_holds.take(); }
    ~Hold() { m_holds.release(); }
    Q_DISABLE_COPY_MOVE(Hold)

private:
    Holds& m_holds;
};

} // namespace bubblescope::ui
