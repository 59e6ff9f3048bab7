// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalog.h"
#include "tests/support/test_program.h"
#include "tests/ui/translation_support.h"
#include "tests/ui/window_support.h"
#include "ui/actions/shortcut_sheet.h"
#include "ui/calibrate/calibrate_controller.h"
#include "ui/calibrate/calibrate_dialog.h"
#include "ui/exports/export_controller.h"
#include "ui/find/find_dialog.h"
#include "ui/panels/export_dialog.h"
#include "ui/sweep/sweep_dialog.h"
#include "ui/widgets/elided_label.h"

#include <QtWidgets>
#include <set>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

const QChar kMark = u'‹';

/// "‹Open…xx›"; spaces that texts are joined by stay outside.
QString pseudo(const QString& text)
{
    const QString core = text.trimmed();
    if (core.isEmpty())
        return text;
    const qsizetype before = text.indexOf(core);
    // Rich text is known by its first tag.
    const qsizetype inside = core.startsWith(u'<') ? core.indexOf(u'>') + 1 : 0;
    const QString longer = core.left(inside) + kMark + core.mid(inside) +
                           QString(std::max<qsizetype>(1, core.size() * 2 / 5 - 2), u'x') + u'›';
    return text.left(before) + longer + text.mid(before + core.size());
}

class PseudoTranslator : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* source, const char* comment, int n) const override
    {
        QString text = QString::fromUtf8(source);
        const QString name = QString::fromUtf8(context);
        // Qt's own: shortcuts' names, buttons.
        if (name.startsWith(u'Q') && name != QLatin1String("QuickList"))
            return name == "QShortcut" ? QString() : pseudo(text);
        m_asked.insert(name + QStringLiteral(" | ") + text + QStringLiteral(" | ") +
                       QString::fromUtf8(comment));
        // Words that are searched for, and templates that sentences are read by, are no texts.
        if (name == "CoreSentence")
            return pseudo(text);
        return n >= 0 ? pseudo(text).replace("%n", QString::number(n)) : pseudo(text);
    }
    [[nodiscard]] const std::set<QString>& asked() const { return m_asked; }

private:
    mutable std::set<QString> m_asked;
};

PseudoTranslator& translator()
{
    static PseudoTranslator pseudoTranslator;
    return pseudoTranslator;
}

/// Names that stay as they are in every language.
bool isName(const QString& text)
{
    static const QSet<QString> names = [] {
        QSet<QString> all{"Bubblescope",    "English",   "PyTorch",     "DeepSeek",
                          "hyper_parallel", "Alpa",      "zero-bubble", "PP-Schedule-Visualization",
                          "Primus",         "MindSpeed", "neuronx",     "jaxpp"};
        for (const ScheduleInfo& schedule : scheduleCatalog())
            all << QString::fromStdString(schedule.title) << QString::fromStdString(schedule.origin);
        return all;
    }();
    return names.contains(text);
}

/// "Ctrl+Shift+P, F6".
bool isKeys(const QString& text)
{
    const QKeySequence keys = QKeySequence::fromString(text);
    return !keys.isEmpty() && keys[0].key() != Qt::Key_unknown;
}

/// A text with a word in it, and no mark. Keys, figures and kinds as they stand in files are no words.
bool lacksMark(QString text)
{
    static const QRegularExpression word("[a-z]{3,}");
    static const QRegularExpression tag("</?[a-z]+>");
    if (text.contains(kMark))
        return false;
    text = QString(text.remove(tag)).replace(QLatin1String("&amp;"), QLatin1String("&"));
    return text.contains(word) && !isName(text) && !isKeys(text);
}

/// Published models and devices have names, and so have their descriptions.
bool holdsNames(const QWidget& widget)
{
    const QString name = widget.objectName();
    return name == "calibrate-sheet" || name == "calibrate-preset" || name == "calibrate-device" ||
           name == "calibrate-source" || name == "find-costs";
}

QString where(const QWidget& widget)
{
    QString path;
    for (const QWidget* each = &widget; each != nullptr && path.size() < 120; each = each->parentWidget())
        path += QStringLiteral(" < ") + QLatin1String(each->metaObject()->className()) +
                (each->objectName().isEmpty() ? QString() : QLatin1Char('#') + each->objectName());
    return path;
}

/// What a widget shows and says of itself.
QStringList textsOf(const QWidget& widget)
{
    QStringList texts{widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(),
                      widget.statusTip()};
    if (const auto* label = qobject_cast<const QLabel*>(&widget))
        texts << label->text();
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        texts << button->text();
    if (const auto* box = qobject_cast<const QGroupBox*>(&widget))
        texts << box->title();
    if (const auto* edit = qobject_cast<const QLineEdit*>(&widget))
        texts << edit->placeholderText();
    if (const auto* dock = qobject_cast<const QDockWidget*>(&widget))
        texts << dock->windowTitle();
    if (const auto* menu = qobject_cast<const QMenu*>(&widget))
        texts << menu->title();
    if (const auto* tabs = qobject_cast<const QTabBar*>(&widget))
        for (int i = 0; i < tabs->count(); ++i)
            texts << tabs->tabText(i) << tabs->tabToolTip(i);
    if (const auto* header = qobject_cast<const QHeaderView*>(&widget); header != nullptr && header->model())
        for (int i = 0; i < header->count(); ++i)
            for (const int role : {Qt::DisplayRole, Qt::ToolTipRole})
                texts << header->model()->headerData(i, header->orientation(), role).toString();
    if (const auto* choice = qobject_cast<const QComboBox*>(&widget))
        for (int i = 0; i < choice->count(); ++i)
            texts << choice->itemText(i) << choice->itemData(i, Qt::ToolTipRole).toString();
    for (const QAction* action : widget.actions())
        texts << action->text() << action->iconText() << action->toolTip();
    return texts;
}

