// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/services/window_services.h"

#include "core/base/guarded.h"
#include "core/base/try.h"
#include "core/io/file.h"
#include "ui/document/settings.h"
#include "ui/services/save_advice.h"
#include "ui/widgets/awaited.h"
#include "ui/widgets/file_names.h"
#include "ui/widgets/message_bar.h"

#include <QDesktopServices>
#include <QDir>
#include <QFileInfo>
#include <QMainWindow>
#include <QStatusBar>
#include <QUrl>

namespace bubblescope::ui {

void WindowServices::say(const QString& text)
{
    constexpr int kSaidMs = 6000;
    shell().statusBar()->showMessage(text, kSaidMs);
}

bool WindowServices::write(const QString& path, const std::function<Result<std::string>()>& bytes)
{
    const Hold hold(holds);
    const QString what = QFileInfo(path).fileName();
    const std::string name = path.toStdString();
    const Result<void> written = awaited([bytes, name, shown = what.toStdString()] {
        return guarded(shown, [&]() -> Result<void> {
            TRY(std::string made, bytes());
            return writeFileAtomically(name, made);
        });
    });
    if (!written)
        messages()->showError((tr("%1 was not written.", "file").arg(what) + QLatin1Char(' ') +
                               saveAdvice(written.error(), path))
                                  .trimmed(),
                              written.error());
    return written.has_value();
}

bool WindowServices::exportTo(const QString& path, const std::function<Result<std::string>()>& bytes)
{
    const bool written = write(path, bytes);
    if (!written)
        return false;
    const QFileInfo file(path);
    const QUrl whole = QUrl::fromLocalFile(file.absoluteFilePath());
    const QUrl folder = QUrl::fromLocalFile(file.absolutePath());
    messages()->showMessage(MessageBar::Kind::Note, tr("Exported to %1", "file").arg(path));
    messages()->offer(tr("Open", "the exported file"), [whole] { QDesktopServices::openUrl(whole); });
    messages()->offerToo(tr("Show in folder"), [folder] { QDesktopServices::openUrl(folder); });
    return true;
}

QString suggestedPath(const QString& name, const QString& ending)
{
    return QDir(Settings::lastFolder()).filePath(fileNameFrom(name) + QLatin1Char('.') + ending);
}

QString withAnyEnding(const QString& path, const QString& ending)
{
    return QFileInfo(path).suffix().isEmpty() ? withEnding(path, ending) : path;
}

} // namespace bubblescope::ui
