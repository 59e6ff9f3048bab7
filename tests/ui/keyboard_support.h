// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/ui/timeline_support.h"
#include "tests/ui/window_support.h"
#include "ui/panels/export_dialog.h"
#include "ui/timeline/overview_strip.h"

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

/// Widgets of a window that Tab should come to and does not.
inline QStringList unreached(const QWidget& window, const std::vector<QPointer<QWidget>>& stops)
{
    QStringList all;
    for (const QWidget* widget : window.findChildren<QWidget*>()) {
        if (!widget->isVisible() || !widget->isEnabled() || !(widget->focusPolicy() & Qt::TabFocus) ||
            widget->window() != &window)
            continue;
        const auto reaches = [&](const QPointer<QWidget>& stop) {
            return stop == widget || widget->isAncestorOf(stop) || widget->focusProxy() == stop ||
                   isOfGroup(widget, stop);
        };
        if (std::none_of(stops.begin(), stops.end(), reaches))
            all << describe(widget);
    }
    return all;
}

inline QStringList nameless(const std::vector<QPointer<QWidget>>& stops)
{
    QStringList all;
    for (const QPointer<QWidget>& stop : stops) {
        const QAccessibleInterface* item = QAccessible::queryAccessibleInterface(stop.data());
        if (item == nullptr || item->text(QAccessible::Name).isEmpty())
            all << describe(stop);
    }
    return all;
}

/// A window whose timeline does not ease; keys go to what has the focus.
class KeyedWindow : public ShownWindow
{
public:
    KeyedWindow() { view().navigation().setReducedMotion(true); }
    /// What is selected after a key.
    [[nodiscard]] std::string after(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        press(key, modifiers);
        return textAt(view());
    }
    void enter(const QString& text)
    {
        type(text);
        press(Qt::Key_Return);
    }
    [[nodiscard]] bool hasFocus() { return focused() == &view(); }
    [[nodiscard]] TimeRange range() { return view().navigation().range(); }
    using ShownWindow::type;
    static void type(const QString& text) { test::type(text); }
};

} // namespace bubblescope::test
