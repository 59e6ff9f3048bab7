// SPDX-License-Identifier: Apache-2.0
#include "tests/core/io_document_support.h"
#include "tests/support/conformance_data.h"
#include "tests/support/rows.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <limits>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

QString ioDocumentSaidOf(const std::string& text)
{
    const auto document = readDocument(text, "p.bubble");
    return document ? QString("read") : qString(document.error().text());
}

ProjectDocument withRequest()
{
    ProjectDocument document;
    ScheduleRequest request;
    request.schedule = "interleaved-1f1b";
    request.ranks = 4;
    request.microbatches = 8;
    request.stagesPerRank = 2;
    request.placement = PlacementKind::Loop;
    request.options = {{"variant", "torch"}};
    document.source = request;
    document.costs.forward = StageValues(1.5);
    document.title = "Quoted \"title\" \xC3\xA4";
    document.view = {0.5, 12.0};
    document.unknownKeys = {{"aNewKey", R"({"a":null,"b":[1,2]})"}, {"odd", "[]"}};
    return document;
}

ProjectDocument withOrder(const char* order)
{
    ProjectDocument document;
    document.source = parse(order);
    return document;
}

} // namespace

Q_DECLARE_METATYPE(bubblescope::ProjectDocument)

class IoDocument : public QObject
{
    Q_OBJECT

private slots:
    void writesARequest();
    void writesAnOrder();
    void readsItsOwnText_data();
    void readsItsOwnText();
    void keepsEveryRecordedOrder();
    void readsARowAsAListOfCells();
    void keepsWhatItDoesNotKnow();
    void dropsWhatWouldBreakTheFile();
    void refuses_data();
    void refuses();
    void brokenJson_data();
    void brokenJson();
};

void IoDocument::writesARequest()
{
    QCOMPARE(writeDocument(withRequest()), R"({
  "bubblescopeFormat": 1,
  "aNewKey": {
    "a": null,
    "b": [
      1,
      2
    ]
  },
  "costs": {
    "forward": 1.5
  },
  "odd": [],
  "source": {
    "request": {
      "microbatches": 8,
      "options": {
        "variant": "torch"
      },
      "placement": "loop",
      "ranks": 4,
      "schedule": "interleaved-1f1b",
      "stagesPerRank": 2
    }
  },
  "title": "Quoted \"title\" )"
                                           "\xC3\xA4"
                                           R"(",
  "view": {
    "from": 0.5,
    "to": 12.0
  }
}
)");
}

void IoDocument::writesAnOrder()
{
    ProjectDocument document = withOrder("0F0 . (0F1;1B0)OVERLAP_F_B\n\n.\n");
    auto& schedule = std::get<Schedule>(document.source);
    schedule.placement = Placement{PlacementKind::V, 3, 2};
    schedule.stageCount = 6;
    QCOMPARE(writeDocument(document), R"({
  "bubblescopeFormat": 1,
  "source": {
    "name": "test",
    "order": [
      "0F0,,(0F1;1B0)OVERLAP_F_B",
      "",
      "\"\""
    ],
    "placement": {
      "kind": "v",
      "ranks": 3,
      "stagesPerRank": 2
    },
    "stages": 6
  }
}
)");
    const auto again = succeeded(readDocument(writeDocument(document), "p.bubble"));
    QVERIFY(*again == document);
}

void IoDocument::readsItsOwnText_data()
{
    QTest::addColumn<ProjectDocument>("document");
    ProjectDocument negative = withRequest();
    std::get<ScheduleRequest>(negative.source).ranks = -1;
    std::get<ScheduleRequest>(negative.source).placement.reset();
    std::get<ScheduleRequest>(negative.source).stagesPerRank.reset();
    ProjectDocument halfView = withRequest();
    halfView.view.to.reset();
    ProjectDocument mirrored = withOrder("0F0 1F0\n1F0 0F0");
    std::get<Schedule>(mirrored.source).placement = Placement{PlacementKind::Mirror, 2, 1};
    QTest::newRow("default") << ProjectDocument{};
    QTest::newRow("request") << withRequest();
    QTest::newRow("request that no generator takes") << negative;
    QTest::newRow("view without an end") << halfView;
    QTest::newRow("order") << withOrder("0UNSHARD 0F0 0SEND_F0\n1RECV_F0 . 1F0 1B0");
    QTest::newRow("order in two directions") << mirrored;
    QTest::newRow("ranks without actions") << withOrder("\n0F0\n");
}

