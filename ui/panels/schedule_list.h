// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/panels/thumbnails.h"

#include <QListWidget>

namespace bubblescope::ui {

/// The schedules of the catalog as cards side by side, each with a picture, its title and its figures, under
/// a quiet heading for each group. Arrows walk through the cards; a click or Enter picks one, and a link on
/// the card under the pointer compares with it.
class ScheduleList : public QListWidget
{
    Q_OBJECT

public:
    static constexpr int kCardWidth = 244;
    static constexpr int kCardHeight = 118;
    static constexpr int kCardGap = 8;
    static constexpr int kHeadingHeight = 32;

    explicit ScheduleList(QWidget* parent = nullptr);

    void setThumbnail(int catalogIndex, const Thumbnail& thumbnail);
    /// Takes the figures away: others are on their way.
    void awaitThumbnails();
    /// By catalog name or alias: the one that is shown in the window, and the current one. None is marked if
    /// there is no such entry.
    void setCurrentSchedule(const std::string& name);
    /// Shows the cards that match, and the headings over them. The current card stays current if it is
    /// shown, else the first one is.
    void setFilter(const QString& filter);
    /// The entry's card; null if there is none.
    [[nodiscard]] QListWidgetItem* card(int catalogIndex) const;
    /// The entry that an item stands for; -1 for a heading and for none.
    [[nodiscard]] static int catalogIndexOf(const QListWidgetItem* item);
    /// Of what is shown.
    [[nodiscard]] int shownCards() const;
    /// Of a card, where its link is while the pointer is on it; in the viewport.
    [[nodiscard]] QRect compareRect(const QListWidgetItem* item) const;

signals:
    void picked(int catalogIndex);
    /// The current schedule shall be compared with that one, of the same parameters.
    void compareAsked(int catalogIndex);

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void addHeading(const QString& title);
    void addCard(int catalogIndex);
    void showCurrent();
    void showFigures(QListWidgetItem& item, const QString& figures);

    const QListWidgetItem* m_pressed = nullptr; ///< whose link the left button went down on
};

} // namespace bubblescope::ui
