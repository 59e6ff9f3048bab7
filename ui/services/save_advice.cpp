// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/services/save_advice.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <cerrno>
#include <cstring>

namespace bubblescope::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SaveAdvice)
};

/// core tells the reason in the system's English words, at the end.
bool isBecause(const Error& error, int number)
{
    const char* reason = ::strerrordesc_np(number);
    return reason != nullptr && error.message.ends_with(reason);
}

QString remedy(const Error& error)
{
    if (isBecause(error, ENOSPC) || isBecause(error, EDQUOT))
        return Words::tr("The disk is full: make room there, or save to another one.");
    if (isBecause(error, EFBIG))
        return Words::tr("A file may not become so large there: save to another folder.");
    if (isBecause(error, EROFS))
        return Words::tr("That disk can only be read: save to another folder.");
    if (isBecause(error, EACCES) || isBecause(error, EPERM))
        return Words::tr("It may not be written to: save under another name in a folder of your own.");
    if (isBecause(error, ENOENT))
        return Words::tr("Its folder is not there: save to another one.");
    if (isBecause(error, ENAMETOOLONG))
        return Words::tr("Save under a shorter name.");
    return Words::tr("Save under another name or to another folder.");
}

} // namespace

QString saveAdvice(const Error& error, const QString& path)
{
    if (error.kind != ErrorKind::OutputFailed)
        return {};
    return QFileInfo(path).isFile()
               ? Words::tr("What stood there is as it was.") + QLatin1Char(' ') + remedy(error)
               : remedy(error);
}

} // namespace bubblescope::ui
