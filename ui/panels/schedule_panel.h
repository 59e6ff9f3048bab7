// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generate/catalog.h"
#include "ui/panels/thumbnails.h"

#include <QWidget>
#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace bubblescope::ui {

class CostForm;
class Document;
class FoldedLabel;
class LoweringRow;
class ParameterForm;
class ParameterRow;
class ScheduleList;
class WhatIfPanel;

/// The left dock: which schedule, its parameters, and the cost model. Every change goes to the document at
/// once.
class SchedulePanel : public QWidget
{
    Q_OBJECT

public:
    explicit SchedulePanel(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] ScheduleList* list() const { return m_list; }
    [[nodiscard]] LoweringRow* lowering() const { return m_lowering; }
    [[nodiscard]] CostForm* costs() const { return m_costs; }
    [[nodiscard]] WhatIfPanel* whatIf() const { return m_whatIf; }
    [[nodiscard]] QLineEdit* filter() const { return m_filter; }
    /// The row of a parameter by its key; null if the schedule has none.
    [[nodiscard]] ParameterRow* row(const std::string& key) const;

    /// The shown order was generated and then edited: says so, with a link back (originAsked()).
    void setEdited(bool edited);

    /// So wide that nothing of it is cut, however wide what is beside it wants to be.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void originAsked();
    void timelineAsked(); ///< a schedule was chosen with the mouse

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void makeFilter();
    [[nodiscard]] QWidget* makeSameWork();
    [[nodiscard]] QWidget* makeForm();
    void applyFilter();
    void showAbout(const ScheduleInfo& schedule);
    void showCaution();
    void showFailure(const Sentence& failure);
    void showOrder();
    /// Document to form.
    void follow();
    void renewThumbnails();

    Document& m_document;
    QLineEdit* m_filter;
    QLabel* m_noMatch;
    ScheduleList* m_list;
    FoldedLabel* m_about;  ///< what the chosen schedule is and whose
    QLabel* m_order;       ///< what a loaded order is, in place of its parameters
    QPushButton* m_origin; ///< beside that, where the order was a generated one
    bool m_isEdited = false;
    ParameterForm* m_form;
    QLabel* m_caution; ///< what the order was made for, if the costs are others
    LoweringRow* m_lowering;
    QLabel* m_failure; ///< what the generator itself refused
    CostForm* m_costs = nullptr;
    WhatIfPanel* m_whatIf = nullptr;
    ThumbnailMaker m_thumbnails;
    struct Pictured
    {
        ScheduleRequest request;
        CostModel costs;
        std::optional<WorkCut> cut;
        ThemeName theme;
        bool operator==(const Pictured&) const = default;
    };
    std::optional<Pictured> m_pictured; ///< what the thumbnails were made of
};

} // namespace bubblescope::ui
