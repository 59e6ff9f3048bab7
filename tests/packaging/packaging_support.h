// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/conformance_data.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

namespace bubblescope::test {

inline QString sourcePath(const QString& name)
{
    return QString::fromStdString(testsFolder().parent_path().string()) + QLatin1Char('/') + name;
}

inline QString readText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// What another program says.
struct ProgramRun
{
    int status = -1;
    QString output;
    QString errors;
};

inline ProgramRun
runProgram(const QString& program, const QStringList& arguments,
           const QProcessEnvironment& environment = QProcessEnvironment::systemEnvironment())
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    if (!process.waitForFinished(60000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
}

/// The file in the sources is `made`, line by line; BUBBLESCOPE_UPDATE_GOLDEN=1 writes it instead.
inline void compareWithSource(const QString& name, const QString& made)
{
    const QString path = sourcePath(name);
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_UPDATE_GOLDEN")) {
        QFile file(path);
        QVERIFY2(file.open(QIODevice::WriteOnly), qPrintable(path));
        file.write(made.toUtf8());
        return;
    }
    const QStringList lines = readText(path).split(QLatin1Char('\n'));
    const QStringList expected = made.split(QLatin1Char('\n'));
    for (qsizetype i = 0; i < std::min(lines.size(), expected.size()); ++i)
        QCOMPARE(lines[i], expected[i]);
    QCOMPARE(lines.size(), expected.size());
}

} // namespace bubblescope::test
