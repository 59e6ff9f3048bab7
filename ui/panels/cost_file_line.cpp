// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/cost_file_line.h"

#include "ui/document/document.h"
#include "ui/widgets/folded_label.h"

#include <QCheckBox>
#include <QLabel>
#include <QVBoxLayout>

namespace bubblescope::ui {

namespace {

constexpr int kWarningLines = 3;

} // namespace

CostFileLine::CostFileLine(Document& document, QWidget* parent)
    : QWidget(parent)
    , m_document(document)
    , m_name(new QLabel(this))
    , m_warnings(new FoldedLabel(kWarningLines, this))
    , m_standIns(new QCheckBox(tr("Use stand-in transfers"), this))
{
    m_name->setObjectName(QStringLiteral("cost-file"));
    m_name->setProperty("quiet", true);
    m_name->setWordWrap(true);
    m_name->setTextFormat(Qt::PlainText);
    m_warnings->setProperty("caution", true);
    m_standIns->setObjectName(QStringLiteral("cost-stand-ins"));
    m_standIns->setToolTip(
        tr("The transfers in the file are copies within one device, not between two devices"));
    m_standIns->setMinimumHeight(28);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 4);
    layout->setSpacing(2);
    layout->addWidget(m_name);
    layout->addWidget(m_warnings);
    layout->addWidget(m_standIns);
    connect(m_standIns, &QCheckBox::clicked, this, &CostFileLine::useStandIns);
    hide();
}

void CostFileLine::take(CostSource source, const QString& what)
{
    m_before = m_document.state().costs;
    const CostModel costs = source.file.costs;
    m_source = std::move(source);
    m_document.endTyping();
    m_document.setCosts(costs, what.isEmpty() ? tr("Cost file") : what);
    m_document.endTyping();
    follow();
}

bool CostFileLine::isOpen(const CostModel& costs) const
{
    if (!m_source)
        return false;
    const CostModel& read = m_source->file.costs;
    const bool sameSource =
        read.source.empty() ? costs.source.empty() : costs.source.starts_with(read.source);
    return costs == read || (sameSource && costs != m_before && costs != CostModel{});
}

void CostFileLine::follow()
{
    const CostModel& costs = m_document.state().costs;
    const bool open = isOpen(costs);
    setVisible(open || !costs.source.empty());
    QStringList warnings;
    for (const std::string& note : costs.notes)
        warnings << QString::fromStdString(note);
    m_warnings->setParagraph(warnings.join(QStringLiteral("; ")));
    m_warnings->setVisible(!warnings.isEmpty());
    m_standIns->setVisible(open && m_source->withStandIns.has_value());
    if (open)
        followFile(costs);
    else
        m_name->setText(QString::fromStdString(costs.source));
}

void CostFileLine::followFile(const CostModel& costs)
{
    const bool standsIn = m_source->withStandIns && costs.transfer == m_source->withStandIns->transfer;
    m_standIns->setChecked(standsIn);
    const CostModel& read = standsIn ? *m_source->withStandIns : m_source->file.costs;
    QStringList words{m_source->name, QString::fromStdString(m_source->file.summary)};
    words.removeAll(QString());
    const QString text = words.join(QStringLiteral(" · "));
    m_name->setText(costs == read ? text : tr("%1 (changed)", "cost file").arg(text));
}

QString CostFileLine::text() const
{
    return isHidden() ? QString() : m_name->text();
}

void CostFileLine::useStandIns(bool on)
{
    if (!m_source || !m_source->withStandIns)
        return;
    // What else was changed since stays.
    CostModel costs = m_document.state().costs;
    const CostModel& read = on ? *m_source->withStandIns : m_source->file.costs;
    costs.transfer = read.transfer;
    costs.notes = read.notes;
    m_document.endTyping();
    m_document.setCosts(costs, m_standIns->text());
    m_document.endTyping();
}

} // namespace bubblescope::ui
