// SPDX-License-Identifier: Apache-2.0
#include "core/base/parallel_for.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace bubblescope;

class BaseParallelFor : public QObject
{
    Q_OBJECT

private slots:
    void doesEachIndexOnce_data() { threadCounts(); }

    void doesEachIndexOnce()
    {
        QFETCH(const unsigned, threads);
        for (const std::size_t count : {0U, 1U, 100U}) {
            std::vector<std::atomic<int>> times(count);
            QVERIFY(parallelFor(count, [&](std::size_t i) { ++times[i]; }, {.threads = threads}));
            for (const std::atomic<int>& once : times)
                QCOMPARE(once.load(), 1);
        }
    }

    void keepsTheFailureOfTheLowestIndex_data() { threadCounts(); }

    void keepsTheFailureOfTheLowestIndex()
    {
        QFETCH(const unsigned, threads);
        for (int round = 0; round < 20; ++round) {
            std::string failed;
            try {
                parallelFor(200U,
                            [](unsigned i) {
                                if (i == 7)
                                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                if (i >= 7)
                                    throw std::runtime_error(std::to_string(i));
                            },
                            {.threads = threads});
            } catch (const std::runtime_error& error) {
                failed = error.what();
            }
            QCOMPARE(failed, std::string("7"));
        }
    }

    void beginsNothingOnceCancelled_data() { threadCounts(); }

    void beginsNothingOnceCancelled()
    {
        QFETCH(const unsigned, threads);
        const CancelToken cancel;
        std::atomic<unsigned> begun = 0;
        QVERIFY(!parallelFor(10'000U,
                             [&](unsigned) {
                                 ++begun;
                                 cancel.cancel();
                             },
                             {.threads = threads, .cancel = &cancel}));
        QVERIFY(begun <= threadsFor(threads));
        QVERIFY(!parallelFor(3U, [&](unsigned) { ++begun; }, {.threads = threads, .cancel = &cancel}));
        QVERIFY(begun <= threadsFor(threads));
    }

    void tellsHowManyAreDone_data() { threadCounts(); }

    void tellsHowManyAreDone()
    {
        QFETCH(const unsigned, threads);
        std::vector<std::atomic<bool>> told(101);
        parallelFor(100U, [](unsigned) {},
                    {.threads = threads, .progress = [&](std::size_t done) { told.at(done) = true; }});
        QVERIFY(told[100]);
        QVERIFY(!told[0]);
    }

    void numbersItsThreads_data() { threadCounts(); }

    void numbersItsThreads()
    {
        QFETCH(const unsigned, threads);
        std::vector<std::atomic<int>> running(threadsFor(threads));
        parallelFor(1000U,
                    [&](unsigned, unsigned thread) {
                        QCOMPARE(running.at(thread)++, 0);
                        --running.at(thread);
                    },
                    {.threads = threads});
    }

private:
    static void threadCounts()
    {
        QTest::addColumn<unsigned>("threads");
        for (const unsigned threads : {0U, 1U, 2U, 7U, 300U})
            QTest::addRow("%u threads", threads) << threads;
    }
};

BUBBLESCOPE_TEST(BaseParallelFor)
#include "base_parallel_for.moc"
