// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/lowering_row.h"

#include "core/lower/pass.h"
#include "ui/document/core_text.h"
#include "ui/document/document.h"
#include "ui/widgets/choice_box.h"
#include "ui/widgets/parameter_row.h"
#include "ui/widgets/problem_note.h"

#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>

namespace bubblescope::ui {

namespace {

QString fromView(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

/// A way to lower that has a name among people.
struct Way
{
    const char* title;
    const char* passes;
};
constexpr Way kWays[] = {
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "None"), ""},
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "Send/receive (PyTorch)"), "send-recv"},
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "Send/receive (hyper_parallel)"),
     "send-recv:style=hyper-parallel"},
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "Send/receive (hyper_parallel, aligned)"),
     "send-recv:style=hyper-parallel-aligned"},
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "FSDP (PyTorch)"), "fsdp"},
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "FSDP (hyper_parallel)"), "fsdp:style=hyper-parallel"},
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "PyTorch complete"), "torch"},
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "Recompute forwards"), "recompute"},
    {QT_TRANSLATE_NOOP("bubblescope::ui::LoweringRow", "Offload activations"), "offload:time=0.3"},
};

/// The help of the one pass that is chosen.
QString helpOf(const std::vector<std::string>& chosen)
{
    if (chosen.size() != 1)
        return {};
    const std::string name = chosen.front().substr(0, chosen.front().find(':'));
    for (const PassInfo& pass : passes())
        if (pass.name == name)
            return coreText(pass.help);
    return {};
}

} // namespace

std::vector<std::string> passesFromText(const QString& text)
{
    std::vector<std::string> passes;
    for (const QString& word : QString(text)
                                   .replace(QLatin1Char('+'), QLatin1Char(' '))
                                   .simplified()
                                   .split(QLatin1Char(' '), Qt::SkipEmptyParts))
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
    , m_editor(new ChoiceBox(this))
    , m_passes(new QLineEdit(this))
    , m_help(new QLabel(this))
    , m_problem(new ProblemNote(*this))
{
    auto* label = new QLabel(tr("Lowering"), this);
    label->setFixedWidth(kFormLabelWidth);
    label->setBuddy(m_editor);
    label->setToolTip(tr("What to add to the order before timing it: sends and receives, FSDP."));
    m_editor->setToolTip(label->toolTip());
    m_editor->setAccessibleName(label->text());
    makeEditor();
    m_help->setProperty("quiet", true);
    m_help->setWordWrap(true);
    m_help->setTextFormat(Qt::PlainText);
    m_help->hide();
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(0);
    grid->setVerticalSpacing(4);
    grid->addWidget(label, 0, 0);
    grid->addWidget(m_editor, 0, 1);
    grid->addWidget(m_passes, 1, 0, 1, 2);
    grid->addWidget(m_help, 2, 0, 1, 2);
    grid->setColumnStretch(1, 1);
    setFocusProxy(m_editor);
    connect(m_editor, &QComboBox::activated, this, &LoweringRow::choose);
    connect(m_passes, &QLineEdit::editingFinished, this, &LoweringRow::takeTyped);
    connect(&m_document, &Document::stateChanged, this, &LoweringRow::follow);
    connect(&m_document, &Document::evaluationChanged, m_problem, &ProblemNote::clear);
    connect(&m_document, &Document::evaluationFailed, this, [this](const QString& text) {
        m_problem->set(m_passes->isHidden() ? *static_cast<QWidget*>(m_editor) : *m_passes,
                       m_document.failedStep() == EvaluationStep::Lower ? text : QString());
    });
    follow();
}

void LoweringRow::makeEditor()
{
    m_editor->setObjectName(QStringLiteral("lowering"));
    for (const Way& way : kWays)
        m_editor->addItem(tr(way.title), QString::fromLatin1(way.passes));
    m_editor->addItem(tr("Custom…"));
    m_passes->setObjectName(QStringLiteral("lowering-passes"));
    m_passes->setAccessibleName(tr("Passes"));
    m_passes->setPlaceholderText(tr("strip fsdp send-recv:style=torch"));
    QStringList names;
    for (const PassInfo& pass : passes())
        names << QStringLiteral("%1: %2").arg(fromView(pass.name), coreText(pass.help));
    m_passes->setToolTip(tr("Passes separated by spaces, with their settings after a colon.") +
                         QLatin1Char('\n') + names.join(QLatin1Char('\n')));
    m_passes->setAcceptDrops(false);
    m_passes->setTextMargins(6, 0, 6, 0);
    m_passes->hide();
}

QComboBox* LoweringRow::editor() const
{
    return m_editor;
}

QString LoweringRow::problemText() const
{
    return m_problem->text();
}

void LoweringRow::follow()
{
    const std::vector<std::string>& chosen = m_document.state().passes;
    const int custom = m_editor->count() - 1;
    const int known = m_editor->findData(textOfPasses(chosen));
    // Who types passes of their own keeps the field, whatever they type.
    const bool isTyping = m_editor->currentIndex() == custom && m_passes->hasFocus() && !chosen.empty();
    m_editor->setCurrentIndex(known < 0 || isTyping ? custom : known);
    m_passes->setVisible(m_editor->currentIndex() == custom);
    if (passesFromText(m_passes->text()) != chosen)
        m_passes->setText(textOfPasses(chosen));
    const QString help = m_passes->isHidden() ? QString() : helpOf(chosen);
    m_help->setText(help);
    m_help->setVisible(!help.isEmpty());
}

void LoweringRow::choose(int index)
{
    const bool isCustom = index == m_editor->count() - 1;
    m_editor->setCurrentIndex(index);
    if (!isCustom) {
        m_passes->hide();
        take(passesFromText(m_editor->itemData(index).toString()));
        return;
    }
    // From here on it is the user's to change: what was chosen stands in the field.
    m_passes->show();
    m_passes->setFocus(Qt::OtherFocusReason);
    m_passes->selectAll();
}

void LoweringRow::takeTyped()
{
    take(passesFromText(m_passes->text()));
}

void LoweringRow::take(const std::vector<std::string>& chosen)
{
    if (chosen == m_document.state().passes)
        return;
    m_document.endTyping();
    m_document.setPasses(chosen, tr("Lowering"));
    m_document.endTyping();
}

} // namespace bubblescope::ui
