// SPDX-License-Identifier: Apache-2.0
#include "core/page/page.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_support.h"
#include "ui/actions/command_source.h"
#include "ui/commands/menus.h"
#include "ui/document/core_text.h"
#include "ui/exports/export_controller.h"
#include "ui/language/language.h"

#include <QtWidgets>

using namespace bubblescope::test;
using namespace bubblescope::ui;

namespace {

bool speaks(const char* language)
{
#ifdef BUBBLESCOPE_TEXTS
    speak(*qApp, QLatin1String(language), QStringLiteral(BUBBLESCOPE_TEXTS));
    return true;
#else
    Q_UNUSED(language);
    return false;
#endif
}

QStringList titlesOf(const QMenuBar& bar)
{
    QStringList titles;
    for (const QAction* action : bar.actions())
        titles << action->text();
    return titles;
}

} // namespace

/// Which language the window speaks, and that it does.
class LanguageTest : public QObject
{
    Q_OBJECT

private slots:
    void cleanup()
    {
        const auto translators = qApp->findChildren<QTranslator*>(QString(), Qt::FindDirectChildrenOnly);
        qDeleteAll(translators);
        QLocale::setDefault(QLocale::system());
    }

    void readersGetWhatTheyRead_data()
    {
        addRows<QStringList, QString>({
            {"mainland china", QStringList{"zh-Hans-CN", "zh-CN", "zh"}, "zh_CN"},
            {"singapore", QStringList{"zh-SG"}, "zh_CN"},
            {"taiwan reads other signs", QStringList{"zh-TW", "zh-Hant"}, "en"},
            {"britain", QStringList{"en-GB"}, "en"},
            {"english before chinese", QStringList{"en-US", "zh-CN"}, "en"},
            {"german, then chinese", QStringList{"de-DE", "zh-CN"}, "zh_CN"},
            {"none of them", QStringList{"de-DE", "ja-JP"}, "en"},
            {"the C locale", QStringList{"C"}, "en"},
            {"nothing", QStringList{}, "en"},
        });
    }

    void readersGetWhatTheyRead()
    {
        const auto& [wanted, language] = givenRow<QStringList, QString>();
        QCOMPARE(languageFor(wanted), language);
    }

    void theChosenOneGoesBeforeTheSystems()
    {
        const QTemporaryDir folder;
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
        QCOMPARE(wantedLanguage(), "en");
        Settings::language.set("zh_CN");
        QCOMPARE(wantedLanguage(), "zh_CN");
        Settings::language.set("tlh");
        QCOMPARE(wantedLanguage(), "en");
    }

    void choosingIsKeptAndSaid()
    {
        ShownWindow w;
        const CommandRegistry& commands = w->commands();
        QVERIFY(commands.action("view.language.system")->isChecked());
        w.trigger("view.language.system");
        QVERIFY(w->messages()->isHidden());
        w.trigger("view.language.zh_CN");
        QCOMPARE(Settings::language(), "zh_CN");
        QCOMPARE(w->messages()->headline(), "The language changes at the next start.");
        QVERIFY(!commands.action("view.language.system")->isChecked());
        w.reopen();
        QVERIFY(w->commands().action("view.language.zh_CN")->isChecked());
        w.trigger("view.language.system");
        QCOMPARE(Settings::language(), QString());
    }

    void lettersOfMenusBehindTheText()
    {
        QCOMPARE(plainText("保存(&S)"), "保存");
        QCOMPARE(plainText("打开(&O)…"), "打开");
        QCOMPARE(plainText("导出 CSV (&C)…"), "导出 CSV");
        QCOMPARE(plainText("&Open…"), "Open");
        QCOMPARE(plainText("ZBV (handcrafted)"), "ZBV (handcrafted)");
    }

