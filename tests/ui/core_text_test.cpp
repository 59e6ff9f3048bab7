// SPDX-License-Identifier: Apache-2.0
#include "core/generate/catalog.h"
#include "core/io/schedule_csv.h"
#include "core/model/action.h"
#include "core/time/cost_fields.h"
#include "probe/plan/model_fields.h"
#include "tests/ui/translation_support.h"
#include "ui/document/core_text.h"
#include "ui/widgets/parameter_row.h"

#include <QTest>
#include <QTranslator>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

/// What the core says, in the window's language.
class CoreTextTest : public QObject
{
    Q_OBJECT

private slots:
    void listIsWhatTheCoreSays();
    void withoutATranslationItIsEnglish();
    void sentencesInChinese_data();
    void sentencesInChinese();
    void errorsKeepTheirPlaceAndWhatTheyQuote();
};

namespace {

/// Every fixed text of the core that coreText() is asked for, in its order.
QStringList fixedTexts()
{
    QStringList texts;
    const auto add = [&texts](std::string_view text) {
        const QString said = QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
        if (!said.isEmpty() && !texts.contains(said))
            texts << said;
    };
    for (std::size_t kind = 0; kind < kActionKindCount; ++kind)
        add(kindName(static_cast<ActionKind>(kind)));
    for (const ScheduleInfo& schedule : scheduleCatalog()) {
        add(schedule.help);
        for (const VariantInfo& variant : schedule.variants)
            add(variant.help);
        for (const ParameterSpec& parameter : schedule.parameters) {
            add(parameter.title);
            add(parameter.help);
            const bool isChoice = parameter.type == ParameterType::Choice;
            // The rule of a choice is its names.
            if (!isChoice)
                add(parameter.rule);
            else if (parameter.key != "variant")
                for (const std::string& choice : parameter.choices)
                    add(choiceTitle(choice).toStdString());
        }
    }
    for (const TimingProfile profile : {TimingProfile::Strict, TimingProfile::PpScheduleVisualizationSync})
        add(choiceTitle(std::string(profileName(profile))).toStdString());
    for (const probe::NumberField& field : probe::numberFields())
        add(field.help);
    for (const probe::SwitchField& field : probe::switchFields())
        add(field.help);
    for (const CostField* field : costFields())
        for (const std::string_view text : {field->entry.title, field->entry.help, field->entry.empty})
            add(text);
    return texts;
}

/// A translation of some sentences.
class SomeSentences : public QTranslator
{
public:
    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* text, const char*, int) const override
    {
        if (QLatin1String(context) != QLatin1String("CoreSentence"))
            return {};
        const QLatin1String source(text);
        if (source == QLatin1String("%1, %2 of it transfer"))
            return QStringLiteral("%1，其中传输 %2");
        if (source == QLatin1String("waits for %1 from rank %2"))
            return QStringLiteral("等待 rank %2 的 %1");
        if (source == QLatin1String("%1 is no action: after the stage comes %2"))
            return QStringLiteral("%1 不是动作：阶段之后应为 %2");
        if (source == QLatin1String("write %1"))
            return QStringLiteral("应写为 %1");
        if (source == QLatin1String("%1 is %2, but %3 needs %4"))
            return QStringLiteral("%1 为 %2，但 %3 要求：%4");
        if (source == QLatin1String("at least as many as ranks (%1)"))
            return QStringLiteral("不少于 rank 数（%1）");
        if (source == QLatin1String("%1; nearest that work: %2"))
            return QStringLiteral("%1；最接近的可用值：%2");
        return {};
    }
};

} // namespace

