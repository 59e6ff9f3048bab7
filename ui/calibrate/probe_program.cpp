// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/probe_program.h"

#include "probe/plan/model_fields.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace bubblescope::ui {

namespace {

QString probeProgramViewed(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString flagOf(std::string_view key)
{
    return probeProgramViewed(key).replace(QLatin1Char('_'), QLatin1Char('-'));
}

} // namespace

QString findProbe()
{
    const QDir own(QCoreApplication::applicationDirPath());
    for (const char* place : {"bubblescope-probe", "../probe/bubblescope-probe"}) {
        const QFileInfo file(own.filePath(QLatin1String(place)));
        if (file.isFile() && file.isExecutable())
            return file.canonicalFilePath();
    }
    return QStandardPaths::findExecutable(QStringLiteral("bubblescope-probe"));
}

probe::ProbeScope scopeOf(const MeasureOptions& options)
{
    probe::ProbeScope scope;
    scope.overlap = options.overlap;
    scope.transfers = options.transfers;
    scope.optimizer = options.optimizer;
    scope.quick = options.quick;
    scope.attention = options.attention == QLatin1String("unfused")    ? probe::AttentionWay::Unfused
                      : options.attention == QLatin1String("analytic") ? probe::AttentionWay::Computed
                                                                       : probe::AttentionWay::Fused;
    return scope;
}

QStringList probeArguments(const probe::ModelShape& shape, const MeasureOptions& options, const QString& out)
{
    QStringList arguments;
    const auto add = [&](const QString& flag, const QString& value) {
        arguments << QStringLiteral("--%1=%2").arg(flag, value);
    };
    add(QStringLiteral("out"), out);
    add(QStringLiteral("device"), QString::number(options.device));
    if (!shape.name.empty())
        add(QStringLiteral("name"), QString::fromStdString(shape.name));
    for (const probe::NumberField& field : probe::numberFields())
        if ((!field.isOfMixture || shape.isMoe()) &&
            (!field.isSeldom || shape.*field.value != field.standard))
            add(flagOf(field.key), QString::number(shape.*field.value));
    QStringList layers;
    for (const std::int64_t count : shape.layersPerStage)
        layers << QString::number(count);
    add(QStringLiteral("layers-per-stage"), layers.join(QLatin1Char(',')));
    for (const probe::SwitchField& field : probe::switchFields())
        if (field.isWrittenIfFalse || shape.*field.value)
            arguments << (shape.*field.value ? QStringLiteral("--") : QStringLiteral("--no-")) +
                             flagOf(field.key);
    add(QStringLiteral("recompute"), probeProgramViewed(probe::recomputeName(shape.recompute)));
    add(QStringLiteral("dtype"), probeProgramViewed(probe::dataTypeName(shape.dataType)));
    if (shape.isFp8())
        add(QStringLiteral("fp8-scaling"), probeProgramViewed(probe::fp8ScalingName(shape.fp8Scaling)));
    add(QStringLiteral("grad-dtype"), probeProgramViewed(probe::dataTypeName(shape.gradientType)));
    QStringList ops{QStringLiteral("F,I,W,B")};
    for (const auto& [wanted, name] :
         {std::pair{options.overlap, "overlap"}, std::pair{options.transfers, "p2p"},
          std::pair{options.optimizer, "opt"}})
        if (wanted)
            ops << QLatin1String(name);
    add(QStringLiteral("ops"), ops.join(QLatin1Char(',')));
    add(QStringLiteral("target-ci"), QString::number(options.targetPercent / 100));
    add(QStringLiteral("max-seconds"), QString::number(options.maxSeconds));
    add(QStringLiteral("attention"), options.attention);
    if (!options.libraries.isEmpty())
        add(QStringLiteral("library-path"), options.libraries);
    for (const auto& [wanted, name] :
         {std::pair{options.quick, "--quick"}, std::pair{options.autotune, "--autotune"},
          std::pair{options.requireIdle, "--require-idle"}})
        if (wanted)
            arguments << QLatin1String(name);
    return arguments;
}

} // namespace bubblescope::ui
