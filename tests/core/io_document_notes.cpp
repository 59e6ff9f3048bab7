// SPDX-License-Identifier: Apache-2.0
// Notes and the view of a project document.
#include <QTest>

#include "tests/core/io_document_support.h"
#include "tests/core/rows_support.h"
#include "tests/support/test_program.h"

#include <limits>
#include <random>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

/// Of a document with these members; "read" if there is none.
QString saidOf(const QString& members)
{
    const auto document = readDocument(gpipeWith(members.toStdString()), "p.bubble");
    return document ? QString("read") : qString(document.error().text());
}

class Random
{
public:
    explicit Random(unsigned seed) : m_random(seed) {}
    unsigned below(unsigned end) { return static_cast<unsigned>(m_random()) % end; }
    Time time() { return below(4) == 0 ? below(1000) : below(1'000'000'000) / 7.0; }
    std::string text()
    {
        static const char* const kParts[] = {"a", "warm-up", " ", "ü", "\"", "\\", "0F1", "→", "{}", "🙂"};
        std::string text = "n";
        for (unsigned i = below(12); i > 0; --i)
            text += kParts[below(std::size(kParts))];
        return noteText(text);
    }
    std::vector<RankId> ranks()
    {
        std::vector<RankId> ranks;
        const unsigned step = 1 + below(5);
        for (unsigned i = 0, count = below(6); i < count; ++i)
            ranks.insert(below(2) == 0 ? ranks.begin() : ranks.end(), RankId{below(step) + i * step});
        return ranks;
    }
    std::map<std::string, std::string> unknown()
    {
        if (below(3) != 0)
            return {};
        return {{"later", R"({"a":[1,null,"x"]})"}, {"zz" + std::to_string(below(9)), "2.5"}};
    }
    ProjectDocument document()
    {
        ProjectDocument document = gpipe();
        for (unsigned i = below(8); i > 0; --i) {
            DocumentNote note{time(), {}, {}, text(), unknown()};
            if (below(2) == 0)
                note.to = note.from + 1 + time();
            if (below(2) == 0)
                note.rank = RankId{below(65536)};
            document.notes.push_back(note);
        }
        sortNotes(document.notes);
        if (below(2) == 0)
            document.view.from = time() - 10;
        if (below(2) == 0)
            document.view.to = document.view.from.value_or(0) + 1 + time();
        if (below(2) == 0)
            document.view.scroll = below(1000) / 16.0;
        document.view.lanes = {ranks(), ranks(), ranks(), ranks(), unknown()};
        document.view.unknownKeys = unknown();
        document.unknownKeys = unknown();
        return document;
    }

private:
    std::mt19937 m_random;
};

} // namespace

class IoDocumentNotes : public QObject
{
    Q_OBJECT

private slots:
    void writesNotesAndView();
    void writesNothingForNone();
    void readsByTime();
    void keepsRandomDocuments();
    void cleansTexts_data();
    void cleansTexts();
    void leavesOutWhatIsNotAdmissible();
    void refuses_data();
    void refuses();
    void refusesTooLongATextAndTooManyNotes();
};

void IoDocumentNotes::writesNotesAndView()
{
    ProjectDocument document = gpipe();
    document.notes = {{4, {}, {}, "steady"}, {1, 2.5, RankId{1}, "why \"idle\"?", {{"color", "\"red\""}}}};
    document.view.scroll = 1.5;
    document.view.lanes = {{RankId{1}, RankId{0}}, {RankId{1}}, {RankId{3}}, {RankId{0}}, {{"tall", "[]"}}};
    document.view.unknownKeys = {{"zoom", "null"}};
    QCOMPARE(writeDocument(document), R"({
  "bubblescopeFormat": 1,
  "notes": [
    {
      "color": "red",
      "from": 1.0,
      "rank": 1,
      "text": "why \"idle\"?",
      "to": 2.5
    },
    {
      "text": "steady",
      "time": 4.0
    }
  ],
  "source": {
    "request": {
      "microbatches": 3,
      "ranks": 2,
      "schedule": "gpipe"
    }
  },
  "view": {
    "lanes": {
      "folded": [
        0
      ],
      "hidden": [
        3
      ],
      "order": [
        1,
        0
      ],
      "pinned": [
        1
      ],
      "tall": []
    },
    "scroll": 1.5,
    "zoom": null
  }
}
)");
}

