// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/compare/compare_header.h"

#include "ui/panels/look.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace bubblescope::ui {

CompareHeader::CompareHeader(const QString& role, QWidget* parent)
    : QWidget(parent)
    , m_roleText(role)
    , m_role(new QLabel(role, this))
    , m_name(new QLabel(this))
    , m_figures(new QLabel(this))
    , m_difference(new QLabel(this))
    , m_close(new QToolButton(this))
{
    setFixedHeight(kHeight);
    m_role->setProperty("quiet", true);
    m_figures->setProperty("quiet", true);
    for (QLabel* label : {m_role, m_name, m_figures, m_difference})
        label->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_role, m_figures})
        label->setFont(figuresFont(12, false));
    m_difference->setFont(figuresFont(12, true));
    m_name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_close->setText(QStringLiteral("✕"));
    m_close->setProperty("quiet", true);
    m_close->setFocusPolicy(Qt::TabFocus);
    m_close->hide();
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(12, 0, 8, 1);
    layout->setSpacing(12);
    layout->addWidget(m_role);
    layout->addWidget(m_name, 1);
    layout->addWidget(m_figures);
    layout->addWidget(m_difference);
    layout->addWidget(m_close);
    connect(m_close, &QToolButton::clicked, this, &CompareHeader::closeAsked);
    connect(&Look::instance(), &Look::changed, this, qOverload<>(&QWidget::update));
}

void CompareHeader::setTexts(const QString& title, const QString& figures, const QString& difference)
{
    m_title = title;
    m_figures->setText(figures);
    m_difference->setText(difference);
    m_difference->setVisible(!difference.isEmpty());
    setAccessibleName(text());
    m_name->setAccessibleName(title);
    setToolTip(text());
    layout()->activate();
    fitTitle();
}

void CompareHeader::offerClose(const QString& tip)
{
    m_close->setToolTip(tip);
    m_close->setAccessibleName(tip);
    m_close->show();
}

QString CompareHeader::text() const
{
    QString all = tr("%1: %2", "side, title").arg(m_roleText, m_title);
    for (const QLabel* label : {m_figures, m_difference})
        if (!label->text().isEmpty())
            all += QStringLiteral(" · ") + label->text();
    return all;
}

void CompareHeader::fitTitle()
{
    m_name->setText(m_name->fontMetrics().elidedText(m_title, Qt::ElideRight, m_name->width()));
}

void CompareHeader::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    layout()->activate();
    fitTitle();
}

void CompareHeader::paintEvent(QPaintEvent* /*event*/)
{
    const LookColors& c = Look::instance().colors();
    QPainter painter(this);
    painter.fillRect(rect(), c.panel);
    painter.fillRect(QRect(0, height() - 1, width(), 1), c.hairline);
}

} // namespace bubblescope::ui
