// SPDX-License-Identifier: Apache-2.0
#include "ui/export/pdf_date.h"

#include <QDateTime>
#include <QTimeZone>
#include <cstring>

namespace bubblescope::ui {

namespace {

constexpr qsizetype kEntryBytes = 20; // "0000000015 00000 n \n", as the format lays down
constexpr qsizetype kOffsetDigits = 10;

/// Moves every offset behind `from` in the cross-reference table and the pointer to the table itself.
void shiftOffsets(QByteArray& pdf, qsizetype from, qsizetype by)
{
    const qsizetype pointer = pdf.lastIndexOf("startxref\n");
    const qsizetype table = pdf.lastIndexOf("\nxref\n") + 1;
    if (pointer < 0 || table <= 0)
        return;
    const qsizetype entries = pdf.indexOf('\n', table + 5) + 1;
    for (qsizetype at = entries; at + kEntryBytes <= pointer && pdf.at(at) >= '0' && pdf.at(at) <= '9';
         at += kEntryBytes) {
        const qlonglong offset = pdf.mid(at, kOffsetDigits).toLongLong();
        if (pdf.at(at + 17) == 'n' && offset > from)
            pdf.replace(at, kOffsetDigits,
                        QByteArray::number(offset + by).rightJustified(kOffsetDigits, '0'));
    }
    const qsizetype number = pointer + static_cast<qsizetype>(std::strlen("startxref\n"));
    const qsizetype end = pdf.indexOf('\n', number);
    pdf.replace(number, end - number, QByteArray::number(table));
}

} // namespace

std::int64_t pictureDate()
{
    bool isNumber = false;
    const std::int64_t seconds = qEnvironmentVariable("SOURCE_DATE_EPOCH").toLongLong(&isNumber);
    return isNumber && seconds >= 0 ? seconds : 0;
}

QByteArray withFixedDate(const QByteArray& pdf, std::int64_t secondsSince1970)
{
    const QByteArray key = "/CreationDate (D:";
    const qsizetype begin = pdf.indexOf(key);
    const qsizetype end = begin < 0 ? -1 : pdf.indexOf(')', begin);
    if (end < 0)
        return pdf;
    const QByteArray date = QDateTime::fromSecsSinceEpoch(secondsSince1970, QTimeZone::utc())
                                .toString(QStringLiteral("yyyyMMddHHmmss"))
                                .toLatin1() +
                            'Z';
    QByteArray fixed = pdf;
    const qsizetype first = begin + key.size();
    fixed.replace(first, end - first, date);
    shiftOffsets(fixed, first, date.size() - (end - first));
    return fixed;
}

} // namespace bubblescope::ui
