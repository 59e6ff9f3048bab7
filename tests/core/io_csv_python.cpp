// SPDX-License-Identifier: Apache-2.0
#include "core/io/schedule_csv.h"
#include "tests/support/conformance_data.h"
#include "tests/support/schedule_text.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

using namespace bubblescope;
using namespace bubblescope::test;

namespace {

// PyTorch reads a schedule with csv.reader and writes it with csv.writer, None being a bubble.
const char* const kReadAndWrite = R"(
import csv, io, json, sys
result = []
for text in json.load(open(sys.argv[1], encoding="utf-8")):
    rows = list(csv.reader(io.StringIO(text, newline="")))
    again = io.StringIO(newline="")
    writer = csv.writer(again)
    for row in rows:
        writer.writerow([cell or None for cell in row])
    result.append({"rows": rows, "again": again.getvalue()})
json.dump(result, open(sys.argv[2], "w", encoding="utf-8"))
)";

std::vector<Schedule> ioCsvPythonRecordedOrders()
{
    std::vector<Schedule> orders;
    for (const std::string& file : sharedFiles("conformance/orders")) {
        const auto data = sharedJson(file);
        if (!data.is_array())
            continue;
        for (const auto& record : data)
            if (record.contains("order"))
                orders.push_back(scheduleFromCells(record["order"]));
    }
    orders.push_back(parse("."));
    orders.push_back(parse("0F0\n\n.\n. .\n"));
    return orders;
}

} // namespace

/// What we write is read by Python's csv module, and the other way round.
class IoCsvPython : public QObject
{
    Q_OBJECT

private slots:
    void agreesWithPythonsCsvModule()
    {
        const QString python = QStandardPaths::findExecutable("python3");
        if (python.isEmpty())
            QSKIP("no python3 here");
        const std::vector<Schedule> orders = ioCsvPythonRecordedOrders();
        nlohmann::json texts;
        for (const Schedule& order : orders)
            texts.push_back(writeScheduleCsv(order));
        const QTemporaryDir folder;
        QFile input(folder.filePath("texts.json"));
        QVERIFY(input.open(QIODevice::WriteOnly));
        input.write(QByteArray::fromStdString(texts.dump()));
        input.close();
        const QStringList arguments{"-c", kReadAndWrite, input.fileName(), folder.filePath("result.json")};
        QCOMPARE(QProcess::execute(python, arguments), 0);
        QFile output(folder.filePath("result.json"));
        QVERIFY(output.open(QIODevice::ReadOnly));
        const auto results = nlohmann::json::parse(output.readAll().toStdString());
        QCOMPARE(results.size(), orders.size());
        for (std::size_t i = 0; i < orders.size(); ++i) {
            QVERIFY(results[i]["rows"].get<std::vector<std::vector<std::string>>>() == cellsOf(orders[i]));
            const auto again = readScheduleCsv(results[i]["again"].get<std::string>(), "again.csv");
            QVERIFY2(again.has_value(), again ? "" : again.error().text().c_str());
            QVERIFY(again->schedule.rows == orders[i].rows);
        }
        qInfo("%zu orders read by Python's csv module", orders.size());
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, IoCsvPython)
#include "io_csv_python.moc"