void IoDocument::readsItsOwnText()
{
    QFETCH(ProjectDocument, document);
    const std::string text = writeDocument(document);
    const auto again = succeeded(readDocument(text, "p.bubble"));
    QVERIFY2(*again == document, text.c_str());
    QCOMPARE(qString(writeDocument(*again)), qString(text));
    QVERIFY(text.starts_with("{\n  \"bubblescopeFormat\": 1,\n"));
}

void IoDocument::keepsEveryRecordedOrder()
{
    int orders = 0;
    for (const auto& record : sharedJson("conformance/orders/DualPipeV.json")) {
        if (!record.contains("order"))
            continue;
        ProjectDocument document;
        document.source = scheduleFromCells(record["order"]);
        const ProjectDocument again = readAgain(document);
        QVERIFY(again == document);
        ++orders;
    }
    QVERIFY(orders > 100);
}

void IoDocument::readsARowAsAListOfCells()
{
    const auto document = readDocument(
        R"({"bubblescopeFormat": 1, "source": {"order": [["0F0", "", "(0F1;1B0)OVERLAP_F_B"], [""], []]}})",
        "p.bubble");
    QVERIFY(document.has_value());
    QCOMPARE(render(std::get<Schedule>(document->source)), "0F0 . (0F1;1B0)OVERLAP_F_B\n\n");
    QCOMPARE(std::get<Schedule>(document->source).rows[1].size(), std::size_t{1});
    QCOMPARE(std::get<Schedule>(document->source).stageCount, 2U);
}

void IoDocument::keepsWhatItDoesNotKnow()
{
    const std::string text =
        R"({"pins": [1, {"b": "x", "a": 2.50}], "source": {"request": {"schedule": "gpipe",
        "ranks": 2, "microbatches": 3, "options": {"inference": true, "limit": 2}}}, "bubblescopeFormat": 1})";
    const auto document = succeeded(readDocument(text, "p.bubble"));
    QCOMPARE(document->unknownKeys.at("pins"), R"([1,{"a":2.5,"b":"x"}])");
    QCOMPARE(std::get<ScheduleRequest>(document->source).options.at("inference"), "true");
    QCOMPARE(std::get<ScheduleRequest>(document->source).options.at("limit"), "2");
    const ProjectDocument again = readAgain(*document);
    QVERIFY(again == *document);
}

void IoDocument::dropsWhatWouldBreakTheFile()
{
    ProjectDocument document;
    document.unknownKeys = {{"broken", "{"}, {"title", "\"other\""}, {"fine", "1"}};
    document.title = "not \xFF UTF-8";
    document.view.from = std::numeric_limits<double>::quiet_NaN();
    const ProjectDocument again = readAgain(document);
    QCOMPARE(again.unknownKeys.size(), std::size_t{1});
    QCOMPARE(again.title, "not \xEF\xBF\xBD UTF-8");
    QVERIFY(!again.view.from.has_value());
}

