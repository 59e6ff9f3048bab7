// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/probe_words.h"

#include "probe/plan/exit_status.h"

#include <QCoreApplication>

namespace bubblescope::ui {

namespace {

struct ProbeWordsTr
{
    Q_DECLARE_TR_FUNCTIONS(ProbeWords)
};

bool endsSentence(const QString& text)
{
    return text.endsWith(QLatin1Char('.')) || text.endsWith(QChar(u'。'));
}

ProbeWords wordsOfGpu(probe::Exit exit)
{
    using probe::Exit;
    switch (exit) {
    case Exit::BuiltWithoutCuda:
        return {
            ProbeWordsTr::tr("This bubblescope-probe was built without CUDA and cannot measure."),
            ProbeWordsTr::tr(
                "Times are estimated from a datasheet. To measure, build the probe on a machine with nvcc.")};
    case Exit::NoDriver:
        return {
            ProbeWordsTr::tr("This machine has no NVIDIA driver."),
            ProbeWordsTr::tr(
                "Times are estimated from a datasheet. To measure, install the driver, then check again.")};
    case Exit::DriverTooOld:
        return {ProbeWordsTr::tr("The NVIDIA driver is too old for this bubblescope-probe."),
                ProbeWordsTr::tr("Update the driver, or estimate.")};
    case Exit::NoDevice:
        return {ProbeWordsTr::tr("This machine has no such GPU."),
                ProbeWordsTr::tr("Times are estimated from a datasheet. Check again when there is a GPU.")};
    case Exit::CudaError:
        return {ProbeWordsTr::tr("The GPU reported an error."),
                ProbeWordsTr::tr(
                    "Measure again. If the error returns, it also affects other programs on that GPU: "
                    "restart the machine.")};
    case Exit::LibraryMissing:
        return {ProbeWordsTr::tr("A CUDA library is missing."),
                ProbeWordsTr::tr("Install it, or enter its folder under Libraries.")};
    case Exit::OutOfMemory:
        return {ProbeWordsTr::tr("The GPU has not enough free memory for this model."),
                ProbeWordsTr::tr(
                    "Use a smaller microbatch or a shorter sequence, or share layers among more devices.")};
    case Exit::Unsupported:
        return {ProbeWordsTr::tr("The probe cannot measure this on that GPU."),
                ProbeWordsTr::tr("Choose another data type or GPU, or estimate.")};
    default:
        return {};
    }
}

} // namespace

ProbeWords wordsOfExit(int exit)
{
    using probe::Exit;
    switch (static_cast<Exit>(exit)) {
    case Exit::Written:
        return {ProbeWordsTr::tr("Measured."), {}};
    case Exit::WrittenWithFlags:
        return {ProbeWordsTr::tr("Measured; some times are flagged, or parts are missing."),
                ProbeWordsTr::tr(
                    "The warnings say which. For better results, close other programs that use the GPU or "
                    "allow more seconds, then measure again.")};
    case Exit::BadArguments:
        return {ProbeWordsTr::tr("The probe rejected the model or an option."),
                ProbeWordsTr::tr(
                    "Correct it and measure again. If the message names an option, the probe and this "
                    "window have different versions.")};
    case Exit::NotWritable:
        return {ProbeWordsTr::tr("The probe could not write its result."),
                ProbeWordsTr::tr("Free some space in the folder for temporary files, and measure again.")};
    case Exit::DeviceBusy:
        return {ProbeWordsTr::tr("Other programs use this GPU."),
                ProbeWordsTr::tr("Close them, choose another GPU, or turn off \"Only an idle GPU\".")};
    case Exit::TimeLimit:
        return {ProbeWordsTr::tr("The time limit was reached before everything had been measured once."),
                ProbeWordsTr::tr("Allow more seconds, or choose Quick.")};
    case Exit::Cancelled:
        return {ProbeWordsTr::tr("Stopped. Nothing was measured."), {}};
    default:
        break;
    }
    ProbeWords words = wordsOfGpu(static_cast<Exit>(exit));
    if (words.headline.isEmpty())
        words = {ProbeWordsTr::tr("The probe ended with the unexpected status %1.").arg(exit),
                 ProbeWordsTr::tr(
                     "Is that program a bubblescope-probe? Run it in a terminal to see its messages.")};
    return words;
}

ProbeWords wordsOfCrash()
{
    return {
        ProbeWordsTr::tr("The probe crashed. Nothing was measured."),
        ProbeWordsTr::tr("This window is not affected. Measure again; if the probe crashes again, check the "
                         "driver's messages (dmesg).")};
}

ProbeWords wordsOfNoProgram(const QString& path)
{
    const QString advice =
        ProbeWordsTr::tr("Times are estimated from a datasheet. To measure, put bubblescope-probe "
                         "next to this program or in a folder of PATH, then check again.");
    return path.isEmpty() ? ProbeWords{ProbeWordsTr::tr("bubblescope-probe was not found."), advice}
                          : ProbeWords{ProbeWordsTr::tr("%1 could not be started.").arg(path), advice};
}

ProbeWords wordsOfNoResult()
{
    return {ProbeWordsTr::tr("The probe left no readable result."),
            ProbeWordsTr::tr(
                "Measure again. If this happens again, the probe and this window have different versions.")};
}

ProbeWords wordsOfKilled()
{
    return {ProbeWordsTr::tr("The probe did not stop when asked, so it was killed. Nothing was measured."),
            {}};
}

QString noticeText(const ProbeWords& words, const QString& detail)
{
    // The probe's words begin as they would behind a colon.
    QString headline = words.headline, rest = detail;
    if (!headline.isEmpty() && !rest.isEmpty() && rest[0].isLower()) {
        if (endsSentence(headline))
            headline.chop(1);
        headline += QStringLiteral(": ") + rest;
        rest.clear();
    }
    QStringList parts;
    for (const QString& part : {headline, rest, words.advice})
        if (!part.isEmpty())
            parts << (endsSentence(part) ? part : part + QLatin1Char('.'));
    return parts.join(QLatin1Char(' '));
}

} // namespace bubblescope::ui
