// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/calibrate/probe_words.h"

#include <QObject>
#include <QProcess>
#include <QTimer>
#include <vector>

namespace bubblescope::ui {

/// A GPU that the probe can measure on.
struct ProbeDevice
{
    int index = 0;
    QString name;
    QString details;            ///< "132 SMs, 141 GB"; may be empty
    double memoryGigabytes = 0; ///< 0 = unknown
    bool operator==(const ProbeDevice&) const = default;
};

/// Lines as `bubblescope-probe --list-devices` prints them; whatever is none is left out.
[[nodiscard]] std::vector<ProbeDevice> devicesFrom(const QByteArray& lines);

/// Asks the probe which GPUs there are, without waiting for it.
class DeviceList : public QObject
{
    Q_OBJECT

public:
    explicit DeviceList(QObject* parent = nullptr);
    ~DeviceList() override;

    /// Forgets what was found and asks again; an empty path means that there is no probe.
    void ask(const QString& program, const QString& libraries = {});
    [[nodiscard]] bool isAsking() const { return m_process != nullptr; }
    [[nodiscard]] const std::vector<ProbeDevice>& devices() const { return m_devices; }
    /// Why there are none; empty while asking and where there are some.
    [[nodiscard]] const ProbeWords& problem() const { return m_problem; }
    /// How long a probe may take to answer.
    void setPatience(int milliseconds) { m_patience.setInterval(milliseconds); }

signals:
    void changed();

private:
    void drop();
    void take(int exit, QProcess::ExitStatus status);
    void fail(const ProbeWords& words);

    QProcess* m_process = nullptr;
    QByteArray m_output;
    QString m_program;
    QTimer m_patience;
    std::vector<ProbeDevice> m_devices;
    ProbeWords m_problem;
};

} // namespace bubblescope::ui
