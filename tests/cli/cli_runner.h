// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/text_checks.h"

#include <QByteArray>
#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

namespace bubblescope::test {

/// What a run of the command line left behind.
struct CliRun
{
    int status = -1;
    QByteArray output;
    QByteArray errors;

    [[nodiscard]] QJsonObject json() const { return QJsonDocument::fromJson(output).object(); }
    /// A row of what `compare --json` prints.
    [[nodiscard]] QJsonObject row(qsizetype index = 0) const
    {
        return json()["rows"].toArray()[index].toObject();
    }
    /// What it says of words that it cannot take, and ends with 2; everything where it does something else.
    [[nodiscard]] QString refusal() const
    {
        const QByteArray begin("bubblescope-cli: error: ");
        if (status == 2 && errors.startsWith(begin) && errors.endsWith('\n'))
            return QString::fromUtf8(errors.mid(begin.size()).chopped(1));
        return QString("status %1: %2").arg(status).arg(QString::fromUtf8(errors));
    }
};

/// Runs the real program in `folder` (empty: here), without any display.
inline CliRun runCli(const QStringList& arguments, const QByteArray& input = {}, const QString& folder = {})
{
    QProcess process;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        environment.remove(name);
    process.setProcessEnvironment(environment);
    if (!folder.isEmpty())
        process.setWorkingDirectory(folder);
    process.start(BUBBLESCOPE_CLI, arguments);
    process.write(input);
    process.closeWriteChannel();
    if (!process.waitForFinished(120000) || process.exitStatus() != QProcess::NormalExit)
        return {};
    return {process.exitCode(), process.readAllStandardOutput(), process.readAllStandardError()};
}

/// Likewise, and the program must end well.
inline CliRun succeed(const QStringList& arguments, const QByteArray& input = {}, const QString& folder = {})
{
    const CliRun run = runCli(arguments, input, folder);
    if (run.status != 0)
        QTest::qFail(run.errors.constData(), __FILE__, __LINE__);
    return run;
}

inline void writeFile(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(bytes);
}

inline QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A folder that the command line runs in; it goes when this goes.
class CliFolder
{
public:
    [[nodiscard]] CliRun run(const QStringList& arguments) const { return runCli(arguments, {}, path()); }
    CliRun succeed(const QStringList& arguments) const { return test::succeed(arguments, {}, path()); }
    void write(const QString& name, const QByteArray& bytes) const { writeFile(filePath(name), bytes); }
    [[nodiscard]] QByteArray read(const QString& name) const { return readFile(filePath(name)); }
    [[nodiscard]] QJsonObject json(const QString& name) const
    {
        return QJsonDocument::fromJson(read(name)).object();
    }
    [[nodiscard]] bool has(const QString& name) const { return QFile::exists(filePath(name)); }
    [[nodiscard]] QString path() const { return m_folder.path(); }
    [[nodiscard]] QString filePath(const QString& name) const { return m_folder.filePath(name); }

private:
    QTemporaryDir m_folder;
};

/// Each member of the JSON text is in the object with this value; of an object within it, likewise.
inline void verifyHolds(const QJsonObject& object, const QJsonObject& members)
{
    for (auto it = members.begin(); it != members.end(); ++it)
        if (it.value().isObject())
            verifyHolds(object[it.key()].toObject(), it.value().toObject());
        else
            QVERIFY2(object[it.key()] == it.value(),
                     qPrintable(it.key() + " is " + object[it.key()].toVariant().toString()));
}

inline void verifyHolds(const QJsonObject& object, const QByteArray& members)
{
    verifyHolds(object, QJsonDocument::fromJson(members).object());
}

} // namespace bubblescope::test
