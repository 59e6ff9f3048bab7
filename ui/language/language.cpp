// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/language/language.h"

#include "ui/document/settings.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace bubblescope::ui {

namespace {

constexpr Language kLanguages[] = {
    {"en", "English", "english"},
    {"zh_CN", "简体中文", "chinese simplified zhongwen"},
};

bool isThere(const QString& language)
{
    for (const Language& each : kLanguages)
        if (language == QLatin1String(each.locale))
            return true;
    return false;
}

void install(QCoreApplication& application, const QString& file, const QString& folder)
{
    auto* translator = new QTranslator(&application);
    if (translator->load(file, folder))
        QCoreApplication::installTranslator(translator);
    else
        delete translator;
}

} // namespace

std::span<const Language> languages()
{
    return kLanguages;
}

QString languageFor(const QStringList& wanted)
{
    for (const QString& name : wanted) {
        const QLocale reader(name);
        for (const Language& language : kLanguages) {
            const QLocale ours(QLatin1String(language.locale));
            if (reader.language() == ours.language() && reader.script() == ours.script())
                return QLatin1String(language.locale);
        }
    }
    return QLatin1String(kLanguages[0].locale);
}

QString wantedLanguage()
{
    const QString chosen = Settings::language();
    return isThere(chosen) ? chosen : languageFor(QLocale::system().uiLanguages());
}

void speak(QCoreApplication& application, const QString& language, const QString& folder)
{
    // A system of that language knows more than its name: en_GB writes other dates than en_US.
    const QLocale system = QLocale::system();
    const QLocale ours(language);
    QLocale::setDefault(system.language() == ours.language() && system.script() == ours.script() ? system
                                                                                                 : ours);
    install(application, QStringLiteral("qtbase_") + language,
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(application, QStringLiteral("bubblescope_") + language, folder);
}

} // namespace bubblescope::ui