void IoDocument::refuses_data()
{
    const QString begin = "{\"bubblescopeFormat\": 1,\n";
    const QString gpipe = R"("source": {"request": {"schedule": "gpipe", "ranks": 2, "microbatches": 3}},)";
    addRows<QString, QString>({
        {"no document", "{\"a\": 1}",
         "p.bubble:1:1: not a Bubblescope document: it must start with \"bubblescopeFormat\": 1\n{\"a\": "
         "1}\n^"},
        {"a list", "[]",
         "p.bubble:1:1: not a Bubblescope document: it must start with \"bubblescopeFormat\": 1\n[]\n^"},
        {"newer version", "{\"bubblescopeFormat\": 3}",
         "p.bubble:1:23: bubblescopeFormat: made by a newer Bubblescope (format 3); this one reads formats "
         "up to 2: open it with the newer one\n{\"bubblescopeFormat\": 3}\n                      ^"},
        {"version of another type", "{\"bubblescopeFormat\": \"1\"}",
         "p.bubble:1:23: bubblescopeFormat: expected a whole number from 1 to 2147483647, found \"1\"\n"
         "{\"bubblescopeFormat\": \"1\"}\n                      ^"},
        {"no source", "{\"bubblescopeFormat\": 1}",
         "p.bubble:1:1: \"source\" is missing: it contains a \"request\" or an "
         "\"order\"\n{\"bubblescopeFormat\": 1}\n^"},
        {"wrong costs", begin + gpipe + "\n\"costs\": {\"p2p\": {\"latency\": \"x\"}}}",
         "p.bubble:3:30: costs.p2p.latency: expected a number >= 0, found \"x\"\n"
         "\"costs\": {\"p2p\": {\"latency\": \"x\"}}}\n                             ^"},
        {"mistyped request key", begin + "\"source\": {\"request\": {\"rank\": 2}}}",
         "p.bubble:2:24: source.request.rank: unknown key; did you mean 'ranks'?\n"
         "\"source\": {\"request\": {\"rank\": 2}}}\n                       ^"},
        {"half a number of ranks",
         begin + "\"source\": {\"request\": {\"schedule\": \"x\", \"ranks\": 2.5, \"microbatches\": 1}}}",
         "p.bubble:2:50: source.request.ranks: expected a whole number, found 2.5\n"
         "\"source\": {\"request\": {\"schedule\": \"x\", \"ranks\": 2.5, \"microbatches\": 1}}}\n" +
             QString(49, ' ') + "^"},
        {"request and order", begin + "\"source\": {\"request\": {}, \"order\": []}}",
         "p.bubble:2:11: source: expected an object with either \"request\" or \"order\"\n"
         "\"source\": {\"request\": {}, \"order\": []}}\n          ^"},
        {"order without ranks", begin + "\"source\": {\"order\": []}}",
         "p.bubble:2:21: source.order: expected a list with one row for each rank, found an empty "
         "list\n\"source\": {\"order\": []}}\n                    ^"},
        {"row of another type", begin + "\"source\": {\"order\": [7]}}",
         "p.bubble:2:22: source.order[0]: expected a row such as \"0F0,0B0\" or [\"0F0\", \"0B0\"], found "
         "7\n\"source\": {\"order\": [7]}}\n                     ^"},
        {"wrong cell in a row", begin + "\"source\": {\"order\": [\"0F0\",\n\"1F0,,1F\"]}}",
         "p.bubble:3:9: source.order[1]: rank 1, cell 3: '1F' is not an action: expected a microbatch after "
         "F, such as 1F0\n\"1F0,,1F\"]}}\n        ^ expected a microbatch number"},
        {"wrong cell in a list", begin + "\"source\": {\"order\": [[\"0F0\", \"0f1\"]]}}",
         "p.bubble:2:32: source.order[0][1]: rank 0, cell 2: '0f1' is not an action: expected F, I, W, B, "
         "SEND_F, RECV_F, SEND_B, RECV_B, WAIT_SEND_F, WAIT_SEND_B, UNSHARD, RESHARD, REDUCE_GRAD, "
         "WAIT_REDUCE_GRAD, R, O, L, S, T, CLIP, OPTIMIZER, PARAM_GATHER or EMBED_GRAD after the "
         "stage\n\"source\": {\"order\": [[\"0F0\", \"0f1\"]]}}\n" +
             QString(31, ' ') + "^ write 0F1"},
        {"what PyTorch ignores is not ignored", begin + "\"source\": {\"order\": [\"0F0,0F1x\"]}}",
         "p.bubble:2:30: source.order[0]: rank 0, cell 2: 'x' after 0F1 is ignored\n"
         "\"source\": {\"order\": [\"0F0,0F1x\"]}}\n" +
             QString(29, ' ') + "^"},
        {"a row with a line end", begin + "\"source\": {\"order\": [\"0F0\\n0F1\"]}}",
         "p.bubble:2:22: source.order[0]: rank 0, cell 1: a row must not contain a line break\n\"source\": "
         "{\"order\": [\"0F0\\n0F1\"]}}\n" +
             QString(21, ' ') + "^"},
        {"placement of other ranks",
         begin + "\"source\": {\"order\": [\"0F0\"],\n\"placement\": {\"kind\": \"v\", \"ranks\": 2, "
                 "\"stagesPerRank\": 1}}}",
         "p.bubble:3:37: source.placement.ranks: expected a whole number from 1 to 1, found 2\n"
         "\"placement\": {\"kind\": \"v\", \"ranks\": 2, \"stagesPerRank\": 1}}}\n" +
             QString(36, ' ') + "^"},
        {"fewer stages than the rows have", begin + "\"source\": {\"order\": [\"5F0\"],\n\"stages\": 5}}",
         "p.bubble:3:11: source.stages: expected a whole number from 6 to 4194304, found 5\n\"stages\": "
         "5}}\n          ^"},
        {"title", begin + gpipe + "\n\"title\": 1}",
         "p.bubble:3:10: title: expected a string, found 1\n\"title\": 1}\n         ^"},
        {"view backwards", begin + gpipe + "\n\"view\": {\"from\": 2, \"to\": 1}}",
         "p.bubble:3:9: view: \"from\" must be less than \"to\"\n\"view\": {\"from\": 2, \"to\": 1}}\n       "
         " ^"},
        {"key twice", begin + gpipe + "\n\"title\": \"a\", \"title\": \"b\"}",
         "p.bubble:3:15: the key 'title' appears twice in one object\n\"title\": \"a\", \"title\": \"b\"}\n  "
         "            ^"},
    });
}

