// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/schedule_panel.h"

#include "ui/document/document.h"
#include "ui/document/request_form.h"
#include "ui/panels/cost_form.h"
#include "ui/panels/look.h"
#include "ui/panels/parameter_row.h"
#include "ui/panels/schedule_list.h"

#include <QFrame>
#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kMargin = 12;

QFrame* hairline(QWidget* parent)
{
    auto* line = new QFrame(parent);
    line->setProperty("hairline", true);
    return line;
}

bool isWholeNumber(const QString& text)
{
    bool ok = false;
    text.toLongLong(&ok);
    return ok;
}

/// A choice of one is none.
bool isOffered(const ParameterSpec& parameter)
{
    return parameter.type != ParameterType::Choice || parameter.choices.size() > 1;
}

} // namespace

SchedulePanel::SchedulePanel(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_list(new ScheduleList(this))
    , m_order(new QLabel(this))
    , m_form(new QWidget(this))
    , m_formLayout(new QVBoxLayout(m_form))
    , m_note(new QLabel(this))
{
    setProperty("panel", true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, 4, kMargin, kMargin);
    layout->setSpacing(0);
    layout->addWidget(m_list, 1);
    for (QLabel* label : {m_order, m_note}) {
        label->setProperty("quiet", true);
        label->setWordWrap(true);
        label->setVisible(false);
    }
    m_formLayout->setContentsMargins(0, 12, 0, 0);
    m_formLayout->setSpacing(4);
    layout->addSpacing(8);
    layout->addWidget(hairline(this));
    layout->addWidget(m_form);
    m_order->setContentsMargins(0, 12, 0, 0);
    m_note->setContentsMargins(0, 4, 0, 0);
    layout->addWidget(m_order);
    layout->addWidget(m_note);
    layout->addSpacing(12);
    layout->addWidget(hairline(this));
    layout->addSpacing(12);
    auto* costs = new CostForm(m_document, this);
    connect(costs, &CostForm::costFileAsked, this, &SchedulePanel::costFileAsked);
    layout->addWidget(costs);
    // Room that nobody needs stays below, not between the fields.
    layout->addStretch(0);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Expanding);
    m_list->setMaximumHeight(m_list->heightOfAll());
    connect(m_list, &ScheduleList::picked, this, &SchedulePanel::pick);
    connect(&m_document, &Document::stateChanged, this, &SchedulePanel::follow);
    connect(&m_document, &Document::draftChanged, this, &SchedulePanel::showProblems);
    connect(&m_document, &Document::evaluationChanged, this, &SchedulePanel::renewThumbnails);
    connect(&Look::instance(), &Look::changed, this, &SchedulePanel::renewThumbnails);
    connect(&m_thumbnails, &ThumbnailMaker::finished, this,
            [this] { m_list->setThumbnails(m_thumbnails.thumbnails()); });
}

ParameterRow* SchedulePanel::row(const std::string& key) const
{
    for (ParameterRow* row : m_rows)
        if (row->parameter().key == key)
            return row;
    return nullptr;
}

void SchedulePanel::pick(int catalogIndex)
{
    m_picking = true;
    const QStringList notes =
        m_document.chooseSchedule(scheduleCatalog()[static_cast<std::size_t>(catalogIndex)]);
    m_picking = false;
    setNote(notes.isEmpty() ? QString() : tr("Adapted: %1", "changes").arg(notes.join(QStringLiteral("; "))));
}

void SchedulePanel::follow()
{
    if (!m_picking)
        setNote({});
    const bool generated = m_document.isGenerated();
    m_form->setVisible(generated);
    m_order->setVisible(!generated);
    if (!generated) {
        const Schedule& order = *std::get<SchedulePtr>(m_document.state().source);
        m_order->setText(
            tr("An order from a file: %1 ranks, %2 stages, %3 microbatches. Pick a schedule above "
               "to make a new one.")
                .arg(order.rankCount())
                .arg(order.stageCount)
                .arg(order.microbatchCount));
        m_list->setCurrentSchedule({});
        return;
    }
    const ScheduleRequest& request = m_document.draft();
    m_list->setCurrentSchedule(request.schedule);
    if (const ScheduleInfo* schedule = findSchedule(request.schedule)) {
        if (schedule->name != m_rowsOf)
            rebuildRows(*schedule);
        for (ParameterRow* row : m_rows)
            row->setValue(QString::fromStdString(parameterValue(request, row->parameter())));
    }
    showProblems();
}

void SchedulePanel::rebuildRows(const ScheduleInfo& schedule)
{
    m_rowsOf = schedule.name;
    for (ParameterRow* row : m_rows)
        delete row;
    m_rows.clear();
    for (const ParameterSpec& parameter : schedule.parameters) {
        if (!isOffered(parameter))
            continue;
        auto* row = new ParameterRow(parameter, m_form);
        connect(row, &ParameterRow::edited, this,
                [this, row](const QString& value) { takeValue(*row, value); });
        connect(row, &ParameterRow::editingFinished, this, [this] { m_document.endTyping(); });
        m_formLayout->addWidget(row);
        m_rows.push_back(row);
    }
    // After the list in the tab order, before the costs.
    QWidget* before = m_list;
    for (ParameterRow* row : m_rows) {
        setTabOrder(before, row->editor());
        before = row->editor();
    }
}

void SchedulePanel::takeValue(ParameterRow& row, const QString& value)
{
    setNote({});
    if (row.parameter().type == ParameterType::Integer && !isWholeNumber(value)) {
        row.setNotANumber();
        return;
    }
    ScheduleRequest request = m_document.draft();
    if (!setParameterValue(request, row.parameter(), value.toStdString()))
        return;
    row.setValue(value);
    m_document.propose(request, QString::fromStdString(row.parameter().title));
}

void SchedulePanel::showProblems()
{
    showTakenRows();
    const std::vector<ParameterProblem>& problems = m_document.draftProblems();
    QStringList elsewhere;
    for (ParameterRow* row : m_rows)
        row->setProblem(nullptr);
    for (const ParameterProblem& problem : problems) {
        if (ParameterRow* found = row(problem.parameter))
            found->setProblem(&problem);
        else
            elsewhere << QString::fromStdString(problem.text());
    }
    if (!elsewhere.isEmpty())
        setNote(elsewhere.join(QLatin1Char('\n')));
}

void SchedulePanel::showTakenRows()
{
    const ScheduleRequest& request = m_document.draft();
    const ScheduleInfo* schedule = findSchedule(request.schedule);
    // Rows of the schedule before stand until the document's state has changed.
    if (!schedule || schedule->name != m_rowsOf)
        return;
    for (ParameterRow* row : m_rows) {
        const ParameterSpec& parameter = row->parameter();
        // A value that is not the default stays to be seen, and to be taken back.
        row->setVisible(parameterValue(request, parameter) != parameter.defaultValue ||
                        takesAnotherValue(request, parameter));
    }
}

void SchedulePanel::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

void SchedulePanel::renewThumbnails()
{
    if (m_document.evaluation())
        m_thumbnails.start(m_document.draft(), m_document.state().costs, Look::instance().theme(),
                           devicePixelRatioF());
}

} // namespace bubblescope::ui
