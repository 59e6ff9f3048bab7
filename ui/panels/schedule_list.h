// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/thumbnails.h"

#include <QListWidget>

namespace bubblescope::ui {

/// The schedule picker: a card for every entry of the catalog with a small live picture, its title and its
/// figures. Arrows walk through them.
class ScheduleList : public QListWidget
{
    Q_OBJECT

public:
    static constexpr int kCardHeight = 52;
    static constexpr int kCardGap = 4;

    explicit ScheduleList(QWidget* parent = nullptr);

    void setThumbnails(const std::vector<Thumbnail>& thumbnails);
    /// By catalog name or alias; none is marked if there is no such entry.
    void setCurrentSchedule(const std::string& name);
    [[nodiscard]] int heightOfAll() const { return count() * (kCardHeight + kCardGap); }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void picked(int catalogIndex); ///< by the user

private:
    bool m_following = false; ///< the current card is being set, not picked
};

} // namespace bubblescope::ui