void IoDocumentNotes::writesNothingForNone()
{
    QCOMPARE(writeDocument(gpipe()), R"({
  "bubblescopeFormat": 1,
  "source": {
    "request": {
      "microbatches": 3,
      "ranks": 2,
      "schedule": "gpipe"
    }
  }
}
)");
    const auto read = test::succeeded(
        readDocument(gpipeWith(R"("notes": [], "view": {"lanes": {"order": []}})"), "p.bubble"));
    QVERIFY(*read == gpipe());
}

void IoDocumentNotes::readsByTime()
{
    const auto read = test::succeeded(
        readDocument(gpipeWith(R"("notes": [{"time": 5, "text": "c"}, {"from": 1, "to": 4, "text": "b"},
                              {"time": 1, "text": "a"}, {"time": 5, "text": "d"}])"),
                     "p.bubble"));
    std::string texts;
    for (const DocumentNote& note : read->notes)
        texts += note.text;
    QCOMPARE(texts, "abcd");
}

void IoDocumentNotes::keepsRandomDocuments()
{
    Random random(6);
    for (int i = 0; i < 500; ++i) {
        const ProjectDocument document = random.document();
        const std::string text = writeDocument(document);
        const auto again = test::succeeded(readDocument(text, "p.bubble"));
        QVERIFY2(*again == document, text.c_str());
        QCOMPARE(qString(writeDocument(*again)), qString(text));
    }
}

void IoDocumentNotes::cleansTexts_data()
{
    test::addRows<QByteArray, QByteArray>({
        {"as it is", QByteArray("a  b"), QByteArray("a  b")},
        {"two lines", QByteArray("a\nb"), QByteArray("a b")},
        {"blanks at the ends", QByteArray(" \t a \r\n"), QByteArray("a")},
        {"blank", QByteArray(" \n "), QByteArray("")},
        {"no UTF-8", QByteArray("a\xFF"), QByteArray("a?")},
        {"too long", QByteArray("\xC3\xBC").repeated(1001), QByteArray("\xC3\xBC").repeated(1000)},
        {"too long, with a blank where it is cut", QByteArray(999, 'x') + "  y", QByteArray(999, 'x')},
    });
}

void IoDocumentNotes::cleansTexts()
{
    const auto [text, cleaned] = test::fetchRow<QByteArray, QByteArray>();
    QCOMPARE(QByteArray::fromStdString(noteText(text.toStdString())), cleaned);
    QCOMPARE(noteText(cleaned.toStdString()), cleaned.toStdString());
}

void IoDocumentNotes::leavesOutWhatIsNotAdmissible()
{
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const double infinite = std::numeric_limits<double>::infinity();
    ProjectDocument document = gpipe();
    document.notes = {{nan, {}, {}, "a"}, {-1, {}, {}, "b"},  {2, 2, {}, "c"}, {3, infinite, {}, "d"},
                      {3, nan, {}, "e"},  {4, {}, {}, "f\n"}, {5, {}, {}, ""}, {6, {}, {}, "kept"}};
    document.view.scroll = infinite;
    document.view.lanes.order = {RankId{1}, RankId{1}, RankId{70000}, RankId{0}};
    const ProjectDocument again = readAgain(document);
    QCOMPARE(again.notes.size(), std::size_t{1});
    QCOMPARE(again.notes[0].text, "kept");
    QVERIFY(!again.view.scroll);
    QVERIFY((again.view.lanes.order == std::vector<RankId>{RankId{1}, RankId{0}}));
}

