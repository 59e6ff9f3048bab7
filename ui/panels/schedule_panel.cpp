// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedule_panel.h"

#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/document/settings.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/lowering_row.h"
#include "ui/panels/parameter_form.h"
#include "ui/panels/schedule_list.h"
#include "ui/panels/what_if_panel.h"
#include "ui/widgets/folded_label.h"
#include "ui/widgets/form_area.h"
#include "ui/widgets/look.h"

#include <QCheckBox>
#include <QFrame>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kSchedulePanelMargin = 12;
constexpr int kAboutLines = 2;
constexpr int kSchedulePanelLeastWidth = 288;
constexpr int kScrollBarWidth = 10; ///< of the style sheet; it stands in the margin

QFrame* hairline(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setProperty("hairline", true);
    return line;
}

} // namespace

SchedulePanel::SchedulePanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_filter(new QLineEdit(this))
    , m_noMatch(new QLabel(tr("No schedule matches."), this))
    , m_list(new ScheduleList(this))
    , m_about(new FoldedLabel(kAboutLines, this))
    , m_order(new QLabel(this))
    , m_origin(new QPushButton(tr("Back to the generated order"), this))
    , m_form(new ParameterForm(document, m_list, this))
    , m_caution(new QLabel(this))
    , m_lowering(new LoweringRow(document, this))
    , m_failure(new QLabel(this))
{
    setProperty("panel", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 4, 0, 0);
    layout->setSpacing(0);
    makeFilter();
    auto* picker = new QVBoxLayout;
    picker->setContentsMargins(kSchedulePanelMargin, 0, kSchedulePanelMargin, 0);
    picker->setSpacing(0);
    picker->addWidget(m_filter);
    picker->addSpacing(4);
    picker->addWidget(m_noMatch);
    picker->addWidget(m_list, 1);
    picker->addWidget(makeSameWork());
    picker->addSpacing(4);
    picker->addWidget(hairline(this));
    layout->addLayout(picker, 1);
    layout->addWidget(makeForm());
    // Room that nobody needs stays below, not between the fields.
    layout->addStretch(0);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    m_list->setMaximumHeight(m_list->heightOfShown());
    connect(m_list, &ScheduleList::picked, this, [this](int catalogIndex) {
        m_form->choose(scheduleCatalog()[static_cast<std::size_t>(catalogIndex)]);
    });
    // Who points at schedules looks at the timeline; who goes through them by keys stays in the list.
    connect(m_list, &QListWidget::itemClicked, this, &SchedulePanel::timelineAsked);
    connect(&m_document, &Document::stateChanged, this, &SchedulePanel::follow);
    connect(&m_document, &Document::evaluationChanged, this, &SchedulePanel::renewThumbnails);
    connect(&m_document, &Document::evaluationChanged, this, [this] { showFailure({}); });
    connect(&m_document, &Document::evaluationFailed, this, [this] {
        showFailure(m_document.failedStep() == EvaluationStep::Generate ? m_document.evaluationFailure()
                                                                        : Sentence());
    });
    connect(&Look::instance(), &Look::changed, this, &SchedulePanel::renewThumbnails);
    connect(&m_thumbnails, &ThumbnailMaker::finished, this,
            [this] { m_list->setThumbnails(m_thumbnails.thumbnails()); });
}

/// What stands under the picker; it scrolls by itself, so that the picker keeps its place.
QWidget* SchedulePanel::makeForm()
{
    for (QLabel* label : std::initializer_list<QLabel*>{m_noMatch, m_about, m_order, m_caution, m_failure}) {
        label->setProperty(label == m_failure ? "warning" : label == m_caution ? "caution" : "quiet", true);
        label->setWordWrap(true);
        label->setVisible(false);
    }
    m_noMatch->setContentsMargins(0, 8, 0, 8);
    m_about->setObjectName(QStringLiteral("schedule-about"));
    m_about->setContentsMargins(0, 8, 0, 0);
    m_caution->setObjectName(QStringLiteral("schedule-caution"));
    m_failure->setObjectName(QStringLiteral("schedule-failure"));
    m_order->setContentsMargins(0, 12, 0, 0);
    for (QLabel* label : {m_caution, m_failure})
        label->setContentsMargins(0, 4, 0, 0);
    m_origin->setObjectName(QStringLiteral("schedule-origin"));
    m_origin->setProperty("link", true);
    m_origin->setCursor(Qt::PointingHandCursor);
    m_origin->hide();
    connect(m_origin, &QPushButton::clicked, this, &SchedulePanel::originAsked);
    auto* form = new QWidget(this);
    auto* layout = new QVBoxLayout(form);
    layout->setContentsMargins(kSchedulePanelMargin, 0, kSchedulePanelMargin - kScrollBarWidth, 8);
    layout->setSpacing(0);
    for (QWidget* part : std::initializer_list<QWidget*>{m_about, m_form, m_order, m_caution})
        layout->addWidget(part);
    layout->insertWidget(layout->indexOf(m_order) + 1, m_origin, 0, Qt::AlignLeft);
    layout->addSpacing(4);
    layout->addWidget(m_lowering);
    layout->addWidget(m_failure);
    layout->addSpacing(8);
    layout->addWidget(hairline(this));
    layout->addSpacing(8);
    m_costs = new CostForm(m_document, this);
    layout->addWidget(m_costs);
    layout->addSpacing(8);
    layout->addWidget(hairline(this));
    layout->addSpacing(8);
    m_whatIf = new WhatIfPanel(m_document, this);
    layout->addWidget(m_whatIf);
    return new FormArea(form, this);
}

