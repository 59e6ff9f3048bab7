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
        return Words::tr("The disk is full: free some space, or save to another disk.");
    if (number == EFBIG)
        return Words::tr("The file is too large for that disk: save to another folder.");
    if (number == EROFS)
        return Words::tr("That disk is read-only: save to another folder.");
    if (number == EACCES || number == EPERM)
        return Words::tr(
            "You have no permission to write it: save under another name in a folder of your own.");
    if (number == ENOENT)
        return Words::tr("Its folder does not exist: save to another folder.");
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
               ? Words::tr("The old content is unchanged.") + QLatin1Char(' ') + remedy(error)
               : remedy(error);
}

} // namespace bubblescope::ui
