// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/timeline_accessible.h"

#include <QAccessible>

namespace bubblescope::test {

using Told = std::pair<QAccessible::Event, QString>;
inline std::vector<Told>& told()
{
    static std::vector<Told> events;
    return events;
}

/// Keeps what is told to screen readers while it lives: the event and the name of what it is about.
class Listener
{
public:
    Listener()
    {
        told().clear();
        ui::setAccessibleListener([](QAccessible::Event event, const QAccessibleInterface& about) {
            told().emplace_back(event, about.text(QAccessible::Name));
        });
    }
    ~Listener() { ui::setAccessibleListener(nullptr); }
    Q_DISABLE_COPY_MOVE(Listener)
    /// The latest of a sort.
    [[nodiscard]] static QString last(QAccessible::Event type)
    {
        const auto found =
            std::find_if(told().rbegin(), told().rend(), [&](const Told& one) { return one.first == type; });
        return found == told().rend() ? QStringLiteral("nothing") : found->second;
    }
};

inline QAccessibleInterface& accessible(QWidget& widget)
{
    return *QAccessible::queryAccessibleInterface(&widget);
}

inline QString nameOf(const QAccessibleInterface* item)
{
    return item != nullptr ? item->text(QAccessible::Name) : QStringLiteral("nothing");
}

inline QStringList childNames(const QAccessibleInterface& parent)
{
    QStringList names;
    for (int i = 0; i < parent.childCount(); ++i)
        names << nameOf(parent.child(i));
    return names;
}

/// Everything below must know its parent, its place in it, and have a name if it can have the focus.
inline void checkTree(QAccessibleInterface* item, int& seen)
{
    ++seen;
    const int count = item->childCount();
    for (int i = 0; i < count; ++i) {
        QAccessibleInterface* child = item->child(i);
        QVERIFY2(child != nullptr && child->isValid(), qPrintable(nameOf(item)));
        if (child->object() == nullptr || child->object()->inherits("bubblescope::ui::TimelineView")) {
            QCOMPARE(child->parent(), item);
            QCOMPARE(item->indexOfChild(child), i);
        }
        const QAccessible::State state = child->state();
        const QObject* object = child->object();
        if (state.focusable && !state.invisible)
            QVERIFY2(!nameOf(child).isEmpty() || (object && object->inherits("QScrollArea")),
                     qPrintable(object ? QLatin1String(object->metaObject()->className()) + QLatin1Char(' ') +
                                             object->objectName() + QStringLiteral(" in ") + nameOf(item)
                                       : QStringLiteral("an item of ") + nameOf(item)));
        checkTree(child, seen);
        if (QTest::currentTestFailed())
            return;
    }
}

/// kTwoRanks timed and explained as the window does it.
inline void openTwoRanks(ShownWindow& w)
{
    w.openFile(w.write(QStringLiteral("two.csv"), "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"));
    QTRY_VERIFY(w.document().evaluation()->timeline->schedule->rankCount() == 2);
    QTRY_VERIFY(w.view().explanation());
}

} // namespace bubblescope::test
