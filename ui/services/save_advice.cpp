// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/services/save_advice.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <cerrno>

namespace bubblescope::ui {

namespace {

struct Words
{
    Q_DECLARE_TR_FUNCTIONS(SaveAdvice)
};

QString remedy(const Error& error)
{
    const SentenceArgument* const why = error.message.argument("system");
    const auto* const system = why != nullptr ? std::get_if<SystemError>(&why->value) : nullptr;
    const int number = system != nullptr ? system->number : 0;
    if (number == ENOSPC || number == EDQUOT)
        return Words::tr("The disk is full: make room there, or save to another one.");
    if (number == EFBIG)
        return Words::tr("A file may not become so large there: save to another folder.");
    if (number == EROFS)
        return Words::tr("That disk can only be read: save to another folder.");
    if (number == EACCES || number == EPERM)
        return Words::tr("It may not be written to: save under another name in a folder of your own.");
    if (number == ENOENT)
        return Words::tr("Its folder is not there: save to another one.");
    if (number == ENAMETOOLONG)
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
