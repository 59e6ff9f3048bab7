// SPDX-License-Identifier: Apache-2.0
#include "tests/support/test_program.h"
#include "ui/document/document.h"
#include "ui/document/load_job.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <cstdlib>
#include <new>

using namespace bubblescope;
using namespace bubblescope::ui;

namespace {

/// More than this at once is not to be had; 0 = no limit.
std::atomic<std::size_t> mostBytes = 0;

/// Enough for the times of longOrder(), 8 bytes an action and rank; with latency its memory curves, 16 bytes
/// a step, take more at once.
constexpr std::size_t kTooLittleForTheCurves = 200'000;

SchedulePtr longOrder()
{
    ScheduleRequest request;
    request.ranks = 2;
    request.microbatches = 10'000;
    return std::make_shared<const Schedule>(generate(request).value());
}

struct LittleMemory
{
    explicit LittleMemory(std::size_t most) { mostBytes = most; }
    ~LittleMemory() { mostBytes = 0; }
};

} // namespace

// The whole program's, so that every worker runs short.
void* operator new(std::size_t size)
{
    const std::size_t most = mostBytes;
    void* memory = most > 0 && size > most ? nullptr : std::malloc(size > 0 ? size : 1);
    if (memory == nullptr)
        throw std::bad_alloc();
    return memory;
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t /*size*/) noexcept
{
    std::free(memory);
}

/// A schedule that memory does not suffice for is an error in words, and what was there stays.
class WindowMemoryTest : public QObject
{
    Q_OBJECT

private slots:
    void evaluationSaysHowManyActions()
    {
        const SchedulePtr order = longOrder();
        CostModel costs;
        costs.transfer.latency = 1;
        const LittleMemory little(kTooLittleForTheCurves);
        const Result<EvaluationPtr> made = evaluate({order, costs, {}}, {});
        QVERIFY(!made);
        QCOMPARE(QString::fromStdString(made.error().text()),
                 "not enough memory for the 40000 actions of this schedule");
        QVERIFY(made.error().kind == ErrorKind::DoesNotHold);
    }

    void documentKeepsWhatItHas()
    {
        Document document;
        LoadedDocument loaded;
        const SchedulePtr order = longOrder();
        loaded.state.source = order;
        const Result<EvaluationPtr> before = evaluate({order, {}, {}}, {});
        QVERIFY(before);
        loaded.evaluation = *before;
        document.open(loaded);
        CostModel costs;
        costs.transfer.latency = 1;
        QSignalSpy failed(&document, &Document::evaluationFailed);
        const LittleMemory little(kTooLittleForTheCurves);
        document.setCosts(costs, "Latency");
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(document.evaluationError(), "not enough memory for the 40000 actions of this schedule");
        QVERIFY(document.evaluation() == *before);
        QVERIFY(!document.isBusy());
    }

    void fileTooLargeIsAnError()
    {
        QTemporaryDir folder;
        QFile file(folder.filePath("long.csv"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QByteArray text = "0F0";
        for (int microbatch = 1; microbatch < 10'000; ++microbatch)
            text += ",0F" + QByteArray::number(microbatch);
        file.write(text + '\n');
        file.close();
        // The text fits, its 10'000 actions of 8 bytes do not.
        const LittleMemory little(70'000);
        LoadJob job(file.fileName());
        QSignalSpy finished(&job, &LoadJob::finished);
        job.start();
        QTRY_COMPARE(finished.size(), 1);
        QVERIFY(!job.result());
        QCOMPARE(QString::fromStdString(job.result().error().text()), "not enough memory for long.csv");
    }
};

BUBBLESCOPE_TEST_WITH(QCoreApplication, WindowMemoryTest)
#include "window_memory_test.moc"
