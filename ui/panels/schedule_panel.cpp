// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedule_panel.h"

#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/document/request_form.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/cost_line.h"
#include "ui/panels/lowering_row.h"
#include "ui/panels/parameter_form.h"
#include "ui/panels/schedule_card.h"
#include "ui/panels/schedule_gallery.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/folded_label.h"
#include "ui/widgets/form_area.h"
#include "ui/widgets/list_parts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parameter_row.h"

#include <QApplication>
#include <QComboBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kSchedulePanelMargin = 12;
constexpr int kSchedulePanelLeastWidth = 288;
constexpr int kScrollBarWidth = 10; ///< of the style sheet; it stands in the margin

QFrame* hairline(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setProperty("hairline", true);
    return line;
}

QVBoxLayout* columnIn(QWidget* page)
{
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(kSchedulePanelMargin, 4, kSchedulePanelMargin - kScrollBarWidth, 12);
    layout->setSpacing(0);
    return layout;
}

/// The form of a page that scrolls as a whole; room that it does not need stays below it. Large parts are
/// made in that form: Qt would style them again if they moved there.
QWidget* formOn(QWidget* page)
{
    auto* form = new QWidget;
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(new FormArea(form, page));
    layout->addStretch(1);
    return form;
}

} // namespace

SchedulePanel::SchedulePanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_pages(new QStackedWidget(this))
    , m_card(new ScheduleCard(this))
    , m_options(makeLink({}, tr("What few change: variant, placement, lowering"), this))
    , m_form(new ParameterForm(document, m_card->change(), m_options, this))
    , m_caution(new QLabel(this))
    , m_failure(new QLabel(this))
    , m_optionsSaid(new ElidedLabel(this))
    , m_lowering(new LoweringRow(document, this))
    , m_costLine(new CostLine(document, this))
    , m_gallery(new ScheduleGallery(document, this))
{
    setProperty("panel", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    m_pages->addWidget(makeSchedule());
    m_pages->addWidget(makeSheet());
    layout->addWidget(m_pages);
    foldOptions(false);
    // What there is to do comes before what there is to read.
    for (QWidget* before = m_card->change();
         QWidget * next : std::initializer_list<QWidget*>{
             m_card->origin(), m_card->about(), m_costLine->edit(), m_options, m_lowering->editor()}) {
        setTabOrder(before, next);
        before = next;
    }
    connectParts();
}

QWidget* SchedulePanel::makeSchedule()
{
    for (QLabel* label : {m_caution, m_failure}) {
        label->setProperty(label == m_failure ? "warning" : "caution", true);
        label->setWordWrap(true);
        label->setContentsMargins(0, 4, 0, 0);
        label->hide();
    }
    m_caution->setObjectName(QStringLiteral("schedule-caution"));
    m_failure->setObjectName(QStringLiteral("schedule-failure"));
    auto* page = new QWidget(m_pages);
    QWidget* content = formOn(page);
    QVBoxLayout* layout = columnIn(content);
    for (QWidget* part : std::initializer_list<QWidget*>{m_card, m_form, m_caution, m_failure})
        layout->addWidget(part);
    const auto part = [&](QWidget* widget) {
        layout->addSpacing(12);
        layout->addWidget(hairline(content));
        layout->addSpacing(10);
        layout->addWidget(widget);
    };
    part(m_costLine);
    part(makeOptions());
    return page;
}

QWidget* SchedulePanel::makeOptions()
{
    auto* box = new QWidget(this);
    m_options->setObjectName(QStringLiteral("schedule-options"));
    m_options->setCheckable(true);
    m_optionsSaid->setObjectName(QStringLiteral("schedule-options-said"));
    m_optionsSaid->setProperty("quiet", true);
    m_optionsSaid->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_optionRows = new QWidget(box);
    auto* rows = new QVBoxLayout(m_optionRows);
    rows->setContentsMargins(0, 6, 0, 0);
    rows->setSpacing(4);
    rows->addWidget(m_form->options());
    rows->addWidget(m_lowering);
    auto* line = new QHBoxLayout;
    line->setSpacing(12);
    line->addWidget(m_options, 0, Qt::AlignLeft);
    line->addWidget(m_optionsSaid, 1);
    auto* layout = new QVBoxLayout(box);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(line);
    layout->addWidget(m_optionRows);
    return box;
}

QWidget* SchedulePanel::makeSheet()
{
    auto* page = new QWidget(m_pages);
    QWidget* content = formOn(page);
    QVBoxLayout* layout = columnIn(content);
    QPushButton* back =
        makeLink(tr("‹ Schedule"), tr("Back to the schedule; what was changed stays"), content);
    back->setObjectName(QStringLiteral("cost-done"));
    back->setAccessibleName(tr("Back to the schedule"));
    connect(back, &QPushButton::clicked, this, [this] { setCostsOpen(false); });
    layout->addWidget(back, 0, Qt::AlignLeft);
    layout->addSpacing(8);
    m_costs = new CostForm(m_document, content);
    layout->addWidget(m_costs);
    return page;
}

void SchedulePanel::connectParts()
{
    connect(m_card->change(), &QPushButton::clicked, this, &SchedulePanel::openGallery);
    connect(m_card->origin(), &QPushButton::clicked, this, &SchedulePanel::originAsked);
    connect(m_gallery, &ScheduleGallery::picked, this, [this](int catalogIndex) {
        m_form->choose(scheduleCatalog()[static_cast<std::size_t>(catalogIndex)]);
        // Who has chosen one wants to see it.
        emit timelineAsked();
    });
    // Not every window manager gives the keys back.
    connect(m_gallery, &QDialog::finished, this, [this] { window()->activateWindow(); });
    connect(m_options, &QPushButton::toggled, this, &SchedulePanel::foldOptions);
    connect(m_form, &ParameterForm::optionRefused, this, [this] { m_options->setChecked(true); });
    connect(m_costLine->edit(), &QPushButton::clicked, this, [this] { setCostsOpen(true); });
    connect(&m_document, &Document::stateChanged, this, &SchedulePanel::follow);
    connect(&m_document, &Document::draftChanged, this, &SchedulePanel::showOptions);
    connect(&m_document, &Document::identityChanged, this, &SchedulePanel::showCard);
    connect(&m_document, &Document::evaluationChanged, this, [this] {
        showFailure({});
        m_card->picture()->setIndex(m_document.evaluation()->index);
    });
    connect(&m_document, &Document::evaluationFailed, this, [this] {
        showFailure(m_document.failedStep() == EvaluationStep::Generate ? m_document.evaluationFailure()
                                                                        : Sentence());
        if (!m_lowering->problemText().isEmpty())
            m_options->setChecked(true);
    });
}

ParameterRow* SchedulePanel::row(const std::string& key) const
{
    return m_form->row(key);
}

QSize SchedulePanel::minimumSizeHint() const
{
    return QWidget::minimumSizeHint().expandedTo(QSize(kSchedulePanelLeastWidth, 0));
}

void SchedulePanel::openGallery()
{
    m_gallery->openOver(*window());
}

void SchedulePanel::setCostsOpen(bool open)
{
    if (open == areCostsOpen())
        return;
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    m_pages->setCurrentIndex(open ? 1 : 0);
    if (!hadFocus)
        return;
    if (!open)
        return m_costLine->edit()->setFocus(Qt::OtherFocusReason);
    for (auto* field : m_costs->findChildren<NumberField*>())
        if (field->isVisible())
            return field->setFocus(Qt::OtherFocusReason);
}

bool SchedulePanel::areCostsOpen() const
{
    return m_pages->currentIndex() == 1;
}

void SchedulePanel::setEdited(bool edited)
{
    m_isEdited = edited;
    showCard();
}

void SchedulePanel::foldOptions(bool unfolded)
{
    m_optionRows->setVisible(unfolded);
    m_options->setText(unfolded ? tr("Options ▴") : tr("Options ▾"));
    m_options->setAccessibleName(unfolded ? tr("Fewer options") : tr("More options"));
    showOptions();
}

/// What is chosen of them, and where it is not the default.
void SchedulePanel::showOptions()
{
    QStringList said;
    const ScheduleRequest& request = m_document.draft();
    if (const ScheduleInfo* schedule = findSchedule(request.schedule); schedule && m_document.isGenerated())
        for (const ParameterSpec& parameter : schedule->parameters) {
            const std::string value = parameterValue(request, parameter);
            const bool isOffered = m_form->isOption(parameter);
            if (isOffered && parameter.type == ParameterType::Choice)
                said << choiceTitle(value);
            else if (isOffered && value != parameter.defaultValue)
                said << coreText(parameter.title);
        }
    if (!m_document.state().passes.empty())
        said << m_lowering->editor()->currentText();
    m_optionsSaid->setWholeText(said.join(QStringLiteral(" · ")));
    m_optionsSaid->setVisible(!said.isEmpty() && !m_options->isChecked());
}

void SchedulePanel::showCard()
{
    if (const auto* order = std::get_if<SchedulePtr>(&m_document.state().source)) {
        const QString text = m_isEdited ? tr("An order edited by hand: %1 ranks, %2 stages, %3 microbatches.")
                                        : tr("An order from a file: %1 ranks, %2 stages, %3 microbatches.");
        m_card->setTexts(
            m_document.fileOrDisplayName(),
            text.arg((*order)->rankCount()).arg((*order)->stageCount).arg((*order)->microbatchCount), {});
    } else if (const ScheduleInfo* schedule = findSchedule(m_document.draft().schedule)) {
        m_card->setTexts(
            QString::fromStdString(schedule->title), coreText(schedule->help),
            QStringLiteral("<p>%1</p>").arg(QString::fromStdString(schedule->origin).toHtmlEscaped()));
    }
    m_card->origin()->setVisible(m_isEdited && !m_document.isGenerated());
}

/// An order that was made for other times than there are works, but not as it could.
void SchedulePanel::showCaution()
{
    const ScheduleInfo* schedule = findSchedule(m_document.draft().schedule);
    const bool isMeant = m_document.isGenerated() && schedule && schedule->assumesEqualTimes &&
                         !m_document.state().costs.hasEqualTimes();
    if (isMeant)
        m_caution->setText(tr("%1 was made for equal times of F, I and W. These times differ, so bubbles "
                              "grow with the number of microbatches.")
                               .arg(QString::fromStdString(schedule->title)));
    m_caution->setVisible(isMeant);
}

void SchedulePanel::showFailure(const Sentence& failure)
{
    const ScheduleInfo* schedule = findSchedule(m_document.draft().schedule);
    m_failure->setText(coreSentence(schedule ? inTitles(failure, *schedule) : failure));
    m_failure->setVisible(!failure.empty());
}

void SchedulePanel::follow()
{
    m_form->follow();
    showCaution();
    m_form->setVisible(m_document.isGenerated());
    m_form->options()->setVisible(m_document.isGenerated());
    showCard();
    showOptions();
}

} // namespace bubblescope::ui