QWidget* SchedulePanel::makeSameWork()
{
    auto* box = new QCheckBox(tr("Same work per rank"), this);
    box->setObjectName(QStringLiteral("same-work"));
    box->setToolTip(tr("Another schedule runs the same model: with twice as many stages per rank each stage "
                       "takes half the time and memory. Off: a stage costs the same in every schedule. Also "
                       "for schedules that are compared"));
    m_document.setKeepsWork(Settings::sameWork());
    box->setChecked(m_document.keepsWork());
    connect(box, &QCheckBox::toggled, this, [this](bool on) {
        Settings::sameWork.set(on);
        m_document.setKeepsWork(on);
    });
    connect(&m_document, &Document::keepsWorkChanged, this, [this, box] {
        box->setChecked(m_document.keepsWork());
        renewThumbnails();
    });
    return box;
}

void SchedulePanel::makeFilter()
{
    m_filter->setObjectName(QStringLiteral("schedule-filter"));
    m_filter->setPlaceholderText(tr("Filter schedules"));
    m_filter->setAccessibleName(m_filter->placeholderText());
    m_filter->setToolTip(tr("By title, project or kind: \"zero\", \"torch\", \"v-shaped\""));
    m_filter->setAcceptDrops(false);
    m_filter->setTextMargins(6, 0, 6, 0);
    m_filter->installEventFilter(this);
    m_list->installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, &SchedulePanel::applyFilter);
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        if (m_list->pickFirst())
            m_list->setFocus(Qt::OtherFocusReason);
    });
}

void SchedulePanel::applyFilter()
{
    m_list->setFilter(m_filter->text());
    m_list->setMaximumHeight(std::max(1, m_list->heightOfShown()));
    m_list->setVisible(m_list->shownCards() > 0);
    m_noMatch->setVisible(m_list->shownCards() == 0);
}

ParameterRow* SchedulePanel::row(const std::string& key) const
{
    return m_form->row(key);
}

QSize SchedulePanel::minimumSizeHint() const
{
    return QWidget::minimumSizeHint().expandedTo(QSize(kSchedulePanelLeastWidth, 0));
}

bool SchedulePanel::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const auto* press = static_cast<QKeyEvent*>(event);
    if (watched == m_filter && press->key() == Qt::Key_Down && m_list->isVisible()) {
        m_list->setFocus(Qt::OtherFocusReason);
        if (!m_list->currentItem() || m_list->currentItem()->isHidden())
            m_list->pickFirst();
        return true;
    }
    // The first Esc takes the filter back, the next one leaves the field.
    if (watched == m_filter && press->key() == Qt::Key_Escape && !m_filter->text().isEmpty()) {
        m_filter->clear();
        return true;
    }
    // Typing into the list narrows it.
    const QString text = press->text();
    if (watched == m_list && !text.isEmpty() && text[0].isLetterOrNumber() &&
        !(press->modifiers() & (Qt::ControlModifier | Qt::AltModifier))) {
        m_filter->setFocus(Qt::OtherFocusReason);
        m_filter->setText(text);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

void SchedulePanel::showAbout(const ScheduleInfo& schedule)
{
    const QString help = coreText(schedule.help);
    const QString origin = QString::fromStdString(schedule.origin);
    m_about->setParagraph(help);
    m_about->setToolTip(QStringLiteral("<p>%1</p>").arg(origin.toHtmlEscaped()));
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
    const bool generated = m_document.isGenerated();
    m_form->setVisible(generated);
    m_order->setVisible(!generated);
    m_about->setVisible(generated);
    showOrder();
    if (!generated) {
        m_list->setCurrentSchedule({});
        return;
    }
    const ScheduleRequest& request = m_document.draft();
    m_list->setCurrentSchedule(request.schedule);
    if (const ScheduleInfo* schedule = findSchedule(request.schedule))
        showAbout(*schedule);
}

void SchedulePanel::renewThumbnails()
{
    if (!m_document.evaluation())
        return;
    // A what-if is no other schedule and no other cost model.
    const std::optional<WorkCut> cut =
        m_document.keepsWork() ? std::optional(m_document.workCut()) : std::nullopt;
    Pictured pictured{m_document.draft(), m_document.state().costs, cut, Look::instance().theme()};
    if (m_pictured == pictured)
        return;
    m_pictured = std::move(pictured);
    m_thumbnails.start(m_document.draft(), m_document.state().costs, Look::instance().theme(),
                       devicePixelRatioF(), cut);
}

} // namespace bubblescope::ui
