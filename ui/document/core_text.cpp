// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/document/core_text.h"

#include <QCoreApplication>

namespace bubblescope::ui {

namespace {

// An empty text would be the file's own heading.
constexpr Wording kWindowWording{
    [](const SentenceCode& code) {
        return *code.english == '\0'
                   ? std::string()
                   : QCoreApplication::translate("CoreSentence", code.english).toStdString();
    },
    [](const std::string& term) { return coreText(term).toStdString(); },
};

} // namespace

QString coreText(std::string_view english)
{
    return english.empty() ? QString() : QCoreApplication::translate("Core", std::string(english).c_str());
}

QString coreSentence(const Sentence& sentence)
{
    return QString::fromStdString(sentence.text(kWindowWording));
}

QString errorText(const Error& error)
{
    return QString::fromStdString(error.text(kWindowWording));
}

QString errorHeadline(const Error& error)
{
    return QString::fromStdString(error.headline(kWindowWording));
}

const Wording& windowWording()
{
    return kWindowWording;
}

Sentence ownWords(const QString& text)
{
    return Sentence::verbatim(text.toStdString());
}

QString capitalized(const QString& text)
{
    return text.left(1).toUpper() + text.mid(1);
}

} // namespace bubblescope::ui
