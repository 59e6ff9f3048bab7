// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/device_list.h"

#include <QRegularExpression>

namespace bubblescope::ui {

namespace {

constexpr int kPatienceMs = 20'000;
constexpr qsizetype kMostOutput = 1 << 16;
constexpr std::size_t kMostDevices = 256;

} // namespace

std::vector<ProbeDevice> devicesFrom(const QByteArray& lines)
{
    static const QRegularExpression gap(QStringLiteral(" {2,}"));
    static const QRegularExpression memory(QStringLiteral("([0-9.]+) GB"));
    std::vector<ProbeDevice> devices;
    for (const QByteArray& line : lines.split('\n')) {
        const QStringList parts = QString::fromUtf8(line).trimmed().split(gap);
        bool isNumber = false;
        const int index = parts.first().toInt(&isNumber);
        if (!isNumber || index < 0 || parts.size() < 2 || devices.size() == kMostDevices)
            continue;
        const QString details = parts.mid(2).join(QStringLiteral(", "));
        devices.push_back({index, parts.at(1), details, memory.match(details).captured(1).toDouble()});
    }
    return devices;
}

DeviceList::DeviceList(QObject* parent) : QObject(parent)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        fail({tr("The probe does not list the GPUs."),
              tr("Times are estimated from a datasheet. Check again, or run bubblescope-probe --list-devices "
                 "in a terminal.")});
    });
}

DeviceList::~DeviceList()
{
    drop();
}

void DeviceList::drop()
{
    m_patience.stop();
    if (!m_process)
        return;
    QProcess* process = std::exchange(m_process, nullptr);
    process->disconnect(this);
    process->kill();
    process->waitForFinished(1000);
    process->deleteLater();
}

void DeviceList::ask(const QString& program, const QString& libraries)
{
    drop();
    m_program = program;
    m_output.clear();
    m_devices.clear();
    m_problem = {};
    if (program.isEmpty()) {
        fail(wordsOfNoProgram({}));
        return;
    }
    m_process = new QProcess(this);
    m_process->setStandardInputFile(QProcess::nullDevice());
    m_process->setStandardErrorFile(QProcess::nullDevice());
    connect(m_process, &QProcess::readyReadStandardOutput, this, [this] {
        m_output += m_process->readAllStandardOutput();
        m_output.truncate(kMostOutput);
    });
    connect(m_process, &QProcess::finished, this, &DeviceList::take);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(wordsOfNoProgram(m_program));
    });
    QStringList arguments{QStringLiteral("--list-devices")};
    if (!libraries.isEmpty())
        arguments << QStringLiteral("--library-path=") + libraries;
    m_patience.start();
    m_process->start(program, arguments);
    emit changed();
}

void DeviceList::take(int exit, QProcess::ExitStatus status)
{
    m_output += m_process->readAllStandardOutput();
    if (status == QProcess::CrashExit) {
        fail(wordsOfCrash());
        return;
    }
    if (exit != 0) {
        fail(wordsOfExit(exit));
        return;
    }
    m_devices = devicesFrom(m_output);
    if (m_devices.empty()) {
        fail(wordsOfExit(22));
        return;
    }
    drop();
    emit changed();
}

void DeviceList::fail(const ProbeWords& words)
{
    // From one of the process's own signals: it must outlive this.
    if (m_process && m_process->state() == QProcess::NotRunning) {
        m_patience.stop();
        m_process->disconnect(this);
        std::exchange(m_process, nullptr)->deleteLater();
    } else {
        drop();
    }
    m_problem = words;
    emit changed();
}

} // namespace bubblescope::ui
