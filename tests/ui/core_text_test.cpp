// SPDX-License-Identifier: Apache-2.0
#include "core/analyze/memory_parts.h"
#include "core/generate/catalog.h"
#include "core/generate/generate.h"
#include "core/io/schedule_csv.h"
#include "core/lower/pass.h"
#include "core/model/action.h"
#include "core/page/page.h"
#include "core/time/cost_fields.h"
#include "probe/plan/model_fields.h"
#include "tests/support/golden.h"
#include "tests/support/rows.h"
#include "tests/support/test_program.h"
#include "tests/ui/translation_support.h"
#include "ui/document/core_text.h"
#include "ui/widgets/parameter_row.h"

#include <algorithm>

using namespace bubblescope;
using namespace bubblescope::test;
using namespace bubblescope::ui;

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
    for (const PassInfo& pass : passes())
        add(pass.help);
    for (std::size_t part = 0; part < kMemoryPartCount; ++part)
        add(memoryPartName(static_cast<MemoryPart>(part)));
    for (const TimingProfile profile : {TimingProfile::Strict, TimingProfile::PpScheduleVisualizationSync})
        add(choiceTitle(std::string(profileName(profile))).toStdString());
    for (const std::string_view policy : cost_words::kCommunicatorPolicies)
        if (policy != "torch") // a project's name
            add(choiceTitle(std::string(policy)).toStdString());
    for (const probe::NumberField& field : probe::numberFields())
        add(field.help);
    for (const probe::SwitchField& field : probe::switchFields())
        add(field.help);
    for (const CostField* field : costFields())
        for (const std::string_view text : {field->entry.title, field->entry.help, field->entry.empty})
            add(text);
    for (const std::string& text : pageTerms())
        add(text);
    return texts;
}

struct SaidSentence
{
    QString key;
    QString literal; ///< as in the source, in one piece
};

QStringList sourcesOf(const QStringList& folders)
{
    QStringList paths;
    for (const QString& folder : folders) {
        QDirIterator files(sourceFile(folder), {"*.cpp", "*.h"}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext())
            paths << files.next();
    }
    paths.sort();
    return paths;
}

