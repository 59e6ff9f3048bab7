// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/compare/difference_picture.h"

#include <QWidget>
#include <vector>

namespace bubblescope::ui {

/// What the colours of a difference mean, with the numbers where they change, and how many actions have
/// which.
class DifferenceLegend : public QWidget
{
    Q_OBJECT

public:
    explicit DifferenceLegend(QWidget* parent = nullptr);

    /// Null while it is worked out.
    void setPicture(const DifferencePicturePtr& picture);
    void setThemeName(ThemeName theme);
    /// All of it in one line.
    [[nodiscard]] QString text() const;
    static constexpr int kHeight = 30;

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    struct Entry
    {
        DeltaLevel level = DeltaLevel::Same;
        QString text;
        bool thin = false; ///< of the reference's lane
    };
    void addEntries(const DifferencePicture& picture);

    std::vector<Entry> m_entries;
    QString m_summary;
    ThemeName m_theme = ThemeName::Light;
};

} // namespace bubblescope::ui
