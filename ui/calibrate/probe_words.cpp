// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/probe_words.h"

#include "probe/plan/exit_status.h"

#include <QCoreApplication>

namespace bubblescope::ui {

namespace {

struct Tr
{
    Q_DECLARE_TR_FUNCTIONS(ProbeWords)
};

ProbeWords wordsOfGpu(probe::Exit exit)
{
    using probe::Exit;
    switch (exit) {
    case Exit::BuiltWithoutCuda:
        return {
            Tr::tr("This bubblescope-probe was built without CUDA and cannot measure."),
            Tr::tr(
                "Times are estimated from a datasheet. To measure, build the probe on a machine with nvcc.")};
    case Exit::NoDriver:
        return {
            Tr::tr("This machine has no NVIDIA driver."),
            Tr::tr(
                "Times are estimated from a datasheet. To measure, install the driver, then check again.")};
    case Exit::DriverTooOld:
        return {Tr::tr("The NVIDIA driver is too old for this bubblescope-probe."),
                Tr::tr("Update the driver, or estimate.")};
    case Exit::NoDevice:
        return {Tr::tr("This machine has no such GPU."),
                Tr::tr("Times are estimated from a datasheet. Check again when there is a GPU.")};
    case Exit::CudaError:
        return {Tr::tr("The GPU reported an error."),
                Tr::tr("Measure again. If the error returns, it also affects other programs on that GPU: "
                       "restart the machine.")};
    case Exit::LibraryMissing:
        return {Tr::tr("A CUDA library is missing."),
                Tr::tr("Install it, or enter its folder under Libraries.")};
    case Exit::OutOfMemory:
        return {
            Tr::tr("The GPU has not enough free memory for this model."),
            Tr::tr("Use a smaller microbatch or a shorter sequence, or share layers among more devices.")};
    case Exit::Unsupported:
        return {Tr::tr("The probe cannot measure this on that GPU."),
                Tr::tr("Choose another data type or GPU, or estimate.")};
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
        return {Tr::tr("Measured."), {}};
    case Exit::WrittenWithFlags:
        return {Tr::tr("Measured; some times are flagged, or parts are missing."),
                Tr::tr("The warnings say which. For better results, close other programs that use the GPU or "
                       "allow more seconds, then measure again.")};
    case Exit::BadArguments:
        return {Tr::tr("The probe rejected the model or an option."),
                Tr::tr("Correct it and measure again. If the message names an option, the probe and this "
                       "window have different versions.")};
    case Exit::NotWritable:
        return {Tr::tr("The probe could not write its result."),
                Tr::tr("Free some space in the folder for temporary files, and measure again.")};
    case Exit::DeviceBusy:
        return {Tr::tr("Other programs use this GPU."),
                Tr::tr("Close them, choose another GPU, or turn off \"Only an idle GPU\".")};
    case Exit::TimeLimit:
        return {Tr::tr("The time limit was reached before everything had been measured once."),
                Tr::tr("Allow more seconds, or choose Quick.")};
    case Exit::Cancelled:
        return {Tr::tr("Stopped. Nothing was measured."), {}};
    default:
        break;
    }
    ProbeWords words = wordsOfGpu(static_cast<Exit>(exit));
    if (words.headline.isEmpty())
        words = {Tr::tr("The probe ended with the unexpected status %1.").arg(exit),
                 Tr::tr("Is that program a bubblescope-probe? Run it in a terminal to see its messages.")};
    return words;
}

ProbeWords wordsOfCrash()
{
    return {Tr::tr("The probe crashed. Nothing was measured."),
            Tr::tr("This window is not affected. Measure again; if the probe crashes again, check the "
                   "driver's messages (dmesg).")};
}

ProbeWords wordsOfNoProgram(const QString& path)
{
    const QString advice = Tr::tr("Times are estimated from a datasheet. To measure, put bubblescope-probe "
                                  "next to this program or in a folder of PATH, then check again.");
    return path.isEmpty() ? ProbeWords{Tr::tr("bubblescope-probe was not found."), advice}
                          : ProbeWords{Tr::tr("%1 could not be started.").arg(path), advice};
}

ProbeWords wordsOfNoResult()
{
    return {
        Tr::tr("The probe left no readable result."),
        Tr::tr("Measure again. If this happens again, the probe and this window have different versions.")};
}

ProbeWords wordsOfKilled()
{
    return {Tr::tr("The probe did not stop when asked, so it was killed. Nothing was measured."), {}};
}

} // namespace bubblescope::ui
