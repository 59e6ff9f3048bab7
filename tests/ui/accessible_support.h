// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/timeline/timeline_accessible.h"

namespace bubblescope::test {

/// Keeps what screen readers hear while it lives: of each event the name of what it is about.
class Listener
{
public:
    Listener()
    {
        ui::setAccessibleListener([this](QAccessible::Event event, const QAccessibleInterface& about) {
            m_last[event] = about.text(QAccessible::Name);
        });
    }
    ~Listener() { ui::setAccessibleListener(nullptr); }
    Q_DISABLE_COPY_MOVE(Listener)
    /// The latest of a sort.
    [[nodiscard]] QString last(QAccessible::Event type) const { return m_last.value(type, "nothing"); }
    void forget() { m_last.clear(); }

private:
    QMap<QAccessible::Event, QString> m_last;
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
inline void checkTree(QAccessibleInterface& item, int* seen = nullptr)
{
    if (seen)
        ++*seen;
    const int count = item.childCount();
    for (int i = 0; i < count; ++i) {
        QAccessibleInterface* child = item.child(i);
        QVERIFY2(child != nullptr && child->isValid(), qPrintable(nameOf(&item)));
        if (child->object() == nullptr || child->object()->inherits("bubblescope::ui::TimelineView")) {
            QCOMPARE(child->parent(), &item);
            QCOMPARE(item.indexOfChild(child), i);
        }
        const QAccessible::State state = child->state();
        const QObject* object = child->object();
        if (state.focusable && !state.invisible)
            QVERIFY2(!nameOf(child).isEmpty() || (object && object->inherits("QScrollArea")),
                     qPrintable(object ? QLatin1String(object->metaObject()->className()) + QLatin1Char(' ') +
                                             object->objectName() + QStringLiteral(" in ") + nameOf(&item)
                                       : QStringLiteral("an item of ") + nameOf(&item)));
        checkTree(*child, seen);
        if (QTest::currentTestFailed())
            return;
    }
}

/// A window that shows kTwoRanks, timed and explained, to a screen reader.
class ReadWindow : public ShownWindow
{
public:
    ReadWindow()
    {
        openFile(write("two.csv", "0F0,0F1,0B0,0B1\n1F0,1B0,1F1,1B1\n"));
        QTRY_VERIFY(document().evaluation()->timeline->schedule->rankCount() == 2);
        QTRY_VERIFY(view().explanation());
        heard.forget();
    }
    Listener heard;

    [[nodiscard]] QAccessibleInterface& tree() { return accessible(view()); }
    /// The name of what has the focus.
    [[nodiscard]] QString focus() { return nameOf(tree().focusChild()); }
    [[nodiscard]] QString heardFocus() const { return heard.last(QAccessible::Focus); }
};

inline void press(QAccessibleInterface& item)
{
    item.actionInterface()->doAction(QAccessibleActionInterface::pressAction());
}

inline QString descriptionOf(const QAccessibleInterface& item)
{
    return item.text(QAccessible::Description);
}

} // namespace bubblescope::test
