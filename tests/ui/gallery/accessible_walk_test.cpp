// SPDX-License-Identifier: Apache-2.0
// What a screen reader is told of everything that the program shows: no control without a name.
#include "tests/support/test_program.h"
#include "tests/ui/gallery/scenes.h"

#include <QAccessible>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QVBoxLayout>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// What does something, holds something to choose from, or shows something that is no text.
bool wantsName(const QAccessibleInterface& item)
{
    switch (item.role()) {
    case QAccessible::PushButton:
    case QAccessible::ButtonMenu:
    case QAccessible::ButtonDropDown:
    case QAccessible::CheckBox:
    case QAccessible::RadioButton:
    case QAccessible::ComboBox:
    case QAccessible::EditableText:
    case QAccessible::SpinBox:
    case QAccessible::Slider:
    case QAccessible::Dial:
    case QAccessible::ProgressBar:
    case QAccessible::List:
    case QAccessible::Table:
    case QAccessible::Tree:
    case QAccessible::PageTab:
    case QAccessible::MenuItem:
    case QAccessible::PopupMenu:
    case QAccessible::Dialog:
    case QAccessible::Chart:
    case QAccessible::Canvas:
    case QAccessible::Graphic:
        return true;
    case QAccessible::StaticText: // says what it says, be it nothing
        return false;
    default:
        // Cells of a table may be empty.
        return item.object() && item.state().focusable;
    }
}

/// The parts of a control that has a name need none of their own, nor does a frame that only scrolls.
bool isPartOfControl(const QAccessibleInterface& item)
{
    const auto* widget = qobject_cast<const QWidget*>(item.object());
    if (!widget)
        return false;
    const QString name = widget->objectName();
    if (name.startsWith(QStringLiteral("qt_")) || widget->inherits("QComboBoxPrivateContainer"))
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
    void everyControlHasAName_data()
    {
        QTest::addColumn<int>("scene");
        const std::vector<Exhibit> all = scenes();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::addRow("%s", all[i].name) << static_cast<int>(i);
    }

    void everyControlHasAName()
    {
        QFETCH(int, scene);
        ShownWindow w;
        int seen = 0;
        QStringList nameless;
        scenes()[static_cast<std::size_t>(scene)].show(
            w, [&](QWidget& widget) { nameless << namelessIn(widget, seen); });
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
        button->setAccessibleName(QStringLiteral("Close"));
        QCOMPARE(namelessIn(box, seen), QStringList());
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, AccessibleWalkTest)
#include "accessible_walk_test.moc"
