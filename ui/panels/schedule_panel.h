// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/generate/catalog.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;
class QStackedWidget;

namespace bubblescope::ui {

class CostForm;
class CostLine;
class Document;
class ElidedLabel;
class LoweringRow;
class ParameterForm;
class ParameterRow;
class ScheduleCard;
class ScheduleGallery;
class ScheduleList;

/// The left dock: the schedule as a card, its parameters, its options, and a line of costs. The gallery of
/// all schedules and the sheet of costs open from there. Every change goes to the document at once.
class SchedulePanel : public QWidget
{
    Q_OBJECT

public:
    explicit SchedulePanel(Document& document, QWidget* parent = nullptr);

    [[nodiscard]] ScheduleGallery* gallery() const { return m_gallery; }
    [[nodiscard]] LoweringRow* lowering() const { return m_lowering; }
    [[nodiscard]] CostForm* costs() const { return m_costs; }
    [[nodiscard]] CostLine* costLine() const { return m_costLine; }
    /// Folds and unfolds what few change.
    [[nodiscard]] QPushButton* options() const { return m_options; }
    /// The row of a parameter by its key; null if the schedule has none.
    [[nodiscard]] ParameterRow* row(const std::string& key) const;

    /// The shown order was generated and then edited: says so, with a link back (originAsked()).
    void setEdited(bool edited);
    void openGallery();
    /// The sheet of costs in the place of the schedule, or back.
    void setCostsOpen(bool open);
    [[nodiscard]] bool areCostsOpen() const;

    /// So wide that nothing of it is cut, however wide what is beside it wants to be.
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void originAsked();
    void timelineAsked(); ///< a schedule was chosen

private:
    [[nodiscard]] QWidget* makeSchedule();
    [[nodiscard]] QWidget* makeOptions();
    [[nodiscard]] QWidget* makeSheet();
    void connectParts();
    void foldOptions(bool unfolded);
    void showCard();
    void showCaution();
    void showFailure(const Sentence& failure);
    void showOptions();
    /// Document to form.
    void follow();

    Document& m_document;
    QStackedWidget* m_pages;
    ScheduleCard* m_card;
    bool m_isEdited = false;
    QPushButton* m_options;
    ParameterForm* m_form;
    QLabel* m_caution;          ///< what the order was made for, if the costs are others
    QLabel* m_failure;          ///< what the generator itself refused
    ElidedLabel* m_optionsSaid; ///< while they are folded
    QWidget* m_optionRows = nullptr;
    LoweringRow* m_lowering;
    CostLine* m_costLine;
    CostForm* m_costs = nullptr;
    ScheduleGallery* m_gallery;
};

} // namespace bubblescope::ui
