// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/calibrate/calibration_file.h"

#include "core/base/guarded.h"
#include "core/base/try.h"
#include "core/io/file.h"
#include "core/io/json_text.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace bubblescope::ui {

namespace {

using json::Json;

constexpr std::uint64_t kCalibrationFileLargestFile = std::uint64_t{16} << 20U;

struct CalibrationFileTr
{
    Q_DECLARE_TR_FUNCTIONS(CalibrationFile)
};

std::optional<double> numberAt(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
}

QString textAt(const Json& object, const char* key)
{
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? QString::fromStdString(found->get<std::string>())
                                                       : QString();
}

std::optional<Spread> spreadOf(const Json& stat)
{
    const std::optional<double> median = numberAt(stat, "median");
    const std::optional<double> low = numberAt(stat, "ci_lo");
    const std::optional<double> high = numberAt(stat, "ci_hi");
    if (!median || !low || !high)
        return std::nullopt;
    return Spread{std::max(0.0, *median - *low), std::max(0.0, *high - *median)};
}

QStringList flagsOf(const Json& stat)
{
    QStringList flags;
    if (const auto list = stat.find("flags"); list != stat.end() && list->is_array())
        for (const Json& flag : *list)
            if (flag.is_string() && flag != "estimated")
                flags << QString::fromStdString(flag.get<std::string>())
                             .replace(QLatin1Char('_'), QLatin1Char(' '));
    return flags;
}

void takeOps(CalibrationFile& file, const Json& entry, const std::string& name)
{
    const auto ops = entry.find("ops");
    if (ops == entry.end() || !ops->is_object())
        return;
    for (const auto& [op, stat] : ops->items()) {
        const std::string key = name + "." + op;
        if (const std::optional<Spread> spread = spreadOf(stat))
            file.spreads[key] = *spread;
        if (QStringList flags = flagsOf(stat); !flags.isEmpty())
            file.flags[key] = std::move(flags);
    }
    if (entry.contains("memory") && entry["memory"].contains("activation_f"))
        file.hasMemory = true;
}

void takeOverlap(CalibrationFile& file, const Json& entry)
{
    const Json& total = entry["total"];
    const std::string pair = entry["pair"].get<std::string>();
    const double median = numberAt(total, "median").value_or(0);
    if (const std::optional<Spread> spread = spreadOf(total); spread && median > 0)
        file.overlapShares[pair] = {spread->below / median, spread->above / median};
    if (QStringList flags = flagsOf(total); !flags.isEmpty())
        file.flags[pair] = std::move(flags);
}

QString attentionText(const QString& way)
{
    if (way == QLatin1String("analytic"))
        return CalibrationFileTr::tr("attention from its FLOPs");
    if (way == QLatin1String("unfused"))
        return CalibrationFileTr::tr("attention unfused, full square");
    return way == QLatin1String("cudnn") ? CalibrationFileTr::tr("attention by cuDNN") : QString();
}

/// Of a file that has passed the schema.
void takeDetails(CalibrationFile& file, const Json& root)
{
    file.provenance = textAt(root, "provenance");
    file.created = textAt(root, "created_utc");
    file.model = textAt(root["model"], "name");
    file.device = textAt(root["device"], "name");
    file.attention = attentionText(textAt(root["method"], "attention"));
    if (root.contains("assumptions"))
        for (const Json& assumption : root["assumptions"])
            file.assumptions << QString::fromStdString(assumption.get<std::string>());
    for (const Json& block : root["blocks"])
        takeOps(file, block, block["block"].get<std::string>());
    if (root.contains("stages"))
        for (const Json& stage : root["stages"])
            takeOps(file, stage, std::to_string(stage["stage"].get<std::int64_t>()));
    if (root.contains("overlap"))
        for (const Json& pair : root["overlap"])
            takeOverlap(file, pair);
}

Result<CalibrationFilePtr> readUnguarded(std::string text, const QString& name)
{
    const std::string source = name.toStdString();
    TRY(CostsFile plain, readCostsFile(text, source));
    if (!plain.isCalibration)
        return invalidInput({"window.cost-file",
                             "{source} is a cost file, not a calibration: open it with Costs > From file"},
                            source);
    auto file = std::make_shared<CalibrationFile>();
    file->source.name = name;
    if (Result<CostsFile> standIns = readCostsFile(text, source, {.standInTransfers = true});
        standIns && standIns->costs != plain.costs)
        file->source.withStandIns = std::move(standIns->costs);
    file->source.file = std::move(plain);
    TRY(const json::Document document, json::parse(text, source));
    takeDetails(*file, document.root);
    file->text = std::move(text);
    return file;
}

} // namespace

QString CalibrationFile::title() const
{
    return model.isEmpty() ? device : CalibrationFileTr::tr("%1 on %2", "model, device").arg(model, device);
}

Result<CalibrationFilePtr> readCalibrationText(std::string text, const QString& name)
{
    return guarded(name.toStdString(), [&] { return readUnguarded(std::move(text), name); });
}

Result<CalibrationFilePtr> openCalibration(const QString& path)
{
    const QString name = QFileInfo(path).fileName();
    return guarded(name.toStdString(), [&] {
        return readFile(path.toStdString(), kCalibrationFileLargestFile).and_then([&](std::string text) {
            return readUnguarded(std::move(text), name);
        });
    });
}

} // namespace bubblescope::ui
