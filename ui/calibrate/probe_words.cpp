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
        return {Tr::tr("This bubblescope-probe was built without CUDA and cannot measure."),
                Tr::tr("Times are estimated from a datasheet. To measure, build the probe where nvcc is.")};
    case Exit::NoDriver:
        return {Tr::tr("This machine has no NVIDIA driver."),
                Tr::tr("Times are estimated from a datasheet. To measure, install the driver, then look "
                       "again.")};
    case Exit::DriverTooOld:
        return {Tr::tr("The NVIDIA driver is too old for this bubblescope-probe."),
                Tr::tr("Update the driver, or estimate.")};
    case Exit::NoDevice:
        return {Tr::tr("There is no such GPU on this machine."),
                Tr::tr("Times are estimated from a datasheet. Look again once there is a GPU.")};
    case Exit::CudaError:
        return {
            Tr::tr("The GPU reported an error."),
            Tr::tr("Measure again; if it comes back, other programs on that GPU will meet it too: restart "
                   "the machine.")};
    case Exit::LibraryMissing:
        return {Tr::tr("A library of CUDA is missing."),
                Tr::tr("Install it, or say under Libraries in which folder it is.")};
    case Exit::OutOfMemory:
        return {Tr::tr("The GPU has not enough free memory for this model."),
                Tr::tr("Take a smaller micro-batch or a shorter sequence, or share layers among more "
                       "devices.")};
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
                Tr::tr("The warnings say which. For better ones end what else runs on the GPU or allow more "
                       "seconds, and measure again.")};
    case Exit::BadArguments:
        return {Tr::tr("The probe refused the model or an option."),
                Tr::tr("Change what it names, and measure again. If it names an option, the probe is of "
                       "another version than this window.")};
    case Exit::NotWritable:
        return {Tr::tr("The probe could not write its result."),
                Tr::tr("Make room in the folder for temporary files, and measure again.")};
    case Exit::DeviceBusy:
        return {Tr::tr("Other programs use this GPU."),
                Tr::tr("End them, choose another GPU, or do not ask for an idle one.")};
    case Exit::TimeLimit:
        return {Tr::tr("The time was up before everything had been measured once."),
                Tr::tr("Allow more seconds, or choose Quick.")};
    case Exit::Cancelled:
        return {Tr::tr("Stopped. Nothing was measured."), {}};
    default:
        break;
    }
    ProbeWords words = wordsOfGpu(static_cast<Exit>(exit));
    if (words.headline.isEmpty())
        words = {Tr::tr("The probe ended with status %1, which it should not.").arg(exit),
                 Tr::tr("Is that program a bubblescope-probe? Run it in a terminal to see what it says.")};
    return words;
}

ProbeWords wordsOfCrash()
{
    return {
        Tr::tr("The probe crashed. Nothing was measured."),
        Tr::tr("This window is not touched by it. Measure again; if it comes back, look into the driver's "
               "messages (dmesg).")};
}

ProbeWords wordsOfNoProgram(const QString& path)
{
    const QString advice = Tr::tr("Times are estimated from a datasheet. To measure, put bubblescope-probe "
                                  "beside this program or in a folder of PATH, then look again.");
    return path.isEmpty() ? ProbeWords{Tr::tr("bubblescope-probe was not found."), advice}
                          : ProbeWords{Tr::tr("%1 could not be started.").arg(path), advice};
}

ProbeWords wordsOfNoResult()
{
    return {Tr::tr("The probe left no result that can be read."),
            Tr::tr("Measure again; if it comes back, the probe is of another version than this window.")};
}

ProbeWords wordsOfKilled()
{
    return {Tr::tr("The probe did not stop when asked to and was ended. Nothing was measured."), {}};
}

} // namespace bubblescope::ui