void IoDocument::refuses()
{
    const auto [text, error] = givenRow<QString, QString>();
    QCOMPARE(ioDocumentSaidOf(text.toStdString()), error);
}

void IoDocument::brokenJson_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("error");
    const auto row = [](const char* name, const QByteArray& text, const QByteArray& error) {
        QTest::newRow(name) << text << "p.bubble:" + QString(error);
    };
    row("nothing", "",
        "1:1: invalid JSON: while parsing value: unexpected end of input; expected '[', '{', or a literal");
    row("cut off", "{\"bubblescopeFormat\": 1,\n \"title\"",
        "2:9: invalid JSON: while parsing object separator: unexpected end of input; expected ':'\n "
        "\"title\"\n        ^");
    row("cut within a text", "{\"title\": \"ab",
        "1:14: invalid JSON: while parsing value: invalid string: missing closing quote\n{\"title\": \"ab\n  "
        " "
        "          ^");
    row("missing colon", "{\"bubblescopeFormat\" 1}",
        "1:22: invalid JSON: while parsing object separator: unexpected number literal; expected "
        "':'\n{\"bubblescopeFormat\" 1}\n                     ^");
    row("NaN", "{\"bubblescopeFormat\": 1,\n \"view\": {\"from\": NaN}}",
        "2:19: invalid JSON: while parsing value: invalid literal\n \"view\": {\"from\": NaN}}\n             "
        "     ^");
    row("a comma too many", "{\"title\": 1,}",
        "1:13: invalid JSON: while parsing object key: unexpected '}'; expected string literal\n{\"title\": "
        "1,}\n            ^");
    row("too large a number", "{\"a\": 1e999}",
        "1:7: invalid JSON: the number is too large\n{\"a\": 1e999}\n      ^");
    row("a text where none belongs", "{\"a\": 1 \"bc\"}",
        "1:9: invalid JSON: while parsing object: unexpected string literal; expected '}'\n{\"a\": 1 "
        "\"bc\"}\n        ^");
    row("no UTF-8", "{\"a\": \"\xFF\"}",
        "1:8: invalid JSON: while parsing value: invalid string: ill-formed UTF-8 byte\n{\"a\": \"?\"}\n     "
        "  ^");
    row("a second value", "{} {}",
        "1:4: invalid JSON: while parsing value: unexpected '{'; expected end of input\n{} {}\n   ^");
    row("deep nesting", QByteArray(100000, '['),
        QByteArray("1:65: nested deeper than 64 levels\n...") + QByteArray(100, '[') + "...\n" +
            QByteArray(63, ' ') + "^");
}

void IoDocument::brokenJson()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, error);
    QCOMPARE(ioDocumentSaidOf(text.toStdString()), error);
}

BUBBLESCOPE_TEST(IoDocument)
#include "io_document.moc"