void IoDocumentNotes::refuses_data()
{
    test::addRows<QString, QString, QString>({
        {"no list", R"("notes": {})", "3:10", "notes: expected a list of notes, found an object"},
        {"a text", R"("notes": ["x"])", "3:11",
         "notes[0]: expected a note as {\"time\": 3, \"text\": \"…\"}, found \"x\""},
        {"no time", R"("notes": [{"text": "x"}])", "3:11",
         "notes[0]: expected either \"time\" or both \"from\" and \"to\""},
        {"no end", R"("notes": [{"from": 1, "text": "x"}])", "3:11",
         "notes[0]: expected either \"time\" or both \"from\" and \"to\""},
        {"moment and stretch", R"("notes": [{"time": 1, "to": 2, "text": "x"}])", "3:11",
         "notes[0]: expected either \"time\" or both \"from\" and \"to\""},
        {"backwards", R"("notes": [{"time": 0, "text": "a"}, {"from": 2, "to": 1, "text": "x"}])", "3:37",
         "notes[1]: \"from\" must be less than \"to\"; a moment has \"time\" instead"},
        {"without length", R"("notes": [{"from": 2, "to": 2, "text": "x"}])", "3:11",
         "notes[0]: \"from\" must be less than \"to\"; a moment has \"time\" instead"},
        {"before the begin", R"("notes": [{"time": -0.5, "text": "x"}])", "3:20",
         "notes[0].time: expected a number >= 0, found -0.5"},
        {"time as a text", R"("notes": [{"time": "3", "text": "x"}])", "3:20",
         "notes[0].time: expected a number >= 0, found \"3\""},
        {"end as null", R"("notes": [{"from": 3, "to": null, "text": "x"}])", "3:29",
         "notes[0].to: expected a number >= 0, found null"},
        {"no text", R"("notes": [{"time": 3}])", "3:11", "notes[0]: \"text\" is missing"},
        {"text as a number", R"("notes": [{"time": 3, "text": 7}])", "3:31",
         "notes[0].text: expected a text, found 7"},
        {"blank text", R"("notes": [{"time": 3, "text": "  "}])", "3:31",
         "notes[0].text: expected a text that is not blank"},
        {"two lines", R"("notes": [{"time": 3, "text": "a\nb"}])", "3:31",
         "notes[0].text: expected one line without control characters"},
        {"half a rank", R"("notes": [{"time": 3, "text": "a", "rank": 0.5}])", "3:44",
         "notes[0].rank: expected a whole number from 0 to 65535, found 0.5"},
        {"negative rank", R"("notes": [{"time": 3, "text": "a", "rank": -1}])", "3:44",
         "notes[0].rank: expected a whole number from 0 to 65535, found -1"},
        {"view as a list", R"("view": [])", "3:9", "view: expected an object, found an empty list"},
        {"negative scroll", R"("view": {"scroll": -1})", "3:20",
         "view.scroll: expected a number >= 0, found -1"},
        {"lanes as a list", R"("view": {"lanes": [1]})", "3:19",
         "view.lanes: expected an object, found a list"},
        {"one rank for a list", R"("view": {"lanes": {"pinned": 1}})", "3:30",
         "view.lanes.pinned: expected a list of ranks, found 1"},
        {"a rank's name", R"("view": {"lanes": {"hidden": [0, "rank 1"]}})", "3:34",
         "view.lanes.hidden[1]: expected a whole number from 0 to 65535, found \"rank 1\""},
        {"a rank twice", R"("view": {"lanes": {"order": [2, 0, 2]}})", "3:36",
         "view.lanes.order[2]: rank 2 stands twice in this list"},
    });
}

void IoDocumentNotes::refuses()
{
    const auto [members, place, message] = test::fetchRow<QString, QString, QString>();
    const QString error = saidOf(members);
    QCOMPARE(error.section('\n', 0, 0), QString("p.bubble:%1: %2").arg(place, message));
}

void IoDocumentNotes::refusesTooLongATextAndTooManyNotes()
{
    const QString longest(1000, QChar(0xFC));
    QCOMPARE(saidOf("\"notes\": [{\"time\": 3, \"text\": \"" + longest + "\"}]"), QString("read"));
    QCOMPARE(saidOf("\"notes\": [{\"time\": 3, \"text\": \"" + longest + "x\"}]").section('\n', 0, 0),
             QString("p.bubble:3:31: notes[0].text: expected at most 1000 characters, found 1001"));
    QString many = "\"notes\": [{\"time\": 3, \"text\": \"x\"}";
    for (int i = 1; i < 10000; ++i)
        many += ",{\"time\": 3, \"text\": \"x\"}";
    QCOMPARE(saidOf(many + "]"), QString("read"));
    QCOMPARE(saidOf(many + ",{\"time\": 3, \"text\": \"x\"}]").section('\n', 0, 0),
             QString("p.bubble:3:10: notes: expected at most 10000 notes, found 10001"));
}

BUBBLESCOPE_TEST(IoDocumentNotes)
#include "io_document_notes.moc"
