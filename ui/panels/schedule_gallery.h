// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generate/catalog.h"
#include "ui/panels/thumbnails.h"

#include <QDialog>
#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace bubblescope::ui {

class Document;
class ScheduleList;

/// What the gallery is opened for.
enum class GalleryPurpose : std::uint8_t {
    Choose,
    Compare,           ///< only that
    CompareOrTakeShown ///< or what is shown becomes a side as it is
};

/// All schedules side by side, in the document's parameters and costs: to choose one, or to compare with it;
/// where it is opened for comparing, it leads to what else can be a side. The pictures are made while it is
/// open.
class ScheduleGallery : public QDialog
{
    Q_OBJECT

public:
    ScheduleGallery(Document& document, QWidget* parent);

    [[nodiscard]] ScheduleList* list() const { return m_list; }
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    /// Shows it over a window, with what the document shows as the current card.
    void openOver(const QWidget& window, GalleryPurpose purpose = GalleryPurpose::Choose);

signals:
    void picked(int catalogIndex); ///< and the gallery has closed, as below
    void compareAsked(int catalogIndex);
    // Other sides of a comparison
    void shownAsked();
    void fileAsked();
    void runAsked();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void makeFilter();
    [[nodiscard]] QWidget* makeSameWork();
    [[nodiscard]] QWidget* makeButtons();
    void applyFilter();
    void pick(int catalogIndex);
    void compare(int catalogIndex);
    void showButtons();
    void setPurpose(GalleryPurpose purpose);
    void renewPictures();

    Document& m_document;
    QLineEdit* m_filter;
    ScheduleList* m_list;
    QLabel* m_noMatch;
    QPushButton* m_choose = nullptr;
    QPushButton* m_compare = nullptr;
    QPushButton* m_takeShown = nullptr;
    QWidget* m_otherSides = nullptr;
    GalleryPurpose m_purpose = GalleryPurpose::Choose;
    ThumbnailMaker m_thumbnails;
    struct Pictured
    {
        ScheduleRequest request;
        CostModel costs;
        std::optional<WorkCut> cut;
        ThemeName theme;
        bool operator==(const Pictured&) const = default;
    };
    std::optional<Pictured> m_pictured; ///< what all pictures were made of
};

} // namespace bubblescope::ui
