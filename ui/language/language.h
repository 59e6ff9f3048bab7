// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <span>

class QCoreApplication;

namespace bubblescope::ui {

/// A language that the window's texts are there in.
struct Language
{
    const char* locale; ///< "zh_CN": as the setting has it, and the file of its texts
    const char* name;   ///< as it calls itself, UTF-8
    const char* words;  ///< what the palette finds it by besides
};

/// English, which the sources are written in, first.
[[nodiscard]] std::span<const Language> languages();

/// The language for someone who reads `wanted`, names of locales with the dearest first ("zh-Hans-CN",
/// "en-GB"). Who reads Traditional Chinese is not given Simplified; English where none of them is there.
[[nodiscard]] QString languageFor(const QStringList& wanted);
/// The one that is chosen in the settings, else the system's.
[[nodiscard]] QString wantedLanguage();

/// Has the application's texts, and Qt's own, come in `language` from now on; before the first window is
/// made, since texts that are shown stay as they are. Dates follow the language. Where `folder` has no file
/// of it, texts stay English.
void speak(QCoreApplication& application, const QString& language,
           const QString& folder = QStringLiteral(":/i18n"));

} // namespace bubblescope::ui
