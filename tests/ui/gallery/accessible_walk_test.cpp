// SPDX-License-Identifier: Apache-2.0
// A screen reader finds no control without a name in anything that the program shows.
#include "tests/support/test_program.h"
#include "tests/ui/gallery/scenes.h"

#include <QtWidgets>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// What does something, holds something to choose from, or shows something that is no text.
bool wantsName(const QAccessibleInterface& item)
{
    using A = QAccessible;
    static const QSet<A::Role> named{
        A::PushButton,   A::ButtonMenu, A::ButtonDropDown, A::CheckBox, A::RadioButton, A::ComboBox,
        A::EditableText, A::SpinBox,    A::Slider,         A::Dial,     A::ProgressBar, A::List,
        A::Table,        A::Tree,       A::PageTab,        A::MenuItem, A::PopupMenu,   A::Dialog,
        A::Chart,        A::Canvas,     A::Graphic};
    // A text may be empty, and so may cells of a table.
    return named.contains(item.role()) ||
           (item.role() != A::StaticText && item.object() && item.state().focusable);
}

/// The parts of a control that has a name need none of their own, nor does a frame that only scrolls.
bool isPartOfControl(const QAccessibleInterface& item)
{
    const auto* widget = qobject_cast<const QWidget*>(item.object());
    if (!widget)
        return false;
    const QString name = widget->objectName();
    if (name.startsWith("qt_") || widget->inherits("QComboBoxPrivateContainer"))
        return true;
    // Tabs of docks that are all hidden stay, with nothing to be seen of them.
    if (widget->inherits("QScrollArea") || (widget->inherits("QTabBar") && widget->visibleRegion().isEmpty()))
        return true;
    const QWidget* parent = widget->parentWidget();
    return parent && (parent->inherits("QAbstractSpinBox") || parent->inherits("QComboBox") ||
                      parent->inherits("QTabBar"));
}

QString describe(const QAccessibleInterface& item, const QStringList& way)
{
    const QObject* object = item.object();
    return QStringLiteral("%1 %2, role %3, in %4")
        .arg(object ? QLatin1String(object->metaObject()->className()) : QLatin1String("item"),
             object ? object->objectName() : QString())
        .arg(static_cast<int>(item.role()))
        .arg(way.join(QStringLiteral(" / ")));
}

void walk(QAccessibleInterface* item, QStringList way, QStringList& nameless, int& seen)
{
    if (!item || !item->isValid() || item->state().invisible)
        return;
    ++seen;
    const QString name = item->text(QAccessible::Name).trimmed();
    // Tables of thousands of rows have names by their model; their first cells stand for all.
    constexpr int kMostChildren = 200;
    if (name.isEmpty() && wantsName(*item) && !isPartOfControl(*item))
        nameless << describe(*item, way);
    way << (name.isEmpty() && item->object() ? QLatin1String(item->object()->metaObject()->className())
                                             : name);
    for (int i = 0; i < std::min(item->childCount(), kMostChildren); ++i)
        walk(item->child(i), way, nameless, seen);
}

QStringList namelessIn(QWidget& widget, int& seen)
{
    QStringList nameless;
    walk(QAccessible::queryAccessibleInterface(&widget), {}, nameless, seen);
    return nameless;
}

} // namespace

class AccessibleWalkTest : public QObject
{
    Q_OBJECT

private slots:
    void everyControlHasAName_data() { addScenes(scenes()); }

    void everyControlHasAName()
    {
        QFETCH(Exhibit, scene);
        ShownWindow w;
        int seen = 0;
        QStringList nameless;
        scene.show(w, [&](QWidget& widget) { nameless << namelessIn(widget, seen); });
        QVERIFY(seen > 3);
        nameless.removeDuplicates();
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QLatin1Char('\n'))));
    }

    void aNamelessControlIsFound()
    {
        QWidget box;
        auto* layout = new QVBoxLayout(&box);
        auto* button = new QPushButton(&box);
        layout->addWidget(button);
        layout->addWidget(new QLabel(&box));
        box.show();
        int seen = 0;
        QCOMPARE(namelessIn(box, seen).size(), 1);
        button->setAccessibleName("Close");
        QCOMPARE(namelessIn(box, seen), QStringList());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, AccessibleWalkTest)
#include "accessible_walk_test.moc"
