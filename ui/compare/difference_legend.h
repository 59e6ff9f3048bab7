// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/difference_picture.h"

#include <QWidget>
#include <vector>

namespace bubblescope::ui {

/// What the colours of a difference mean, with the numbers where they change, and how many actions have
/// which. Where there is little room the words are shortened, then they go on in a further line.
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
    /// What is painted at the present width, in one line; lines of the widget are separated by a line's end.
    [[nodiscard]] QString shownText() const;
    static constexpr int kHeight = 30; ///< of one line

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Entry
    {
        DeltaLevel level = DeltaLevel::Same;
        QString text;
        QString brief;     ///< the same where there is little room
        bool thin = false; ///< of the reference's lane
    };
    /// Where an entry stands.
    struct Place
    {
        int x = 0;
        int line = 0;
    };
    [[nodiscard]] int widthOf(const Entry& entry) const;
    [[nodiscard]] const QString& shown(const Entry& entry) const
    {
        return m_brief ? entry.brief : entry.text;
    }
    void arrange();
    void placeEntries();
    void addEntries(const DifferencePicture& picture);

    std::vector<Entry> m_entries;
    std::vector<Place> m_places; ///< an entry each
    int m_lines = 1;
    bool m_brief = false;
    QString m_summary;
    ThemeName m_theme = ThemeName::Light;
};

} // namespace bubblescope::ui
