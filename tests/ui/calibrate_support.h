// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ui/calibrate/calibration_file.h"

#include <QtTest>

namespace bubblescope::test {

/// A measured calibration of round numbers, with intervals, an overlap and a flag.
inline std::string measuredText(const char* layersPerStage = "2", double forward = 10)
{
    return QStringLiteral(R"({
  "schema": "pipeline-calibration/1", "provenance": "measured", "created_utc": "2026-01-02T03:04:05Z",
  "producer": {"name": "hand", "version": "1"},
  "model": {"name": "toy", "hidden": 8, "ffn": 16, "heads": 2, "kv_heads": 2, "head_dim": 4, "seq": 16,
            "micro_batch": 2, "dtype": "bf16", "layers_per_stage": %1},
  "device": {"name": "Toy GPU", "count": 1}, "method": {},
  "blocks": [
    {"block": "layer",
     "ops": {"F": {"median": %2, "ci_lo": 9.5, "ci_hi": 11}, "I": {"median": 12},
             "W": {"median": 8, "ci_lo": 7, "ci_hi": 9, "flags": ["not_converged"]}, "B": {"median": 20}},
     "memory": {"activation_f": 100e6, "activation_freed_by_w": 75e6, "weights": 20e6, "gradients": 40e6}},
    {"block": "embedding", "ops": {"F": {"median": 1, "ci_lo": 0.5, "ci_hi": 1.5}, "W": {"median": 2}, "B": {"median": 2}}},
    {"block": "head", "ops": {"F": {"median": 5}, "I": {"median": 6}, "W": {"median": 7}, "B": {"median": 13}}}],
  "overlap": [{"pair": "F+B", "total": {"median": 24, "ci_lo": 21.6, "ci_hi": 26.4}, "serial": {"median": 30}}],
  "transfers": []})")
        .arg(QLatin1String(layersPerStage))
        .arg(forward)
        .toStdString();
}

inline ui::CalibrationFilePtr calibration(const std::string& text,
                                          const QString& name = QStringLiteral("toy.json"))
{
    const auto file = ui::readCalibrationText(text, name);
    if (!file)
        qFatal("%s", file.error().text().c_str());
    return *file;
}

/// A folder with programs that play bubblescope-probe.
class FakeProbes
{
public:
    /// A shell script. $OUT is the file that the result is wanted in.
    [[nodiscard]] QString write(const QByteArray& script,
                                const QByteArray& devices = "0  Toy GPU  132 SMs  141 GB") const
    {
        const QString path =
            put("#!/bin/sh\nOUT=\nfor a in \"$@\"; do case \"$a\" in --out=*) OUT=\"${a#--out=}\";;\n"
                "--list-devices) " +
                (devices.startsWith("exit") ? devices : "echo '" + devices + "'; exit 0") +
                ";; esac; done\nprintf '%s\\n' \"$@\" > '" + arguments().toUtf8() + "'\n" + script);
        QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        return path;
    }
    /// One that writes this calibration and says so.
    [[nodiscard]] QString writing(const std::string& text, int exit = 0, const QByteArray& before = {}) const
    {
        const QString result = put(QByteArray::fromStdString(text));
        const QByteArray status = QByteArray::number(exit);
        return write(before + "cp '" + result.toUtf8() +
                     "' \"$OUT\"\necho '{\"v\":1,\"event\":\"result\",\"t\":1,\"path\":\"x\"}'\n"
                     "echo '{\"v\":1,\"event\":\"bye\",\"t\":1,\"exit\":" +
                     status + "}'\nexit " + status + "\n");
    }
    /// What the last one was given, a line each.
    [[nodiscard]] QStringList given() const
    {
        QFile file(arguments());
        return file.open(QIODevice::ReadOnly)
                   ? QString::fromUtf8(file.readAll()).split(QLatin1Char('\n'), Qt::SkipEmptyParts)
                   : QStringList();
    }
    [[nodiscard]] QString path(const QString& name) const { return m_folder.filePath(name); }

private:
    /// Into a file of its own.
    [[nodiscard]] QString put(const QByteArray& bytes) const
    {
        QFile file(m_folder.filePath(QString::number(m_count++)));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", qPrintable(file.fileName()));
        return file.fileName();
    }
    [[nodiscard]] QString arguments() const { return m_folder.filePath(QStringLiteral("arguments")); }

    QTemporaryDir m_folder;
    mutable int m_count = 0;
};

} // namespace bubblescope::test
