// SPDX-License-Identifier: Apache-2.0
// A test program holds the test classes of a folder; PROGRAM NAME [ARGUMENT OF QTTEST…] runs that of
// NAME.cpp.
#pragma once

#include <QTest>
#include <string_view>

namespace bubblescope::test {

/// Runs a test class in its process; argv[0] is the class's name.
using TestRun = int (*)(int argc, char** argv);

/// Makes a test class known to the main function of its program, under the base name of its source.
class TestRegistration
{
public:
    TestRegistration(std::string_view sourceFile, TestRun run);
};

template <class Test>
int runTest(int argc, char** argv)
{
    Test test;
    return QTest::qExec(&test, argc, argv);
}

template <class Application, class Test>
int runTestWith(int argc, char** argv)
{
    const Application application(argc, argv);
    Application::setAttribute(Qt::AA_Use96Dpi, true);
    return runTest<Test>(argc, argv);
}

} // namespace bubblescope::test

#define BUBBLESCOPE_JOINED(a, b) a##b
#define BUBBLESCOPE_NAMED(name, number) BUBBLESCOPE_JOINED(name, number)
/// At the end of the source of a test class that needs no application object.
#define BUBBLESCOPE_TEST(Class)                                                                              \
    static const bubblescope::test::TestRegistration BUBBLESCOPE_NAMED(testRegistration, __COUNTER__)(       \
        __FILE__, &bubblescope::test::runTest<Class>);
/// The same for one that needs a QCoreApplication, QGuiApplication or QApplication.
#define BUBBLESCOPE_TEST_WITH(Application, Class)                                                            \
    static const bubblescope::test::TestRegistration BUBBLESCOPE_NAMED(testRegistration, __COUNTER__)(       \
        __FILE__, &bubblescope::test::runTestWith<Application, Class>);
