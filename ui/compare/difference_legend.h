// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/difference_picture.h"

#include <QWidget>
#include <vector>

namespace bubblescope::ui {

/// What the colours of a difference mean, with the numbers where they change, and how many actions have
/// which: the totals stay where there is little room, words before them are shortened, then left out.
class DifferenceLegend : public QWidget
{
    Q_OBJECT

public:
    explicit DifferenceLegend(QWidget* parent = nullptr);

    /// Null while it is worked out, and where it `hasFailed`.
    void setPicture(const DifferencePicturePtr& picture, bool hasFailed = false);
    void setThemeName(ThemeName theme);
    /// All of it in one line.
    [[nodiscard]] QString text() const;
    /// What is painted at the present width, in one line.
    [[nodiscard]] QString shownText() const;
    static constexpr int kHeight = 30;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry
    {
        DeltaLevel level = DeltaLevel::Same;
        QString text;
        QString brief;     ///< the same where there is little room
        bool thin = false; ///< of the reference's lane
    };
    [[nodiscard]] int widthOf(bool brief) const;
    void addEntries(const DifferencePicture& picture);

    std::vector<Entry> m_entries;
    QString m_summary;
    ThemeName m_theme = ThemeName::Light;
};

} // namespace bubblescope::ui