/// The window, or one of its dialogs, as the row says.
QWidget* part(ShownWindow& w, const QString& name)
{
    if (name == "window")
        return &w.window();
    QDialog* dialog = nullptr;
    if (name == "export")
        dialog = new ExportDialog(w.document().evaluation(), w->exports().pictureSettings(), &w.window());
    if (name == "shortcuts")
        dialog = new ShortcutSheet(w->commands(), &w.window());
    if (name == "calibrate") {
        w.trigger("tools.calibrate");
        dialog = w->calibrate().dialog();
    }
    if (name == "find") {
        w.trigger("tools.find");
        dialog = w->findChild<FindDialog*>();
    }
    if (name == "sweep") {
        w.trigger("tools.sweep");
        dialog = w->findChild<SweepDialog*>();
    }
    dialog->resize(dialog->size().boundedTo(QSize(1280, 800)));
    dialog->show();
    (void)QTest::qWaitForWindowExposed(dialog);
    QCoreApplication::processEvents();
    return dialog;
}

/// What of its text a widget cannot show; empty if it shows all.
QString cutIn(const QWidget& widget)
{
    const auto lacks = [](int has, int needs) {
        return has < needs ? QStringLiteral("%1 of %2 px").arg(has).arg(needs) : QString();
    };
    if (const auto* label = qobject_cast<const QLabel*>(&widget)) {
        // Those that shorten their text say all of it in their tool tip.
        const bool elides = qobject_cast<const ElidedLabel*>(label) || label->toolTip().contains(kMark);
        if (label->text().isEmpty() || !label->text().contains(kMark) || elides)
            return {};
        if (label->wordWrap())
            return lacks(label->height(), label->heightForWidth(label->width()));
        return lacks(label->width(), label->sizeHint().width());
    }
    if (const auto* button = qobject_cast<const QAbstractButton*>(&widget))
        return button->text().contains(kMark) ? lacks(button->width(), button->minimumSizeHint().width())
                                              : QString();
    return {};
}

} // namespace

/// Every text marked, and longer by 40 %, as German is: what has no mark does not go through tr(), what does
/// not fit is cut in other languages.
class PseudoLocaleTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QVERIFY(QCoreApplication::installTranslator(&translator()));
        QCOMPARE(pseudo(" · rank %1"), " ‹· rank %1x›");
    }

    void cleanupTestCase() { QCoreApplication::removeTranslator(&translator()); }

    void everyTextIsMarked_data() { parts(); }

    void everyTextIsMarked()
    {
        QFETCH(QString, name);
        ShownWindow w;
        QWidget* root = part(w, name);
        QStringList wrong;
        int seen = 0;
        QList<QWidget*> all = root->findChildren<QWidget*>();
        all << root;
        for (const QWidget* widget : all)
            for (const QString& text : holdsNames(*widget) ? QStringList() : textsOf(*widget)) {
                seen += text.contains(kMark) ? 1 : 0;
                if (lacksMark(text))
                    wrong << QLatin1Char('"') + text + QLatin1Char('"') + where(*widget);
            }
        wrong.removeDuplicates();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QVERIFY(seen > 10);
    }

    void noTextIsCut_data() { parts(); }

    void noTextIsCut()
    {
        QFETCH(QString, name);
        ShownWindow w;
        QWidget* root = part(w, name);
        QVERIFY2(root->width() <= 1280 && root->height() <= 800,
                 qPrintable(QStringLiteral("%1 × %2").arg(root->width()).arg(root->height())));
        const auto cuts = [root] {
            QStringList wrong;
            for (const QWidget* widget : root->findChildren<QWidget*>())
                if (widget->isVisibleTo(root))
                    if (const QString cut = cutIn(*widget); !cut.isEmpty())
                        wrong << cut + QStringLiteral(": ") + textsOf(*widget).join('|').simplified() +
                                     where(*widget);
            return wrong.join(QLatin1Char('\n'));
        };
        // The explanation comes late, and makes room for itself.
        QTRY_VERIFY(w.document().explanation());
        QTRY_VERIFY2(cuts().isEmpty(), qPrintable(cuts()));
    }

    void whatIsAskedForIsInTheFile()
    {
        // A text under another class's name than lupdate gave it would never be found.
        std::set<QString> there;
        for (const TsMessage& message : readTs(sourceFile("resources/translations/bubblescope_zh_CN.ts")))
            there.insert(message.context + QStringLiteral(" | ") + message.source + QStringLiteral(" | ") +
                         message.comment);
        QStringList wrong;
        // Kinds as they stand in files have one letter in all languages.
        for (const QString& text : translator().asked())
            if (!there.contains(text) && text.section(" | ", 1, 1).size() > 1)
                wrong << text;
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QVERIFY(translator().asked().size() > 400);
    }

private:
    static void parts()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"window", "export", "shortcuts", "calibrate", "find", "sweep"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, PseudoLocaleTest)
#include "pseudo_locale_test.moc"
