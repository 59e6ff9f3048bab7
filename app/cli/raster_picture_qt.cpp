// SPDX-License-Identifier: Apache-2.0
#include "app/cli/raster_picture.h"

#include "ui/export/picture_file.h"

#include <QGuiApplication>
#include <cstdio>
#include <memory>

namespace bubblescope::cli {

namespace {

/// Qt's remarks on the machine (no runtime folder, no theme) are none of a user's business here.
void dropRemarks(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "bubblescope-cli: %s\n", qUtf8Printable(message));
}

/// Fonts need an application; no display is ever needed.
class OffscreenApplication
{
public:
    OffscreenApplication()
    {
        qInstallMessageHandler(dropRemarks);
        qputenv("QT_QPA_PLATFORM", "offscreen");
        m_application = std::make_unique<QGuiApplication>(m_count, m_arguments);
    }

private:
    char m_name[16] = "bubblescope-cli";
    char* m_arguments[2] = {m_name, nullptr};
    int m_count = 1;
    std::unique_ptr<QGuiApplication> m_application;
};

Result<std::string> asText(const Result<QByteArray>& bytes)
{
    return bytes.map([](const QByteArray& array) { return array.toStdString(); });
}

} // namespace

bool canDrawRaster()
{
    return true;
}

Result<std::string> drawPng(const Scene& scene, const Theme& theme, double scale)
{
    const OffscreenApplication application;
    return asText(ui::writePng(scene, theme, scale));
}

Result<std::string> drawPdf(const Scene& scene, const Theme& theme, const std::string& page)
{
    const Result<ui::PageSize> size = ui::pageSizeFromName(page);
    if (!size)
        return tl::unexpected(size.error());
    const OffscreenApplication application;
    return asText(ui::writePdf(scene, theme, *size));
}

} // namespace bubblescope::cli
