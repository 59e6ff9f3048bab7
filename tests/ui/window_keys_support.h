// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"

namespace bubblescope::test {

/// How long what is to come may take; nothing while it is asked whether it is there already.
inline int patienceMs = 5000;

template <typename Condition>
bool comes(Condition condition)
{
    return QTest::qWaitFor(condition, patienceMs);
}

inline bool comesTo(ShownWindow& w, std::uint32_t count)
{
    return comes([&] { return w.microbatches() == count; });
}

/// Counts what each command's action would do, without doing it.
class Triggers
{
public:
    explicit Triggers(ui::CommandRegistry& registry)
    {
        for (const ui::Command& command : registry.commands()) {
            QAction* action = registry.action(command.id);
            QObject::disconnect(action, &QAction::triggered, nullptr, nullptr);
            QObject::disconnect(action, &QAction::toggled, nullptr, nullptr);
            action->setEnabled(true);
            QObject::connect(action, &QAction::triggered, action, [this, id = command.id] { m_ids << id; });
        }
    }
    QStringList take() { return std::exchange(m_ids, {}); }

private:
    QStringList m_ids;
};

} // namespace bubblescope::test
