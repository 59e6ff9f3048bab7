// SPDX-License-Identifier: GPL-3.0-or-later
// The commands that choose the language of the window's texts.
#include "ui/language.h"
#include "ui/widgets/message_bar.h"
#include "ui/window/main_window.h"

#include <QActionGroup>

namespace bubblescope::ui {

void MainWindow::addLanguageCommands()
{
    auto* choices = new QActionGroup(this);
    const QString chosen = Settings::language();
    const auto add = [this, choices, chosen](const QString& id, const QString& text, const QString& language,
                                             const QString& words) {
        Command command{QStringLiteral("view.language.") + id, tr("Language"), text};
        command.checkable = true;
        command.checked = language == chosen;
        command.menu = QStringLiteral("view.language");
        command.searchWords = tr("language") + QStringLiteral(" language ") + words;
        command.run = [this, language] { chooseLanguage(language); };
        choices->addAction(m_commands->add(command));
    };
    add(QStringLiteral("system"), tr("As the &system"), {}, {});
    for (const Language& language : languages())
        add(QLatin1String(language.locale), QString::fromUtf8(language.name), QLatin1String(language.locale),
            QLatin1String(language.words));
}

void MainWindow::chooseLanguage(const QString& language)
{
    if (language == Settings::language())
        return;
    Settings::setLanguage(language);
    m_messages->showMessage(MessageBar::Kind::Note, tr("The language changes at the next start."));
}

} // namespace bubblescope::ui
