// SPDX-License-Identifier: Apache-2.0
#include "ui/export/offscreen_picture.h"

#include "core/base/try.h"
#include "ui/export/picture_file.h"

#include <QGuiApplication>
#include <cstdio>
#include <memory>

namespace bubblescope::ui {

namespace {

/// Qt's remarks on the machine (no runtime folder, no theme) are none of a user's business here.
void dropRemarks(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type == QtCriticalMsg || type == QtFatalMsg)
        std::fprintf(stderr, "%s\n", qUtf8Printable(message));
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
    char m_name[16] = "bubblescope";
    char* m_arguments[2] = {m_name, nullptr};
    int m_count = 1;
    std::unique_ptr<QGuiApplication> m_application;
};

Result<std::string> asText(const Result<QByteArray>& bytes)
{
    return bytes.map([](const QByteArray& array) { return array.toStdString(); });
}

} // namespace

Result<std::string> drawPngOffscreen(const Scene& scene, const Theme& theme, double scale)
{
    const OffscreenApplication application;
    return asText(writePng(scene, theme, scale));
}

Result<std::string> drawPdfOffscreen(const Scene& scene, const Theme& theme, std::string_view page)
{
    TRY(const PageSize size, pageSizeFromName(page));
    const OffscreenApplication application;
    return asText(writePdf(scene, theme, size));
}

} // namespace bubblescope::ui