    void windowInChinese()
    {
        if (!speaks("zh_CN"))
            QSKIP("built without qt6-tools-dev and qt6-l10n-tools");
        QCOMPARE(QLocale().language(), QLocale::Chinese);
        ShownWindow w;
        QCOMPARE(titlesOf(*w->menuBar()),
                 (QStringList{"文件(&F)", "编辑(&E)", "视图(&V)", "选择(&S)", "工具(&T)", "帮助(&H)"}));
        // The toolbar has no letters.
        const QAction* save = w->commands().action("file.save");
        QCOMPARE(save->text(), "保存(&S)");
        QCOMPARE(save->iconText(), "保存");
        QCOMPARE(save->toolTip(), "保存 (Ctrl+S)");
        // The core's words, too.
        QVERIFY(w->schedulePanel()->findChild<QLabel*>() != nullptr);
        QStringList labels;
        for (const QLabel* label : w->schedulePanel()->findChildren<QLabel*>())
            labels << label->text();
        QVERIFY2(labels.contains("微批次"), qPrintable(labels.join('|')));
        // Figures are written as in files of the C locale, and as fields read them.
        QCOMPARE(w.metric("makespan"), w.metric("makespan").toLatin1());
    }

    void pageInChinese()
    {
        if (!speaks("zh_CN"))
            QSKIP("built without qt6-tools-dev and qt6-l10n-tools");
        ShownWindow w;
        w.start("zbv:ranks=4,microbatches=8");
        PictureSettings settings = w->exports().pictureSettings();
        settings.format = PictureFormat::Html;
        // page_in_a_browser opens it, too.
        const QString path =
            QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation) + "/page-zh.html";
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QVERIFY2(w->exports().exportTo(path, settings), qPrintable(w->messages()->headline()));
        const QString page = QString::fromUtf8(ShownWindow::read(path));
        QVERIFY(page.contains("<html lang=\"zh"));
        for (const char* words : {">关键路径</button>", "<dt>空闲比例</dt>", ">完工时间</th>",
                                  "\"Waited for\":\"等待的动作\"", "\"前向\"", "由 Bubblescope "})
            QVERIFY2(page.contains(QString::fromUtf8(words)), words);
        // All of them, but for what is the same in both.
        const QStringList alike{"Rank", "rank {rank}", "FSDP"};
        for (const std::string& english : bubblescope::pageTerms())
            QVERIFY2(coreText(english) != QString::fromStdString(english) ||
                         alike.contains(QString::fromStdString(english)),
                     english.c_str());
    }

    void commandsAreFoundInBothLanguages()
    {
        if (!speaks("zh_CN"))
            QSKIP("built without qt6-tools-dev and qt6-l10n-tools");
        ShownWindow w;
        CommandSource source(w->commands(), {}, {});
        const auto firstOf = [&](const QString& query) {
            const auto found = source.find(query);
            return found.empty() ? QString() : w->commands().commands()[found.front()].id;
        };
        QCOMPARE(firstOf("保存"), "file.save");
        QCOMPARE(firstOf("collapse expand"), "lanes.fold");
        QCOMPARE(firstOf("language chinese"), "view.language.zh_CN");
    }

    void qtSpeaksChineseToo()
    {
        if (!QFile::exists(QLibraryInfo::path(QLibraryInfo::TranslationsPath) +
                           QStringLiteral("/qtbase_zh_CN.qm")))
            QSKIP("qt6-translations-l10n is not installed");
        speak(*qApp, "zh_CN", "/nowhere");
        QDialogButtonBox box(QDialogButtonBox::Cancel);
        QCOMPARE(box.button(QDialogButtonBox::Cancel)->text(), "取消");
    }

    void pluralsInEnglish()
    {
        if (!speaks("en"))
            QSKIP("built without qt6-tools-dev and qt6-l10n-tools");
        const auto said = [](int lanes) {
            return TimelineView::tr("%n lane(s), nothing selected. Arrows select an action.", nullptr, lanes);
        };
        QCOMPARE(said(1), "1 lane, nothing selected. Arrows select an action.");
        QCOMPARE(said(4), "4 lanes, nothing selected. Arrows select an action.");
        QCOMPARE(Menus::tr("&File"), "&File");
    }
};

BUBBLESCOPE_TEST_WITH(QApplication, LanguageTest)
#include "language_test.moc"
