// SPDX-License-Identifier: Apache-2.0
// Signals that ask a program to end, each case in a process of its own: what a signal does is kept by the
// process.
#include "core/base/interrupt.h"
#include "tests/support/test_program.h"

#include <QTest>
#include <chrono>
#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

using namespace bubblescope;

namespace {

constexpr int kSurvived = 7;

/// The status, as waitpid() has it, of a process that runs `steps` and exits with what they return.
int statusOf(const std::function<int()>& steps)
{
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(steps());
    int status = 0;
    return ::waitpid(child, &status, 0) == child ? status : -1;
}

bool isReadable(int descriptor)
{
    char byte = 0;
    return ::read(descriptor, &byte, 1) == 1;
}

} // namespace

class InterruptTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
#ifdef __SANITIZE_THREAD__
        QSKIP("the thread sanitizer holds signals back until a call that may wait");
#endif
    }

    void signalsWithinASecondAreOne_data()
    {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("second");
        QTest::newRow("as timeout sends them") << SIGTERM << SIGTERM;
        QTest::newRow("Ctrl+C twice") << SIGINT << SIGINT;
        QTest::newRow("Ctrl+C, then from a wrapper") << SIGINT << SIGTERM;
    }

    void signalsWithinASecondAreOne()
    {
        QFETCH(int, first);
        QFETCH(int, second);
        const int status = statusOf([&] {
            const CancelToken& token = cancelOnInterrupt();
            const bool isFresh = !token.isCancelled();
            std::raise(first);
            std::raise(second);
            std::raise(first);
            return isFresh && token.isCancelled() ? kSurvived : 1;
        });
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), kSurvived);
    }

    void aLaterOneEndsTheProgram()
    {
        const int status = statusOf([] {
            static_cast<void>(cancelOnInterrupt());
            std::raise(SIGINT);
            std::this_thread::sleep_for(std::chrono::milliseconds(1'100));
            std::raise(SIGTERM);
            return kSurvived;
        });
        QVERIFY(WIFSIGNALED(status));
        QCOMPARE(WTERMSIG(status), SIGTERM);
    }

    void anEventLoopIsWoken()
    {
        const int status = statusOf([] {
            std::signal(SIGHUP, SIG_DFL);
            const int descriptor = interruptDescriptor();
            if (descriptor < 0 || isReadable(descriptor))
                return 1;
            std::raise(SIGHUP);
            std::raise(SIGTERM);
            return isReadable(descriptor) && !isReadable(descriptor) ? kSurvived : 2;
        });
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), kSurvived);
    }

    void anIgnoredHangUpStaysIgnored()
    {
        const int status = statusOf([] {
            std::signal(SIGHUP, SIG_IGN);
            const int descriptor = interruptDescriptor();
            std::raise(SIGHUP);
            return descriptor >= 0 && !isReadable(descriptor) ? kSurvived : 1;
        });
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), kSurvived);
    }
};

BUBBLESCOPE_TEST(InterruptTest)
#include "base_interrupt.moc"