void CoreTextTest::listIsWhatTheCoreSays()
{
    const QString path = sourceFile(QStringLiteral("resources/translations/core_texts.h"));
    QString made = QStringLiteral("// SPDX-License-Identifier: GPL-3.0-or-later\n"
                                  "// The core's texts that the window shows in its own language, for "
                                  "lupdate alone: nothing includes this "
                                  "file.\n"
                                  "// Made by core_text_test; BUBBLESCOPE_UPDATE_GOLDEN=1 writes it anew.\n"
                                  "// clang-format off\n");
    for (QString text : fixedTexts())
        made += QStringLiteral("QT_TRANSLATE_NOOP(\"Core\", \"%1\")\n")
                    .arg(text.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
                             .replace(QLatin1Char('"'), QLatin1String("\\\"")));
    QFile file(path);
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_UPDATE_GOLDEN")) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(made.toUtf8());
        return;
    }
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QStringList expected = made.split(QLatin1Char('\n'));
    const QStringList lines = QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < std::min(expected.size(), lines.size()); ++i)
        QCOMPARE(lines[i], expected[i]);
    QCOMPARE(lines.size(), expected.size());
}

void CoreTextTest::withoutATranslationItIsEnglish()
{
    QCOMPARE(coreText("Stages per rank"), QStringLiteral("Stages per rank"));
    QCOMPARE(coreText(""), QString());
    QCOMPARE(coreSentence("waits for 2F3 from rank 1"), QStringLiteral("waits for 2F3 from rank 1"));
}

void CoreTextTest::sentencesInChinese_data()
{
    QTest::addColumn<QString>("english");
    QTest::addColumn<QString>("chinese");
    QTest::newRow("names stand where the language wants them")
        << "waits for 2F3 from rank 1" << QStringLiteral("等待 rank 1 的 2F3");
    QTest::newRow("a sentence within one") << "waits for 2F3 from rank 1, 0.5 of it transfer"
                                           << QStringLiteral("等待 rank 1 的 2F3，其中传输 0.5");
    QTest::newRow("signs of expressions are only signs")
        << "waits for (0F1;3B0)OVERLAP_F_B from rank 10"
        << QStringLiteral("等待 rank 10 的 (0F1;3B0)OVERLAP_F_B");
    QTest::newRow("a rule of a parameter, with what would work")
        << "Microbatches is 3, but 1F1B needs at least as many as ranks (4); nearest that work: 4, 5"
        << QStringLiteral("Microbatches 为 3，但 1F1B 要求：不少于 rank 数（4）；最接近的可用值：4, 5");
    QTest::newRow("what has no words is left as it is") << "receives 2F3"
                                                        << "receives 2F3";
    QTest::newRow("what is no sentence of it") << "cannot open it"
                                               << "cannot open it";
    QTest::newRow("more than the sentence") << "now waits for 2F3 from rank 1 too"
                                            << "now waits for 2F3 from rank 1 too";
}

void CoreTextTest::sentencesInChinese()
{
    QFETCH(QString, english);
    QFETCH(QString, chinese);
    SomeSentences translator;
    QVERIFY(QCoreApplication::installTranslator(&translator));
    const QString said = coreSentence(english.toStdString());
    QCoreApplication::removeTranslator(&translator);
    QCOMPARE(said, chinese);
}

void CoreTextTest::errorsKeepTheirPlaceAndWhatTheyQuote()
{
    const auto read = readScheduleCsv("0F0,0B0\n1F0,2f1,1B0\n", "plan.csv");
    QVERIFY(!read);
    const QString english = QString::fromStdString(read.error().text());
    QCOMPARE(QString::fromStdString(inWindowLanguage(read.error()).text()), english);
    SomeSentences translator;
    QVERIFY(QCoreApplication::installTranslator(&translator));
    const QString said = QString::fromStdString(inWindowLanguage(read.error()).text());
    QCoreApplication::removeTranslator(&translator);
    QVERIFY2(said.startsWith(english.section(" is no action", 0, 0) + QStringLiteral(" 不是动作")),
             qPrintable(said));
    QCOMPARE(said.section('\n', 1, 1), english.section('\n', 1, 1));
    QCOMPARE(said.section('\n', 2), english.section('\n', 2).replace("write", QStringLiteral("应写为")));
}

QTEST_GUILESS_MAIN(CoreTextTest)
#include "core_text_test.moc"
