// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/parameter_row.h"

#include "ui/document/core_text.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/folded_label.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/problem_note.h"
#include "ui/widgets/segmented_choice.h"

#include <QCheckBox>
#include <QGridLayout>
#include <QLabel>
#include <QToolButton>

namespace bubblescope::ui {

namespace {

/// Of what a choice means, before "more".
constexpr int kExplanationLines = 2;
constexpr int kLabelGap = 4;
constexpr qsizetype kMostSegments = 3;
constexpr qsizetype kLongestSegment = 7;

struct ProjectTitle
{
    const char* choice;
    const char* title;
};
/// As the projects write themselves.
constexpr ProjectTitle kProjectTitles[] = {
    {"torch", "PyTorch"},
    {"d9d", "d9d"},
    {"deepseek", "DeepSeek"},
    {"hyper-parallel", "hyper_parallel"},
    {"pp-schedule-visualization", "PP-Schedule-Visualization"},
    {"zero-bubble", "zero-bubble"},
    {"alpa", "Alpa"},
    {"primus", "Primus"},
    {"mindspeed", "MindSpeed"},
    {"neuronx", "neuronx"},
    {"jaxpp", "jaxpp"},
};

QString fromUtf8(const std::string& text)
{
    return QString::fromStdString(text);
}

bool fitsSegments(const QStringList& titles)
{
    return titles.size() <= kMostSegments &&
           std::all_of(titles.begin(), titles.end(),
                       [](const QString& title) { return title.size() <= kLongestSegment; });
}

} // namespace

QString choiceTitle(const std::string& choice)
{
    for (const ProjectTitle& project : kProjectTitles)
        if (choice == project.choice)
            return QString::fromLatin1(project.title);
    if (choice == "paper")
        return ParameterRow::tr("from the paper", "variant");
    if (choice == "best")
        return ParameterRow::tr("the shorter one", "variant");
    QString title = fromUtf8(choice);
    if (title.size() <= 2)
        return title.toUpper();
    title[0] = title[0].toUpper();
    title.replace(QLatin1Char('-'), QLatin1Char(' ')).replace(QLatin1Char('_'), QLatin1Char(' '));
    return coreText(title.toStdString());
}

ParameterRow::ParameterRow(const ParameterSpec& parameter, QWidget* parent)
    : QWidget(parent)
    , m_parameter(parameter)
    , m_explanation(new FoldedLabel(kExplanationLines, this))
    , m_problem(new ProblemNote(*this))
{
    makeEditor();
    const QString title = coreText(parameter.title);
    auto* label = new QLabel(title, this);
    label->setBuddy(m_editor);
    // A long title has the row above its editor for itself.
    const bool above = !m_switch && label->sizeHint().width() > kFormLabelWidth - kLabelGap;
    if (!above)
        label->setFixedWidth(kFormLabelWidth);
    QString tip = coreText(parameter.help);
    if (!parameter.rule.empty())
        tip +=
            QLatin1Char('\n') + tr("Takes: %1", "admissible values")
                                    .arg(parameter.type == ParameterType::Choice ? fromUtf8(parameter.rule)
                                                                                 : coreText(parameter.rule));
    label->setToolTip(tip);
    m_editor->setToolTip(tip);
    m_editor->setAccessibleName(title);
    m_editor->setAccessibleDescription(coreText(parameter.help));
    m_editor->setObjectName(QStringLiteral("parameter-") + fromUtf8(parameter.key));
    m_explanation->setProperty("quiet", true);
    m_explanation->setVisible(false);
    connect(m_problem, &ProblemNote::linkActivated, this, &ParameterRow::edited);
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(0);
    grid->setVerticalSpacing(2);
    // A switch carries its title itself, so that a long one has the whole row.
    label->setVisible(m_switch == nullptr);
    const bool wide = m_switch || above;
    const int row = above ? 1 : 0;
    grid->addWidget(label, 0, 0, 1, above ? 3 : 1);
    grid->addWidget(m_editor, row, wide ? 0 : 1, 1, wide ? 2 : 1);
    if (m_automatic)
        grid->addWidget(m_automatic, row, 2);
    grid->addWidget(m_explanation, row + 1, 0, 1, 3);
    grid->setColumnStretch(1, 1);
}

void ParameterRow::makeEditor()
{
    if (m_parameter.type == ParameterType::Choice) {
        makeChoiceEditor();
    } else if (m_parameter.type == ParameterType::Boolean) {
        m_editor = m_switch = new QCheckBox(coreText(m_parameter.title), this);
        m_switch->setMinimumHeight(28);
        connect(m_switch, &QCheckBox::clicked, this, [this](bool on) {
            emit edited(on ? QStringLiteral("true") : QStringLiteral("false"));
            emit editingFinished();
        });
    } else {
        makeNumberEditor();
    }
}

void ParameterRow::makeNumberEditor()
{
    m_editor = m_number =
        new NumberField(m_parameter.type == ParameterType::Real ? NumberKind::Real : NumberKind::Whole, this);
    connect(m_number, &NumberField::edited, this, &ParameterRow::edited);
    connect(m_number, &QAbstractSpinBox::editingFinished, this, &ParameterRow::editingFinished);
    // A schedule that takes one value only shows it without offering to change it.
    m_number->setEnabled(m_parameter.minimum < m_parameter.maximum);
    if (m_parameter.isAutomatic)
        makeAutomaticButton();
}

void ParameterRow::makeAutomaticButton()
{
    m_number->setAutomatic(true);
    m_automatic = new QToolButton(this);
    m_automatic->setText(tr("Auto", "button"));
    m_automatic->setProperty("quiet", true);
    m_automatic->setToolTip(tr("Let the schedule choose %1").arg(coreText(m_parameter.title).toLower()));
    m_automatic->setAccessibleName(m_automatic->toolTip());
    m_automatic->setObjectName(QStringLiteral("automatic-") + fromUtf8(m_parameter.key));
    m_automatic->hide();
    connect(m_automatic, &QToolButton::clicked, this, [this] {
        m_number->setFocus();
        emit edited(QString::fromLatin1(kAutomaticValue));
        emit editingFinished();
    });
}

void ParameterRow::makeChoiceEditor()
{
    const auto choose = [this](int index) {
        emit edited(fromUtf8(m_parameter.choices[static_cast<std::size_t>(index)]));
        emit editingFinished();
    };
    QStringList titles;
    for (const std::string& choice : m_parameter.choices)
        titles << choiceTitle(choice);
    if (fitsSegments(titles)) {
        m_editor = m_segments = new SegmentedChoice(this);
        m_segments->setChoices(titles);
        connect(m_segments, &SegmentedChoice::chosen, this, choose);
    } else {
        m_editor = m_list = new ChoiceBox(this);
        m_list->addItems(titles);
        connect(m_list, &QComboBox::activated, this, choose);
    }
}

void ParameterRow::setValue(const QString& value)
{
    const auto found = std::find(m_parameter.choices.begin(), m_parameter.choices.end(), value.toStdString());
    const int index =
        found == m_parameter.choices.end() ? -1 : static_cast<int>(found - m_parameter.choices.begin());
    if (m_automatic)
        m_automatic->setVisible(value != QLatin1String(kAutomaticValue));
    if (m_number)
        m_number->setText(value);
    else if (m_switch)
        m_switch->setChecked(value == QLatin1String("true"));
    else if (m_segments)
        m_segments->setCurrent(index);
    else if (m_list)
        m_list->setCurrentIndex(index);
}

void ParameterRow::setProblem(const ParameterProblem* problem)
{
    if (!problem) {
        showProblem({}, {});
        return;
    }
    QStringList nearest;
    for (const std::string& value : problem->nearest)
        nearest << fromUtf8(value);
    showProblem(coreSentence(problem->message), nearest);
}

void ParameterRow::setNotANumber()
{
    const QString what = m_parameter.type == ParameterType::Real
                             ? tr("not a number (write 1.5); %1 takes %2", "parameter, rule")
                             : tr("not a whole number; %1 takes %2", "parameter, rule");
    QString rule = coreText(m_parameter.rule);
    if (m_parameter.isAutomatic && !rule.contains(QLatin1String(kAutomaticValue)))
        rule += tr(", or empty: auto");
    showProblem(what.arg(coreText(m_parameter.title).toLower(), rule), {});
}

void ParameterRow::setExplanation(const QString& text)
{
    m_explanation->setParagraph(text);
    m_explanation->setVisible(!text.isEmpty());
}

void ParameterRow::showProblem(const QString& message, const QStringList& nearest)
{
    QString text = message;
    QString shown = message.toHtmlEscaped();
    if (!nearest.isEmpty()) {
        QStringList links;
        for (const QString& value : nearest)
            links << QStringLiteral("<a href=\"%1\">%1</a>").arg(value.toHtmlEscaped());
        const QString works = tr("works: %1", "list of values").arg(links.join(QStringLiteral(", ")));
        shown += QStringLiteral("<br>") + works;
        text +=
            QStringLiteral("; ") + tr("works: %1", "list of values").arg(nearest.join(QStringLiteral(", ")));
    }
    m_problem->set(*m_editor, text, shown);
}

QString ParameterRow::problemText() const
{
    return m_problem->text();
}

} // namespace bubblescope::ui
