// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/panels/export_dialog.h"
#include "ui/timeline/overview_strip.h"

#include <QAbstractButton>
#include <QAccessible>
#include <QButtonGroup>
#include <QDockWidget>
#include <QTimer>
#include <QtTest>

namespace bubblescope::test {

inline QWidget* focused()
{
    return QApplication::focusWidget();
}

inline void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    QVERIFY(focused() != nullptr);
    QTest::keyClick(focused(), key, modifiers);
}

inline void type(const QString& text)
{
    QVERIFY(focused() != nullptr);
    QTest::keyClicks(focused(), text);
}

inline QString describe(const QWidget* widget)
{
    if (widget == nullptr)
        return QStringLiteral("nothing");
    return QStringLiteral("%1 \"%2\" (%3)")
        .arg(QLatin1String(widget->metaObject()->className()), widget->accessibleName(),
             widget->objectName());
}

/// Of several choices Tab comes to one; arrows go on to the others.
inline bool isOfGroup(const QWidget* widget, const QWidget* stop)
{
    const auto* button = qobject_cast<const QAbstractButton*>(widget);
    const auto* other = qobject_cast<const QAbstractButton*>(stop);
    return button != nullptr && other != nullptr && button->group() != nullptr &&
           button->group() == other->group();
}

/// Presses Tab until the widget has the focus; false if it never gets it.
inline bool tabTo(const QWidget* wanted)
{
    const QWidget* first = focused();
    for (int i = 0; i < 300; ++i) {
        if (focused() == wanted || (focused() != nullptr && wanted->isAncestorOf(focused())))
            return true;
        press(Qt::Key_Tab);
        if (focused() == first)
            break;
    }
    return focused() == wanted;
}

/// Every widget that Tab comes to, the first one first.
inline std::vector<QPointer<QWidget>> tabStops()
{
    std::vector<QPointer<QWidget>> stops{focused()};
    for (int i = 0; i < 300; ++i) {
        press(Qt::Key_Tab);
        if (focused() == stops.front() || focused() == nullptr)
            break;
        stops.emplace_back(focused());
    }
    return stops;
}

} // namespace bubblescope::test
