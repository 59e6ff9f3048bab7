// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/conformance_data.h"

#include <QFile>
#include <QTest>
#include <algorithm>
#include <string>

namespace bubblescope::test {

/// Compares with a file, line by line; BUBBLESCOPE_UPDATE_GOLDEN=1 writes it instead.
inline void compareWithFile(const QString& path, const QByteArray& actual)
{
    QFile file(path);
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_UPDATE_GOLDEN")) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(actual);
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path));
    const QList<QByteArray> expected = file.readAll().split('\n');
    const QList<QByteArray> lines = actual.split('\n');
    for (qsizetype i = 0; i < std::min(expected.size(), lines.size()); ++i)
        QCOMPARE(lines[i], expected[i]);
    QCOMPARE(lines.size(), expected.size());
}

/// The same with tests/golden/NAME.
inline void compareWithGolden(const QString& name, const std::string& actual)
{
    compareWithFile(QString::fromStdString((testsFolder() / "golden").string()) + QLatin1Char('/') + name,
                    QByteArray::fromStdString(actual));
}

} // namespace bubblescope::test
