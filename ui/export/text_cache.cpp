// SPDX-License-Identifier: Apache-2.0
#include "ui/export/text_cache.h"

#include <QFontMetricsF>
#include <string>
#include <unordered_map>

namespace bubblescope::ui {

namespace {

/// A few screens full of different labels.
constexpr std::size_t kMostTexts = 20'000;

PreparedText prepare(const SceneText& text, const QFont& font, const QTransform& toDevice)
{
    const QFontMetricsF metrics(font);
    const QString string = QString::fromStdString(text.text);
    PreparedText prepared{QStaticText(string), metrics.horizontalAdvance(string), metrics.ascent()};
    prepared.glyphs.setTextFormat(Qt::PlainText);
    prepared.glyphs.setPerformanceHint(QStaticText::AggressiveCaching);
    prepared.glyphs.prepare(toDevice, font);
    return prepared;
}

} // namespace

const PreparedText& preparedText(const SceneText& text, const QFont& font, const QTransform& toDevice)
{
    thread_local std::unordered_map<std::string, PreparedText> cache;
    std::string key = text.text;
    for (const double part : {text.size, toDevice.m11(), toDevice.m22(), text.bold ? 1.0 : 0.0})
        key.append(reinterpret_cast<const char*>(&part), sizeof(part));
    const auto found = cache.find(key);
    if (found != cache.end())
        return found->second;
    if (cache.size() >= kMostTexts)
        cache.clear();
    return cache.emplace(std::move(key), prepare(text, font, toDevice)).first->second;
}

} // namespace bubblescope::ui
