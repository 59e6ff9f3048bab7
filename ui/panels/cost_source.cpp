// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_source.h"

#include "core/base/guarded.h"
#include "core/base/try.h"
#include "core/io/file.h"

#include <QFileInfo>

namespace bubblescope::ui {

namespace {

constexpr std::uint64_t kLargestFile = std::uint64_t{16} << 20U;

Result<CostSource> readUnguarded(const QString& path, const std::string& name)
{
    TRY(const std::string text, readFile(path.toStdString(), kLargestFile));
    TRY(CostsFile plain, readCostsFile(text, name));
    CostSource source{QString::fromStdString(name), std::move(plain), {}};
    Result<CostsFile> standIns = readCostsFile(text, name, {.standInTransfers = true});
    if (standIns && standIns->costs != source.file.costs)
        source.withStandIns = std::move(standIns->costs);
    return source;
}

} // namespace

Result<CostSource> readCostSource(const QString& path)
{
    const std::string name = QFileInfo(path).fileName().toStdString();
    return guarded(name, [&] { return readUnguarded(path, name); });
}

} // namespace bubblescope::ui
