// SPDX-License-Identifier: Apache-2.0
// Checks of parts of a text, which say the whole text where they fail.
#pragma once

#include <QtTest>

namespace bubblescope::test {

inline void verifyContains(const QString& text, const QStringList& parts)
{
    for (const QString& part : parts)
        QVERIFY2(text.contains(part), qPrintable(text));
}

inline void verifyBegins(const QString& text, const QString& part)
{
    QVERIFY2(text.startsWith(part), qPrintable(text));
}

inline void verifyEnds(const QString& text, const QString& part)
{
    QVERIFY2(text.endsWith(part), qPrintable(text));
}

} // namespace bubblescope::test