QString textOf(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Every code of the sources that the window may show: {"room.key", "English"}.
std::vector<SaidSentence> saidSentences()
{
    static const QString literal = QStringLiteral(R"re("(?:[^"\\]|\\.)*")re");
    static const QRegularExpression code(
        QStringLiteral(R"re(\{\s*"([a-z][a-z0-9-]*\.[a-z0-9-]+)",\s*((?:%1\s*)+)\})re").arg(literal));
    static const QRegularExpression piece(literal);
    std::vector<SaidSentence> said;
    const QStringList paths = sourcesOf({"core", "probe/plan", "ui"});
    for (const QString& path : paths) {
        const bool isWindow = path.startsWith(sourceFile("ui/"));
        for (auto found = code.globalMatch(textOf(path)); found.hasNext();) {
            const QRegularExpressionMatch match = found.next();
            // Commands have keys too.
            if (isWindow && !match.captured(1).startsWith("window."))
                continue;
            QString english;
            for (auto pieces = piece.globalMatch(match.captured(2)); pieces.hasNext();)
                english += pieces.next().captured().chopped(1).mid(1);
            said.push_back({match.captured(1), english});
        }
    }
    std::stable_sort(said.begin(), said.end(),
                     [](const SaidSentence& a, const SaidSentence& b) { return a.key < b.key; });
    return said;
}

QString unescaped(QString literal)
{
    return literal.replace(QLatin1String("\\\""), QLatin1String("\""))
        .replace(QLatin1String("\\\\"), QLatin1String("\\"));
}

/// "{rank}" and "{share:.3g}" of a sentence, each once.
QSet<QString> namesIn(const QString& sentence)
{
    static const QRegularExpression name("\\{\\w+(?::[^}]*)?\\}");
    QSet<QString> names;
    for (auto found = name.globalMatch(sentence); found.hasNext();)
        names << found.next().captured();
    return names;
}

/// A translation of some sentences, installed while it lives.
class SomeSentences : public QTranslator
{
public:
    SomeSentences() { QVERIFY(QCoreApplication::installTranslator(this)); }
    [[nodiscard]] bool isEmpty() const override { return false; }
    QString translate(const char* context, const char* text, const char*, int) const override
    {
        if (QLatin1String(context) != QLatin1String("CoreSentence"))
            return {};
        static const QHash<QString, QString> chinese{
            {"{reason}, {time} of it transfer", "{reason}，其中传输 {time}"},
            {"waits for {action} from rank {rank}", "等待 rank {rank} 的 {action}"},
            {"{text} is not an action: expected {types} after the stage",
             "{text} 不是动作：阶段之后应为 {types}"},
            {"write {text}", "应写为 {text}"},
            {"{parameter} is {found}, but {schedule} needs {need}",
             "{parameter} 为 {found}，但 {schedule} 要求：{need}"},
            {"at least as many as ranks ({least})", "不少于 rank 数（{least}）"},
            {"{problem}; nearest that work: {nearest}", "{problem}；最接近的可用值：{nearest}"},
        };
        return chinese.value(text);
    }
};

} // namespace

/// What the core says, in the window's language.
class CoreTextTest : public QObject
{
    Q_OBJECT

private slots:
    void listIsWhatTheCoreSays()
    {
        QString made =
            QStringLiteral("// SPDX-License-"
                           "Identifier: GPL-3.0-or-later\n"
                           "// The core's texts that the window shows in its own language, for "
                           "lupdate alone: nothing includes this "
                           "file.\n"
                           "// Made by core_text_test; BUBBLESCOPE_UPDATE_GOLDEN=1 writes it anew.\n"
                           "// clang-format off\n");
        for (QString text : fixedTexts())
            made += QStringLiteral("QT_TRANSLATE_NOOP(\"Core\", \"%1\")\n")
                        .arg(text.replace(QLatin1Char('\\'), QLatin1String("\\\\"))
                                 .replace(QLatin1Char('"'), QLatin1String("\\\"")));
        QStringList listed;
        for (const SaidSentence& said : saidSentences())
            if (!listed.contains(said.literal)) {
                listed << said.literal;
                made += QStringLiteral("QT_TRANSLATE_NOOP(\"CoreSentence\", \"%1\")\n").arg(said.literal);
            }
        compareWithFile(sourceFile("resources/translations/core_texts.h"), made.toUtf8());
    }

    void everyKeyHasOneSentence()
    {
        QMap<QString, QString> known;
        for (const SaidSentence& said : saidSentences()) {
            QVERIFY2(known.value(said.key, said.literal) == said.literal, qPrintable(said.key));
            known.insert(said.key, said.literal);
        }
        QVERIFY(known.size() > 400);
    }

    void everySentenceHasItsChinese()
    {
        QMap<QString, QString> chinese;
        for (const TsMessage& message : readTs(sourceFile("resources/translations/bubblescope_zh_CN.ts")))
            if (message.context == QLatin1String("CoreSentence") && message.isFinished)
                chinese.insert(message.source, message.forms.value(0));
        QStringList wrong;
        for (const SaidSentence& said : saidSentences()) {
            const QString english = unescaped(said.literal);
            if (chinese.value(english).isEmpty())
                wrong << said.key + QStringLiteral(" has no Chinese: ") + english;
            else if (namesIn(chinese.value(english)) != namesIn(english))
                wrong << said.key + QStringLiteral(" has other names: ") + chinese.value(english);
        }
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

    void noSourceReadsAMessage()
    {
        static const QRegularExpression reads(QStringLiteral(
            R"re([mM]essage\s*(?:\(\))?(?:\.text\(\))?\.(?:starts_with|startsWith|ends_with|endsWith|find|contains)\()re"));
        QStringList wrong;
        const QStringList paths = sourcesOf({"core", "ui", "app", "probe"});
        for (const QString& path : paths)
            if (const QRegularExpressionMatch match = reads.match(textOf(path)); match.hasMatch())
                wrong << path + QStringLiteral(": ") + match.captured();
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
    }

    void withoutATranslationItIsEnglish()
    {
        QCOMPARE(coreText("Stages per rank"), "Stages per rank");
        QCOMPARE(coreText(""), QString());
        QCOMPARE(coreSentence({{"bubble.waits-for-rank", "waits for {action} from rank {rank}"}, "2F3", 1}),
                 "waits for 2F3 from rank 1");
        QCOMPARE(coreSentence({}), QString());
    }

    void sentencesInChinese_data()
    {
        const auto waits = [](const char* action, int rank) {
            return Sentence({"bubble.waits-for-rank", "waits for {action} from rank {rank}"}, action, rank);
        };
        addRows<Sentence, QString>({
            {"names stand where the language wants them", waits("2F3", 1), "等待 rank 1 的 2F3"},
            {"a sentence within one",
             Sentence({"bubble.part-transfer", "{reason}, {time} of it transfer"}, waits("2F3", 1), "0.5"),
             "等待 rank 1 的 2F3，其中传输 0.5"},
            {"signs of expressions are only signs", waits("(0F1;3B0)OVERLAP_F_B", 10),
             "等待 rank 10 的 (0F1;3B0)OVERLAP_F_B"},
            {"a rule of a parameter, with what would work",
             checkRequest({"1f1b", 4, 3, {}, {}, {{"variant", "torch"}}}).front().said(),
             "microbatches 为 3，但 1f1b 要求：不少于 rank 数（4）；最接近的可用值：4"},
            {"what has no words is left as it is", Sentence({"bubble.receives", "receives {message}"}, "2F3"),
             "receives 2F3"},
            {"what came from elsewhere", Sentence::verbatim("cannot open it"), "cannot open it"},
        });
    }

    void sentencesInChinese()
    {
        const auto& [sentence, chinese] = givenRow<Sentence, QString>();
        const SomeSentences translator;
        QCOMPARE(coreSentence(sentence), chinese);
    }

    void errorsKeepTheirPlaceAndWhatTheyQuote()
    {
        const auto read = readScheduleCsv("0F0,0B0\n1F0,2f1,1B0\n", "plan.csv");
        QVERIFY(!read);
        const QString english = QString::fromStdString(read.error().text());
        QCOMPARE(errorText(read.error()), english);
        const SomeSentences translator;
        const QString said = errorText(read.error());
        QVERIFY2(said.startsWith(english.section(" is not an action", 0, 0) + " 不是动作"), qPrintable(said));
        QCOMPARE(said.section('\n', 1, 1), english.section('\n', 1, 1));
        QCOMPARE(said.section('\n', 2), english.section('\n', 2).replace("write", "应写为"));
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, CoreTextTest)
#include "core_text_test.moc"
