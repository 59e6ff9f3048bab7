// SPDX-License-Identifier: Apache-2.0
#include "core/base/result.h"
#include "core/base/text_show.h"
#include "core/io/document.h"
#include "core/io/schedule_csv.h"
#include "tests/core/rows_support.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <cerrno>

using namespace bubblescope;
using namespace bubblescope::test;

/// What the core says, as codes with arguments.
class BaseSentence : public QObject
{
    Q_OBJECT

private slots:
    void saysItsEnglish();
    void holdsItsArguments();
    void isSaidInOtherWords();
    void cutsWhatIsLong();
    void keysOfFilesAreCut();
    void binaryFilesAreSaidInOneLine_data();
    void binaryFilesAreSaidInOneLine();
};

namespace {

constexpr SentenceCode kRuns{"test.runs", "rank {rank} runs {action}, {share:.3g} of rank {rank}'s time"};

} // namespace

void BaseSentence::saysItsEnglish()
{
    QCOMPARE(Sentence(kRuns, 2U, "0F1", 1.0 / 3).text(), "rank 2 runs 0F1, 0.333 of rank 2's time");
    QCOMPARE(Sentence({"test.plain", "nothing left"}).text(), "nothing left");
    QCOMPARE(qString(Sentence().text()), QString());
    QVERIFY(Sentence().empty() && Sentence::verbatim("").empty());
    QCOMPARE(Sentence::verbatim("{rank} as it is").text(), "{rank} as it is");
    const Sentence within({"test.why", "cannot write {path}: {why}"}, "a.csv", SystemError{ENOSPC});
    QCOMPARE(within.text(), "cannot write a.csv: No space left on device");
    const auto failed = failure(ErrorKind::OutputFailed, {"test.of", "{file}: {problem}"}, "plan", within);
    QCOMPARE(failed.value().text(), "plan: cannot write a.csv: No space left on device");
}

void BaseSentence::holdsItsArguments()
{
    Sentence runs(kRuns, 2U, "0F1", 0.5);
    QVERIFY(runs.is(kRuns) && !runs.is({"test.other", "rank"}));
    QCOMPARE(runs.argumentText("action"), "0F1");
    QCOMPARE(std::get<double>(runs.argument("share")->value), 0.5);
    QVERIFY(runs.argument("stage") == nullptr && runs.argumentText("stage").empty());
    const Sentence outer({"test.of", "{file}: {problem}"}, "plan", runs);
    QCOMPARE(outer.argumentText("rank"), "2");
    runs.setArgument("rank", {Term{"Rank"}});
    runs.setArgument("stage", {std::string("none")});
    QCOMPARE(runs.text(), "rank Rank runs 0F1, 0.5 of rank Rank's time");
    QVERIFY(runs == Sentence(kRuns, Term{"Rank"}, "0F1", 0.5));
    QVERIFY(runs != Sentence(kRuns, Term{"Rank"}, "0F2", 0.5));
}

void BaseSentence::isSaidInOtherWords()
{
    const Wording wording{
        [](const SentenceCode& code) {
            return std::string_view(code.key) == "test.runs" ? std::string("{action} on {rank}: {share:.1f}")
                                                             : std::string(code.english);
        },
        [](const std::string& term) { return term + "!"; },
    };
    const Sentence outer({"test.of", "{file}: {problem}"}, Term{"Plan"}, Sentence(kRuns, 2U, "0F1", 0.25));
    QCOMPARE(outer.text(wording), "Plan!: 0F1 on 2: 0.2");
    Error error{ErrorKind::InvalidInput, outer, SourceLocation{"a.csv", 1, 2, "0F1", outer, 0}};
    QCOMPARE(error.text(wording), "a.csv:1:2: Plan!: 0F1 on 2: 0.2\n0F1\n ^ Plan!: 0F1 on 2: 0.2");
}

void BaseSentence::cutsWhatIsLong()
{
    QCOMPARE(shortened("a short text"), "a short text");
    const std::string cut = shortened(std::string(50, 'a') + std::string(50, 'z'));
    QCOMPARE(cut.size(), std::size_t{80});
    QCOMPARE(qString(cut),
             QString(38, QLatin1Char('a')) + QStringLiteral("…") + QString(39, QLatin1Char('z')));
    std::string wide;
    for (int i = 0; i < 60; ++i)
        wide += "é";
    QCOMPARE(firstInvalidUtf8(shortened(wide, 81)), std::string_view::npos);
    const Sentence found({"test.unknown", "unknown option '{found}'"}, std::string(70'000, 'x'));
    QVERIFY(found.text().size() < 200);
    QCOMPARE(found.argumentText("found").size(), std::size_t{80});
}

void BaseSentence::keysOfFilesAreCut()
{
    const std::string text =
        R"({"bubblescopeFormat": 1, "source": {"request": {")" + std::string(70'000, 'k') + R"(": 1}}})";
    const auto read = readDocument(text, "plan.bubble");
    QVERIFY(!read);
    QVERIFY2(read.error().text().size() < 3000, read.error().text().c_str());
    QVERIFY(qString(read.error().text()).contains(QStringLiteral("kkk…kkk")));
}

void BaseSentence::binaryFilesAreSaidInOneLine_data()
{
    const QByteArray noise(5000, '\x02');
    test::addRows<QByteArray, std::string>({
        {"a picture", QByteArray("\x89PNG\r\n\x1A\n") + noise + QByteArray("\n\n\n"),
         "plan.csv: the file is a PNG image: a schedule CSV is text"},
        {"a program",
         QByteArray("\x7F"
                    "ELF") +
             noise,
         "plan.csv: the file is a program: a schedule CSV is text"},
        {"anything", QByteArray("some\n") + noise,
         "plan.csv: the file is binary data: a schedule CSV is text"},
    });
}

void BaseSentence::binaryFilesAreSaidInOneLine()
{
    const auto [bytes, said] = test::fetchRow<QByteArray, std::string>();
    const auto strict = readScheduleCsv(bytes.toStdString(), "plan.csv");
    QVERIFY(!strict && strict.error().kind == ErrorKind::InvalidInput);
    QCOMPARE(strict.error().text(), said);
    QCOMPARE(scheduleCsvErrors(bytes.toStdString(), "plan.csv").size(), std::size_t{1});
}

BUBBLESCOPE_TEST(BaseSentence)
#include "base_sentence.moc"
