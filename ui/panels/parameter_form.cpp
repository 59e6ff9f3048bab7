// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/parameter_form.h"

#include "core/generate/parameters.h"
#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/document/request_form.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/parameter_row.h"
#include "ui/widgets/take_away.h"

#include <QLabel>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <string_view>

namespace bubblescope::ui {

namespace {

/// Whether the text is a value of the parameter's type; what it may be beyond that is for the catalog to say.
bool isValue(const ParameterSpec& parameter, const QString& text)
{
    if (parameter.type != ParameterType::Integer && parameter.type != ParameterType::Real)
        return true;
    if (parameter.isAutomatic && text == QLatin1String(kAutomaticValue))
        return true;
    return NumberField::numberFrom(text, parameter.type == ParameterType::Real).has_value();
}

/// A choice of one is none.
bool isOffered(const ParameterSpec& parameter)
{
    return parameter.type != ParameterType::Choice || parameter.choices.size() > 1;
}

} // namespace

ParameterForm::ParameterForm(Document& document, QWidget* before, QWidget* beforeOptions, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_before(before)
    , m_beforeOptions(beforeOptions)
    , m_layout(new QVBoxLayout)
    , m_options(new QWidget(this))
    , m_note(new QLabel(this))
{
    auto* all = new QVBoxLayout(this);
    all->setContentsMargins(0, 12, 0, 0);
    all->setSpacing(0);
    m_layout->setSpacing(4);
    auto* options = new QVBoxLayout(m_options);
    options->setContentsMargins(0, 0, 0, 0);
    options->setSpacing(4);
    all->addLayout(m_layout);
    m_note->setProperty("quiet", true);
    m_note->setWordWrap(true);
    m_note->setContentsMargins(0, 4, 0, 0);
    m_note->hide();
    all->addWidget(m_note);
    connect(&m_document, &Document::draftChanged, this, &ParameterForm::showProblems);
}

bool ParameterForm::isOption(const ParameterSpec& parameter)
{
    constexpr std::array<std::string_view, 3> kMain{"ranks", "microbatches", kStagesPerRankKey};
    return isOffered(parameter) && std::find(kMain.begin(), kMain.end(), parameter.key) == kMain.end();
}

void ParameterForm::choose(const ScheduleInfo& schedule)
{
    m_isChoosing = true;
    const QStringList notes = m_document.chooseSchedule(schedule);
    m_isChoosing = false;
    setAdapted(notes);
}

void ParameterForm::follow()
{
    if (!m_isChoosing)
        setNote({});
    if (!m_document.isGenerated())
        return;
    const ScheduleRequest& request = m_document.draft();
    if (const ScheduleInfo* schedule = findSchedule(request.schedule)) {
        if (schedule->name != m_rowsOf)
            rebuildRows(*schedule);
        for (ParameterRow* row : m_rows)
            row->setValue(QString::fromStdString(parameterValue(request, row->parameter())));
    }
    showProblems();
}

ParameterRow* ParameterForm::row(const std::string& key) const
{
    for (ParameterRow* row : m_rows)
        if (row->parameter().key == key)
            return row;
    return nullptr;
}

/// How the chosen variant's order differs, under its choice.
void ParameterForm::explainVariant()
{
    ParameterRow* variant = row(kVariantKey);
    const ScheduleInfo* schedule = findSchedule(m_document.draft().schedule);
    if (!variant || !schedule)
        return;
    const std::string chosen = parameterValue(m_document.draft(), variant->parameter());
    for (const VariantInfo& info : schedule->variants)
        if (info.name == chosen)
            variant->setExplanation(coreText(info.help));
}

void ParameterForm::rebuildRows(const ScheduleInfo& schedule)
{
    m_rowsOf = schedule.name;
    for (ParameterRow* row : m_rows)
        takeAway(row);
    m_rows.clear();
    for (const ParameterSpec& parameter : schedule.parameters) {
        if (!isOffered(parameter))
            continue;
        auto* row = new ParameterRow(parameter, isOption(parameter) ? m_options : this);
        connect(row, &ParameterRow::edited, this,
                [this, row](const QString& value) { takeValue(*row, value); });
        connect(row, &ParameterRow::editingFinished, this, [this] { m_document.endTyping(); });
        (isOption(parameter) ? m_options->layout() : m_layout)->addWidget(row);
        m_rows.push_back(row);
    }
    QWidget* before = m_before;
    QWidget* beforeOption = m_beforeOptions;
    for (ParameterRow* row : m_rows) {
        QWidget*& last = isOption(row->parameter()) ? beforeOption : before;
        setTabOrder(last, row->editor());
        last = row->editor();
    }
}

void ParameterForm::takeValue(ParameterRow& row, const QString& value)
{
    setNote({});
    if (!isValue(row.parameter(), value)) {
        row.setNotANumber();
        return;
    }
    ScheduleRequest request = m_document.draft();
    if (!setParameterValue(request, row.parameter(), value.toStdString()))
        return;
    row.setValue(value);
    const QString what = coreText(row.parameter().title);
    // A number that does not fit is for the user to mend; a choice brings its own conditions along.
    const bool adapts = row.parameter().type == ParameterType::Choice;
    const FittedRequest fitted = adapts ? fitAround(request, row.parameter().key) : FittedRequest{};
    if (!fitted.admissible || fitted.adapted.empty()) {
        m_document.propose(request, what);
        return;
    }
    m_isChoosing = true;
    m_document.propose(fitted.request, what);
    m_isChoosing = false;
    QStringList notes;
    for (const ParameterProblem& problem : fitted.adapted)
        notes << coreSentence(problem.said());
    setAdapted(notes);
}

void ParameterForm::setAdapted(const QStringList& notes)
{
    setNote(notes.isEmpty() ? QString() : tr("Adapted: %1", "changes").arg(notes.join(QStringLiteral("; "))));
}

void ParameterForm::showProblems()
{
    showTakenRows();
    const std::vector<ParameterProblem>& problems = m_document.draftProblems();
    QStringList elsewhere;
    for (ParameterRow* row : m_rows)
        row->setProblem(nullptr);
    for (const ParameterProblem& problem : problems) {
        if (ParameterRow* found = row(problem.parameter)) {
            found->setProblem(&problem);
            if (isOption(found->parameter()))
                emit optionRefused();
        } else
            elsewhere << coreSentence(problem.said());
    }
    if (!elsewhere.isEmpty())
        setNote(elsewhere.join(QLatin1Char('\n')));
}

void ParameterForm::showTakenRows()
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
    explainVariant();
}

void ParameterForm::setNote(const QString& note)
{
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
}

} // namespace bubblescope::ui
