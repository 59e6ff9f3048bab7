// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/trace/pattern_page.h"

#include "ui/document/core_text.h"
#include "ui/widgets/figures.h"
#include "ui/widgets/list_parts.h"

#include <QFontDatabase>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>
#include <algorithm>

namespace bubblescope::ui {

namespace {

constexpr int kPatternPageRestMs = 150;

std::optional<Result<PatternPreview>> previewOf(const QString& expression, const TraceFilesPtr& files,
                                                const CancelToken& cancel)
{
    if (expression.trimmed().isEmpty())
        return std::nullopt;
    const Result<NamePattern> pattern = NamePattern::compile(expression.toStdString());
    if (!pattern)
        return Result<PatternPreview>(tl::unexpected(pattern.error()));
    std::vector<const TraceFile*> all;
    if (files)
        for (const TraceFile& file : *files)
            all.push_back(&file);
    return Result<PatternPreview>(previewPattern(*pattern, all, cancel));
}

/// "64 match, but kind 'vor' is none of F, fwd, …".
QString unknownText(const PatternPreview& found)
{
    QStringList words;
    for (const auto& [word, count] : found.unknownKinds)
        words << QLatin1Char('\'') + QString::fromStdString(word) + QLatin1Char('\'');
    const QString known = QStringLiteral("F, fwd, forward, B, bwd, backward, I, dgrad, W, wgrad, …");
    const QString count = countText(found.unknownKind);
    const QString match = found.matched > 0        ? PatternPage::tr("%1 more match").arg(count)
                          : found.unknownKind == 1 ? PatternPage::tr("1 matches")
                                                   : PatternPage::tr("%1 match").arg(count);
    return (words.size() == 1 ? PatternPage::tr("%1, but kind %2 is unknown: %3", "how many, word, words")
                              : PatternPage::tr("%1, but kinds %2 are unknown: %3", "how many, words, words"))
        .arg(match, words.join(QStringLiteral(", ")), known);
}

QString textOf(const PatternPreview& found)
{
    QStringList texts;
    if (found.matched > 0 || (found.unknownKind == 0 && found.outOfBounds == 0)) {
        QStringList examples;
        for (const auto& [name, action] : found.examples)
            examples << QString::fromStdString(name);
        const QString text = PatternPage::tr("%1 of %2 records match", "count, of all")
                                 .arg(countText(found.matched), countText(found.records));
        texts << (examples.isEmpty()
                      ? text
                      : PatternPage::tr("%1: %2").arg(text, examples.join(QStringLiteral(", "))));
    }
    if (found.unknownKind > 0)
        texts << unknownText(found);
    if (found.outOfBounds > 0)
        texts << PatternPage::tr("%1 match with numbers out of bounds").arg(countText(found.outOfBounds));
    return texts.join(QStringLiteral("; "));
}

} // namespace

PatternPage::PatternPage(TraceSession& session, QWidget* parent)
    : QWidget(parent)
    , m_session(session)
    , m_list(new QVBoxLayout)
    , m_job(*this)
{
    setObjectName(QStringLiteral("trace-patterns"));
    auto* help = new QLabel(
        tr("Regular expressions for names of records, with named groups. The group kind is required; stage, "
           "microbatch, rank and chunk are optional. Example: step_(?<kind>[FB])(?<microbatch>\\d+)"),
        this);
    help->setWordWrap(true);
    help->setProperty("quiet", true);
    auto* inside = new QWidget;
    auto* column = new QVBoxLayout(inside);
    column->setContentsMargins(12, 4, 12, 8);
    column->setSpacing(8);
    column->addWidget(help);
    m_list->setSpacing(6);
    column->addLayout(m_list);
    QPushButton* add = makeLink(tr("Add a pattern"), tr("Add a regular expression for names"), this);
    add->setObjectName(QStringLiteral("trace-add-pattern"));
    connect(add, &QPushButton::clicked, this, [this] {
        addRow({});
        m_rows.back().field->setFocus();
    });
    column->addWidget(add, 0, Qt::AlignLeft);
    column->addStretch(1);
    auto* scroll = new QScrollArea(this);
    scroll->setWidget(inside);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(scroll);
    m_rest.setSingleShot(true);
    m_rest.setInterval(kPatternPageRestMs);
    connect(&m_rest, &QTimer::timeout, this, &PatternPage::preview);
    connect(&session, &TraceSession::opened, this, &PatternPage::preview);
    connect(&session, &TraceSession::patternsTaken, this, &PatternPage::takePatterns);
    takePatterns();
}

void PatternPage::takePatterns()
{
    for (const Row& row : m_rows) {
        row.box->hide();
        row.box->deleteLater();
    }
    m_rows.clear();
    for (const QString& expression : m_session.patterns())
        addRow(expression);
    preview();
}

void PatternPage::addRow(const QString& expression)
{
    Row row;
    row.box = new QWidget(this);
    row.field = new QLineEdit(expression, row.box);
    row.field->setObjectName(QStringLiteral("trace-pattern"));
    row.field->setAccessibleName(tr("Pattern %1").arg(m_rows.size() + 1));
    row.field->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    row.field->setPlaceholderText(tr("(?<kind>forward|backward) mb=(?<microbatch>\\d+)"));
    row.said = new QLabel(row.box);
    row.said->setTextFormat(Qt::PlainText);
    row.said->setWordWrap(true);
    row.said->setProperty("quiet", true);
    QPushButton* removal = makeRemoveButton(row.box);
    removal->setAccessibleName(tr("Remove the pattern"));
    auto* line = new QHBoxLayout;
    line->addWidget(row.field, 1);
    line->addWidget(removal);
    auto* column = new QVBoxLayout(row.box);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addLayout(line);
    column->addWidget(row.said);
    m_list->addWidget(row.box);
    connect(row.field, &QLineEdit::textEdited, &m_rest, qOverload<>(&QTimer::start));
    connect(row.field, &QLineEdit::editingFinished, this, &PatternPage::commit);
    connect(removal, &QPushButton::clicked, this, [this, box = row.box] { remove(box); });
    m_rows.push_back(row);
}

QLineEdit* PatternPage::field(int row) const
{
    return m_rows[static_cast<std::size_t>(row)].field;
}

QString PatternPage::textUnder(int row) const
{
    return m_rows[static_cast<std::size_t>(row)].said->text();
}

QStringList PatternPage::expressions() const
{
    QStringList all;
    for (const Row& row : m_rows)
        all << row.field->text();
    return all;
}

void PatternPage::remove(QWidget* box)
{
    std::erase_if(m_rows, [box](const Row& row) { return row.box == box; });
    box->deleteLater();
    box->hide();
    preview();
    commit();
}

void PatternPage::commit()
{
    QStringList used;
    for (const QString& expression : expressions())
        if (!expression.trimmed().isEmpty())
            used << expression;
    m_session.setPatterns(used);
}

void PatternPage::preview()
{
    const auto work = [all = expressions(), files = m_session.files()](const CancelToken& cancel) {
        Previews previews;
        for (const QString& expression : all)
            previews.push_back(previewOf(expression, files, cancel));
        return previews;
    };
    m_job.start(work, [this](const Previews& previews) { show(previews); });
}

void PatternPage::show(const Previews& previews)
{
    for (std::size_t i = 0; i < std::min(previews.size(), m_rows.size()); ++i) {
        QLabel* said = m_rows[i].said;
        if (!previews[i]) {
            said->clear();
        } else if (!*previews[i]) {
            said->setText(errorText(previews[i]->error()));
        } else if (!m_session.files()) {
            said->setText(tr("No profiles are open to try it on."));
        } else {
            said->setText(textOf(**previews[i]));
        }
    }
}

} // namespace bubblescope::ui
