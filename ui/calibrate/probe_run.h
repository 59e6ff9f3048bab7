// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "probe/plan/protocol_reader.h"
#include "ui/calibrate/probe_words.h"

#include <QElapsedTimer>
#include <QObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTimer>
#include <functional>

namespace bubblescope::ui {

/// How a measurement ended.
struct ProbeEnd
{
    enum class Kind : std::uint8_t { Done, Failed, Stopped };
    Kind kind = Kind::Failed;
    ProbeWords words;
    QString detail;          ///< what the probe itself said of it; may be empty
    std::string text;        ///< of Done: the calibration's bytes
    std::size_t leftOut = 0; ///< lines of the protocol that could not be read
    bool saidBye = false;
};

/// How far it is; what the probe said last.
struct ProbeProgress
{
    std::size_t done = 0, total = 0; ///< 0 of 0 = not known yet
    double etaSeconds = 0;
    QString phase, point;
    QString lastTime;       ///< "layer.F 2.765 ms ± 0.4 %"; empty before the first
    qint64 silentForMs = 0; ///< since the probe's last word
    bool isStopping = false;
    std::size_t warnings = 0;
};

/// One run of bubblescope-probe. Whatever the program does — nothing, nonsense, crash, hang — this object
/// keeps going, its memory stays bounded, and ended() comes once for each start().
class ProbeRun : public QObject
{
    Q_OBJECT

public:
    explicit ProbeRun(QObject* parent = nullptr);
    /// Ends the program at once: it writes its file whole or not at all.
    ~ProbeRun() override;

    /// `arguments` makes the command line for the file that the result is to be written to. Requires that
    /// none runs.
    void start(const QString& program, const std::function<QStringList(const QString& out)>& arguments);
    /// Asks the program to stop, and ends it if it has not within patience().
    void stop();
    [[nodiscard]] bool isRunning() const { return m_process != nullptr; }
    [[nodiscard]] ProbeProgress progress() const;
    /// How long a program that was asked to stop may take, ms.
    void setPatience(int milliseconds) { m_patience.setInterval(milliseconds); }

signals:
    void progressed(); ///< at most 20 times a second
    void ended(const bubblescope::ui::ProbeEnd& end);

private:
    void readOutput();
    void readErrors();
    void takeEvent(const probe::ProbeEvent& event);
    void finish(int exit, QProcess::ExitStatus status);
    void conclude(ProbeEnd end);
    [[nodiscard]] ProbeEnd endOf(int exit, QProcess::ExitStatus status);
    [[nodiscard]] QString detail() const;

    QProcess* m_process = nullptr;
    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_program;
    QString m_out;
    probe::ProtocolReader m_reader;
    ProbeProgress m_progress;
    QString m_error;     ///< of an "error" event
    QByteArray m_errors; ///< the end of what was written to standard error
    bool m_saidBye = false;
    bool m_wasKilled = false;
    QElapsedTimer m_lastWord;
    QTimer m_patience;
    QTimer m_tell;    ///< soon, once
    QTimer m_silence; ///< tells that nothing comes
};

} // namespace bubblescope::ui
