// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/probe_run.h"

#include "core/base/guarded.h"
#include "core/io/file.h"
#include "ui/widgets/figures.h"

#include <QDir>

namespace bubblescope::ui {

namespace {

constexpr int kProbeRunPatienceMs = 5000;
constexpr int kTellEveryMs = 50;
constexpr int kSilenceEveryMs = 1000;
constexpr qsizetype kMostErrors = 8192;
constexpr qsizetype kLongestDetail = 600;
constexpr qsizetype kLongestName = 80;
constexpr std::uint64_t kLargestResult = std::uint64_t{16} << 20U;

/// On one line, and short: it comes from a program that may say anything.
QString shortLine(const std::string& text, qsizetype longest)
{
    QString line = QString::fromStdString(text).simplified();
    for (QChar& c : line)
        if (!c.isPrint() && !c.isSurrogate())
            c = QChar::ReplacementCharacter;
    return line.size() > longest ? line.left(longest - 1) + QChar(0x2026) : line;
}

} // namespace

ProbeRun::ProbeRun(QObject* parent) : QObject(parent)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(kProbeRunPatienceMs);
    connect(&m_patience, &QTimer::timeout, this, [this] {
        m_wasKilled = true;
        if (m_process)
            m_process->kill();
    });
    m_tell.setSingleShot(true);
    m_tell.setInterval(kTellEveryMs);
    connect(&m_tell, &QTimer::timeout, this, &ProbeRun::progressed);
    m_silence.setInterval(kSilenceEveryMs);
    connect(&m_silence, &QTimer::timeout, this, &ProbeRun::progressed);
}

ProbeRun::~ProbeRun()
{
    if (!m_process)
        return;
    m_process->disconnect(this);
    m_process->kill();
    m_process->waitForFinished(2000);
}

void ProbeRun::start(const QString& program, const std::function<QStringList(const QString& out)>& arguments)
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_program = program;
    m_out = m_folder->filePath(QStringLiteral("calibration.json"));
    m_reader = {};
    m_progress = {};
    m_error.clear();
    m_errors.clear();
    m_saidBye = m_wasKilled = false;
    m_process = new QProcess(this);
    m_process->setStandardInputFile(QProcess::nullDevice());
    connect(m_process, &QProcess::readyReadStandardOutput, this, &ProbeRun::readOutput);
    connect(m_process, &QProcess::readyReadStandardError, this, &ProbeRun::readErrors);
    connect(m_process, &QProcess::finished, this, &ProbeRun::finish);
    connect(m_process, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            conclude({ProbeEnd::Kind::Failed, wordsOfNoProgram(m_program), {}, {}, 0, false});
    });
    m_lastWord.start();
    m_silence.start();
    m_process->start(program, arguments(m_out));
}

void ProbeRun::stop()
{
    if (!m_process || m_progress.isStopping)
        return;
    m_progress.isStopping = true;
    m_process->terminate();
    m_patience.start();
    emit progressed();
}

ProbeProgress ProbeRun::progress() const
{
    ProbeProgress progress = m_progress;
    progress.silentForMs = m_lastWord.isValid() ? m_lastWord.elapsed() : 0;
    return progress;
}

void ProbeRun::readOutput()
{
    const QByteArray bytes = m_process->readAllStandardOutput();
    for (const probe::ProbeEvent& event :
         m_reader.take({bytes.constData(), static_cast<std::size_t>(bytes.size())}))
        takeEvent(event);
    if (!m_tell.isActive())
        m_tell.start();
}

void ProbeRun::readErrors()
{
    m_errors += m_process->readAllStandardError();
    if (m_errors.size() > kMostErrors)
        m_errors = m_errors.right(kMostErrors);
}

void ProbeRun::takeEvent(const probe::ProbeEvent& event)
{
    using Kind = probe::ProbeEvent::Kind;
    m_lastWord.restart();
    switch (event.kind) {
    case Kind::Plan:
        m_progress.total = event.total;
        m_progress.etaSeconds = event.etaSeconds;
        break;
    case Kind::Progress:
        m_progress.total = event.total;
        m_progress.done = std::min(event.done, event.total);
        m_progress.etaSeconds = event.etaSeconds;
        m_progress.phase = shortLine(event.phase, kLongestName);
        m_progress.point = shortLine(event.point, kLongestName);
        break;
    case Kind::Point:
        m_progress.lastTime = tr("%1 %2 ± %3", "point, time, share")
                                  .arg(shortLine(event.point, kLongestName), timeText(event.medianUs, "us"),
                                       percentText(event.relativeCi, 2));
        break;
    case Kind::Warning:
        ++m_progress.warnings;
        break;
    case Kind::Error:
        m_error = shortLine(event.message, kLongestDetail);
        break;
    case Kind::Bye:
        m_saidBye = true;
        break;
    case Kind::Hello:
    case Kind::Libraries:
    case Kind::Device:
    case Kind::Result:
        break;
    }
}

QString ProbeRun::detail() const
{
    if (!m_error.isEmpty())
        return m_error;
    // The last line that says something.
    const QList<QByteArray> lines = m_errors.trimmed().split('\n');
    QString line = shortLine(lines.last().toStdString(), kLongestDetail);
    const QString own = QStringLiteral("bubblescope-probe: error: ");
    return line.startsWith(own) ? line.mid(own.size()) : line;
}

void ProbeRun::finish(int exit, QProcess::ExitStatus status)
{
    readOutput();
    readErrors();
    conclude(endOf(exit, status));
}

ProbeEnd ProbeRun::endOf(int exit, QProcess::ExitStatus status)
{
    ProbeEnd end;
    end.leftOut = m_reader.leftOut();
    end.saidBye = m_saidBye;
    const bool isWritten = status == QProcess::NormalExit && (exit == 0 || exit == 3);
    if (m_progress.isStopping && !isWritten) {
        end.kind = ProbeEnd::Kind::Stopped;
        end.words = m_wasKilled ? wordsOfKilled() : wordsOfExit(130);
        return end;
    }
    if (!isWritten) {
        end.words = status == QProcess::CrashExit ? wordsOfCrash() : wordsOfExit(exit);
        end.kind =
            status == QProcess::NormalExit && exit == 130 ? ProbeEnd::Kind::Stopped : ProbeEnd::Kind::Failed;
        end.detail = detail();
        return end;
    }
    Result<std::string> text =
        guarded("the probe's result", [&] { return readFile(m_out.toStdString(), kLargestResult); });
    if (!text || text->empty()) {
        end.words = wordsOfNoResult();
        end.detail = detail();
        return end;
    }
    end.kind = ProbeEnd::Kind::Done;
    end.words = wordsOfExit(exit);
    end.text = *std::move(text);
    return end;
}

void ProbeRun::conclude(ProbeEnd end)
{
    m_patience.stop();
    m_tell.stop();
    m_silence.stop();
    m_process->disconnect(this);
    // From one of its own signals.
    std::exchange(m_process, nullptr)->deleteLater();
    m_folder.reset();
    emit ended(end);
}

} // namespace bubblescope::ui
