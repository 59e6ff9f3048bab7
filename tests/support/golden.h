// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/conformance_data.h"

#include <QFile>
#include <QTest>
#include <algorithm>
#include <string>

namespace bubblescope::test {

/// Compares with tests/golden/NAME, line by line; BUBBLESCOPE_UPDATE_GOLDEN=1 writes it instead.
inline void compareWithGolden(const QString& name, const std::string& actual)
{
    QFile file(QString::fromStdString((testsFolder() / "golden").string()) + QLatin1Char('/') + name);
    if (qEnvironmentVariableIsSet("BUBBLESCOPE_UPDATE_GOLDEN")) {
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(actual.data(), static_cast<qint64>(actual.size()));
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    const QList<QByteArray> expected = file.readAll().split('\n');
    const QList<QByteArray> lines = QByteArray::fromStdString(actual).split('\n');
    for (qsizetype i = 0; i < std::min(expected.size(), lines.size()); ++i)
        QCOMPARE(lines[i], expected[i]);
    QCOMPARE(lines.size(), expected.size());
}

} // namespace bubblescope::test
