// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/thumbnails.h"

#include <QListWidget>

namespace bubblescope::ui {

/// The schedule picker: a card for every entry of the catalog with a small live picture, its title and its
/// figures, under a quiet heading for each group. Arrows walk through the cards.
class ScheduleList : public QListWidget
{
    Q_OBJECT

public:
    static constexpr int kCardHeight = 52;
    static constexpr int kCardGap = 4;
    static constexpr int kHeadingHeight = 26;

    explicit ScheduleList(QWidget* parent = nullptr);

    void setThumbnails(const std::vector<Thumbnail>& thumbnails);
    /// By catalog name or alias; none is marked if there is no such entry.
    void setCurrentSchedule(const std::string& name);
    /// Shows the cards that match, and the headings over them. The current card stays current.
    void setFilter(const QString& filter);
    /// Picks the first card that is shown; false if there is none.
    bool pickFirst();
    /// The entry's card; null if there is none.
    [[nodiscard]] QListWidgetItem* card(int catalogIndex) const;
    /// The entry that an item stands for; -1 for a heading.
    [[nodiscard]] static int catalogIndexOf(const QListWidgetItem* item);
    /// Of what is shown.
    [[nodiscard]] int shownCards() const;
    [[nodiscard]] int heightOfShown() const;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void picked(int catalogIndex); ///< by the user
    /// The present schedule shall be compared with that one, of the same parameters.
    void compareAsked(int catalogIndex);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addHeading(const QString& title);
    void addCard(int catalogIndex);
    void showCurrent();

    bool m_following = false; ///< the current card is being set, not picked
};

} // namespace bubblescope::ui
