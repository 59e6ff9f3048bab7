// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lowering_row.h"

#include "core/lower/pass.h"
#include "ui/document/document.h"
#include "ui/panels/parameter_row.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

namespace bubblescope::ui {

namespace {

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// The help of the one pass that is chosen.
QString helpOf(const std::vector<std::string>& chosen)
{
    if (chosen.size() != 1)
        return {};
    const std::string name = chosen.front().substr(0, chosen.front().find(':'));
    for (const PassInfo& pass : passes())
        if (pass.name == name)
            return fromView(pass.help);
    return {};
}

} // namespace

std::vector<std::string> passesFromText(const QString& text)
{
    std::vector<std::string> passes;
    for (const QString& word : text.simplified().split(QLatin1Char(' '), Qt::SkipEmptyParts))
        passes.push_back(word.toStdString());
    return passes;
}

QString textOfPasses(const std::vector<std::string>& passes)
{
    QStringList words;
    for (const std::string& pass : passes)
        words << QString::fromStdString(pass);
    return words.join(QLatin1Char(' '));
}

LoweringRow::LoweringRow(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_editor(new QComboBox(this))
    , m_help(new QLabel(this))
    , m_problem(new QLabel(this))
{
    const QString tip = tr("What is added to the order before it is timed: sends and receives, FSDP. Several "
                           "passes are typed with spaces between them, settings behind a colon: "
                           "strip send-recv:style=torch");
    auto* label = new QLabel(tr("Lowering"), this);
    label->setFixedWidth(kFormLabelWidth);
    label->setBuddy(m_editor);
    m_editor->setObjectName(QStringLiteral("lowering"));
    m_editor->setAccessibleName(label->text());
    m_editor->setEditable(true);
    m_editor->setInsertPolicy(QComboBox::NoInsert);
    m_editor->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_editor->setMinimumContentsLength(8);
    m_editor->lineEdit()->setPlaceholderText(tr("none", "no lowering"));
    m_editor->lineEdit()->setAcceptDrops(false);
    m_editor->addItem(tr("none", "no lowering"), QString());
    for (const PassInfo& pass : passes()) {
        m_editor->addItem(fromView(pass.name), fromView(pass.name));
        m_editor->setItemData(m_editor->count() - 1, fromView(pass.help), Qt::ToolTipRole);
    }
    for (QWidget* widget : std::initializer_list<QWidget*>{label, m_editor})
        widget->setToolTip(tip);
    for (QLabel* text : {m_help, m_problem}) {
        text->setProperty(text == m_help ? "quiet" : "warning", true);
        text->setWordWrap(true);
        text->setTextFormat(Qt::PlainText);
        text->hide();
    }
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(0);
    grid->setVerticalSpacing(2);
    grid->addWidget(label, 0, 0);
    grid->addWidget(m_editor, 0, 1);
    grid->addWidget(m_help, 1, 0, 1, 2);
    grid->addWidget(m_problem, 2, 0, 1, 2);
    grid->setColumnStretch(1, 1);
    setFocusProxy(m_editor);
    connect(m_editor, &QComboBox::activated, this, [this](int index) {
        m_editor->setEditText(m_editor->itemData(index).toString());
        take();
    });
    connect(m_editor->lineEdit(), &QLineEdit::editingFinished, this, &LoweringRow::take);
    connect(&m_document, &Document::stateChanged, this, &LoweringRow::follow);
    connect(&m_document, &Document::evaluationChanged, this, [this] { showProblem({}); });
    connect(&m_document, &Document::evaluationFailed, this, [this](const QString& text) {
        showProblem(m_document.failedStep() == EvaluationStep::Lower ? text : QString());
    });
    follow();
}

QString LoweringRow::problemText() const
{
    return m_problem->isHidden() ? QString() : m_problem->text();
}

void LoweringRow::follow()
{
    const std::vector<std::string>& chosen = m_document.state().passes;
    if (passesFromText(m_editor->currentText()) != chosen || chosen.empty()) {
        const QSignalBlocker blocked(m_editor);
        m_editor->setEditText(textOfPasses(chosen));
    }
    const QString help = helpOf(chosen);
    m_help->setText(help);
    m_help->setVisible(!help.isEmpty());
}

void LoweringRow::take()
{
    const std::vector<std::string> chosen = passesFromText(m_editor->currentText());
    if (chosen == m_document.state().passes)
        return;
    m_document.endTyping();
    m_document.setPasses(chosen, tr("Lowering"));
    m_document.endTyping();
}

void LoweringRow::showProblem(const QString& text)
{
    m_problem->setText(text);
    m_problem->setAccessibleName(text);
    m_problem->setVisible(!text.isEmpty());
}

} // namespace bubblescope::ui
